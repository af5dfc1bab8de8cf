"""The embedded engine: one thread, one connection, plain statements.

Opening the same file twice is safe: the fence is in the file, and a claim by one store makes
everything that another still writes to that table stale.
"""

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from quartett.core.errors import QuartettError
from quartett.server.store import schema
from quartett.server.store.addresses import Address
from quartett.server.store.chain import Link, check
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

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
"""What the connection is told: the disk has it when a commit returns."""

COLUMNS = "id, game, status, public, created_at, updated_at, document"
_WHOLE = "damage IS NULL"


class SqliteStore:
    """Tables and logs in a file."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.owner = secrets.token_urlsafe(9)
        self._thread: ThreadPoolExecutor | None = None
        self._file: sqlite3.Connection | None = None
        self._writer: Writer | None = None

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

    async def ping(self) -> None:
        """Return if the file can be written to."""
        await self._write(lambda file: file.execute("UPDATE settings SET value = '' WHERE 0"))

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
            damage = _mark(file, id, "its newest entry is missing")
        if damage is not None:
            return str(damage)
        file.execute(
            "UPDATE tables SET owner = ?, epoch = ?, version = ? WHERE id = ?",
            (self.owner, epoch + 1, version + 1, id),
        )
        return _table(columns), Hold(id, epoch + 1, version + 1, head or b"")

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale."""
        try:
            return await self._write(lambda file: _commit(file, writes, self.owner))
        except sqlite3.IntegrityError:
            raise ConflictError from None

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""
        await self._write(lambda file: _mark(file, id, why))

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
        statement = f"DELETE FROM tables WHERE id = ? AND updated_at < ? AND {_WHOLE}"
        rows = [(id, before) for id in ids]
        return await self._write(lambda file: file.executemany(statement, rows).rowcount)

    # Reading

    async def table(self, id: str) -> StoredTable | None:
        """A table by its id; DamagedError if it is marked as damaged."""
        query = f"SELECT {COLUMNS}, damage FROM tables WHERE id = ?"
        for *columns, damage in await self._read(query, (id,)):
            if damage is not None:
                raise DamagedError(id, damage)
            return _table(columns)
        return None

    async def log(self, id: str, match: int, since: int = 0) -> list[StoredRow]:
        """The entries of one match from a number on, in order."""
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
        conditions, values = [_WHOLE, f"status IN ({_marks(status)})"], list[Any](status)
        if public is not None:
            conditions.append("public = ?")
            values.append(public)
        if before is not None:
            conditions.append("(updated_at < ? OR (updated_at = ? AND id > ?))")
            values += [before.updated_at, before.updated_at, before.id]
        query = (
            f"SELECT {COLUMNS} FROM tables WHERE {' AND '.join(conditions)}"
            " ORDER BY updated_at DESC, id LIMIT ?"
        )
        return [_table(row) for row in await self._read(query, (*values, limit))]

    async def tables_of(self, browser: str, limit: int = 50) -> list[StoredTable]:
        """A browser's own tables, closed ones left out, the latest changed first."""
        query = (
            f"SELECT {COLUMNS} FROM tables JOIN browsers ON table_id = id WHERE browser = ?"
            f" AND status <> 'closed' AND {_WHOLE} ORDER BY updated_at DESC, id LIMIT ?"
        )
        return [_table(row) for row in await self._read(query, (browser, limit))]

    async def due(self, moment: int, limit: int = 200) -> list[str]:
        """Tables that need an owner at this moment (ms), the longest overdue first."""
        query = f"SELECT id FROM tables WHERE due_at <= ? AND {_WHOLE} ORDER BY due_at LIMIT ?"
        return [row[0] for row in await self._read(query, (moment, limit))]

    async def quarantined(self, limit: int = 200) -> list[Damage]:
        """The tables that are marked as damaged."""
        query = "SELECT id, damage FROM tables WHERE damage IS NOT NULL ORDER BY id LIMIT ?"
        return [Damage(*row) for row in await self._read(query, (limit,))]

    async def setting(self, name: str) -> str | None:
        """A value that was remembered under a name."""
        rows = await self._read("SELECT value FROM settings WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self._read(
            "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log),"
            " page_count * page_size FROM pragma_page_count(), pragma_page_size()",
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
            f"SELECT id FROM tables WHERE updated_at < ? AND status IN ({_marks(status)})"
            f" AND {_WHOLE} ORDER BY updated_at LIMIT ?"
        )
        return [row[0] for row in await self._read(query, (before, *status, limit))]

    # The thread and its connection

    def _connect(self) -> None:
        path = Path(self.address.where)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the owner may read it: the secrets of running deals are inside.
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
        self._file = connect(path)
        self._transaction(_migrate)

    def _disconnect(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    async def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
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
        assert self._file is not None
        return self._file

    def _opened(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the store is not open")
        return self._writer


def connect(path: str | Path) -> sqlite3.Connection:
    """A connection set up as the store needs it; we say ourselves where transactions begin."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for pragma in PRAGMAS:
            file.execute(pragma)
    except BaseException:
        file.close()
        raise
    return file


def _commit(file: sqlite3.Connection, writes: Sequence[Write], owner: str) -> set[str]:
    fresh = {write.hold.id for write in writes if _write_table(file, write, owner)}
    file.executemany(
        "INSERT INTO log (table_id, match, number, entry, hash) VALUES (?, ?, ?, ?, ?)",
        [
            (row.table, row.match, row.number, row.entry, hash)
            for write in writes
            if write.hold.id in fresh
            for row, hash in zip(write.entries, write.hashes, strict=True)
        ],
    )
    return fresh


def _write_table(file: sqlite3.Connection, write: Write, owner: str) -> bool:
    """Write a table's row if it is as the writer knows it; whether it was."""
    hold, table = write.hold, write.table
    fence = (write.version + 1, write.due_at, write.head or None)
    known = (hold.id, write.version, hold.epoch)
    where = " WHERE id = ? AND version = ? AND epoch = ?"
    if table is None:
        update = f"UPDATE tables SET version = ?, due_at = ?, head = ?{where}"
        return bool(file.execute(update, (*fence, *known)).rowcount)
    columns = (table.game, table.status, table.public, table.updated_at, table.document)
    if write.new:
        file.execute(
            "INSERT INTO tables (version, due_at, head, game, status, public, updated_at,"
            " document, created_at, id, epoch, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fence, *columns, table.created_at, hold.id, hold.epoch, owner),
        )
    else:
        update = (
            "UPDATE tables SET version = ?, due_at = ?, head = ?, game = ?, status = ?,"
            f" public = ?, updated_at = ?, document = ?{where}"
        )
        if not file.execute(update, (*fence, *columns, *known)).rowcount:
            return False
    _write_browsers(file, hold.id, table.browsers)
    return True


def _write_browsers(file: sqlite3.Connection, id: str, browsers: Sequence[str]) -> None:
    file.execute(
        f"DELETE FROM browsers WHERE table_id = ? AND browser NOT IN ({_marks(browsers)})",
        (id, *browsers),
    )
    file.executemany(
        "INSERT INTO browsers (browser, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(browser, id) for browser in browsers],
    )


def _mark(file: sqlite3.Connection, id: str, why: str) -> str:
    file.execute("UPDATE tables SET damage = ?, version = version + 1 WHERE id = ?", (why, id))
    return why


def _table(columns: Sequence[Any]) -> StoredTable:
    id, game, status, public, *rest = columns
    return StoredTable(id, game, status, bool(public), *rest)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _migrate(file: sqlite3.Connection) -> None:
    version = _version(file)
    for statement, fill_browsers in schema.missing("sqlite", version):
        if statement is not None:
            file.execute(statement)
        if fill_browsers:
            for id, document in file.execute("SELECT id, document FROM tables").fetchall():
                _write_browsers(file, id, schema.browsers_in(document))
    if version < schema.NEWEST:
        file.execute("DELETE FROM quartett_schema")
        note = "INSERT INTO quartett_schema VALUES (?, ?)"
        file.execute(note, (schema.NEWEST, schema.READABLE_BY))


def _version(file: sqlite3.Connection) -> int:
    file.execute(schema.VERSION_TABLE)
    found = file.execute("SELECT version, readable_by FROM quartett_schema").fetchone()
    if found is not None:
        schema.check_readable(found[1])
        return int(found[0])
    query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
    return int(file.execute(query, (schema.ALEMBIC_TABLE,)).fetchone()[0])
