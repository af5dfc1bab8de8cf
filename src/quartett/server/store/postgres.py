"""The shared engine: PostgreSQL by asyncpg, with one prepared statement for every write."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from quartett.core.errors import QuartettError
from quartett.server.store import schema
from quartett.server.store.addresses import Address
from quartett.server.store.chain import Link, check
from quartett.server.store.postgres_sql import (
    CLAIM,
    COLUMNS,
    CREATE,
    LAST_HASH,
    MARK,
    NOTE,
    PREVIOUS_HASH,
    SECRET,
    WHOLE,
    WRITE,
)
from quartett.server.store.store import (
    Damage,
    DamagedError,
    Hold,
    Size,
    Status,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.store.writer import ConflictError, Write, Writer

MIGRATION_LOCK = 0x7175_6172
"""The number under which processes that open the same database wait for each other; 0.1's too."""

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 20.0
MAX_READERS = 6

# Whatever the server's default is: a write that returned must be on its disk.
SESSION = {"synchronous_commit": "on", "application_name": "quartett"}

LOST = (OSError, asyncio.TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError)
"""What is raised where there is no connection, or no longer."""


class PostgresStore:
    """Tables and logs in a PostgreSQL database, which several servers may share."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.owner = secrets.token_urlsafe(9)
        self._readers: asyncpg.Pool[Any] | None = None
        self._writing: asyncpg.Connection[Any] | None = None
        self._statements: dict[str, Any] = {}
        self._writer: Writer | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            connection = await self._connect()
            try:
                await _migrate(connection)
            finally:
                await connection.close(timeout=CONNECT_SECONDS)
            self._readers = asyncpg.create_pool(
                self.address.where,
                min_size=0,
                max_size=MAX_READERS,
                timeout=CONNECT_SECONDS,
                command_timeout=STATEMENT_SECONDS,
                server_settings=SESSION,
            )
            await self._readers
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            why = _why(error)
            raise QuartettError(f"{self.address.shown} cannot be opened: {why}") from None
        self._writer = Writer(self)

    async def close(self) -> None:
        """Finish what is being written and disconnect; closing twice does no harm."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        self._hang_up()
        readers, self._readers = self._readers, None
        if readers is not None:
            await readers.close()

    async def ping(self) -> None:
        """Return if the database can be written to."""
        async with self._reading() as connection:
            if await connection.fetchval("SELECT pg_is_in_recovery()"):
                raise StoreUnavailableError("the database cannot be used: it is a read-only copy")
            await connection.execute("UPDATE settings SET value = '' WHERE false")

    # Writing

    async def create(
        self, table: StoredTable, entries: Sequence[StoredRow] = (), due_at: int | None = None
    ) -> Hold:
        """Store a new table, which is claimed at once; StaleWriteError if its id is taken."""
        hold = Hold(table.id, 1, 0, b"")
        await self._opened().write(hold, table, entries, due_at, new=True)
        return hold

    async def write(
        self,
        hold: Hold,
        table: StoredTable | None = None,
        entries: Sequence[StoredRow] = (),
        due_at: int | None = None,
    ) -> None:
        """Write a table's document (None: it stays) and append log entries, all or nothing."""
        await self._opened().write(hold, table, entries, due_at)

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner: whatever earlier owners still write is refused from now on."""
        async with self._reading() as connection, connection.transaction():
            row = await connection.fetchrow(CLAIM, id, self.owner)
            if row is None:
                return None
            table, (epoch, version, head, damage) = _table(row), tuple(row)[7:]
            # Read after the row is locked: nobody can append meanwhile.
            last = await connection.fetchval(LAST_HASH, id) if head is not None else None
            if damage is None and last != head:
                damage = "its newest entry is missing"
                await connection.execute(MARK, id, damage)
        if damage is not None:
            raise DamagedError(id, damage)
        return table, Hold(id, epoch, version, head or b"")

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale."""
        try:
            known = {write.hold.id for write in writes if await self._was_written(write)}
            fresh = await self._store([write for write in writes if write.hold.id not in known])
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            raise ConflictError from None
        except LOST as error:
            self._hang_up()
            for write in writes:
                write.hold.unsure = write.digest()
            raise _unavailable(error) from None
        except asyncpg.PostgresError as error:
            raise _unavailable(error) from None
        return known | fresh

    async def _store(self, writes: Sequence[Write]) -> set[str]:
        new = [write for write in writes if write.new]
        changed = [write for write in writes if not write.new]
        if not (new and changed):
            return await self._execute(CREATE, new) | await self._execute(WRITE, changed)
        async with (await self._connection()).transaction():
            return await self._execute(CREATE, new) | await self._execute(WRITE, changed)

    async def _execute(self, statement: str, writes: Sequence[Write]) -> set[str]:
        if not writes:
            return set()
        connection = await self._connection()
        if statement not in self._statements:
            self._statements[statement] = await connection.prepare(statement)
        rows = await self._statements[statement].fetch(*_columns(writes, self.owner))
        return {row[0] for row in rows}

    async def _was_written(self, write: Write) -> bool:
        """Whether this is the very write whose answer was lost with an earlier connection."""
        if write.hold.unsure is None or write.hold.unsure != write.digest():
            return False
        async with self._reading() as connection:
            row = await connection.fetchrow(
                "SELECT version, epoch, head FROM tables WHERE id = $1", write.hold.id
            )
        wanted = (write.version + 1, write.hold.epoch, write.head or None)
        return row is not None and tuple(row) == wanted

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""
        async with self._reading() as connection:
            await connection.execute(MARK, id, why)

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of this name, made once for all who share the database."""
        async with self._reading() as connection:
            return str(await connection.fetchval(SECRET, name, make()))

    async def remember(self, name: str, value: str) -> None:
        """Remember a value under a name."""
        async with self._reading() as connection:
            await connection.execute(
                "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2",
                name,
                value,
            )

    async def delete(self, ids: Sequence[str], before: int) -> int:
        """Delete those of these tables that were not changed since a moment; how many went."""
        query = (
            "WITH gone AS (DELETE FROM tables WHERE id = ANY($1::text[]) AND updated_at < $2"
            f" AND {WHOLE} RETURNING 1) SELECT count(*) FROM gone"
        )
        return int((await self._read(query, list(ids), before))[0][0])

    # Reading

    async def table(self, id: str) -> StoredTable | None:
        """A table by its id; DamagedError if it is marked as damaged."""
        for row in await self._read(f"SELECT {COLUMNS}, damage FROM tables WHERE id = $1", id):
            if row["damage"] is not None:
                raise DamagedError(id, row["damage"])
            return _table(row)
        return None

    async def log(self, id: str, match: int, since: int = 0) -> list[StoredRow]:
        """The entries of one match from a number on, in order."""
        rows = await self._read(
            "SELECT match, number, entry, hash FROM log"
            " WHERE table_id = $1 AND match = $2 AND number >= $3 ORDER BY number",
            id,
            match,
            since,
        )
        previous = await self._read(PREVIOUS_HASH, id, match, since)
        try:
            return check(id, previous[0][0] if previous else b"", since, [Link(*r) for r in rows])
        except DamagedError as error:
            await self.quarantine(id, error.why)
            raise

    async def tables(
        self,
        status: Sequence[Status],
        public: bool | None = None,
        limit: int = 200,
        before: StoredTable | None = None,
    ) -> list[StoredTable]:
        """Tables with one of these states, the latest changed first, from below `before` on."""
        query = (
            f"SELECT {COLUMNS} FROM tables WHERE {WHOLE} AND status = ANY($1::text[])"
            " AND ($2::boolean IS NULL OR public = $2) AND ($3::bigint IS NULL"
            " OR updated_at < $3 OR (updated_at = $3 AND id > $4::text))"
            ' ORDER BY updated_at DESC, id COLLATE "C" LIMIT $5'
        )
        below = (before.updated_at, before.id) if before else (None, None)
        rows = await self._read(query, list(status), public, *below, limit)
        return [_table(row) for row in rows]

    async def tables_of(self, browser: str, limit: int = 50) -> list[StoredTable]:
        """A browser's own tables, closed ones left out, the latest changed first."""
        query = (
            f"SELECT {COLUMNS} FROM tables JOIN browsers ON table_id = id WHERE browser = $1"
            f" AND status <> 'closed' AND {WHOLE} ORDER BY updated_at DESC, id LIMIT $2"
        )
        return [_table(row) for row in await self._read(query, browser, limit)]

    async def due(self, moment: int, limit: int = 200) -> list[str]:
        """Tables that need an owner at this moment (ms), the longest overdue first."""
        query = f"SELECT id FROM tables WHERE due_at <= $1 AND {WHOLE} ORDER BY due_at LIMIT $2"
        return [row[0] for row in await self._read(query, moment, limit)]

    async def quarantined(self, limit: int = 200) -> list[Damage]:
        """The tables that are marked as damaged."""
        query = "SELECT id, damage FROM tables WHERE damage IS NOT NULL ORDER BY id LIMIT $1"
        return [Damage(*row) for row in await self._read(query, limit)]

    async def setting(self, name: str) -> str | None:
        """A value that was remembered under a name."""
        rows = await self._read("SELECT value FROM settings WHERE name = $1", name)
        return rows[0][0] if rows else None

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self._read(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log),"
            " pg_database_size(current_database())"
        )
        return Size(*rows[0])

    async def now(self) -> int:
        """The wall clock (ms) of the database, which all servers share."""
        query = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return int((await self._read(query))[0][0])

    async def latest(self) -> int:
        """The newest moment (ms) at which any table was changed; 0 if there is none."""
        return int((await self._read("SELECT coalesce(max(updated_at), 0) FROM tables"))[0][0])

    async def expired(self, before: int, status: Sequence[Status], limit: int) -> list[str]:
        """Tables of these states not changed since a moment (ms), the oldest first."""
        query = (
            "SELECT id FROM tables WHERE updated_at < $1 AND status = ANY($2::text[])"
            f" AND {WHOLE} ORDER BY updated_at LIMIT $3"
        )
        return [row[0] for row in await self._read(query, before, list(status), limit)]

    # Connections

    async def _read(self, query: str, *values: Any) -> list[Any]:
        async with self._reading() as connection:
            return list(await connection.fetch(query, *values))

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[Any]:
        """A connection of the pool, which makes new ones where old ones broke."""
        if self._readers is None:
            raise RuntimeError("the store is not open")
        try:
            async with self._readers.acquire() as connection:
                yield connection
        except (*LOST, asyncpg.PostgresError) as error:
            raise _unavailable(error) from None

    async def _connection(self) -> "asyncpg.Connection[Any]":
        """The connection that writes; a new one where the last one broke."""
        if self._writing is None or self._writing.is_closed():
            self._statements.clear()
            self._writing = await self._connect()
        return self._writing

    async def _connect(self) -> "asyncpg.Connection[Any]":
        return await asyncpg.connect(
            self.address.where,
            timeout=CONNECT_SECONDS,
            command_timeout=STATEMENT_SECONDS,
            server_settings=SESSION,
        )

    def _hang_up(self) -> None:
        self._statements.clear()
        if self._writing is not None:
            self._writing.terminate()
            self._writing = None

    def _opened(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the store is not open")
        return self._writer


def _columns(writes: Sequence[Write], owner: str) -> tuple[Any, ...]:
    """The values of `WRITE` and `CREATE`: a list for each column of tables, rows and browsers."""
    tables = [write.table for write in writes]
    rows = [
        (row, hash)
        for write in writes
        for row, hash in zip(write.entries, write.hashes, strict=True)
    ]
    browsers = [(table.id, browser) for table in tables if table for browser in table.browsers]
    return (
        [write.hold.id for write in writes],
        [write.version for write in writes],
        [write.hold.epoch for write in writes],
        [write.due_at for write in writes],
        [write.head or None for write in writes],
        [table and table.game for table in tables],
        [table and table.status for table in tables],
        [table and table.public for table in tables],
        [table and table.created_at for table in tables],
        [table and table.updated_at for table in tables],
        [table and table.document for table in tables],
        [row.table for row, _ in rows],
        [row.match for row, _ in rows],
        [row.number for row, _ in rows],
        [row.entry for row, _ in rows],
        [hash for _, hash in rows],
        [id for id, _ in browsers],
        [browser for _, browser in browsers],
        owner,
    )


def _table(row: Any) -> StoredTable:
    return StoredTable(*tuple(row)[:7])


def _unavailable(error: BaseException) -> StoreUnavailableError:
    return StoreUnavailableError(f"the database cannot be used: {_why(error)}")


def _why(error: BaseException) -> str:
    """What went wrong, without the details in which a database repeats what it was given."""
    if isinstance(error, asyncpg.PostgresError):
        return f"{type(error).__name__} ({error.sqlstate})"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, asyncio.TimeoutError):
        return "it does not answer"
    return f"the connection is lost ({type(error).__name__})"


async def _migrate(connection: "asyncpg.Connection[Any]") -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        version = await _version(connection)
        for statement, fill_browsers in schema.missing("postgresql", version):
            if statement is not None:
                await connection.execute(statement)
            if fill_browsers:
                await _fill_browsers(connection)
        if version < schema.NEWEST:
            await connection.execute("DELETE FROM quartett_schema")
            await connection.execute(NOTE, schema.NEWEST, schema.READABLE_BY)


async def _fill_browsers(connection: "asyncpg.Connection[Any]") -> None:
    rows = [
        (browser, id)
        async for id, document in connection.cursor("SELECT id, document FROM tables", prefetch=500)
        for browser in schema.browsers_in(document)
    ]
    await connection.copy_records_to_table("browsers", records=rows)


async def _version(connection: "asyncpg.Connection[Any]") -> int:
    await connection.execute(schema.VERSION_TABLE)
    found = await connection.fetchrow("SELECT version, readable_by FROM quartett_schema")
    if found is not None:
        schema.check_readable(found[1])
        return int(found[0])
    made_by_0_1 = await connection.fetchval("SELECT to_regclass($1)::text", schema.ALEMBIC_TABLE)
    return int(made_by_0_1 is not None)
