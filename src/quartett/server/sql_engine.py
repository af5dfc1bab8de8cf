"""Connections to SQLite and PostgreSQL, set so that a commit is on the disk when it returns."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from quartett.core.errors import QuartettError

T = TypeVar("T")

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}

_SQLITE_SETTINGS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def database_url(where: str | Path) -> URL:
    """The address of a database: a URL as it is, a plain path as an SQLite file."""
    if isinstance(where, Path) or "://" not in where:
        path = Path(where).expanduser().resolve()
        return URL.create("sqlite+aiosqlite", database=str(path))
    url = _parsed(where)
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in _DRIVERS.values():
        raise QuartettError(f"This is no SQLite or PostgreSQL address: {url.drivername}://…")
    if url.drivername == "sqlite+aiosqlite" and (url.database or ":memory:") == ":memory:":
        raise QuartettError("Tables must survive a crash: name a file, not a database in memory.")
    return url


def create_engine(url: URL) -> AsyncEngine:
    """An engine for this database; nothing is connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    # Whatever the server's default is: a save that returned must be on its disk.
    settings = {"server_settings": {"synchronous_commit": "on"}}
    return create_async_engine(url, pool_pre_ping=True, connect_args=settings)


class Transactions:
    """Runs writing transactions, each in one go; all of one database pass through here."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._file = _writing_file(engine.url) if engine.dialect.name == "sqlite" else None
        self._thread = ThreadPoolExecutor(1, "store writer") if self._file else None

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """What the work returned, once its transaction is on the disk."""
        if self._thread is None:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        # A file needs no waiting for a network: one change of threads for a whole transaction.
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._run_in_thread, work)

    def close(self) -> None:
        """Let go of the file; what was begun is finished first."""
        if self._thread is not None:
            self._thread.shutdown()
        if self._file is not None:
            self._file.dispose()

    def _run_in_thread(self, work: Callable[[sa.Connection], T]) -> T:
        assert self._file is not None
        with self._file.begin() as connection:
            return work(connection)


def _writing_file(url: URL) -> sa.Engine:
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"), connect_args={"check_same_thread": False}
    )
    _listen(engine)
    return engine.execution_options(writes=True)


def _parsed(where: str) -> URL:
    try:
        return make_url(where)
    except sa.exc.ArgumentError:
        raise QuartettError("This is no SQLite or PostgreSQL address.") from None


def _sqlite(url: URL) -> AsyncEngine:
    _make_private_file(Path(str(url.database)))
    engine = create_async_engine(url)
    _listen(engine.sync_engine)
    return engine


def _listen(engine: sa.Engine) -> None:
    sa.event.listen(engine, "connect", _set_up_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)


def _make_private_file(path: Path) -> None:
    """Only the owner may read it: the secrets of running deals are inside."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver's own transactions begin too late and end too early; we say BEGIN ourselves.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in _SQLITE_SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    # A transaction that first reads and then writes could not wait for another writer.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
