"""Compiled copies of quartett.fast: built by scripts where they can be, by pip on request only."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from quartett.fast import _copies

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "scripts/lib/compile_fast.py"
USES = (
    "import quartett.fast, quartett.fast.jericho as game; print(quartett.fast.COPY, game.__file__)"
)

Ran = subprocess.CompletedProcess[str]


def run(*command: str | Path, **environment: str) -> Ran:
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def wheel(folder: Path, **environment: str) -> Path:
    """A wheel as pip builds it."""
    built = run("-m", "hatchling", "build", "-t", "wheel", "-d", folder, **environment)
    assert built.returncode == 0, built.stderr
    [file] = folder.glob("*.whl")
    return file


@pytest.mark.long
def test_a_wheel_is_pure_unless_asked_otherwise(tmp_path: Path) -> None:
    file = wheel(tmp_path)
    assert file.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(file).namelist()
    assert not [name for name in names if "_compiled" in name or name.endswith(".so")]
    assert "quartett/fast/jericho.py" in names


@pytest.mark.long
@pytest.mark.skipif(not _copies.is_compiled(), reason="no compiler here")
def test_on_request_a_wheel_holds_compiled_copies_that_are_used(tmp_path: Path) -> None:
    file = wheel(tmp_path, QUARTETT_COMPILE="1")
    assert not file.name.endswith("-none-any.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(file).extractall(installed)
    ran = run("-c", USES, PYTHONPATH=str(installed), QUARTETT_FAST="compiled")
    assert ran.returncode == 0, ran.stderr
    copy, where = ran.stdout.split()
    assert copy == "compiled"
    assert Path(where).is_relative_to(installed)


def test_whoever_asks_for_a_compiled_wheel_is_told_why_there_is_none(tmp_path: Path) -> None:
    script = (
        "import hatch_build, sys; hatch_build.COMPILER = 'no such file'; hatch_build.compile_fast()"
    )
    ran = run("-c", script, QUARTETT_COMPILE="1")
    assert "QUARTETT_COMPILE is 1, but quartett.fast could not be compiled" in ran.stderr
    built = run("-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, QUARTETT_COMPILE="yes")
    assert built.returncode != 0
    assert "QUARTETT_COMPILE is 'yes'; it may be 0 or 1" in built.stderr


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ("compiler", "there is no C compiler"),
        ("headers", "Python's headers are not installed"),
        ("mypyc", "mypy and setuptools are not installed"),
    ],
)
def test_where_nothing_can_be_compiled_one_line_says_why(lacking: str, said: str) -> None:
    ran = run("-c", _lacking(lacking))
    assert ran.returncode == 1
    assert ran.stdout == ""
    [line] = ran.stderr.splitlines()
    assert line.startswith("quartett.fast stays plain Python: ")
    assert said in line


def _lacking(what: str) -> str:
    """A program that compiles on a machine that lacks something."""
    lines = {
        "compiler": "shutil.which = lambda name: None",
        "headers": "sysconfig.get_path = lambda name: '/nowhere'",
        "mypyc": "compile_fast.find_spec = lambda name: None",
    }
    return (
        f"import sys; sys.path.insert(0, {str(COMPILER.parent)!r}); "
        "import shutil, sysconfig, compile_fast; compile_fast.is_compiled = lambda: False; "
        f"{lines[what]}; sys.exit(compile_fast.main())"
    )
