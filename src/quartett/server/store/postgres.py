"""The shared engine: PostgreSQL by asyncpg, with one prepared statement for every write."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec
from asyncpg.prepared_stmt import PreparedStatement

from quartett.core.errors import QuartettError
from quartett.server.store.addresses import Address
from quartett.server.store.chain import Link, check
from quartett.server.store.documents import now_ms
from quartett.server.store.postgres_migrate import migrate
from quartett.server.store.postgres_sql import (
    APPEND,
    CLAIM,
    COLUMNS,
    CONFIRM,
    CREATE,
    KEEP_ANEW,
    KEEP_FIRST,
    KEPT,
    LAST_HASH,
    MARK,
    NOW,
    OWNER,
    PREVIOUS_HASH,
    SECRET,
    WHOLE,
    WRITE,
)
from quartett.server.store.store import (
    Damage,
    DamagedError,
    Hold,
    Keepsake,
    KeepsakeKind,
    OwnedError,
    Owner,
    Size,
    Status,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.store.writer import ConflictError, Write, Writer

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
MAX_READERS = 6

# Whatever the server's default is: a write that returned must be on its disk.
SESSION = {"synchronous_commit": "on", "application_name": "quartett"}

ENDED = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError)
"""A server's last words: what it was asked before may be stored or not."""

LOST = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    *ENDED,
)
"""What is raised where there is no connection, or no longer."""

CLAIM_TRIES = 5
"""So often a table is claimed that is given up at the very moment."""


