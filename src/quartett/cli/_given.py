"""What a command was given, refused before anything is played where it cannot be used."""

import os
from pathlib import Path

from quartett.core.errors import FormatError

MOST_LOG = 16 * 1024 * 1024
"""The largest log that is read, in bytes: four times what a server takes."""


def check_file(option: str, path: Path) -> None:
    """FormatError unless a file can be written there."""
    if path.is_dir():
        raise FormatError(f"{option}: {path} is a folder, not a file")
    if not path.exists() and not path.parent.is_dir():
        raise FormatError(f"{option}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise FormatError(f"{option}: {path} cannot be written")


def read_log(path: Path) -> bytes:
    """The bytes of a log file; FormatError if it is far too large to be one."""
    with path.open("rb") as file:
        text = file.read(MOST_LOG + 1)
    if len(text) > MOST_LOG:
        raise FormatError(f"{path} is larger than {MOST_LOG >> 20} MiB, and no log of a match is")
    return text
