"""Quartett is installed and tested on every Python from 3.11 on that can be had here."""

import os
import re
import sys
from pathlib import Path
from shutil import which

import pytest

from scripts.distributions import ROOT, build, install, ran, uv

MINORS = [
    int(minor)
    for minor in re.findall(r'Python :: 3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
]
TESTED = ("tests/games", "tests/golden", "tests/core/test_match.py", "tests/terminal/test_play.py")
"""What needs nothing but the light part (and scipy, which checks the solver)."""

PLAYED = """
from random import Random
import quartett.fast
from quartett.fast import flow_ticks, jericho, jericho_playout, photo_rummy, photo_rummy_playout
from quartett.fast import souvenirs, souvenirs_playout
games = [game.deal(2 + (game is jericho), Random(1)) for game in (jericho, souvenirs, photo_rummy)]
for game, module in zip(games, (jericho, souvenirs, photo_rummy)):
    module.play_randomly(game, Random(1))
print(quartett.fast.COPY, sum(game.is_over() for game in games))
"""
"""A program that plays what was installed."""


def python(minor: int) -> str | None:
    """An interpreter of this version: one that is here, or one that uv can get."""
    name = f"python3.{minor}"
    managed = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    here = [which(name), *map(str, sorted(managed.glob(f"3.{minor}.*/bin/{name}")))]
    for found in here:
        if found and ran([found, "-c", ""]).returncode == 0:
            return found
    into = {"UV_PYTHON_INSTALL_DIR": str(ROOT / ".cache" / "pythons")}
    ran([uv(), "python", "install", "--quiet", f"3.{minor}"], given=into)
    got = ran([uv(), "python", "find", "--quiet", "--managed-python", f"3.{minor}"], given=into)
    return got.stdout.strip() if got.returncode == 0 else None


@pytest.mark.long
@pytest.mark.parametrize("minor", MINORS)
def test_the_wheel_works_on_every_python(minor: int, tmp_path: Path) -> None:
    interpreter = python(minor)
    if interpreter is None:
        pytest.skip(f"there is no Python 3.{minor} here, and none could be got")
    env, built = tmp_path / "env", tmp_path / "built"
    built.mkdir()
    wheel = build("wheel", ROOT, built)
    install(env, f"{wheel}", "pytest", "hypothesis", "scipy", python=interpreter)
    done = ran(
        [
            *(str(env / "bin" / "python"), "-W", "error", "-m", "pytest", *TESTED),
            *("-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"),
            *("-m", "not long"),
        ],
        at=ROOT,
        given={
            "HYPOTHESIS_STORAGE_DIRECTORY": str(tmp_path / "hypothesis"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr


@pytest.mark.long
def test_pip_installs_the_source_distribution(tmp_path: Path) -> None:
    sdist = build("sdist", ROOT, tmp_path)
    ran([sys.executable, "-m", "venv", str(tmp_path / "env")])
    program = tmp_path / "env" / "bin"
    done = ran([str(program / "python"), "-m", "pip", "install", "--quiet", str(sdist)])
    assert done.returncode == 0, done.stderr
    assert ran([str(program / "quartett"), "rules", "jericho"]).returncode == 0
    (static,) = (tmp_path / "env").glob("lib/*/site-packages/quartett/server/static/index.html")
    assert static.is_file()


@pytest.mark.long
def test_pip_compiles_the_source_distribution_on_request(tmp_path: Path) -> None:
    sdist = build("sdist", ROOT, tmp_path)
    ran([sys.executable, "-m", "venv", str(tmp_path / "env")])
    program = tmp_path / "env" / "bin" / "python"
    pip = [str(program), "-m", "pip", "install", "--quiet", "--no-binary", "quartett", str(sdist)]
    done = ran(pip, given={"QUARTETT_COMPILE": "1"})
    assert done.returncode == 0, done.stderr
    for copy in ("compiled", "plain"):
        done = ran([str(program), "-c", PLAYED], at=tmp_path, given={"QUARTETT_FAST": copy})
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == [copy, "3"]
