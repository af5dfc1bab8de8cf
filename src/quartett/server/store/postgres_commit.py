"""How PostgreSQL writes: over one connection, with a prepared statement for each kind of write."""

from collections.abc import Callable, Sequence

import asyncpg
from asyncpg.prepared_stmt import PreparedStatement

from quartett.server.store.postgres_connect import Connection, Servers, refused, unavailable
from quartett.server.store.postgres_sql import APPEND, CONFIRM, CREATE, WRITE, numbered
from quartett.server.store.store import StoredTable
from quartett.server.store.writer import ConflictError, Write


class PostgresCommits:
    """Each call of `commit` is one transaction, on the disk when it returns."""

    def __init__(self, servers: Servers, owner: Callable[[bool], str | None]) -> None:
        """`owner` says whose a written table is, and whose a new one."""
        self._servers = servers
        self._owner = owner
        self._connection: Connection | None = None
        self._statements: dict[str, PreparedStatement[asyncpg.Record]] = {}

    def hang_up(self) -> None:
        """Give the connection up; the next write has a new one."""
        self._statements.clear()
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale."""
        try:
            connection = await self._connected()
        except Exception as error:
            raise unavailable(error) from None  # nothing was sent
        try:
            known = {write.hold.id for write in writes if await _was_written(connection, write)}
            fresh = await self._store([write for write in writes if write.hold.id not in known])
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            raise ConflictError from None
        except Exception as error:
            if not refused(error):
                # The driver has many ways to lose a connection, and not all are told apart.
                self.hang_up()
                for write in writes:
                    write.hold.unsure = write.digest()
            raise unavailable(error) from None
        return known | fresh

    async def _connected(self) -> Connection:
        """The connection that writes; a new one where the last one broke."""
        if self._connection is None or self._connection.is_closed():
            self._statements.clear()
            self._connection = await self._servers.connect()
        return self._connection

    async def _store(self, writes: Sequence[Write]) -> set[str]:
        batches: dict[str, list[Write]] = {}
        for write in writes:
            batches.setdefault(_statement(write), []).append(write)
        beside = [write for write in writes if write.beside]
        if len(batches) < 2 and not beside:
            return await self._execute_all(batches)
        connection = await self._connected()
        async with connection.transaction():
            fresh = await self._execute_all(batches)
            for write in beside:
                if write.hold.id in fresh:
                    for query, values in write.beside:
                        await connection.execute(numbered(query), *values)
            return fresh

    async def _execute_all(self, batches: dict[str, list[Write]]) -> set[str]:
        fresh: set[str] = set()
        for statement, writes in batches.items():
            fresh |= await self._execute(statement, writes)
        return fresh

    async def _execute(self, statement: str, writes: Sequence[Write]) -> set[str]:
        connection = await self._connected()
        if statement not in self._statements:
            self._statements[statement] = await connection.prepare(statement)
        values = _appended(writes)
        if statement is not APPEND:
            owner = self._owner(statement is CREATE)
            values += (*_documents([write.table for write in writes if write.table]), owner)
        return {row[0] for row in await self._statements[statement].fetch(*values)}


async def _was_written(connection: Connection, write: Write) -> bool:
    """Whether this is the very write whose answer was lost with an earlier connection."""
    if write.hold.unsure is None or write.hold.unsure != write.digest():
        return False
    wanted = (write.hold.id, write.version + 1, write.hold.epoch, write.head or None)
    return await connection.fetchval(CONFIRM, *wanted) is not None


def _statement(write: Write) -> str:
    if write.table is None:
        return APPEND
    return CREATE if write.new else WRITE


def _appended(writes: Sequence[Write]) -> tuple[object, ...]:
    """The first values of each statement: a list for each column of the fence and of the rows."""
    rows = [row for write in writes for row in write.entries]
    return (
        [write.hold.id for write in writes],
        [write.version for write in writes],
        [write.hold.epoch for write in writes],
        [write.due_at for write in writes],
        [write.head or None for write in writes],
        [row.table for row in rows],
        [row.match for row in rows],
        [row.number for row in rows],
        [row.entry for row in rows],
        [hash for write in writes for hash in write.hashes],
    )


def _documents(tables: Sequence[StoredTable]) -> tuple[object, ...]:
    """The values of `WRITE` and `CREATE` beyond: columns of the tables and of their browsers."""
    browsers = [(table.id, browser) for table in tables for browser in table.browsers]
    return (
        [table.game for table in tables],
        [table.status for table in tables],
        [table.public for table in tables],
        [table.created_at for table in tables],
        [table.updated_at for table in tables],
        [table.document for table in tables],
        [id for id, _ in browsers],
        [browser for _, browser in browsers],
    )
