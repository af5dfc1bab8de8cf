"""The faults: each is begun and ended; in between the server has a hard time."""

import asyncio
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import msgspec
from websockets.asyncio.client import connect

from chaos.process import Process
from server.store_databases import postgres

DAYS_AHEAD = 61
DISK_MEGABYTES = 64
FLOODING_SOCKETS = 8
SLOW_READERS = 20
SILENT = 300

Fault = Callable[["Scene", float], AbstractAsyncContextManager[None]]


class Scene(msgspec.Struct):
    """A server, and its database."""

    server: Process
    kind: str
    database: str | None
    tables: Callable[[], list[str]]
    """The tables at which people play now."""
    disk: Path | None = None
    """Where PostgreSQL keeps them, if that is a file system of its own."""


@asynccontextmanager
async def kill(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """The process is killed and started again."""
    await asyncio.to_thread(scene.server.kill)
    await asyncio.to_thread(scene.server.start)
    yield


@asynccontextmanager
async def restart(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """The process is asked to end and started again."""
    await asyncio.to_thread(scene.server.terminate)
    await asyncio.to_thread(scene.server.start)
    yield


@asynccontextmanager
async def pause(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """The process stands still for a while."""
    scene.server.stop()
    try:
        await asyncio.sleep(seconds)
    finally:
        scene.server.go_on()
    yield


@asynccontextmanager
async def wrong_clock(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """The machine comes up with a wall clock two months ahead; then it is set right."""
    await asyncio.to_thread(scene.server.kill)
    await asyncio.to_thread(scene.server.start, DAYS_AHEAD * 24 * 3600.0)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(scene.server.kill)
    await asyncio.to_thread(scene.server.start)
    yield


@asynccontextmanager
async def full_disk(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """There is no room for anything; without a file system of one's own, no file can grow."""
    folder = scene.disk or scene.server.folder
    filler = folder / "filler"
    mounted = folder.is_mount()
    if mounted:
        await asyncio.to_thread(_fill, filler)
    else:
        scene.server.fill_disk()
    try:
        await asyncio.sleep(seconds)
    finally:
        filler.unlink(missing_ok=True)
        if not mounted:
            scene.server.empty_disk()
    yield


def _fill(filler: Path) -> None:
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    file.write(b"\0" * size)


def _mount(*options: str) -> None:
    subprocess.run(["mount", *options], check=True, capture_output=True)


@contextmanager
def own_file_system(folder: Path) -> Iterator[None]:
    """Put a small file system of its own under a folder, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)


@cache
def may_mount() -> bool:
    """Whether file systems can be mounted here."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with own_file_system(Path(folder)):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


@asynccontextmanager
async def locked(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """Another program holds the database."""
    if scene.kind == "sqlite":
        await asyncio.to_thread(_hold_file, str(scene.server.folder / "quartett.db"), seconds)
    else:
        connection = await asyncpg.connect(scene.database)
        async with connection.transaction():
            rows = await connection.fetch(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            )
            names = ", ".join(f'"{row["tablename"]}"' for row in rows)
            await connection.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(seconds)
        await connection.close()
    yield


def _hold_file(path: str, seconds: float) -> None:
    holder = sqlite3.connect(path, isolation_level=None, timeout=30)
    holder.execute("BEGIN IMMEDIATE")
    time.sleep(seconds)
    holder.execute("ROLLBACK")
    holder.close()


@asynccontextmanager
async def read_only(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """The database takes no writes (PostgreSQL: as a standby does)."""
    name = urlsplit(scene.database or "").path[1:]
    connection = await asyncpg.connect(scene.database)
    try:
        await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await _disconnect_others(connection)
        await asyncio.sleep(seconds)
        await connection.execute("SET default_transaction_read_only = off")
        await connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await _disconnect_others(connection)
    finally:
        await connection.close()
    yield


async def _disconnect_others(connection: Any) -> None:
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


@asynccontextmanager
async def database_gone(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """PostgreSQL is killed, and comes up again after a while."""
    await asyncio.to_thread(postgres().crash)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(postgres().start)
    yield


def _socket(scene: Scene, table: str) -> str:
    return f"{scene.server.url.replace('http', 'ws')}/api/tables/{table}/socket"


@asynccontextmanager
async def slow_readers(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """Spectators who never read what they are told."""
    sockets = []
    for number in range(SLOW_READERS):
        tables = scene.tables()
        if tables:
            url = _socket(scene, tables[number % len(tables)])
            with suppress(Exception):
                reader = await connect(url, proxy=None, max_queue=1)
                await reader.send('{"type": "hello"}')
                reader.transport.pause_reading()
                sockets.append(reader)
    await asyncio.sleep(seconds)
    for reader in sockets:
        reader.transport.abort()
    yield


@asynccontextmanager
async def flood(scene: Scene, seconds: float) -> AsyncIterator[None]:
    """Strangers ask all the time, over sockets and HTTP, and hold silent connections."""
    until = asyncio.get_running_loop().time() + seconds
    silent = await asyncio.to_thread(_silent, scene.server.url)
    talkers = [_talk(scene, until) for _ in range(FLOODING_SOCKETS)]
    await asyncio.gather(*talkers, asyncio.to_thread(_ask, scene.server.url, seconds))
    for one in silent:
        one.close()
    yield


def _silent(url: str) -> list[socket.socket]:
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    place = (parts.hostname, parts.port)
    return [socket.create_connection(place, 10, ("127.0.0.2", 0)) for _ in range(SILENT)]


async def _talk(scene: Scene, until: float) -> None:
    tables = scene.tables()
    url = _socket(scene, tables[0])
    with suppress(Exception):
        async with connect(url, proxy=None, max_size=None) as talker:
            await talker.send('{"type": "hello"}')
            while asyncio.get_running_loop().time() < until:
                for text in ('{"type": "catch_up"}', '{"type": "hint", "id": "h"}', "nonsense"):
                    await talker.send(text)
                await asyncio.sleep(0.005)


def _ask(url: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError):
            connection = HTTPConnection(urlsplit(url).netloc, timeout=5)
            for path in ("/api/tables", "/%00", "/api/tables/none/replay/views"):
                connection.request("GET", path)
                connection.getresponse().read()
            connection.close()


SQLITE: dict[str, Fault] = {
    "kill -9": kill,
    "restart": restart,
    "pause": pause,
    "full disk": full_disk,
    "locked": locked,
    "clock 61 days ahead": wrong_clock,
    "slow readers": slow_readers,
    "flood": flood,
}

POSTGRESQL: dict[str, Fault] = {
    "kill -9": kill,
    "restart": restart,
    "pause": pause,
    "full disk": full_disk,
    "locked": locked,
    "read-only": read_only,
    "database killed": database_gone,
    "clock 61 days ahead": wrong_clock,
    "slow readers": slow_readers,
    "flood": flood,
}
