"""What the rows that are stored beside the tables may hold, by the schema's own words."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from typing import Any

import msgspec

from quartett.core.errors import FormatError
from quartett.server.store import schema
from quartett.server.store.archive import Beside, BesideRecord, Int32, Int64

KINDS: Mapping[str, Any] = {
    "TEXT": str,
    "BIGINT": Int64,
    "INTEGER": Int32,
    "DOUBLE PRECISION": float,
    "BLOB": bytes,
}
"""What a column of each declared type holds."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table."""

    kind: Any
    usual: bool
    """Whether a row that says nothing here gets a value."""


def check_row(record: BesideRecord) -> None:
    """FormatError unless a row can be stored in either engine."""
    known, row = columns_of(record.of), {**record.values, **record.documents}
    for name in sorted(row.keys() - known.keys()):
        raise FormatError(f"a row of {record.of} has an unknown column {name!r}")
    for name, column in known.items():
        if name not in row and column.usual:
            continue
        try:
            msgspec.convert(row.get(name), column.kind, builtin_types=(bytes,))
        except msgspec.ValidationError:
            raise FormatError(f"a row of {record.of} has no valid {name!r}") from None


@cache
def columns_of(table: Beside) -> Mapping[str, Column]:
    """The columns of a table as the newest schema has it."""
    with closing(sqlite3.connect(":memory:")) as file:
        for statement, _ in schema.missing("sqlite", 0):
            if statement is not None:
                file.execute(statement)
        found = file.execute(f"PRAGMA table_info({table})").fetchall()
    return {
        name: Column(KINDS[kind] if needed else KINDS[kind] | None, default is not None)
        for _, name, kind, needed, default, _ in found
    }
