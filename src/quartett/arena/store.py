"""Played matches on disk, so that an interrupted arena continues where it stopped."""

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec

from quartett.arena.match import Record
from quartett.arena.schedule import Setup
from quartett.core.errors import FormatError

FOLDERS = ("core", "games", "fast", "bots", "arena")
"""The source that decides how a match goes."""

IN_USE = "another arena is adding its matches to this file"

ELSEWHERE = "name another place with --resume FILE"


class Heading(msgspec.Struct, frozen=True):
    """The first line of a file: what its matches are, and the source they were played with."""

    setup: Setup
    source: str
    watched: str = ""


class Store:
    """A JSON Lines file: the setup, then a match a line, each written as soon as it is played."""

    def __init__(self, path: Path, watched: str = "") -> None:
        self.path = path
        self._watched = watched
        self._file: IO[bytes] | None = None

    def load(self, setup: Setup) -> list[Record]:
        """The matches played so far; a file of another setup or source, or in use, is refused."""
        heading = Heading(setup, fingerprint(setup), self._watched)
        self._file = open_alone(self.path)
        if self._file is None:
            raise FormatError(f"{self.path}: {IN_USE}; wait until it has ended, or {ELSEWHERE}")
        try:
            records, whole = self._read(heading, self._file.read())
        except BaseException:
            self.close()
            raise
        # A line cut off by the interruption does not stay.
        self._file.truncate(whole)
        if not whole:
            self._file.write(_line(heading))
            self._file.flush()
        return records

    def save(self, record: Record) -> None:
        """Keep one more match."""
        assert self._file is not None, "load comes first"
        self._file.write(_line(record))
        self._file.flush()

    def close(self, discard: bool = False) -> None:
        """Close the file; one that is no longer needed is deleted before another can take it."""
        if discard and os.name != "nt":
            self.path.unlink(missing_ok=True)
        if self._file is not None:
            self._file.close()
        if discard and os.name == "nt":  # an open file cannot be deleted there, nobody's
            with suppress(PermissionError):
                self.path.unlink(missing_ok=True)

    def _read(self, wanted: Heading, text: bytes) -> tuple[list[Record], int]:
        """The matches in the file, and how many of its bytes are whole lines."""
        if _line(wanted).startswith(text):
            return [], 0  # new, or cut off within its first line
        first, *rest = text.splitlines(keepends=True)
        self._check(first, wanted)
        if not rest:
            return [], 0
        records = [
            record
            for number, line in enumerate(rest, start=2)
            if (record := self._record(line, number, last=number == 1 + len(rest)))
        ]
        return records, sum(map(len, [first, *rest][: 1 + len(records)]))

    def _record(self, line: bytes, number: int, last: bool) -> Record | None:
        """The match in a line; None where the interruption cut it off, so only in the last."""
        try:
            record = msgspec.json.decode(line, type=Record)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if last:
                return None
            what = f"line {number} does not hold a match of an arena"
            raise FormatError(f"{self.path}: {what}") from None
        return record if line.endswith(b"\n") else None

    def _check(self, first: bytes, wanted: Heading) -> None:
        try:
            found = msgspec.json.decode(first, type=Heading)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise FormatError(f"{self.path} is not a file of an arena") from None
        if found.setup != wanted.setup or found.watched != wanted.watched:
            raise FormatError(f"{self.path} holds matches of another setup")
        if found.source != wanted.source:
            raise FormatError(f"{self.path} holds matches of other rules or bots than today's")


def _line(value: Heading | Record) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def default_path(setup: Setup, watched: str = "") -> Path:
    """Where an arena of this setup keeps its matches unless told otherwise."""
    heading = Heading(setup, fingerprint(setup), watched)
    name = sha256(msgspec.json.encode(heading)).hexdigest()[:16]
    return _cache() / "quartett" / "arena" / f"{setup.game}-{name}.jsonl"


def _cache() -> Path:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        raise FormatError(f"there is no home folder to keep the matches in; {ELSEWHERE}") from None


def make_folder(folder: Path) -> None:
    """Make the folder for an arena's matches; FormatError where that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"the matches cannot be kept in {folder} ({error.strerror})"
        raise FormatError(f"{why}; {ELSEWHERE}") from None


def fingerprint(setup: Setup) -> str:
    """A short hash of the source of the rules and bots, own bots included."""
    root = Path(__file__).parent.parent
    found = [path for name in FOLDERS for path in sorted((root / name).rglob("*.py"))]
    own = {Path(bot.rpartition(":")[0]) for lineup in setup.lineups for bot in lineup if ":" in bot}
    digest = sha256()
    for path in [*found, *sorted(own)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


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
