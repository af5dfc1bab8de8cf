"""Every command that the documentation shows is typed here, and does what it should."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import quartett
from docs.pages import PAGES, ROOT, Line, commands
from patience import PATIENCE_SECONDS
from playing import finished
from quartett.cli import _parsers, main
from quartett.cli.arena import _setup as planned
from server.learning.surfer import Surfer
from server.live import live_server

LINES = list({line.words: line for page in PAGES for line in commands(page)}.values())
MEANT = {"FILE": "match.jsonl", "S": "1", "N": "1", "/var/lib/quartett": "data"}
"""What placeholders stand for."""

SERVING, BUILDING, LONG = {"serve"}, {"docs"}, {"--mine"}
ELSEWHERE = {"baselines", "cluster", "train"}
"""What tests of its own try out: it needs other machines, or time to learn."""

REQUEST = '{"game": "jericho", "players": 3, "seed": 1}\n'
POSITION = (
    '{"game": "photo_rummy", "state": {"phase": "lay", "seats": [{"rack": ["oslo-church"],'
    ' "opened": true}, {}], "table": [["paris-church", "rome-church", "bern-church",'
    ' "joker-1"]]}}\n'
)
BOT = """
from quartett.bots import Bot

class Mine(Bot):
    def choose(self, view, legal, rng):
        return rng.choice(legal)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    match = quartett.start("jericho", players=3, seed=7)
    (tmp_path / "match.jsonl").write_bytes(quartett.save_match(finished("souvenirs", 1)))
    for name in ("jericho.jsonl", "jericho-7.jsonl"):
        (tmp_path / name).write_bytes(quartett.save_match(match))
    (tmp_path / "requests.jsonl").write_text(REQUEST)
    (tmp_path / "positions.jsonl").write_text(POSITION)
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "other.py").write_text(BOT.replace("Mine", "Sly"))
    shipped = Path(quartett.__file__).parent / "bots" / "jericho" / "master.npz"
    (tmp_path / "mine.npz").write_bytes(shipped.read_bytes())
    for variable in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "QUARTETT_DATA"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(line: Line) -> list[str]:
    """A command with its placeholders filled."""
    return [MEANT.get(word, word) for word in line.words]


def kind(line: Line) -> str:
    return line.words[0]


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_command_is_understood(line: Line) -> None:
    if kind(line).startswith("-"):
        return
    parser, command = _parsers(kind(line), described=False)
    assert command is not None, f"there is no command {kind(line)}"
    arguments, left = parser.parse_known_args(typed(line))
    assert arguments.command == kind(line)
    assert left == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", [line for line in LINES if kind(line) == "arena"], ids=str)
def test_every_arena_could_begin(line: Line) -> None:
    parser, _ = _parsers("arena", described=False)
    assert planned(parser.parse_args(typed(line))).players > 1


def with_games(line: Line, games: int) -> list[str]:
    """The same with so many matches."""
    words = typed(line)
    if "--games" not in words:
        return [*words, "--games", str(games)]
    words[words.index("--games") + 1] = str(games)
    return words


def quick(line: Line) -> list[str]:
    """The same with few matches, little thought and one process."""
    plays = kind(line) in ("arena", "report", "simulate")
    words = with_games(line, 1) if plays else typed(line)
    if kind(line) in ("arena", "report"):
        words += ["--nodes", "20", "--workers", "1"]
    if kind(line) == "review" and "--deals" not in words:
        words += ["--deals", "1"]
    return words


ALONE = [
    line
    for line in LINES
    if kind(line) not in {"load", "backup", "restore", "admin", *SERVING, *BUILDING, *ELSEWHERE}
    and not LONG & set(line.words)
]


def without_chance(line: Line) -> tuple[str, ...]:
    """What is left of a command when seed and number of matches are the same for all."""
    words = quick(line)
    if "--seed" in words:
        at = words.index("--seed")
        del words[at : at + 2]
    return tuple(sorted(words))


def is_slow(line: Line) -> bool:
    """Whether even a single match takes seconds: those who learned play in it."""
    return kind(line) == "arena" and any(
        word.startswith(("master", "network")) for word in line.words
    )


DIFFERENT = [
    *{without_chance(line): line for line in reversed(ALONE) if not is_slow(line)}.values()
]


@pytest.mark.parametrize("line", DIFFERENT, ids=str)
def test_every_command_runs(
    line: Line,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with (folder / (line.read or os.devnull)).open() as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert ran(quick(line)) == 0
    told = capsys.readouterr()
    assert told.out
    assert told.err == ""


def ran(words: list[str]) -> int:
    """The exit status of a command, however it leaves."""
    try:
        return main(words)
    except SystemExit as leaving:
        return int(leaving.code or 0)


ON_ONE_MACHINE = [
    line for line in LINES if kind(line) in SERVING and "--database" not in line.words
]


@pytest.mark.parametrize("line", ON_ONE_MACHINE, ids=str)
def test_every_way_to_serve_serves(line: Line, folder: Path) -> None:
    words = [*typed(line), "--port", "0", "--no-open"]
    with subprocess.Popen(
        [sys.executable, "-m", "quartett", *words], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
    assert re.search(r"http://\S+:\d+", told), told


def test_matches_are_loaded_and_tables_backed_up_as_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with live_server(folder / "home") as server:
        for line in (line for line in LINES if kind(line) == "load"):
            words = [word.replace("URL", server.url) for word in typed(line)]
            assert main(words) == 0
            assert "/replay/" in capsys.readouterr().out
    places = {"/var/lib/quartett": str(folder / "home"), "FILE": str(folder / "all")}
    for line in (line for line in LINES if kind(line) in ("backup", "restore")):
        words = [places.get(word, word).replace("/var/backups", str(folder)) for word in line.words]
        assert main(words) == 0, capsys.readouterr().err


def test_what_an_operator_types_is_answered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = folder / "home"
    with live_server(data) as server:
        guest, person = Surfer(server), Surfer(server)
        table = guest.post("/api/tables", game="jericho", you="Ben", seats=[{}, {}, {}])["table"]
        guest.post(f"/api/tables/{table['id']}/join", name="Cleo")
        code = person.post("/api/me/keep", name="Anna")["codes"][0].replace("-", "")
        meant = {
            "/var/lib/quartett": str(data),
            "K7M2QX": code[:6],
            "3q2hJ0": table["id"],
            "1": "0",
        }
        for line in (line for line in LINES if kind(line) == "admin"):
            words = [meant.get(word, word) for word in line.words]
            words += [] if "--data-dir" in words else ["--data-dir", str(data)]
            assert main(words) == 0, capsys.readouterr().err
            assert capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize(
    "line", [*ALONE, *(each for each in LINES if LONG & set(each.words))], ids=str
)
def test_every_command_runs_typed_as_written(line: Line, folder: Path) -> None:
    """Only of records of what was measured for hours a few matches are played."""
    words = with_games(line, 4) if line.recorded else typed(line)
    with (folder / (line.read or os.devnull)).open() as stdin:
        done = subprocess.run(
            [sys.executable, "-m", "quartett", *words],
            cwd=folder,
            stdin=stdin,
            capture_output=True,
            check=False,
            timeout=1800,
        )
    assert done.returncode == 0, done.stderr


def test_the_pages_name_every_command() -> None:
    from quartett.cli import commands as known

    shown = {kind(line) for line in LINES}
    text = (ROOT / "docs" / "commands.md").read_text()
    assert {name for name in known() if f"`quartett {name}" not in text} == set()
    assert set(known()) - shown <= {"train", "cluster", "restore", "docs"}
