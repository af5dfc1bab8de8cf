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
print(json.dumps([run, tempfile.gettempdir(), keeper.keepers[0].pid]), flush=True)
time.sleep(600)
"""
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="only Linux tells a process's environment"
)


@contextmanager
def run_of_tests() -> Iterator[tuple["subprocess.Popen[bytes]", str, Path, int]]:
    """A program that has started a server and a PostgreSQL; its mark, its folder, its keeper."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
    ) as program:
        try:
            assert program.stdout is not None
            run, folder, pid = json.loads(program.stdout.readline())
            yield program, run, Path(folder), pid
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
    with run_of_tests() as (program, run, folder, _):
        assert len([*keeper.marked(run)]) >= 2, "the server, PostgreSQL and what they started"
        assert at_work_in(folder), "PostgreSQL's helpers too"
        program.send_signal(signal.SIGKILL)
        program.wait()
        until(lambda: not folder.exists())
        assert not [*keeper.marked(run)]
        until(lambda: not at_work_in(folder))


def test_a_run_that_was_killed_with_its_keeper_is_cleared_away_by_the_next_one() -> None:
    with run_of_tests() as (program, run, folder, pid):
        os.kill(pid, signal.SIGKILL)
        program.send_signal(signal.SIGKILL)
        program.wait()
        assert [*keeper.marked(run)]
        keeper.sweep(folder.parent)
        assert not folder.exists()
        assert not [*keeper.marked(run)]


def test_a_run_that_is_alive_is_left_alone_by_the_next_one() -> None:
    with run_of_tests() as (_, run, folder, _pid):
        before = [*keeper.marked(run)]
        keeper.sweep(folder.parent)
        assert folder.exists()
        assert set(before) <= {*keeper.marked(run)}


def test_this_very_run_is_watched() -> None:
    run = os.environ[keeper.MARK].rpartition(":")[2]
    assert Path(tempfile.gettempdir()).name == f"{keeper.PREFIX}{run}"
    with subprocess.Popen(["sleep", "600"]) as started:
        assert started.pid in keeper.marked(run)
        started.kill()
