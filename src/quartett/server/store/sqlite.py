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
from typing import TypeVar

from quartett.core.errors import QuartettError
from quartett.server.store.database_url import Address
from quartett.server.store.reading import (
    ANYTHING,
    COLUMNS,
    LAST_HASH,
    WHOLE,
    Reading,
    to_table,
)
from quartett.server.store.sqlite_sql import commit, connect, mark, migrate, put_attachment
from quartett.server.store.store import (
    Attachment,
    DamagedError,
    Hold,
    Row,
    Size,
    Statement,
    StoredTable,
    StoreUnavailableError,
    TakenError,
)
from quartett.server.store.writer import ConflictError, Write, Writer, Writing

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BROKEN = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
)
"""After these errors the file is reopened: it may have been replaced or be back."""


HEADER = 100
MAGIC = b"SQLite format 3\0"


class CorruptFileError(StoreUnavailableError):
    """A part of the file cannot be read; others may be whole."""


class Place:
    """Where a file lies: SQLite itself writes on into one that was moved away or cut short."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._size = 0
        self._cut = False
        self._identity = (0, 0)

    def note(self) -> None:
        """The file was opened: this is the one."""
        found = os.stat(self._path)
        self._identity, self._size = (found.st_dev, found.st_ino), found.st_size

    def is_another(self) -> bool:
        """Whether another file has taken its place; StoreUnavailableError if it is not whole."""
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            raise StoreUnavailableError("the database cannot be used: its file is gone") from None
        except OSError as error:
            said = f"the database cannot be used: {error.strerror}"
            raise StoreUnavailableError(said) from None
        if (found.st_dev, found.st_ino) != self._identity:
            return True
        # What was cut stays refused: whatever is copied into the file now does not fit to what
        # this process knows of it. Only another file in its place helps.
        self._cut = self._cut or (found.st_size < self._size and not self._whole(found.st_size))
        if self._cut:
            raise StoreUnavailableError("the database cannot be used: its file was cut short")
        self._size = found.st_size
        return False

    def check(self) -> None:
        """StoreUnavailableError unless all of the file is there, and what was written last too."""
        if not self._whole(os.stat(self._path).st_size):
            raise StoreUnavailableError("the database cannot be used: its file is not whole")
        log = Path(f"{self._path}-wal")
        if not log.is_file() or not log.stat().st_size:
            raise StoreUnavailableError("the database cannot be used: its newest part is gone")

    def _whole(self, size: int) -> bool:
        """Whether the file has as many pages as it says (a VACUUM may have made it smaller)."""
        with open(self._path, "rb") as file:
            head = file.read(HEADER)
        pages, page = int.from_bytes(head[28:32]), int.from_bytes(head[16:18])
        return head.startswith(MAGIC) and pages * (65_536 if page == 1 else page) <= size


class SqliteStore(Reading, Writing):
    """Tables and logs in a file."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.owner = secrets.token_urlsafe(9)
        self._thread: ThreadPoolExecutor | None = None
        self._file: sqlite3.Connection | None = None
        self._place = Place(address.where)

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
        """Finish pending writes and close the file; closing twice does no harm."""
        await self._finish_writing()
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._disconnect)
            thread.shutdown()

    async def reconnect(self) -> None:
        """A file has no connection that could be dead."""

    async def ping(self) -> None:
        """Return if the file can be written to, and all of it is there."""
        # Never the same twice: SQLite writes nothing where nothing changes.
        await self.remember("ping", f"{self.owner} {await self.now()} {secrets.token_hex(2)}")
        await self.rows(ANYTHING)
        await self._in_thread(self._place.check)

    # Writing

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner: whatever earlier owners still write is refused from now on."""
        async with self.noticing_damage(id):
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
        last = file.execute(LAST_HASH, (id,)).fetchone()
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

    # Reading, as far as it is the engine's own

    @asynccontextmanager
    async def noticing_damage(self, id: str) -> AsyncIterator[None]:
        """Mark a table that is found to be damaged, if the file lets us."""
        try:
            async with super().noticing_damage(id):
                yield
        except CorruptFileError:
            why = "the file is damaged where it lies"
            with suppress(StoreUnavailableError):
                await self.quarantine(id, why)
            raise DamagedError(id, why) from None

    async def attach(self, attachment: Attachment, replace: bool = False) -> Attachment:
        """Keep something; what is there already stays unless it is to be replaced."""
        return await self._write(lambda file: put_attachment(file, attachment, replace))

    async def change(self, *statements: Statement) -> list[int]:
        """Execute statements of both engines, all or none; how many rows each one changed."""

        def execute(file: sqlite3.Connection) -> list[int]:
            return [file.execute(query, values).rowcount for query, values in statements]

        try:
            return await self._write(execute)
        except sqlite3.IntegrityError:
            raise TakenError from None

    async def size(self) -> Size:
        """How much is stored."""
        rows = await self.rows(
            "SELECT (SELECT count(*) FROM tables), (page_count - freelist_count) * page_size"
            " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        )
        return Size(*rows[0])

    async def now(self) -> int:
        """The wall clock (ms)."""
        return time.time_ns() // 1_000_000

    # The thread and its connection

    def _connect(self) -> None:
        path = Path(self.address.where)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the owner may read it: the secrets of running deals are inside.
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
        self._file = connect(path)
        self._place.note()
        self._transaction(migrate)

    def _disconnect(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    async def rows(self, query: str, *values: object) -> Sequence[Row]:
        """What a query finds."""
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
        if self._place.is_another():
            self._disconnect()
            self._place = Place(self.address.where)
            self._place.note()
        if self._file is None:
            self._file = connect(self.address.where)
        return self._file
