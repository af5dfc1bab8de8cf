"""The files of a training: each written whole or not at all, and read with distrust."""

import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from quartett._system import write_whole
from quartett.core.errors import FormatError

CHECKPOINT = "checkpoint.npz"
LOG = "log.jsonl"

Kept = dict[str, NDArray[np.generic]]
"""What a checkpoint holds, by name."""

_UNREADABLE = (
    AttributeError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What NumPy raises for files that are cut short, or nothing of its own."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it goes: one line of the log."""

    decisions: int
    seconds: float
    loss: float | None = None
    value_loss: float | None = None
    entropy: float | None = None
    random: float | None = None
    frozen: float | None = None
    medium: float | None = None
    hard: float | None = None


def keep(path: Path, game: str, arrays: Kept) -> None:
    """Write a checkpoint."""
    file = BytesIO()
    np.savez(file, allow_pickle=False, game=np.array(game), **arrays)
    write_whole(path, file.getvalue())


def kept(path: Path, game: str) -> Kept:
    """Read a checkpoint; FormatError unless it is a whole one of this game."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            found: Kept = dict(arrays)
    except _UNREADABLE:
        raise FormatError(f"{path} is not a checkpoint, or was cut short") from None
    of = str(found.pop("game", game))
    if of != game:
        raise FormatError(f"{path} is a checkpoint of {of}, not of {game}")
    return found


def unfit(path: Path) -> FormatError:
    """What to raise where a checkpoint holds something else than expected."""
    return FormatError(f"{path} is not a checkpoint of this game and version")


def append(folder: Path, look: Look) -> None:
    """Add a look to the log of a training."""
    path, line = folder / LOG, msgspec.json.encode(look) + b"\n"
    before = path.read_bytes() if path.exists() else b""
    write_whole(path, before + line)


def read_log(folder: Path) -> list[Look]:
    """All looks of a training."""
    path = folder / LOG
    lines = path.read_bytes().splitlines() if path.exists() else []
    try:
        return [msgspec.json.decode(line, type=Look) for line in lines]
    except msgspec.DecodeError as error:
        raise FormatError(f"{path} is not the log of a training: {error}") from None
