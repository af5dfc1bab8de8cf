"""Helpers around the operating system: atomic files, one core for NumPy."""

import os
import tempfile
from pathlib import Path

from quartett.core.errors import FormatError

NAME_KEPT = 40
"""How much of a file's name the file beside it bears until it is whole."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever finds half of it; what was there stays if that fails."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device: there is nothing to be replaced
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        error.filename = str(path)  # a full disk does not say what it is too full for
        raise


def _replace(path: Path, content: bytes) -> None:
    number, name = tempfile.mkstemp(prefix=f".{path.name[:NAME_KEPT]}.", dir=path.parent)
    try:
        with open(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(number)
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def in_words(error: OSError) -> str:
    """What the system says, without its number."""
    if not error.strerror:
        return str(error)
    about = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return f"{about}{error.strerror}"


def at_home(path: Path) -> Path:
    """A path that may begin with `~`; FormatError where nobody's home is meant."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise FormatError(f"there is no home folder {path.parts[0]}") from None


_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def use_one_core() -> None:
    """Let NumPy take one core in this program, unless the user has said otherwise.

    Networks here are small: what more threads share out costs more than it saves, and on busy cores
    they wait for each other twenty times as long as the work takes. NumPy heeds this when it is
    imported, so programs that only use the library are not affected.
    """
    for name in _THREADS:
        os.environ.setdefault(name, "1")
