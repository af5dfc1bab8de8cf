"""Log rows are chained: each row's hash covers the one before, so that none can go unnoticed."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from quartett.server.store.store import DamagedError, StoredRow


class Link(NamedTuple):
    """A log row as it is stored; one written by version 0.1 has no hash."""

    match: int
    number: int
    entry: bytes
    hash: bytes | None


def link(previous: bytes, row: StoredRow) -> bytes:
    """The hash of a row that follows the row with the hash `previous` (empty: it is the first)."""
    place = b"%s %d %d\n" % (row.table.encode(), row.match, row.number)
    return sha256(previous + place + row.entry).digest()


def links(previous: bytes, rows: Iterable[StoredRow]) -> list[bytes]:
    """The hashes of rows that follow each other."""
    found = []
    for row in rows:
        previous = link(previous, row)
        found.append(previous)
    return found


def check(table: str, previous: bytes, since: int, rows: Sequence[Link]) -> list[StoredRow]:
    """The rows of one match from a number on, if none is missing and none was changed.

    Rows without a hash are accepted: 0.1 wrote them, and the chain continues after them.
    """
    found = []
    for number, each in enumerate(rows, start=since):
        row = StoredRow(table, each.match, each.number, each.entry)
        if each.number != number:
            raise DamagedError(table, f"match {row.match}: entry {number} is missing")
        if not isinstance(each.entry, bytes):  # SQLite keeps whatever it is given
            raise DamagedError(table, f"match {row.match}: entry {number} is not as written")
        if each.hash is not None:
            if each.hash != link(previous, row):
                raise DamagedError(table, f"match {row.match}: entry {number} is not as written")
            previous = each.hash
        found.append(row)
    return found
