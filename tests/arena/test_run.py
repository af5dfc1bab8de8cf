"""Where matches are played makes no difference, and an interrupted arena goes on."""

import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TypeVar

import pytest

from quartett.arena.match import Record
from quartett.arena.ray import Ray
from quartett.arena.run import Processes, Serial, play_all
from quartett.arena.schedule import Setup, jobs
from quartett.arena.store import Store
from quartett.bots.failures import BotError
from quartett.cli import main
from quartett.core.errors import FormatError, QuartettError

J = TypeVar("J")
R = TypeVar("R")

SETUP = Setup("jericho", (("easy", "random", "random"),), 1)


def results(records: Iterable[Record]) -> list[tuple[object, ...]]:
    """What counts about matches: everything but the times."""
    return sorted(
        (r.job.deal, r.job.rotation, r.scores, r.winners, r.actions, str(r.counts)) for r in records
    )


class Backwards:
    """Another engine: it plays the last job first, and counts what it was given."""

    def __init__(self) -> None:
        self.given = 0

    def map(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """The results, the last first."""
        for job in reversed(list(jobs)):
            self.given += 1
            yield work(job)


def test_processes_and_other_engines_give_what_playing_here_gives() -> None:
    wanted = list(jobs(SETUP, 6))
    here = results(play_all(SETUP, wanted, Serial()))
    assert results(play_all(SETUP, wanted, Backwards())) == here
    assert results(play_all(SETUP, wanted, Processes(2))) == here


def test_an_interrupted_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    wanted = list(jobs(SETUP, 9))
    store = Store(tmp_path / "arena.jsonl")
    assert len(list(islice(play_all(SETUP, wanted, Serial(), store), 4))) == 4
    store.close()
    with store.path.open("ab") as file:
        file.write(b'{"job":{"deal":1,"lin')  # the line that was being written

    engine = Backwards()
    again = Store(tmp_path / "arena.jsonl")
    resumed = list(play_all(SETUP, wanted, engine, again))
    again.close()
    assert engine.given == 5
    assert results(resumed) == results(play_all(SETUP, wanted, Serial()))
    assert len(again.path.read_bytes().splitlines()) == 1 + 9


def test_matches_of_another_setup_are_not_mixed_in(tmp_path: Path) -> None:
    store = Store(tmp_path / "arena.jsonl")
    store.load(SETUP)
    store.close()
    with pytest.raises(FormatError, match="another setup"):
        Store(store.path).load(Setup("jericho", SETUP.lineups, 2))
    other = tmp_path / "letter.txt"
    other.write_text("Dear arena,\n")
    with pytest.raises(FormatError, match="not a file of an arena"):
        Store(other).load(SETUP)
    assert other.read_text() == "Dear arena,\n"


def kept(path: Path, games: int) -> list[bytes]:
    """The lines of a file that an arena of so many matches left behind."""
    store = Store(path)
    list(play_all(SETUP, list(jobs(SETUP, games)), Serial(), store))
    store.close()
    return path.read_bytes().splitlines(keepends=True)


def test_resuming_touches_no_other_file(tmp_path: Path) -> None:
    for name in ("results.new", "results.jsonl.new", "results"):
        (tmp_path / name).write_text("mine")
    kept(tmp_path / "results.jsonl", 3)
    kept(tmp_path / "results.jsonl", 3)
    others = [path for path in tmp_path.iterdir() if path.name != "results.jsonl"]
    assert len(others) == 3
    assert all(path.read_text() == "mine" for path in others)


@pytest.mark.parametrize("bad", [b"nonsense\n", b"\n", b'"\xff"\n', b'{"job":{"deal":1,"lin'])
def test_an_unreadable_line_in_the_middle_is_refused_by_its_number(
    bad: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "arena.jsonl"
    lines = kept(path, 3)
    bent = b"".join([*lines[:2], bad, *lines[2:]])
    path.write_bytes(bent)
    with pytest.raises(FormatError, match="line 3 "):
        Store(path).load(SETUP)
    assert path.read_bytes() == bent


@pytest.mark.parametrize("cut", [1, 2, 20])
def test_only_the_last_line_may_be_cut_off(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    lines = kept(path, 3)
    path.write_bytes(b"".join(lines)[:-cut])
    store = Store(path)
    assert len(store.load(SETUP)) == 2
    store.close()
    assert path.read_bytes() == b"".join(lines[:-1])


def test_a_file_cut_off_within_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    first = kept(path, 3)[0]
    for length in (0, 5, len(first) - 1, len(first)):
        path.write_bytes(first[:length])
        store = Store(path)
        assert store.load(SETUP) == []
        store.close()
        assert path.read_bytes() == first


def test_a_second_arena_on_one_file_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    lines = kept(path, 3)
    first, second = Store(path), Store(path)
    assert len(first.load(SETUP)) == 3
    with pytest.raises(FormatError, match=r"arena\.jsonl: another arena is adding its matches"):
        second.load(SETUP)
    second.close()
    assert path.read_bytes() == b"".join(lines)
    first.close()
    assert len(second.load(SETUP)) == 3
    second.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
def test_an_arena_that_was_killed_keeps_nobody_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    kept(path, 3)
    store, (read, write) = Store(path), os.pipe()
    if (child := os.fork()) == 0:
        try:
            store.load(SETUP)
            os.write(write, b"!")
            signal.pause()
        finally:
            os._exit(1)
    try:
        os.close(write)
        assert os.read(read, 1) == b"!"
        os.close(read)
        with pytest.raises(FormatError, match="another arena"):
            store.load(SETUP)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert len(store.load(SETUP)) == 3
    store.close()


def test_who_waits_for_a_file_that_is_then_deleted_gets_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.jsonl"
    kept(path, 3)
    first, second = Store(path), Store(path)
    first.load(SETUP)
    ended: list[bool] = []

    def flock(file: IO[bytes], how: int) -> None:
        if not ended:  # between opening the file and locking it
            ended.append(True)
            first.close(discard=True)
        flock_itself(file, how)

    flock_itself = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", flock)
    assert second.load(SETUP) == []
    second.close()
    assert len(path.read_bytes().splitlines()) == 1


def test_a_bot_that_breaks_a_rule_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(
        "from quartett.bots import Bot\n"
        "class Cheat(Bot):\n"
        "    def choose(self, view, legal, rng):\n"
        "        return {'type': 'first', 'card': 'scoring'}\n"
    )
    setup = Setup("jericho", ((f"{file}:Cheat", "random", "random"),), 1)
    with pytest.raises(BotError, match="Cheat in seat 1"):
        list(play_all(setup, list(jobs(setup, 1)), Serial()))


def test_a_bot_that_fails_in_another_process_is_named_too(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "from quartett.bots import Bot\n"
        "class Broken(Bot):\n"
        "    def choose(self, view, legal, rng):\n"
        "        raise KeyError('oops')\n"
    )
    setup = Setup("jericho", (("random", f"{file}:Broken", "random"),), 1)
    with pytest.raises(BotError, match="Broken in seat 2: KeyError"):
        list(play_all(setup, list(jobs(setup, 1))[:1], Processes(2)))


def test_a_ray_that_cannot_begin_is_a_plain_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray gives up after half a minute on a busy machine, with a bare Exception."""

    def init(**_: object) -> None:
        raise Exception("timed out during startup")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    with pytest.raises(QuartettError, match="Ray cannot begin here: timed out"):
        list(play_all(SETUP, list(jobs(SETUP, 1)), Ray()))


def command(*arguments: str, cache: Path) -> "subprocess.CompletedProcess[str]":
    """Run `quartett` as its users do."""
    return subprocess.run(
        [sys.executable, "-m", "quartett", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"XDG_CACHE_HOME": str(cache), "COLUMNS": "120"},
    )


def test_the_command_prints_figures_and_draws_them(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    arena = ("arena", "jericho", "--bots", "easy,random", "--games", "4", "--workers", "1")
    done = command(*arena, "--json", "--plot", str(plot), cache=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 6
    assert "<svg" in plot.read_text()
    shown = command(*arena, cache=tmp_path)
    assert "6 matches on 2 deals" in shown.stdout
    assert not list(tmp_path.rglob("*.jsonl")), "a finished arena leaves nothing behind"


LONG = "TheOneWhoAlwaysTakesTheFirstThingThatIsLegalWhateverItIs"


def test_no_name_is_cut_off_at_80_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(
            "from quartett.bots import Bot\n"
            + "".join(
                f"class {each}(Bot):\n    def choose(self, view, legal, rng): return legal[0]\n"
                for each in (LONG, "Alike")
            )
        )
    bots = [f"{tmp_path}/one.py:{LONG}", f"{tmp_path}/one.py:Alike", f"{tmp_path}/two.py:Alike"]
    asked = ["arena", "jericho", "--bots", ",".join(bots), "--games", "3", "--workers", "1"]
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in "".join(lines)
    column = "".join(line[: lines[1].index("seats")].strip() for line in lines)
    assert f"{LONG}{bots[1]}{bots[2]}" in column


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bots", "random", "--pace", "500"],
        ["--bots", "nobody"],
        ["--bots", "random", "--games", "0"],
        ["--bots", "random", "--players", "9"],
        ["--bots", "random", "--option", "handicap=1"],
    ],
)
def test_the_command_refuses_what_makes_no_sense(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "jericho", *wrong]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("quartett: ")
