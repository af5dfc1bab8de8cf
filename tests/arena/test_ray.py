"""On Ray the arena plays the same matches with the same results, and fails as plainly."""

import json
import os
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROGRAM = Path(__file__).parents[2] / ".venv-ray" / "bin" / "quartett"
FAILING = """
from quartett.bots import Bot

class Broken(Bot):
    def choose(self, view, legal, rng):
        raise ValueError("no idea")

class Leaver(Bot):
    def choose(self, view, legal, rng):
        import os
        os._exit(3)
"""


def arena(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command, in the environment that has Ray, keeping its files in this folder."""
    return subprocess.run(
        [PROGRAM, "arena", *arguments],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder), "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def figures(done: "subprocess.CompletedProcess[str]") -> object:
    """What counts in the printed figures: everything but the times."""
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for table in found["tables"]:
        for bot in table["bots"]:
            del bot["time"]
    return found


def test_ray_gives_what_processes_give(tmp_path: Path) -> None:
    asked = ("jericho", "--bots", "easy,random,random", "--games", "12", "--json")
    here = figures(arena(tmp_path, *asked, "--workers", "1"))
    assert figures(arena(tmp_path, *asked, "--ray", "--workers", "2")) == here


def test_a_bot_that_fails_on_ray_is_named_with_its_own_lines(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FAILING)
    done = arena(
        tmp_path, "jericho", "--bots", "mine.py:Broken,random,random", "--games", "3", "--ray"
    )
    assert done.returncode != 0
    assert "no idea" in done.stderr
    assert "mine.py" in done.stderr
    assert "RayTaskError" not in done.stderr


def test_a_bot_that_ends_its_worker_is_an_error_and_not_a_wait(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FAILING)
    done = arena(
        tmp_path, "jericho", "--bots", "mine.py:Leaver,random,random", "--games", "3", "--ray"
    )
    assert done.returncode != 0
    assert "a worker process died" in done.stderr


def test_an_address_where_no_ray_is_gets_a_plain_error(tmp_path: Path) -> None:
    done = arena(tmp_path, "jericho", "--bots", "random,random,random", "--ray", "127.0.0.1:1")
    assert done.returncode != 0
    assert "127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
