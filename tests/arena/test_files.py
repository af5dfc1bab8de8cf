"""What an arena or a report writes: looked at before anything is played, and never lost."""

import sys
from pathlib import Path

import pytest

from quartett.cli import main

FAILING = """
from quartett.bots import Bot

class Failing(Bot):
    def choose(self, view, legal, rng):
        raise ValueError("somebody played")
"""

FULL = Path("/dev/full")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a bot that tells when a match has begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "bot.py").write_text(FAILING)
    return tmp_path


def arena(*options: str, bot: str = "bot.py:Failing") -> int:
    return main(["arena", "jericho", "--bots", bot, "--games", "1", "--workers", "1", *options])


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that was said instead of playing."""
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("quartett: ")
    assert "somebody played" not in said
    return said


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.xyz", ".svg"),
        ("a", ".svg"),
        ("a.pgf", ".svg"),
        ("none/a.svg", "the folder none does not exist"),
        ("folder.svg", "is a folder"),
    ],
)
def test_a_bad_plot_is_refused_before_anything_is_played(
    name: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "folder.svg").mkdir()
    assert arena("--plot", name) == 2
    assert reason in refusal(capsys)


def test_a_plot_without_matplotlib_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert arena("--plot", "a.svg") == 2
    assert "quartett[plots]" in refusal(capsys)


@pytest.mark.parametrize(
    ("name", "reason"), [("none/a.html", "folder none does not exist"), (".", "folder")]
)
def test_a_bad_page_is_refused_before_anything_is_played(
    name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--games", "1", "--workers", "1", "--out", name]
    assert main(["report", "jericho", "--bots", "bot.py:Failing", *asked]) == 2
    assert reason in refusal(capsys)


@pytest.mark.parametrize("option", ["handicap=1", "starter=x", "starter=[0]"])
def test_a_bad_option_is_refused_by_the_name_of_what_was_given(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena("--option", option) == 2
    assert refusal(capsys).startswith("quartett: --option: ")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_the_matches_are_kept_until_the_plot_is_written(folder: Path) -> None:
    plot = folder / "a.svg"
    plot.symlink_to(FULL)
    assert arena("--plot", "a.svg", bot="random") == 2
    assert list(folder.rglob("*.jsonl"))
    plot.unlink()
    assert arena("--plot", "a.svg", bot="random") == 0
    assert "<svg" in plot.read_text()
    assert not list(folder.rglob("*.jsonl"))


def test_resuming_in_a_folder_that_is_not_there_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena("--resume", "none/a.jsonl") == 2
    assert "--resume: the folder none does not exist" in refusal(capsys)
    assert not (folder / "none").exists()


@pytest.mark.skipif(not FULL.exists(), reason="needs a device")
def test_resuming_from_a_device_is_refused_before_it_is_read_without_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert arena("--resume", str(FULL)) == 2
    assert "is a device, not a file" in refusal(capsys)


def test_without_a_home_folder_another_place_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody(user: int) -> None:
        raise KeyError(user)

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert arena() == 2
    assert "--resume FILE" in refusal(capsys)


def test_where_the_usual_folder_cannot_be_made_another_place_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cache").write_text("no folder")
    assert arena() == 2
    assert "--resume FILE" in refusal(capsys)
