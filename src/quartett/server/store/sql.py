"""The store in a database: SQLite in a file by default, PostgreSQL by its address."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from quartett.core.errors import QuartettError
from quartett.server.store.engine import create_engine, database_url
from quartett.server.store.migrate import migrate
from quartett.server.store.postgres import ServerCommits
from quartett.server.store.schema import LOG, TABLES, log_row, table_row
from quartett.server.store.sqlite import FileCommits
from quartett.server.store.store import LogRow, Status, TableRow
from quartett.server.store.writer import Commits, Writer


async def open_store(where: str | Path) -> "SqlStore":
    """The store at a URL or in a file, opened and up to date."""
    store = SqlStore(where)
    await store.open()
    return store


class SqlStore:
    """Tables and logs in a database. A save that returned is on the disk."""

    def __init__(self, where: str | Path) -> None:
        self.url = database_url(where)
        self._engine: AsyncEngine | None = None
        self._writer: Writer | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            engine = await self._up_to_date()
        except QuartettError:
            raise
        except Exception as error:  # each driver has errors of its own, and not only those
            where = self.url.set(query={})
            raise QuartettError(f"{where} cannot be opened: {_why(error)}") from error
        self._engine, self._writer = engine, Writer(self._commits(engine))

    async def close(self) -> None:
        """Finish what is being written and disconnect; closing twice does no harm."""
        engine, writer = self._engine, self._writer
        self._engine = self._writer = None
        if writer is not None:
            await writer.close()
        if engine is not None:
            await engine.dispose()

    async def save(self, table: TableRow, entries: Sequence[LogRow] = ()) -> None:
        """Write a table's row and append log entries in one transaction.

        Raises StaleWriteError if the stored version is not older or an entry's number is taken.
        Whoever is cancelled here cannot know whether it was written; half of it never is.
        """
        _check_table(table.id, entries)
        await self._opened_writer().save(table.id, table.version, table, tuple(entries))

    async def append(self, id: str, version: int, entries: Sequence[LogRow]) -> None:
        """Append log entries to a table whose row stays as it is.

        Raises StaleWriteError if the stored version is another or an entry's number is taken.
        Much cheaper than `save`: only the end of one log is touched.
        """
        _check_table(id, entries)
        await self._opened_writer().save(id, version, None, tuple(entries))

    async def table(self, id: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._read(sa.select(TABLES).where(TABLES.c.id == id))
        return table_row(rows[0]) if rows else None

    async def log(self, id: str, match: int, since: int = 0) -> list[LogRow]:
        """The entries of one match of a table from a number on, in order."""
        query = (
            sa.select(LOG)
            .where(LOG.c.table_id == id, LOG.c.match == match, LOG.c.number >= since)
            .order_by(LOG.c.number)
        )
        return [log_row(row) for row in await self._read(query)]

    async def tables(
        self, status: Sequence[Status], public: bool | None = None, limit: int = 200
    ) -> list[TableRow]:
        """Tables with one of these states, the most recently changed first."""
        query = (
            sa.select(TABLES)
            .where(TABLES.c.status.in_(list(status)))
            .order_by(TABLES.c.updated_at.desc(), TABLES.c.id)
            .limit(limit)
        )
        if public is not None:
            query = query.where(TABLES.c.public.is_(public))
        return [table_row(row) for row in await self._read(query)]

    async def delete_before(self, moment: int) -> int:
        """Forget tables not changed since a moment (ms); how many went."""
        return await self._opened_writer().delete_before(moment)

    async def _up_to_date(self) -> AsyncEngine:
        engine = create_engine(self.url)
        try:
            async with engine.execution_options(writes=True).begin() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await engine.dispose()
            raise
        return engine

    async def _read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        if self._engine is None:
            raise RuntimeError("the store is not open")
        async with self._engine.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
        return rows

    def _commits(self, engine: AsyncEngine) -> Commits:
        if engine.dialect.name == "sqlite":
            return FileCommits(str(self.url.database))
        return ServerCommits(engine)

    def _opened_writer(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the store is not open")
        return self._writer


def _why(error: Exception) -> str:
    """What a driver says, without the numbers that a system gives its errors."""
    if isinstance(error, sa.exc.DBAPIError) and error.orig is not None:
        return str(error.orig)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _check_table(id: str, entries: Sequence[LogRow]) -> None:
    if any(entry.table != id for entry in entries):
        raise ValueError("the entries belong to another table")
