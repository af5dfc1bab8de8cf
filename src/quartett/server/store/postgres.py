"""The shared engine: PostgreSQL by asyncpg."""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec

from quartett.core.errors import QuartettError
from quartett.server.store.database_url import Address
from quartett.server.store.documents import now_ms
from quartett.server.store.postgres_commit import PostgresCommits
from quartett.server.store.postgres_connect import (
    CONNECT_SECONDS,
    LOST,
    STATEMENT_SECONDS,
    Servers,
    unavailable,
    why,
)
from quartett.server.store.postgres_sql import (
    ATTACH_ANEW,
    ATTACH_FIRST,
    CLAIM,
    MARK,
    NOW,
    OWNER,
    SECRET,
    migrate,
    numbered,
)
from quartett.server.store.reading import ANYTHING, LAST_HASH, WHOLE, Reading, to_table
from quartett.server.store.store import (
    Attachment,
    DamagedError,
    Hold,
    OwnedError,
    Owner,
    Row,
    Size,
    Statement,
    StoredTable,
    StoreUnavailableError,
    TakenError,
)
from quartett.server.store.writer import Writer, Writing

MAX_READERS = 6

CLAIM_TRIES = 5
"""How often claiming a table is tried that is given up at that very moment."""


class PostgresStore(Reading, Writing):
    """Tables and logs in a PostgreSQL database, which several servers may share."""

    by_bytes = ' COLLATE "C"'
    skip_locked = " FOR UPDATE SKIP LOCKED"

    def __init__(self, address: Address) -> None:
        self.address = address
        self.servers = Servers(address)
        self.owner = secrets.token_urlsafe(9)
        self.shared = False
        """Whether other nodes have tables here too, so that only what is nobody's is claimed."""
        self._readers: asyncpg.Pool[asyncpg.Record] | None = None
        self._commits = PostgresCommits(self.servers, self._owner_of)

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        try:
            connection = await self.servers.connect()
            try:
                await migrate(connection)
            finally:
                await connection.close(timeout=CONNECT_SECONDS)
            self._readers = asyncpg.create_pool(
                min_size=0, max_size=MAX_READERS, connect=self.servers.for_pool
            )
            await self._readers
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            # Nothing was stored yet: what the database says is about the address only.
            said = error.args[0] if isinstance(error, asyncpg.PostgresError) else why(error)
            raise QuartettError(f"{self.address.shown} cannot be opened: {said}") from None
        self._writer = Writer(self._commits)

    async def close(self) -> None:
        """Finish what is being written and disconnect; closing twice does no harm."""
        await self._finish_writing()
        self._commits.hang_up()
        readers, self._readers = self._readers, None
        if readers is not None:
            await readers.close()

    async def ping(self) -> None:
        """Return if the database can be written to."""
        await self.remember("ping", self.owner)
        await self.rows(ANYTHING)

    # Writing

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner: whatever earlier owners still write is refused from now on."""
        async with self.connection() as connection, connection.transaction():
            row = await self._claimed(connection, id)
            if row is None:
                return None
            table, (epoch, version, head, damage) = to_table(row[:7]), row[7:]
            # Read after the row is locked: nobody can append meanwhile.
            last = await connection.fetchval(numbered(LAST_HASH), id) if head is not None else None
            if damage is None and last != head:
                damage = "its newest entry is missing"
                await connection.execute(MARK, id, damage)
        if damage is not None:
            raise DamagedError(id, damage)
        return table, Hold(id, epoch, version, head or b"")

    async def _claimed(self, connection: Any, id: str) -> asyncpg.Record | None:
        """The row of a table that is this process' now; OwnedError if it is a living node's."""
        for _ in range(CLAIM_TRIES):
            row: asyncpg.Record | None
            row = await connection.fetchrow(CLAIM, id, self.owner, self.shared)
            if row is not None:
                return row
            if (owner := await connection.fetchrow(OWNER, id)) is None:
                return None
            if owner["id"] is not None and owner["left_ms"] > 0:
                raise OwnedError(id, Owner(*owner))
            # Its owner has released it since the claim, unless this node itself has expired.
        raise StoreUnavailableError("this node has no lease")

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
        return int((await self.rows(query, list(ids), before))[0][0])

    # Reading, as far as it is the engine's own

    async def attach(self, attachment: Attachment, replace: bool = False) -> Attachment:
        """Keep something; what is there already stays unless it is to be replaced."""
        kind, name, who, table, document = msgspec.structs.astuple(attachment)
        statement = ATTACH_ANEW if replace else ATTACH_FIRST
        values = (kind, name, who, table, now_ms(), document)
        async with self.connection() as connection:
            return Attachment(*await connection.fetchrow(statement, *values))

    async def change(self, *statements: Statement) -> list[int]:
        """Execute statements of both engines, all or none; how many rows each one changed."""
        counts = []
        async with self.connection() as connection:
            try:
                async with connection.transaction():
                    for query, values in statements:
                        done: str = await connection.execute(numbered(query), *values)
                        counts.append(int(done.rpartition(" ")[2]))
            except asyncpg.IntegrityConstraintViolationError:
                raise TakenError from None
        return counts

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self.rows(
            "SELECT count(*), coalesce(sum(pg_column_size(t.*)), 0)::bigint"
            " + (SELECT coalesce(sum(pg_column_size(l.*)), 0)::bigint FROM log l) FROM tables t"
        )
        return Size(*rows[0])

    async def now(self) -> int:
        """The wall clock (ms) of the database, which all servers share."""
        return int((await self.rows(f"SELECT {NOW}"))[0][0])

    # Connections

    async def reconnect(self) -> None:
        """Give up connections that may be dead without anybody having noticed."""
        self._commits.hang_up()
        if self._readers is not None:
            await self._readers.expire_connections()

    async def rows(self, query: str, *values: object) -> Sequence[Row]:
        """What a query finds."""
        async with self.connection() as connection:
            found: Sequence[Row] = await connection.fetch(numbered(query), *values)
        return found

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
            raise unavailable(error) from None

    def _owner_of(self, new: bool) -> str | None:
        # Among nodes, the first one asked for a new table owns it.
        return None if self.shared and new else self.owner
