"""Checks of a command's arguments, before anything is played."""

import os
from pathlib import Path

from quartett.core.errors import FormatError

MAX_LOG = 16 * 1024 * 1024
"""The largest log that is read, in bytes: four times what a server takes."""

MAX_GAMES = 1_000_000
"""All matches are held in memory for the statistics."""

MAX_WORKERS = 1024
"""More processes than any machine has cores; all of them start at once."""


def check_number(option: str, number: int | None, most: int | None = None) -> None:
    """FormatError unless a number, where one was given, is from 1 to the maximum."""
    if number is None:
        return
    if number < 1:
        raise FormatError(f"{option} must be at least 1, not {number}")
    if most is not None and number > most:
        raise FormatError(f"{option} must be at most {most}, not {number}")


def check_games(games: int) -> None:
    """FormatError unless this many matches can be played."""
    check_number("--games", games, MAX_GAMES)


def check_effort(nodes: int | None, workers: int | None) -> None:
    """FormatError unless bots can look at this many nodes, in this many processes."""
    check_number("--nodes", nodes)
    check_number("--workers", workers, MAX_WORKERS)


def check_file(option: str, path: Path, *, kept: bool = False) -> None:
    """FormatError unless a file can be written there; a kept file must not be a pipe or device."""
    if path.is_dir():
        raise FormatError(f"{option}: {path} is a folder, not a file")
    if kept and path.exists() and not path.is_file():
        raise FormatError(f"{option}: {path} is a device, not a file")
    if not path.exists() and not path.parent.is_dir():
        raise FormatError(f"{option}: the folder {path.parent} does not exist")
    touched = [path] if path.exists() else []
    if not path.exists() or (path.is_file() and not kept):
        touched.append(path.parent)  # what is replaced is written beside it first
    if not all(os.access(each, os.W_OK) for each in touched):
        raise FormatError(f"{option}: {path} cannot be written")


def read_log(path: Path) -> bytes:
    """The bytes of a log file; FormatError if it is too large to be one."""
    with path.open("rb") as file:
        text = file.read(MAX_LOG + 1)
    if len(text) > MAX_LOG:
        raise FormatError(f"{path} is larger than {MAX_LOG >> 20} MiB, so it cannot be a match log")
    return text
