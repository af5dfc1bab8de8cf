"""Group commit: the saves that wait are written together, each of them wholly or not at all."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from quartett.server.sql_engine import Transactions
from quartett.server.sql_schema import LOG, TABLES, log_values, table_values
from quartett.server.store import LogRow, StaleWriteError, TableRow

MOST_SAVES = 256
"""The most saves that share a transaction: enough to be cheap, few enough to stay quick."""

_UPDATE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("key"))
    .values({name: sa.bindparam(name) for name in TableRow.__struct_fields__ if name != "id"})
)


class Save(msgspec.Struct, frozen=True):
    """A table's row and its new entries, and who waits for them to be written."""

    table: TableRow
    entries: Sequence[LogRow]
    written: asyncio.Future[None]

    def succeed(self) -> None:
        """Tell the one who waits, if still there, that it is on the disk."""
        if not self.written.done():
            self.written.set_result(None)

    def fail(self, error: BaseException) -> None:
        """Tell the one who waits, if still there, why it is not."""
        if not self.written.done():
            self.written.set_exception(error)


class Writer:
    """Takes saves in order and commits those that wait in one transaction."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._waiting: asyncio.Queue[Save | None] = asyncio.Queue()
        self._busy = asyncio.Lock()
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def save(self, table: TableRow, entries: Sequence[LogRow]) -> None:
        """Return once it is written. Whoever is cancelled while waiting leaves it to be written."""
        if self._task.done():
            raise RuntimeError("the store is closed")
        written = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Save(table, entries, written))
        await written

    async def delete_before(self, moment: int, at_once: int = 200) -> int:
        """Delete tables not changed since a moment, a few at a time; how many went."""
        count = 0
        while True:
            async with self._busy:
                gone = await self._transactions.run(partial(_delete_some, moment, at_once))
            count += gone
            if gone < at_once:
                return count

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._waiting.put_nowait(None)
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while saves := await self._next_saves():
                async with self._busy:
                    await self._write(saves)
        finally:
            self._abandon()

    async def _next_saves(self) -> list[Save]:
        """What waits now, at least one save; none at the end."""
        saves: list[Save] = []
        while not saves or (len(saves) < MOST_SAVES and not self._waiting.empty()):
            save = await self._waiting.get()
            if save is None:
                self._waiting.put_nowait(None)
                break
            saves.append(save)
        return saves

    def _abandon(self) -> None:
        """Nobody waits for ever, even if the writer itself was cancelled."""
        while not self._waiting.empty():
            if (save := self._waiting.get_nowait()) is not None:
                save.fail(RuntimeError("the store is closed"))

    async def _write(self, saves: list[Save]) -> None:
        try:
            fresh = await self._transactions.run(partial(_write_fresh, saves))
        except sa.exc.IntegrityError:
            await self._write_apart(saves)
        except BaseException as error:
            for save in saves:
                save.fail(error)
            if not isinstance(error, Exception):
                raise
        else:
            for save in fresh:
                save.succeed()
            for save in saves:
                save.fail(_stale(save))

    async def _write_apart(self, saves: list[Save]) -> None:
        """One of them took what was taken; alone, each succeeds or fails for itself."""
        if len(saves) == 1:
            saves[0].fail(_stale(saves[0]))
            return
        for save in saves:
            await self._write([save])


def _write_fresh(saves: Sequence[Save], connection: sa.Connection) -> list[Save]:
    """Write those saves whose version is newer than the stored one, and tell which."""
    stored = _lock(connection, {save.table.id for save in saves})
    newest: dict[str, TableRow] = {}
    fresh: list[Save] = []
    for save in saves:
        row = save.table
        known = newest[row.id].version if row.id in newest else stored.get(row.id)
        if known is None or known < row.version:
            newest[row.id] = row
            fresh.append(save)
    _write_rows(connection, stored, newest)
    if entries := [log_values(entry) for save in fresh for entry in save.entries]:
        connection.execute(LOG.insert(), entries)
    return fresh


def _lock(connection: sa.Connection, ids: set[str]) -> dict[str, int]:
    """The stored versions, kept from changing; in order, so that two writers cannot embrace."""
    query = (
        sa.select(TABLES.c.id, TABLES.c.version)
        .where(TABLES.c.id.in_(sorted(ids)))
        .order_by(TABLES.c.id)
        .with_for_update()
    )
    return {row.id: row.version for row in connection.execute(query)}


def _write_rows(
    connection: sa.Connection, stored: dict[str, int], newest: dict[str, TableRow]
) -> None:
    rows = [newest[id] for id in sorted(newest)]
    if added := [table_values(row) for row in rows if row.id not in stored]:
        connection.execute(TABLES.insert(), added)
    if changed := [_changes(row) for row in rows if row.id in stored]:
        connection.execute(_UPDATE, changed)


def _changes(row: TableRow) -> dict[str, Any]:
    values = table_values(row)
    return {"key": values.pop("id"), **values}


def _delete_some(moment: int, limit: int, connection: sa.Connection) -> int:
    query = (
        sa.select(TABLES.c.id)
        .where(TABLES.c.updated_at < moment)
        .order_by(TABLES.c.id)
        .limit(limit)
        .with_for_update()
    )
    ids = list(connection.scalars(query))
    connection.execute(TABLES.delete().where(TABLES.c.id.in_(ids)))
    return len(ids)


def _stale(save: Save) -> StaleWriteError:
    return StaleWriteError(f"table {save.table.id}: version {save.table.version} is not new")
