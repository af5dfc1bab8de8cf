"""A wheel and a source distribution of the tree as it stands, and clean environments for them."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINS = ROOT / "requirements" / "dev.txt"
BUILD = """
import sys
from hatchling.builders.{target} import {builder}
next({builder}(sys.argv[1]).build(directory=sys.argv[2], versions=["standard"]))
"""

Ran = subprocess.CompletedProcess[str]

Given = Mapping[str, str]
"""Variables of the environment."""
NOTHING: Given = {}


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker who asks makes for all of them."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            (folder / "made").touch()
    return folder


def build(target: str, root: Path, into: Path, given: Given = NOTHING) -> Path:
    """Build a `wheel` or an `sdist` of a tree, with what is installed here."""
    script = BUILD.format(target=target, builder=f"{target.capitalize()}Builder")
    done = ran([sys.executable, "-c", script, str(root), str(into)], given=given)
    assert done.returncode == 0, done.stderr
    (found,) = into.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return found


def ran(command: list[str], at: Path | None = None, given: Given = NOTHING) -> Ran:
    """Run something to its end."""
    return subprocess.run(
        command,
        cwd=at,
        env={**os.environ, **given},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def uv() -> str:
    """The uv that the scripts use."""
    script = f'. "{ROOT}/scripts/lib/setup.sh"; ensure_uv; echo "$UV"'
    done = ran(["bash", "-c", script])
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def install(env: Path, *wanted: str, python: str = sys.executable) -> None:
    """A new environment with these packages, in the versions and with the hashes of our pins."""
    for command in (
        ["venv", "--quiet", "--python", python, str(env)],
        [
            *("pip", "install", "--quiet", "--compile-bytecode", "--python", str(env)),
            *("--constraints", str(PINS), *wanted),
        ],
    ):
        done = ran([uv(), *command])
        assert done.returncode == 0, done.stderr
