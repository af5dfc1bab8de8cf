"""Two programs of a bot author at one table, from the first move to the proof of the deal."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from patience import PATIENCE_SECONDS
from server.server_process import Server

PROGRAM = Path(__file__).with_name("player_program.py")
BEFORE_THE_KILL = 6
"""So many actions of the host's, then the server dies."""

SHORT = {"target": 1, "countdown_ms": 0, "hand_ms": 0, "stalemate_ms": 50, "cards": 16}
WISHES: dict[str, dict[str, Any]] = {
    "photo_rummy": {"seats": [{}, {}]},
    "jericho": {"seats": [{}, {}, {"kind": "bot", "level": "easy"}]},
    "souvenirs": {"seats": [{}, {}]},
    "flow": {"seats": [{}, {}], "options": SHORT},
}

LIKE_JERICHO = ("photo_rummy", "souvenirs")
"""Played in turns too."""


@pytest.mark.parametrize(
    "game",
    ["jericho", "flow", *(pytest.param(each, marks=pytest.mark.long) for each in LIKE_JERICHO)],
)
def test_two_programs_play_to_the_end_through_kill_9_and_the_deal_is_verified(
    game: str, tmp_path: Path
) -> None:
    server, log = Server(tmp_path / "data"), tmp_path / "match.jsonl"
    wish = msgspec.json.encode(WISHES[game]).decode()
    programs = [_started("host", server.url, game, wish, str(log))]
    try:
        programs.append(_started("guest", _line(programs[0], r"http://\S+")))
        _line(programs[0], f"acted {BEFORE_THE_KILL}$")
        server.kill()
        server.start()
        _line(programs[0], r"acted \d+")  # it was not over yet
        for program in programs:
            said, _ = program.communicate(timeout=PATIENCE_SECONDS)
            assert program.returncode == 0, said
    finally:
        for program in programs:
            program.kill()
            program.communicate()
        server.kill()
    verified = _started("", str(log), program=["-m", "quartett", "verify"])
    said, _ = verified.communicate(timeout=PATIENCE_SECONDS)
    assert verified.returncode == 0, said


def _started(*arguments: str, program: list[str] | None = None) -> "subprocess.Popen[str]":
    command = [sys.executable, *(program or [str(PROGRAM)]), *filter(None, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
    )


def _line(program: "subprocess.Popen[str]", pattern: str) -> str:
    """What a program says next that looks like this."""
    assert program.stdout is not None
    said = []
    for line in program.stdout:
        said.append(line)
        if found := re.search(pattern, line.rstrip()):
            return found[0]
    raise AssertionError(f"never said {pattern}: {''.join(said)}")
