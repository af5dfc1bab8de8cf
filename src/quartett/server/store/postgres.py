"""Transactions of a database server, by SQLAlchemy."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from quartett.server.store.schema import LOG, TABLES, log_values, table_values
from quartett.server.store.store import TableRow
from quartett.server.store.writer import Save, TakenError, fresh_ones

_UPDATE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("key"))
    .values({name: sa.bindparam(name) for name in TableRow.__struct_fields__ if name != "id"})
)


class ServerCommits:
    """Writes to a database that is reached over a connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(writes=True)

    async def write(self, saves: Sequence[Save]) -> list[Save]:
        """Write the fresh ones of these saves and tell which they were; all or none of them."""
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(partial(_write_fresh, saves))
        except sa.exc.IntegrityError as error:
            raise TakenError from error

    async def delete_some(self, moment: int, limit: int) -> int:
        """Delete a few tables not changed since a moment; how many went."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(partial(_delete_some, moment, limit))

    async def close(self) -> None:
        """The engine is its owner's."""


def _write_fresh(saves: Sequence[Save], connection: sa.Connection) -> list[Save]:
    stored = _lock(connection, {save.id for save in saves})
    fresh, rows = fresh_ones(saves, stored)
    _write_rows(connection, stored, rows)
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
