"""A long arena says that it is one, and Ctrl+C ends it with the figures so far."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quartett.arena.match import Record
from quartett.arena.run import Serial, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.stats import on_whole_deals
from quartett.arena.words import span
from terminal.person import Person

SLOW = """
import time
from pathlib import Path

from quartett.bots import Bot

class Slow(Bot):
    def choose(self, view, legal, rng):
        time.sleep(600 if Path("asleep").exists() else 0.01)
        return rng.choice(legal)
"""


def test_a_long_run_tells_its_length_and_ctrl_c_shows_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "slow.py").write_text(SLOW)
    asked = ("jericho", "--bots", "slow.py:Slow", "--games", "5000", "--workers", "2")
    with Person(*asked, does="arena", lang="", terminal=True, cwd=tmp_path) as person:
        told = person.reads("continues from there.")
        assert "5000 matches, about " in told
        (tmp_path / "asleep").touch()
        person.presses("\x03")
        assert person.leaves() == 130
    after = person.seen[len(told) :]
    assert "Traceback" not in after
    assert " on 1 deal" in after or " deals, seed 1" in after
    assert "of 5000 matches; the same command continues from there." in after
    (kept,) = tmp_path.rglob("*.jsonl")
    assert len(kept.read_bytes().splitlines()) > 1


def test_figures_in_between_count_only_deals_played_in_every_seating() -> None:
    setup = Setup("jericho", (("easy", "random", "random"),), 1)
    played: list[Record] = list(play_all(setup, list(jobs(setup, 6)), Serial()))
    assert on_whole_deals(setup, played[:-1]) == played[:3]
    assert on_whole_deals(setup, played[:2]) == []


def test_times_are_told_as_people_say_them() -> None:
    assert [span(seconds) for seconds in (45, 300, 7000, 9000)] == [
        "45 seconds",
        "5 minutes",
        "117 minutes",
        "2 hours",
    ]


@pytest.mark.parametrize("quick", [7, 0])
def test_figures_as_json_are_printed_when_it_is_stopped_too(tmp_path: Path, quick: int) -> None:
    """Also where no deal has been played in every seating."""
    (tmp_path / "slow.py").write_text(STOPS.format(quick=quick))
    asked = ("arena", "jericho", "--bots", "slow.py:Slow,random", "--games", "5000", "--json")
    with subprocess.Popen(
        [sys.executable, "-m", "quartett", *asked, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={"XDG_CACHE_HOME": str(tmp_path / "cache")},
    ) as arena:
        assert arena.stderr is not None
        while b"asleep" not in arena.stderr.readline():
            assert arena.poll() is None
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=60)
    assert arena.returncode == 130, err
    told = json.loads(out)
    assert told["complete"] is False
    assert told["games"] == quick // 3 * 3


STOPS = """
import sys
import time
from quartett.bots import Bot

class Slow(Bot):
    begun = -1
    def __init__(self, nodes=1):
        super().__init__(nodes)
        if Slow.begun >= {quick}:
            print("asleep", file=sys.stderr, flush=True)
            time.sleep(600)
        Slow.begun += 1

    def choose(self, view, legal, rng):
        return legal[0]
"""
"""A bot that is made once before the first match, and once for each; then it sleeps."""
