"""What a server keeps: tables as documents and their logs, written together or not at all."""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

Status = Literal["waiting", "running", "over", "closed"]


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored: what is searched for, and the rest as one JSON document."""

    id: str
    game: str
    status: Status
    public: bool
    version: int
    created_at: int
    updated_at: int
    document: bytes


class LogRow(msgspec.Struct, frozen=True):
    """One entry of a table's log as JSON; `match` counts the rematches, `number` the entries."""

    table: str
    match: int
    number: int
    entry: bytes


class Store(Protocol):
    """Where tables live. A write that returned has survived a crash and a power loss."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what is being written and disconnect."""

    async def save(self, table: TableRow, entries: Sequence[LogRow] = ()) -> None:
        """Write a table's row and append log entries in one transaction.

        Raises StaleWriteError if the stored version is not older or an entry's number is taken.
        """

    async def append(self, id: str, version: int, entries: Sequence[LogRow]) -> None:
        """Append log entries to a table whose row stays as it is.

        Raises StaleWriteError if the stored version is another or an entry's number is taken.
        """

    async def table(self, id: str) -> TableRow | None:
        """A table by its id."""

    async def log(self, id: str, match: int, since: int = 0) -> list[LogRow]:
        """The entries of one match of a table from a number on, in order."""

    async def tables(
        self, status: Sequence[Status], public: bool | None = None, limit: int = 200
    ) -> list[TableRow]:
        """Tables with one of these states, the most recently changed first."""

    async def delete_before(self, moment: int) -> int:
        """Forget tables not changed since a moment (ms); how many went."""


class StaleWriteError(Exception):
    """Somebody else wrote this table in the meantime."""
