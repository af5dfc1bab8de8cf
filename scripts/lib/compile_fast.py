"""Compiles copies of quartett.fast with mypyc into src/quartett/fast/_compiled.

The copies are made in a folder of their own, so that no compiled module ever lies beside the source
that it would shadow. Exit status 1 and one line say why it could not be done.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

os.environ["QUARTETT_FAST"] = "plain"

from quartett.fast._copies import COMPILED, HERE, compiled_text, fingerprint, is_compiled, sources

PACKAGE = HERE.parent
FLAGS = "-w -fno-semantic-interposition"
"""No warnings; and calls within the library are its own, so that they can be inlined."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="quartett-fast",
    packages=[],
    ext_modules=mypycify({sources!r}, opt_level="3", debug_level="0", group_name="quartett_fast"),
)
"""


def missing() -> str | None:
    """What is missing for compiling, if anything."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's headers are not installed"
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        return "mypy and setuptools are not installed"
    return None


@contextmanager
def alone() -> Iterator[None]:
    """Two who compile at the same time would take each other's files away."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (HERE / "_copies.py").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build(folder: Path) -> None:
    """Copy, compile, and put what came of it where it belongs."""
    package = folder / "quartett"
    (package / "fast" / "_compiled").mkdir(parents=True)
    for entry in PACKAGE.iterdir():
        if entry.name not in ("fast", "__pycache__"):
            (package / entry.name).symlink_to(entry)
    (package / "fast" / "__init__.py").touch()
    (package / "fast" / "_compiled" / "__init__.py").touch()
    copies, stamp = [], fingerprint()
    for name, file in sources().items():
        copy = package / "fast" / "_compiled" / f"{name}.py"
        copy.write_text(compiled_text(file), encoding="utf-8")
        copies.append(str(copy.relative_to(folder)))
    (folder / "setup.py").write_text(SETUP.format(sources=copies))
    (folder / "mypy.ini").write_text("[mypy]\nmypy_path = .\nexplicit_package_bases = True\n")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"]
    environment = {**os.environ, "CFLAGS": FLAGS, "SETUPTOOLS_USE_DISTUTILS": "local"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines() or ["no message"]
        raise RuntimeError("\n".join(lines) if "-v" in sys.argv else lines[-1])
    shutil.rmtree(COMPILED, ignore_errors=True)
    COMPILED.mkdir()
    for file in (folder / "built").rglob("*.*"):
        if file.is_file():
            shutil.copy(file, COMPILED / file.name)
    (COMPILED / "stamp").write_text(stamp)


def main() -> int:
    """Build unless what is there is up to date."""
    if is_compiled():
        return 0
    try:
        if (reason := missing()) is not None:
            raise RuntimeError(reason)
        with alone():
            if not is_compiled():  # by somebody who began before
                print("compiling quartett.fast, once", file=sys.stderr, flush=True)
                with tempfile.TemporaryDirectory() as folder:
                    build(Path(folder))
    except (RuntimeError, OSError) as error:
        print(f"quartett.fast stays plain Python: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
