"""The embedded engine: one thread, one connection, plain statements.

Opening the same file twice is safe: the fence is in the file, and a claim by one store makes
everything that another still writes to that table stale.
"""

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from quartett.core.errors import QuartettError
from quartett.server.store.addresses import Address
from quartett.server.store.chain import Link, check
from quartett.server.store.sqlite_sql import (
    COLUMNS,
    KEEPSAKE,
    WHOLE,
    commit,
    connect,
    mark,
    marks,
    migrate,
    put_keepsake,
    to_table,
)
from quartett.server.store.store import (
    Damage,
    DamagedError,
    Hold,
    Keepsake,
    KeepsakeKind,
    Size,
    Status,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.store.writer import ConflictError, Write, Writer

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BROKEN = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
)
"""After these errors the file is opened anew: it may be another one, or be back."""


class CorruptFileError(StoreUnavailableError):
    """A part of the file cannot be read; others may be whole."""


class SqliteStore:
    """Tables and logs in a file."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.owner = secrets.token_urlsafe(9)
        self._thread: ThreadPoolExecutor | None = None
        self._file: sqlite3.Connection | None = None
        self._writer: Writer | None = None

    @property
    def written(self) -> int:
        """How many bytes of documents and logs were written since the store was opened."""
        return self._writer.written if self._writer is not None else 0

    async def open(self) -> None:
        """Open the file, made private if it is new, and bring the schema up to date."""
        self._thread = ThreadPoolExecutor(1, "store")
        try:
            await self._in_thread(self._connect)
        except (StoreUnavailableError, OSError) as error:
            await self.close()
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise QuartettError(f"{self.address.shown} cannot be opened: {why}") from None
        except BaseException:
            await self.close()
            raise
        self._writer = Writer(self)

    async def close(self) -> None:
        """Finish what is being written and let go of the file; closing twice does no harm."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._disconnect)
            thread.shutdown()

    async def reconnect(self) -> None:
        """A file has no connection that could be dead."""

    async def ping(self) -> None:
        """Return if the file can be written to."""
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
        async with self._noticing_damage(id):
            found = await self._write(lambda file: self._claim(file, id))
            if isinstance(found, str):
                raise DamagedError(id, found)
            return found

    def _claim(self, file: sqlite3.Connection, id: str) -> tuple[StoredTable, Hold] | str | None:
        row = file.execute(
            f"SELECT {COLUMNS}, epoch, version, head, damage FROM tables WHERE id = ?", (id,)
        ).fetchone()
        if row is None:
            return None
        *columns, epoch, version, head, damage = row
        last = file.execute(
            "SELECT hash FROM log WHERE table_id = ? AND hash IS NOT NULL"
            " ORDER BY match DESC, number DESC LIMIT 1",
            (id,),
        ).fetchone()
        if damage is None and head is not None and (last is None or last[0] != head):
            damage = mark(file, id, "its newest entry is missing")
        if damage is not None:
            return str(damage)
        file.execute(
            "UPDATE tables SET owner = ?, epoch = ?, version = ? WHERE id = ?",
            (self.owner, epoch + 1, version + 1, id),
        )
        return to_table(columns), Hold(id, epoch + 1, version + 1, head or b"")

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale."""
        try:
            return await self._write(lambda file: commit(file, writes, self.owner))
        except sqlite3.IntegrityError:
            raise ConflictError from None

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""
        await self._write(lambda file: mark(file, id, why))

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of this name, made once for all who share the database."""

        def get_or_make(file: sqlite3.Connection) -> str:
            found = file.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
            if found is not None:
                return str(found[0])
            value = make()
            file.execute("INSERT INTO settings (name, value) VALUES (?, ?)", (name, value))
            return value

        return await self._write(get_or_make)

    async def remember(self, name: str, value: str) -> None:
        """Remember a value under a name."""
        statement = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?"
        await self._write(lambda file: file.execute(statement, (name, value, value)))

    async def delete(self, ids: Sequence[str], before: int) -> int:
        """Delete those of these tables that were not changed since a moment; how many went."""
        statement = f"DELETE FROM tables WHERE id = ? AND updated_at < ? AND {WHOLE}"
        rows = [(id, before) for id in ids]
        return await self._write(lambda file: file.executemany(statement, rows).rowcount)

    # Reading

    async def table(self, id: str) -> StoredTable | None:
        """A table by its id; DamagedError if it is marked as damaged."""
        query = f"SELECT {COLUMNS}, damage FROM tables WHERE id = ?"
        async with self._noticing_damage(id):
            for *columns, damage in await self._read(query, (id,)):
                if damage is not None:
                    raise DamagedError(id, damage)
                return to_table(columns)
        return None

    async def log(self, id: str, match: int, since: int = 0) -> list[StoredRow]:
        """The entries of one match from a number on, in order."""
        async with self._noticing_damage(id):
            rows = await self._read(
                "SELECT match, number, entry, hash FROM log"
                " WHERE table_id = ? AND match = ? AND number >= ? ORDER BY number",
                (id, match, since),
            )
            previous = await self._read(
                "SELECT hash FROM log WHERE table_id = ? AND hash IS NOT NULL"
                " AND (match, number) < (?, ?) ORDER BY match DESC, number DESC LIMIT 1",
                (id, match, since),
            )
            links = [Link(*row) for row in rows]
            return check(id, previous[0][0] if previous else b"", since, links)

    @asynccontextmanager
    async def _noticing_damage(self, id: str) -> AsyncIterator[None]:
        """Mark a table that is found to be damaged, if the file lets us."""
        try:
            yield
        except DamagedError as error:
            await self.quarantine(id, error.why)
            raise
        except CorruptFileError:
            why = "the file is damaged where it lies"
            with suppress(StoreUnavailableError):
                await self.quarantine(id, why)
            raise DamagedError(id, why) from None

    async def tables(
        self,
        status: Sequence[Status],
        public: bool | None = None,
        limit: int = 200,
        before: StoredTable | None = None,
    ) -> list[StoredTable]:
        """Tables with one of these states, the latest changed first, from below `before` on."""
        conditions, below = [WHOLE, "status = ?"], list[object]()
        if public is not None:
            conditions.append("public" if public else "NOT public")
        if before is not None:
            conditions.append("(updated_at < ? OR (updated_at = ? AND id > ?))")
            below = [before.updated_at, before.updated_at, before.id]
        # Each state for itself: so the index gives the latest ones without looking at the rest.
        order = "ORDER BY updated_at DESC, id LIMIT ?"
        each = f"SELECT * FROM (SELECT * FROM tables WHERE {' AND '.join(conditions)} {order})"
        values = [value for state in status for value in (state, *below, limit)]
        query = f"SELECT {COLUMNS} FROM ({' UNION ALL '.join([each] * len(status))}) {order}"
        rows = await self._read(query, (*values, limit)) if status else []
        return [to_table(row) for row in rows]

    async def tables_of(self, browser: str, limit: int = 50) -> list[StoredTable]:
        """A browser's own tables, closed ones left out, the latest changed first."""
        query = (
            f"SELECT {COLUMNS} FROM tables JOIN browsers ON table_id = id WHERE browser = ?"
            f" AND status <> 'closed' AND {WHOLE} ORDER BY updated_at DESC, id LIMIT ?"
        )
        return [to_table(row) for row in await self._read(query, (browser, limit))]

    async def due(self, moment: int, limit: int = 200) -> list[str]:
        """Tables that need an owner at this moment (ms), the longest overdue first."""
        query = f"SELECT id FROM tables WHERE due_at <= ? AND {WHOLE} ORDER BY due_at LIMIT ?"
        return [row[0] for row in await self._read(query, (moment, limit))]

    async def quarantined(self, limit: int = 200) -> list[Damage]:
        """The tables that are marked as damaged."""
        query = "SELECT id, damage FROM tables WHERE damage IS NOT NULL ORDER BY id LIMIT ?"
        return [Damage(*row) for row in await self._read(query, (limit,))]

    async def setting(self, name: str) -> str | None:
        """A value that was remembered under a name."""
        rows = await self._read("SELECT value FROM settings WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    async def keep(self, keepsake: Keepsake, replace: bool = False) -> Keepsake:
        """Keep something; what is there already stays unless it is to be replaced."""
        return await self._write(lambda file: put_keepsake(file, keepsake, replace))

    async def kept(
        self, kind: KeepsakeKind, name: str, who: str | None = None, limit: int = 1000
    ) -> list[Keepsake]:
        """What is kept under a name, the oldest first; only one's own where `who` is given."""
        own, values = ("", ()) if who is None else (" AND who = ?", (who,))
        query = (
            f"SELECT {KEEPSAKE} FROM keepsakes WHERE kind = ? AND name = ?{own}"
            " ORDER BY kept_at, who LIMIT ?"
        )
        return [Keepsake(*row) for row in await self._read(query, (kind, name, *values, limit))]

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self._read(
            "SELECT (SELECT count(*) FROM tables), (page_count - freelist_count) * page_size"
            " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
            (),
        )
        return Size(*rows[0])

    async def now(self) -> int:
        """The wall clock (ms)."""
        return time.time_ns() // 1_000_000

    async def latest(self) -> int:
        """The newest moment (ms) at which any table was changed; 0 if there is none."""
        return int((await self._read("SELECT coalesce(max(updated_at), 0) FROM tables", ()))[0][0])

    async def expired(self, before: int, status: Sequence[Status], limit: int) -> list[str]:
        """Tables of these states not changed since a moment (ms), the oldest first."""
        query = (
            f"SELECT id FROM tables WHERE updated_at < ? AND status IN ({marks(status)})"
            f" AND {WHOLE} ORDER BY updated_at LIMIT ?"
        )
        return [row[0] for row in await self._read(query, (before, *status, limit))]

    # The thread and its connection

    def _connect(self) -> None:
        path = Path(self.address.where)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the owner may read it: the secrets of running deals are inside.
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
        self._file = connect(path)
        self._transaction(migrate)

    def _disconnect(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    async def _read(self, query: str, values: Sequence[object]) -> list[Any]:
        return await self._in_thread(lambda: self._used().execute(query, values).fetchall())

    async def _write(self, work: Work[T]) -> T:
        return await self._in_thread(lambda: self._transaction(work))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._thread is None:
            raise RuntimeError("the store is not open")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, work)
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in BROKEN:
                await loop.run_in_executor(self._thread, self._disconnect)
            if code == sqlite3.SQLITE_CORRUPT:
                raise CorruptFileError("the database cannot be used: its file is damaged") from None
            # What SQLite says names neither values nor parameters.
            raise StoreUnavailableError(f"the database cannot be used: {error}") from None

    def _transaction(self, work: Work[T]) -> T:
        file = self._used()
        file.execute("BEGIN IMMEDIATE")
        try:
            result = work(file)
            file.execute("COMMIT")
        except BaseException:
            if file.in_transaction:
                file.execute("ROLLBACK")
            raise
        return result

    def _used(self) -> sqlite3.Connection:
        if self._file is None:
            self._file = connect(self.address.where)
        return self._file

    def _opened(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the store is not open")
        return self._writer
