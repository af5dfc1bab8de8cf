"""A backup's file: every table with its log, for either engine, sealed by a checksum.

It is gzipped JSON Lines: a head, the settings, the tables one by one, and the seal.
"""

import gzip
import os
from collections.abc import AsyncIterator, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from quartett.core.errors import FormatError
from quartett.server.store.chain import Link, check
from quartett.server.store.store import DamagedError

FORMAT = 1


class Head(msgspec.Struct, frozen=True, tag="quartett-backup"):
    """The first line: what this is."""

    format: int
    made_at: int


class SettingRecord(msgspec.Struct, frozen=True, tag="setting"):
    """A remembered value, such as the signing key."""

    name: str
    value: str


class RowRecord(msgspec.Struct, frozen=True, array_like=True):
    """A row of a log."""

    match: int
    number: int
    entry: bytes
    hash: bytes | None


class AttachmentRecord(msgspec.Struct, frozen=True, array_like=True):
    """Something that is kept with a table."""

    kind: str
    name: str
    who: str
    kept_at: int
    document: bytes


class TableRecord(msgspec.Struct, frozen=True, tag="table"):
    """A table with all that belongs to it."""

    id: str
    game: str
    status: str
    public: bool
    version: int
    epoch: int
    created_at: int
    updated_at: int
    document: bytes
    due_at: int | None
    head: bytes | None
    damage: str | None
    browsers: tuple[str, ...]
    rows: tuple[RowRecord, ...]
    attachments: tuple[AttachmentRecord, ...] = msgspec.field(default=(), name="keepsakes")

    def check(self) -> None:
        """DamagedError if a row is missing or was changed, or the table is marked as damaged."""
        if self.damage is not None:
            raise DamagedError(self.id, self.damage)
        previous, matches = b"", sorted({row.match for row in self.rows})
        for match in matches:
            rows = [Link(*_fields(row)) for row in self.rows if row.match == match]
            check(self.id, previous, 0, rows)
            previous = next((row.hash for row in reversed(rows) if row.hash), previous)
        if (self.head or b"") != previous:
            raise DamagedError(self.id, "its newest entry is missing")

    def digest(self) -> bytes:
        """What tells whether a table was copied as it was; owners and versions aside."""
        whole = msgspec.structs.replace(self, version=0, epoch=0)
        return sha256(msgspec.json.encode(whole)).digest()


class Seal(msgspec.Struct, frozen=True, tag="seal"):
    """The last line: how much there must be, and the checksum of all lines before."""

    tables: int
    entries: int
    sha256: str


Record = SettingRecord | TableRecord
_lines = msgspec.json.Decoder(Head | SettingRecord | TableRecord | Seal)


class Contents(msgspec.Struct):
    """What was written to a file or read from it."""

    tables: int = 0
    entries: int = 0
    damaged: list[str] = []

    def count(self, record: Record) -> None:
        """Count a record in; a damaged table is noted."""
        if isinstance(record, SettingRecord):
            return
        self.tables += 1
        self.entries += len(record.rows)
        try:
            record.check()
        except DamagedError as error:
            self.damaged.append(f"{error.id} ({error.why})")


async def write_archive(path: Path, records: AsyncIterator[Record], made_at: int) -> Contents:
    """Write a new file, readable by its owner only: it holds keys and the cards of running games.

    It is there when all of it is on the disk, or not at all. FormatError if there is one already.
    """
    if path.exists():
        raise FormatError(f"{path} exists already; a backup never replaces a file")
    partial = path.with_name(f".{path.name}.part")
    contents = Contents()
    try:
        with (
            os.fdopen(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as raw,
            gzip.GzipFile("", "wb", 6, raw, mtime=0) as file,
        ):
            checksum = sha256()

            def put(line: object) -> None:
                text = msgspec.json.encode(line) + b"\n"
                checksum.update(text)
                file.write(text)

            put(Head(FORMAT, made_at))
            async for record in records:
                contents.count(record)
                put(record)
            put(Seal(contents.tables, contents.entries, checksum.hexdigest()))
            file.close()
            raw.flush()
            os.fsync(raw.fileno())
        # A link, unlike a renaming, never takes the place of a file that came meanwhile.
        os.link(partial, path)
    except FileExistsError:
        raise FormatError(f"{path} exists already; a backup never replaces a file") from None
    finally:
        partial.unlink(missing_ok=True)
    return contents


def read_archive(path: Path) -> Iterator[Record]:
    """The records of a file, one by one; FormatError where it is none, or not whole."""
    try:
        with gzip.open(path) as file:
            yield from _records(path, file)
    except (EOFError, gzip.BadGzipFile, msgspec.DecodeError, UnicodeDecodeError):
        raise FormatError(f"{path} is not a whole backup of Quartett") from None


def _records(path: Path, file: Iterable[bytes]) -> Iterator[Record]:
    checksum, tables, entries = sha256(), 0, 0
    for number, text in enumerate(file):
        line = _lines.decode(text)
        if isinstance(line, Head) != (number == 0):
            raise FormatError(f"{path} is not a whole backup of Quartett")
        if isinstance(line, Head) and line.format != FORMAT:
            raise FormatError(f"{path} was written by a newer version of Quartett")
        if isinstance(line, Seal):
            if line != Seal(tables, entries, checksum.hexdigest()):
                raise FormatError(f"{path} was changed or damaged: its checksum does not fit")
            return
        checksum.update(text)
        if isinstance(line, TableRecord):
            tables, entries = tables + 1, entries + len(line.rows)
        if not isinstance(line, Head):
            yield line
    raise FormatError(f"{path} is not a whole backup of Quartett")


def _fields(row: RowRecord) -> tuple[int, int, bytes, bytes | None]:
    return row.match, row.number, row.entry, row.hash
