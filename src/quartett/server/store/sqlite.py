"""Transactions of the embedded database: one thread, one connection, plain statements.

Every move waits for this, and the thread shares the interpreter with all tables: so it does
without SQLAlchemy, which would take ten times the processor time for the same few statements.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec

from quartett.server.store.engine import SQLITE_SETTINGS
from quartett.server.store.schema import LOG, TABLES
from quartett.server.store.store import TableRow
from quartett.server.store.writer import Save, TakenError, fresh_ones

T = TypeVar("T")

_COLUMNS = TableRow.__struct_fields__
_CHANGES = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "id")
_VERSION = f"SELECT version FROM {TABLES} WHERE id = ?"
_SAVE = (
    f"INSERT INTO {TABLES} ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
    f" ON CONFLICT (id) DO UPDATE SET {_CHANGES}"
)
_APPEND = f"INSERT INTO {LOG} (table_id, match, number, entry) VALUES (?, ?, ?, ?)"
"""In the order of `LogRow`'s fields."""

_DELETE = f"DELETE FROM {TABLES} WHERE id IN (SELECT id FROM {TABLES} WHERE updated_at < ? LIMIT ?)"


class FileCommits:
    """Writes to a file."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1, "store writer")
        # Opened here, so that a failure is told where the store is opened; used by the thread.
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for setting in SQLITE_SETTINGS:
            self._file.execute(setting)

    async def write(self, saves: Sequence[Save]) -> list[Save]:
        """Write the fresh ones of these saves and tell which they were; all or none of them."""
        try:
            return await self._run(partial(_write_fresh, saves))
        except sqlite3.IntegrityError as error:
            raise TakenError from error

    async def delete_some(self, moment: int, limit: int) -> int:
        """Delete a few tables not changed since a moment; how many went."""
        return await self._run(lambda file: file.execute(_DELETE, (moment, limit)).rowcount)

    async def close(self) -> None:
        """Let go of the file; what was begun is finished first."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._in_transaction, work)

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        file = self._file
        try:
            file.execute("BEGIN IMMEDIATE")
            result = work(file)
            file.execute("COMMIT")
        finally:
            if file.in_transaction:
                file.execute("ROLLBACK")
        return result


def _write_fresh(saves: Sequence[Save], file: sqlite3.Connection) -> list[Save]:
    known = {save.id: file.execute(_VERSION, (save.id,)).fetchone() for save in saves}
    stored = {id: found[0] for id, found in known.items() if found is not None}
    fresh, rows = fresh_ones(saves, stored)
    file.executemany(_SAVE, [msgspec.structs.astuple(row) for row in rows.values()])
    entries = [msgspec.structs.astuple(entry) for save in fresh for entry in save.entries]
    file.executemany(_APPEND, entries)
    return fresh
