"""Opponents of every level sit down in the terminal, and hints can be asked for."""

import re
import subprocess
import sys

import pytest


def play(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    """What a person who types these lines gets to see."""
    command = [sys.executable, "-m", "quartett", "play", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("level", ["random", "easy", "medium"])
def test_opponents_of_a_level_play(level: str) -> None:
    done = play("jericho", "--seed", "3", "--lang", "en", "--bots", level, typed="1\n1\nquit\n")
    assert done.returncode == 0
    assert "Round 1" in done.stdout or "round 1" in done.stdout


def test_an_unknown_level_is_refused_by_name() -> None:
    done = play("jericho", "--bots", "genius", typed="")
    assert done.returncode == 2
    assert "genius" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_hint_can_be_typed_as_it_stands() -> None:
    asked = play("jericho", "--seed", "3", "--lang", "en", typed="hint\nquit\n")
    found = re.search(r"^  (\d): .*wall", asked.stdout, re.MULTILINE)
    assert found
    done = play("jericho", "--seed", "3", "--lang", "en", typed=f"{found[1]}\nquit\n")
    assert "✗" not in done.stdout
    assert "Round 1 begins" in done.stdout
