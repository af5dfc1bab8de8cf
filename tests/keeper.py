"""What a run of the tests starts ends with it, however the run ends.

A run marks its environment, which everything that it starts inherits, and has its temporary files
in a folder of its own. A keeper, a process apart from it, holds the end of a pipe; when the run is
gone, even by `kill -9`, the pipe closes, and the keeper kills whoever bears the mark and deletes
the folder. If the keeper was killed too (a machine that went down), the next run does its work.

Linux tells the environment of a process; elsewhere only `atexit` and fixtures clean up.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MARK = "QUARTETT_TEST_RUNS"
"""The runs that a process belongs to, the outermost first, with a colon between them."""
PREFIX = "quartett-run-"
PROC = Path("/proc")
PAUSE_SECONDS = 0.05

keepers: "list[subprocess.Popen[bytes]]" = []
"""Those of this process."""


def watch() -> None:
    """Have all that this process starts from now on ended with it."""
    if not (PROC / "self" / "environ").exists():
        return
    outer = Path(tempfile.gettempdir())
    sweep(outer)
    run = uuid.uuid4().hex[:12]
    folder = outer / f"{PREFIX}{run}"
    folder.mkdir(mode=0o711)  # PostgreSQL runs as somebody else, and has its socket there
    (folder / "owner").write_text(f"{os.getpid()} {_began(os.getpid())}")
    os.environ[MARK] = f"{os.environ.get(MARK, '')}:{run}"
    # What pytest keeps to be looked at after a run stays where it always is.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(outer))
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    keepers.append(_start_keeper(folder, run))


def _start_keeper(folder: Path, run: str) -> "subprocess.Popen[bytes]":
    end, _ours = os.pipe()  # ours is inherited by nobody: it closes when this process ends
    unmarked = {key: value for key, value in os.environ.items() if key not in (MARK, "TMPDIR")}
    keeper = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, str(folder), run],
        stdin=end,
        env=unmarked,
        stdout=subprocess.DEVNULL,  # or whoever reads what this run says would wait for the keeper
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
    os.close(end)
    return keeper


def sweep(outer: Path) -> None:
    """End what runs left behind whose keepers are gone too."""
    for folder in outer.glob(f"{PREFIX}*"):
        with suppress(OSError, ValueError):
            pid, began = (folder / "owner").read_text().split()
            if _began(int(pid)) != began:
                clear(folder, folder.name.removeprefix(PREFIX))


def clear(folder: Path, run: str) -> None:
    """Kill everybody who bears a run's mark, until nobody is left, and delete its folder."""
    while left := [*marked(run)]:
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(PAUSE_SECONDS)
    while folder.exists():  # children of what was killed may still be writing for a moment
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            time.sleep(PAUSE_SECONDS)


def marked(run: str) -> Iterator[int]:
    """The processes of a run that are alive."""
    for process in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if int(process.name) != os.getpid() and run in _runs(process):
                yield int(process.name)


def _runs(process: Path) -> list[str]:
    entries = (process / "environ").read_bytes().split(b"\0")
    values = [each for each in entries if each.startswith(f"{MARK}=".encode())]
    return values[0].partition(b"=")[2].decode().split(":") if values else []


def _began(pid: int) -> str:
    """When a process began, by the system's own clock; empty if it is not there any more."""
    with suppress(OSError):
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return "" if fields[0] == "Z" else fields[19]
    return ""


def main() -> None:
    """Wait until the run is gone, then end what it left."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    sys.stdin.buffer.read()
    clear(Path(sys.argv[1]), sys.argv[2])


if __name__ == "__main__":
    main()
