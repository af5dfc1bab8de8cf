"""Connections to SQLite and PostgreSQL, set so that a commit is on the disk when it returns."""

import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from quartett.core.errors import FormatError
from quartett.server.store.addresses import DRIVERS, FORMS, check_address

SQLITE_SETTINGS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
"""What each connection is told: the disk has it when a commit returns."""


def database_url(where: str | Path) -> URL:
    """The address of a database: a URL as it is, a plain path as an SQLite file."""
    if isinstance(where, Path) or "://" not in where:
        path = Path(where).expanduser().resolve()
        return URL.create(DRIVERS["sqlite"], database=str(path))
    return _parsed(where).set(drivername=check_address(where))


def create_engine(url: URL) -> AsyncEngine:
    """An engine for this database; nothing is connected yet."""
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    # Whatever the server's default is: a save that returned must be on its disk.
    settings = {"server_settings": {"synchronous_commit": "on"}}
    return create_async_engine(url, pool_pre_ping=True, connect_args=settings)


def _parsed(where: str) -> URL:
    try:
        return make_url(where)
    except (sa.exc.ArgumentError, ValueError):  # ValueError: a port that is no number
        raise FormatError(f"a database's address has the form {FORMS}") from None


def _sqlite(url: URL) -> AsyncEngine:
    _make_private_file(Path(str(url.database)))
    engine = create_async_engine(url)
    sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    sa.event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _make_private_file(path: Path) -> None:
    """Only the owner may read it: the secrets of running deals are inside."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver's own transactions begin too late and end too early; we say BEGIN ourselves.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in SQLITE_SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    # A transaction that first reads and then writes could not wait for another writer.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
