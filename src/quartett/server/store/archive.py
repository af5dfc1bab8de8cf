"""A backup's file: every table with its log, for either engine, sealed by a checksum.

It is gzipped JSON Lines: a head, the settings, what is stored beside the tables (people, results,
evenings), the tables one by one, and the seal.
"""

import gzip
import os
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from quartett.core.errors import FormatError
from quartett.server.store.chain import Link, check
from quartett.server.store.store import DamagedError, Status

FORMAT = 2
"""Format 1 had nothing that is stored beside the tables."""

MAX_LINE = 128 * 1024 * 1024
"""The most bytes of one table: some hundreds of long matches."""

MAX_RATIO, ALWAYS_BYTES = 100, 16 * 1024 * 1024
"""How many times as large as its file a backup may become, and how much it may become in any case:
real ones become ten times as large, one that is made to fill the memory a thousand times."""

Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Int64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]
"""What both engines can store."""


class Head(msgspec.Struct, frozen=True, tag="quartett-backup"):
    """The first line: what this is."""

    format: int
    made_at: int


class SettingRecord(msgspec.Struct, frozen=True, tag="setting"):
    """A remembered value, such as the signing key."""

    name: Text
    value: Text


class RowRecord(msgspec.Struct, frozen=True, array_like=True):
    """A row of a log."""

    match: Int32
    number: Int32
    entry: bytes
    hash: bytes | None


class AttachmentRecord(msgspec.Struct, frozen=True, array_like=True):
    """Something that is kept with a table."""

    kind: Text
    name: Text
    who: Text
    kept_at: Int64
    document: bytes


class NoticeRecord(msgspec.Struct, frozen=True):
    """A notice about a table that has still to be sent, listed, or looked at by operators."""

    who: Text
    match: Int32
    stage: Text
    began_at: Int64
    ends_at: Int64
    remind_at: Int64
    due_at: Int64 | None
    tries: Int32
    served: Text
    why: Text | None
    deal: Text | None


class TableRecord(msgspec.Struct, frozen=True, tag="table"):
    """A table with everything that belongs to it."""

    id: Text
    game: Text
    status: Status
    public: bool
    version: Int64
    epoch: Int64
    created_at: Int64
    updated_at: Int64
    document: bytes
    due_at: Int64 | None
    head: bytes | None
    damage: Text | None
    browsers: tuple[Text, ...]
    rows: tuple[RowRecord, ...]
    attachments: tuple[AttachmentRecord, ...] = msgspec.field(default=(), name="keepsakes")
    notices: tuple[NoticeRecord, ...] = ()
    """They come back with the table or not at all: to one that has gone on they do not apply."""

    def check(self) -> None:
        """DamagedError if a row is missing or was changed, or the table is marked as damaged."""
        if self.damage is not None:
            raise DamagedError(self.id, self.damage)
        matches: dict[int, list[Link]] = {}
        for row in self.rows:
            matches.setdefault(row.match, []).append(Link(*_fields(row)))
        previous = b""
        for _, rows in sorted(matches.items()):
            check(self.id, previous, 0, rows)
            previous = next((row.hash for row in reversed(rows) if row.hash), previous)
        if (self.head or b"") != previous:
            raise DamagedError(self.id, "its newest entry is missing")

    @property
    def twice(self) -> str | None:
        """What is there twice and can be stored once only, if anything."""
        for what, keys in (
            ("an entry", [(row.match, row.number) for row in self.rows]),
            ("a browser", list(self.browsers)),
            ("an attachment", [(each.kind, each.name, each.who) for each in self.attachments]),
            ("a notice", [each.who for each in self.notices]),
        ):
            if len(set(keys)) < len(keys):
                return what
        return None

    def digest(self) -> bytes:
        """What tells whether a table was copied as it was; owners, versions and notices aside."""
        whole = msgspec.structs.replace(self, version=0, epoch=0, notices=())
        return sha256(msgspec.json.encode(whole)).digest()


Beside = Literal[
    "people",
    "credentials",
    "devices",
    "passkeys",
    "learnt",
    "channels",
    "quiet_hours",
    "matches",
    "results",
    "ratings",
    "rating_steps",
    "evenings",
    "evening_browsers",
    "evening_ends",
    "keepsakes",
]
"""What is stored beside the tables, those first to which others belong."""

