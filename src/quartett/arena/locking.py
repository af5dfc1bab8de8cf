"""A file that one process at a time works with; the system frees it when that process is gone."""

import os
import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40
    """A byte that no file has: who reads the file is not kept out, as by a lock on its text."""

    def _take(file: IO[bytes]) -> None:
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_alone(path: Path) -> IO[bytes] | None:
    """A file to read from its start and to append to; None while another process has it so.

    Where the file system knows no locks, as some network shares, it is opened without one.
    """
    while True:
        file = path.open("a+b")
        try:
            taken = _taken(file)
            if taken and _lies_at(path, file):
                file.seek(0)
                return file
        except BaseException:
            file.close()
            raise
        file.close()
        if not taken:
            return None


def _taken(file: IO[bytes]) -> bool:
    try:
        _take(file)
    except (BlockingIOError, PermissionError):  # what POSIX and what Windows say
        return False
    except OSError:
        return True
    return True


def _lies_at(path: Path, file: IO[bytes]) -> bool:
    """Whether the file still exists: its previous holder may have deleted it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
