"""What a run of the tests starts ends with it, even if the run is killed."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import keeper
from chaos.process import until

PROGRAM = """
import json, os, sys, tempfile, time
from pathlib import Path
import keeper
keeper.watch()
from server.server_process import Server
from server.store_databases import new_postgres
server, postgres = Server(Path(tempfile.mkdtemp())), new_postgres()
run = os.environ[keeper.MARK].rpartition(":")[2]
started = [server.pid, postgres.process.pid]
print(json.dumps([run, tempfile.gettempdir(), keeper.keepers[0].pid, started]), flush=True)
time.sleep(600)
"""
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="only Linux tells a process's environment"
)


class Run(NamedTuple):
    """A run of tests: its mark, its folder, its keeper, the server and PostgreSQL."""

    program: "subprocess.Popen[bytes]"
    mark: str
    folder: Path
    keeper: int
    started: list[int]

    def marked(self) -> set[int]:
        """The processes that are there now; some of PostgreSQL's come and go."""
        return {*keeper.marked(self.mark)}


@contextmanager
def run_of_tests() -> Iterator[Run]:
    """A program that has started a server and a PostgreSQL."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
    ) as program:
        try:
            assert program.stdout is not None
            run, folder, pid, started = json.loads(program.stdout.readline())
            yield Run(program, run, Path(folder), pid, started)
        finally:
            program.kill()


def at_work_in(folder: Path) -> list[Path]:
    """The processes that work in a folder or below it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink().is_relative_to(folder):
                found.append(process)
    return found


def test_a_killed_run_leaves_no_process_and_no_folder() -> None:
    with run_of_tests() as run:
        assert run.marked() >= {*run.started}
        assert at_work_in(run.folder), "PostgreSQL's helpers too"
        run.program.send_signal(signal.SIGKILL)
        run.program.wait()
        until(lambda: not run.folder.exists())
        assert not run.marked()
        until(lambda: not at_work_in(run.folder))


def test_a_run_that_was_killed_with_its_keeper_is_cleared_away_by_the_next_one() -> None:
    with run_of_tests() as run:
        os.kill(run.keeper, signal.SIGKILL)
        run.program.send_signal(signal.SIGKILL)
        run.program.wait()
        assert run.marked() >= {*run.started}
        keeper.sweep(run.folder.parent)
        assert not run.folder.exists()
        assert not run.marked()


def test_a_run_that_is_alive_is_left_alone_by_the_next_one() -> None:
    with run_of_tests() as run:
        keeper.sweep(run.folder.parent)
        assert run.folder.exists()
        assert run.marked() >= {*run.started}


def test_this_very_run_is_watched() -> None:
    run = os.environ[keeper.MARK].rpartition(":")[2]
    assert Path(tempfile.gettempdir()).name == f"{keeper.PREFIX}{run}"
    with subprocess.Popen(["sleep", "600"]) as started:
        assert started.pid in keeper.marked(run)
        started.kill()
