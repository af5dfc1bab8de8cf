"""Numbers that a command is given, and those that it tells."""

from pathlib import Path

import pytest

from quartett.cli import main

ARENA = ["arena", "jericho", "--bots", "random"]
REPORT = ["report", "jericho", "--bots", "random"]
SIMULATE = ["simulate", "jericho"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of their own for what the commands write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.parametrize(
    ("command", "option", "number", "bound"),
    [
        *((command, "--workers", -1, "at least 1") for command in (ARENA, REPORT)),
        *((command, "--workers", 0, "at least 1") for command in (ARENA, REPORT)),
        *((command, "--workers", 10**9, "at most 1024") for command in (ARENA, REPORT)),
        *((command, "--nodes", -5, "at least 1") for command in (ARENA, REPORT)),
        *((command, "--nodes", 0, "at least 1") for command in (ARENA, REPORT)),
        *((command, "--games", 0, "at least 1") for command in (ARENA, REPORT, SIMULATE)),
        *((command, "--games", 10**12, "at most 1000000") for command in (ARENA, REPORT, SIMULATE)),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_by_its_name(
    command: list[str],
    option: str,
    number: int,
    bound: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*command, f"{option}={number}"]) == 2
    said = capsys.readouterr().err
    assert said == f"quartett: {option} must be {bound}, not {number}\n"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ([*SIMULATE, "--games", "1"], "1 match of 3 random players"),
        ([*SIMULATE, "--games", "2"], "2 matches of 3 random players"),
        ([*ARENA, "--games", "1"], "1 match on 1 deal,"),
        ([*ARENA[:-1], "easy,random", "--games", "1"], "3 matches on 1 deal,"),
        ([*ARENA, "--games", "2"], "2 matches on 2 deals,"),
        ([*REPORT, "--games", "1", "--lang", "en"], "Matches: 1. Bots: 3 × “random”."),
    ],
)
def test_one_match_is_a_match(
    command: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = [] if command[0] == "simulate" else ["--workers", "1"]
    assert main([*command, *own]) == 0
    assert told in capsys.readouterr().out
