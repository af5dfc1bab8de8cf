"""Options and bots are said in the same words to every command, and errors show its own usage."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quartett.cli import commands, main

FEW = ["--games", "2", "--workers", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of their own for what the commands write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.parametrize("name", commands())
def test_an_unknown_option_shows_the_usage_of_its_own_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([name, *POSITIONAL.get(name, []), "--no-such-option"])
    told = capsys.readouterr().err
    assert told.startswith(f"usage: quartett {name} ")
    assert f"quartett {name}: error: " in told
    if name in KNOWN:
        assert "error: unrecognized arguments: --no-such-option" in told


POSITIONAL: dict[str, list[str]] = {
    "arena": ["jericho", "--bots", "random"],
    **{name: ["jericho"] for name in ("learn", "report", "rules", "simulate")},
    **{name: ["f"] for name in ("backup", "load", "replay", "restore", "review", "verify")},
}
"""What a command cannot do without."""

KNOWN = {*POSITIONAL, "docs", "judge", "play", "puzzle", "serve", "solve"}


def test_an_unknown_command_shows_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["chess"])
    told = capsys.readouterr().err
    assert told.startswith("usage: quartett [-h] [--version] COMMAND")
    assert "arena" in told


TAKING_OPTIONS = {
    "arena": ["arena", "photo_rummy", "--bots", "random", *FEW],
    "report": ["report", "photo_rummy", "--bots", "random", *FEW],
    "simulate": ["simulate", "photo_rummy", *FEW],
    "play": ["play", "photo_rummy", "--lang", "en"],
}


@pytest.mark.parametrize("name", TAKING_OPTIONS)
def test_an_option_that_the_game_does_not_have_is_refused_by_name(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TAKING_OPTIONS[name], "--option", "handicap=1"]) == 2
    assert "handicap" in capsys.readouterr().err


@pytest.mark.parametrize("name", TAKING_OPTIONS)
@pytest.mark.parametrize("wrong", ["rounds", "=1", ""])
def test_what_is_no_option_at_all_shows_the_usage(
    name: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*TAKING_OPTIONS[name], "--option", wrong])
    told = capsys.readouterr().err
    assert told.startswith(f"usage: quartett {name} ")
    assert "is not KEY=VALUE" in told


def test_an_option_reaches_the_matches(capsys: pytest.CaptureFixture[str]) -> None:
    lengths = []
    for option in ("rounds=1", "rounds=4"):
        assert main([*TAKING_OPTIONS["simulate"], "--json", "--option", option]) == 0
        lengths.append(json.loads(capsys.readouterr().out)["actions"]["mean"])
    assert lengths[0] * 2 < lengths[1]


@pytest.mark.parametrize("wrong", ["easy,", ",", "easy,,random"])
def test_a_comma_without_a_bot_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["arena", "jericho", "--bots", wrong])
    assert "empty name between commas" in capsys.readouterr().err


def test_a_report_takes_one_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "jericho", "--bots", "easy,random", *FEW]) == 2
    assert "--bots takes one bot here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        (["report", "jericho", "--bot", "random", *FEW], "--bot", "--bots"),
        (
            ["arena", "jericho", "--bots", "random", "--options", '{"starter": 1}', *FEW],
            "--options",
            "--option",
        ),
    ],
)
def test_a_former_name_is_understood_and_the_new_one_told(
    words: list[str], old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    assert capsys.readouterr().err == f"quartett: {old} is now called {new}\n"


def test_a_former_name_gives_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for words in (["--option", "starter=1"], ["--options", '{"starter": 1}']):
        assert main(["arena", "jericho", "--bots", "random", *words, *FEW, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out)["setup"])
    assert told[0] == told[1]
    assert told[0]["options"] == {"starter": 1}


def test_the_opponents_have_their_former_name_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quartett", "play", "jericho", "--opponents", "random"],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == "quartett: --opponents is now called --bots\n"


def test_workers_change_nothing_but_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for workers in ("1", "2"):
        asked = ["--games", "6", "--json", "--workers", workers, "--seed", "9"]
        assert main(["simulate", "jericho", *asked]) == 0
        told.append(json.loads(capsys.readouterr().out))
    one, two = told
    assert {key: one[key] for key in one if key != "seats"} == {
        key: two[key] for key in two if key != "seats"
    }
    for left, right in zip(one["seats"], two["seats"], strict=True):
        assert left == pytest.approx(right)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--port", "70000"], "--port must be from 0 to 65535, not 70000"),
        (["--port", "-1"], "--port must be from 0 to 65535, not -1"),
        (["--out", "file"], "--out: file is a file, not a folder"),
    ],
)
def test_documentation_that_cannot_be_shown_is_refused_before_it_is_built(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert main(["docs", *words]) == 2
    assert capsys.readouterr().err == f"quartett: {reason}\n"


def test_an_arena_writes_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--bots", "easy,random", "--html", "arena.html", "--games", "3", "--workers", "1"]
    assert main(["arena", "jericho", *asked]) == 0
    page = Path("arena.html").read_text(encoding="utf-8")
    for told in ("Jericho: arena", "share of the wins", "Ratings", "prefers-color-scheme:dark"):
        assert told in page
    assert main(["arena", "jericho", *asked[:3], "none/arena.html"]) == 2
    assert "--html: the folder none does not exist" in capsys.readouterr().err