class PostgresStore:
    """Tables and logs in a PostgreSQL database, which several servers may share."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.owner = secrets.token_urlsafe(9)
        self.shared = False
        """Whether other nodes have tables here too, so that only what is nobody's is claimed."""
        self._readers: asyncpg.Pool[asyncpg.Record] | None = None
        self._writing: asyncpg.Connection[asyncpg.Record] | None = None
        self._statements: dict[str, PreparedStatement[asyncpg.Record]] = {}
        self._writer: Writer | None = None

    @property
    def written(self) -> int:
        """How many bytes of documents and logs were written since the store was opened."""
        return self._writer.written if self._writer is not None else 0

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            connection = await self._connect()
            try:
                await migrate(connection)
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
            # Nothing was stored yet: what the database says is about the address only.
            why = error.args[0] if isinstance(error, asyncpg.PostgresError) else _why(error)
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
        await self.remember("ping", self.owner)

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
        async with self.connection() as connection, connection.transaction():
            row = await self._claimed(connection, id)
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

    async def _claimed(self, connection: Any, id: str) -> asyncpg.Record | None:
        """The row of a table that is this process' now; OwnedError if it is a living node's."""
        for _ in range(CLAIM_TRIES):
            if (row := await connection.fetchrow(CLAIM, id, self.owner, self.shared)) is not None:
                return row
            if (owner := await connection.fetchrow(OWNER, id)) is None:
                return None
            if owner["id"] is not None and owner["left_ms"] > 0:
                raise OwnedError(id, Owner(*owner))
            # Its owner has let go of it since the claim, unless it is this node that is not alive.
        raise StoreUnavailableError("this node has no lease")

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale."""
        try:
            await self._writing_connection()
        except Exception as error:
            raise _unavailable(error) from None  # nothing was sent
        try:
            known = {write.hold.id for write in writes if await self._was_written(write)}
            fresh = await self._store([write for write in writes if write.hold.id not in known])
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            raise ConflictError from None
        except StoreUnavailableError:
            raise
        except Exception as error:
            if not _refused(error):
                # The driver has many ways to lose a connection, and not all are told apart.
                self._hang_up()
                for write in writes:
                    write.hold.unsure = write.digest()
            raise _unavailable(error) from None
        return known | fresh

    async def _store(self, writes: Sequence[Write]) -> set[str]:
        batches: dict[str, list[Write]] = {}
        for write in writes:
            batches.setdefault(_statement(write), []).append(write)
        if len(batches) < 2:
            return await self._execute_all(batches)
        async with (await self._writing_connection()).transaction():
            return await self._execute_all(batches)

    async def _execute_all(self, batches: dict[str, list[Write]]) -> set[str]:
        fresh: set[str] = set()
        for statement, writes in batches.items():
            fresh |= await self._execute(statement, writes)
        return fresh

    async def _execute(self, statement: str, writes: Sequence[Write]) -> set[str]:
        connection = await self._writing_connection()
        if statement not in self._statements:
            self._statements[statement] = await connection.prepare(statement)
        values = _appended(writes)
        if statement is not APPEND:
            # Where nodes share tables, whoever is first asked for a new one has it.
            owner = None if self.shared and statement is CREATE else self.owner
            values += (*_documents([write.table for write in writes if write.table]), owner)
        return {row[0] for row in await self._statements[statement].fetch(*values)}

    async def _was_written(self, write: Write) -> bool:
        """Whether this is the very write whose answer was lost with an earlier connection."""
        if write.hold.unsure is None or write.hold.unsure != write.digest():
            return False
        wanted = (write.hold.id, write.version + 1, write.hold.epoch, write.head or None)
        async with self.connection() as connection:
            return await connection.fetchval(CONFIRM, *wanted) is not None

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""
        async with self.connection() as connection:
            await connection.execute(MARK, id, why)

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of this name, made once for all who share the database."""
        async with self.connection() as connection:
            return str(await connection.fetchval(SECRET, name, make()))

    async def remember(self, name: str, value: str) -> None:
        """Remember a value under a name."""
        async with self.connection() as connection:
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
        conditions = [WHOLE, "status = state"]
        if public is not None:
            conditions.append("public" if public else "NOT public")
        if before is not None:
            conditions.append('(updated_at < $3 OR (updated_at = $3 AND id COLLATE "C" > $4))')
        # Each state for itself: so the index gives the latest ones without looking at the rest.
        order = 'ORDER BY updated_at DESC, id COLLATE "C" LIMIT $2'
        query = (
            f"SELECT {COLUMNS} FROM unnest($1::text[]) AS state, LATERAL"
            f" (SELECT * FROM tables WHERE {' AND '.join(conditions)} {order}) AS found {order}"
        )
        below = (before.updated_at, before.id) if before else ()
        rows = await self._read(query, list(status), limit, *below)
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

    async def keep(self, keepsake: Keepsake, replace: bool = False) -> Keepsake:
        """Keep something; what is there already stays unless it is to be replaced."""
        kind, name, who, table, document = msgspec.structs.astuple(keepsake)
        statement = KEEP_ANEW if replace else KEEP_FIRST
        values = (kind, name, who, table, now_ms(), document)
        async with self.connection() as connection:
            return Keepsake(*await connection.fetchrow(statement, *values))

    async def kept(
        self, kind: KeepsakeKind, name: str, who: str | None = None, limit: int = 1000
    ) -> list[Keepsake]:
        """What is kept under a name, the oldest first; only one's own where `who` is given."""
        return [Keepsake(*row) for row in await self._read(KEPT, kind, name, who, limit)]

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self._read(
            "SELECT count(*), coalesce(sum(pg_column_size(t.*)), 0)::bigint"
            " + (SELECT coalesce(sum(pg_column_size(l.*)), 0)::bigint FROM log l) FROM tables t"
        )
        return Size(*rows[0])

    async def now(self) -> int:
        """The wall clock (ms) of the database, which all servers share."""
        return int((await self._read(f"SELECT {NOW}"))[0][0])

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

    async def reconnect(self) -> None:
        """Give up connections that may be dead without anybody having noticed."""
        self._hang_up()
        if self._readers is not None:
            await self._readers.expire_connections()

    async def _read(self, query: str, *values: object) -> list[asyncpg.Record]:
        async with self.connection() as connection:
            return list(await connection.fetch(query, *values))

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """A connection of the pool, which makes new ones where old ones broke."""
        if self._readers is None:
            raise RuntimeError("the store is not open")
        try:
            async with self._readers.acquire(timeout=STATEMENT_SECONDS) as connection:
                yield connection
        except QuartettError:
            raise
        except Exception as error:
            raise _unavailable(error) from None

    async def _writing_connection(self) -> "asyncpg.Connection[asyncpg.Record]":
        """The connection that writes; a new one where the last one broke."""
        if self._writing is None or self._writing.is_closed():
            self._statements.clear()
            self._writing = await self._connect()
        return self._writing

    async def _connect(self) -> "asyncpg.Connection[asyncpg.Record]":
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


def _table(row: asyncpg.Record) -> StoredTable:
    return StoredTable(*tuple(row)[:7])


def _refused(error: BaseException) -> bool:
    """Whether the database answered, so that nothing was written, rather than went away."""
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST)


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
