"""Played matches on disk, so that an interrupted arena goes on where it stopped."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec

from quartett.arena.match import Record
from quartett.arena.schedule import Setup
from quartett.core.errors import FormatError

FOLDERS = ("core", "games", "bots", "arena")
"""The source that decides how a match goes."""


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
        """The matches played so far; a file of another setup or source is refused."""
        heading = Heading(setup, fingerprint(setup), self._watched)
        records = list(self._read(heading))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Written anew, so that a line cut off by the interruption does not stay.
        whole = self.path.with_suffix(".new")
        whole.write_bytes(_line(heading) + b"".join(map(_line, records)))
        whole.replace(self.path)
        self._file = self.path.open("ab")
        return records

    def save(self, record: Record) -> None:
        """Keep one more match."""
        assert self._file is not None, "load comes first"
        self._file.write(_line(record))
        self._file.flush()

    def close(self, discard: bool = False) -> None:
        """Close the file, and throw it away if it has served."""
        if self._file is not None:
            self._file.close()
        if discard:
            self.path.unlink(missing_ok=True)

    def _read(self, wanted: Heading) -> Iterator[Record]:
        if not self.path.exists():
            return
        first, *rest = self.path.read_bytes().split(b"\n")
        if first:
            self._check(first, wanted)
        for line in rest:
            try:
                yield msgspec.json.decode(line, type=Record)
            except msgspec.DecodeError:
                return  # the line that the interruption cut off

    def _check(self, first: bytes, wanted: Heading) -> None:
        try:
            found = msgspec.json.decode(first, type=Heading)
        except msgspec.DecodeError:
            raise FormatError(f"{self.path} is no file of an arena") from None
        if found.setup != wanted.setup or found.watched != wanted.watched:
            raise FormatError(f"{self.path} holds matches of another setup")
        if found.source != wanted.source:
            raise FormatError(f"{self.path} holds matches of other rules or bots than today's")


def _line(value: Heading | Record) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def default_path(setup: Setup, watched: str = "") -> Path:
    """Where an arena of this setup keeps its matches unless told otherwise."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    heading = Heading(setup, fingerprint(setup), watched)
    name = sha256(msgspec.json.encode(heading)).hexdigest()[:16]
    return cache / "quartett" / "arena" / f"{setup.game}-{name}.jsonl"


def fingerprint(setup: Setup) -> str:
    """A short hash of the source of the rules and bots, own bots included."""
    root = Path(__file__).parent.parent
    found = [path for name in FOLDERS for path in sorted((root / name).rglob("*.py"))]
    own = {Path(bot.rpartition(":")[0]) for lineup in setup.lineups for bot in lineup if ":" in bot}
    digest = sha256()
    for path in [*found, *sorted(own)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