BESIDE: tuple[Beside, ...] = get_args(Beside)
ROWS_BESIDE = {
    of: f"SELECT * FROM {of}" + (" WHERE table_id IS NULL" if of == "keepsakes" else "")
    for of in BESIDE
}
Column = Annotated[str, Meta(pattern=r"\A[a-z_]+\Z")]


class BesideRecord(msgspec.Struct, frozen=True, tag="beside"):
    """A row that is stored beside the tables."""

    of: Beside
    values: dict[Column, Text | Int64 | float | None]
    documents: dict[Column, bytes] = {}
    """Those values that are bytes."""

    @classmethod
    def made(cls, of: Beside, row: Mapping[str, Any]) -> "BesideRecord":
        """The record of a row."""
        documents = {name: value for name, value in row.items() if isinstance(value, bytes)}
        return cls(of, {k: v for k, v in row.items() if k not in documents}, documents)


class Seal(msgspec.Struct, frozen=True, tag="seal"):
    """The last line: how much there must be, and the checksum of all lines before."""

    tables: int
    entries: int
    sha256: str


Record = SettingRecord | BesideRecord | TableRecord
_lines = msgspec.json.Decoder(Head | SettingRecord | BesideRecord | TableRecord | Seal)


class Contents(msgspec.Struct):
    """What was written to a file or read from it."""

    tables: int = 0
    entries: int = 0
    damaged: list[str] = []
    people: int = 0
    evenings: int = 0

    def count(self, record: Record) -> None:
        """Count a record in; a damaged table is noted."""
        if not isinstance(record, TableRecord):
            if isinstance(record, BesideRecord):
                self.people += record.of == "people"
                self.evenings += record.of == "evenings"
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
                if len(text) > MAX_LINE and isinstance(line, TableRecord):
                    raise FormatError(f"table {line.id} is too large to be restored from a backup")
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
            yield from _records(path, _Bounded(path, file))
    except (EOFError, gzip.BadGzipFile, zlib.error, msgspec.DecodeError, UnicodeDecodeError):
        raise FormatError(f"{path} is not a whole backup of Quartett") from None


class _Bounded:
    """A file's lines, none of them too long, and not too many for its size."""

    def __init__(self, path: Path, file: gzip.GzipFile) -> None:
        self._path = path
        self._file = file
        self._left = ALWAYS_BYTES + MAX_RATIO * path.stat().st_size

    def __iter__(self) -> Iterator[bytes]:
        while line := self._file.readline(min(MAX_LINE, self._left) + 1):
            self._left -= len(line)
            if self._left < 0:
                raise FormatError(f"{self._path} becomes too large when unpacked to be a backup")
            if len(line) > MAX_LINE:
                raise FormatError(f"{self._path} has a table of more than {MAX_LINE} bytes")
            yield line


def _records(path: Path, file: _Bounded) -> Iterator[Record]:
    checksum, entries = sha256(), 0
    ids = set[str]()
    for number, text in enumerate(file):
        line = _lines.decode(text)
        if isinstance(line, Head) != (number == 0):
            raise FormatError(f"{path} is not a whole backup of Quartett")
        if isinstance(line, Head) and line.format > FORMAT:
            raise FormatError(f"{path} was written by a newer version of Quartett")
        if isinstance(line, Seal):
            if line != Seal(len(ids), entries, checksum.hexdigest()):
                raise FormatError(f"{path} was changed or damaged: its checksum does not fit")
            return
        checksum.update(text)
        if isinstance(line, TableRecord):
            if line.id in ids or line.twice:
                what = "a table" if line.id in ids else line.twice
                raise FormatError(f"{path} has {what} twice (table {line.id!r})")
            ids.add(line.id)
            entries += len(line.rows)
        if not isinstance(line, Head):
            yield line
    raise FormatError(f"{path} is not a whole backup of Quartett")


def _fields(row: RowRecord) -> tuple[int, int, bytes, bytes | None]:
    return row.match, row.number, row.entry, row.hash
