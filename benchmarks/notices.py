"""How quickly waiting notices are pushed, and what that means for moves in the same process.

    PYTHONPATH=tests .venv/bin/python benchmarks/notices.py [--notices N] [--engine ENGINE]

The server's process is bound to one core, a local push service runs in another process on the rest.
Moves are played at a separate table all the time: first on their own, then while notices are sent.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from quartett.server.notices import channels
from quartett.server.notices.channels import Channel
from quartett.server.notices.encryption import BrowserKeys, encoded, point_of
from quartett.server.notices.push import Push
from quartett.server.notices.sending import AT_ONCE, Sending
from quartett.server.settings import Settings
from quartett.server.shared.services import Services
from quartett.server.store.opening import make_store
from quartett.server.store.store import Statement, StoredTable
from quartett.server.table.registry import TableRegistry
from server.history.tables import played, seated
from server.store_databases import fresh_database

ALONE_SECONDS, PAUSE_SECONDS = 15.0, 0.02
BEGIN = (
    "INSERT INTO notices (who, table_id, match, stage, began_at, ends_at, remind_at, due_at, tries,"
    " served) VALUES (?1, ?2, 1, 'turn', 1, ?3, ?3, 1, 0, '')"
)


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Accept one message, as a push service does."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
    await reader.readexactly(length)
    writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()
    writer.close()


def serve(port: Any, opened: Event) -> None:
    """A push service, in a process of its own."""

    async def forever() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=512)
        port.value = server.sockets[0].getsockname()[1]
        opened.set()
        await server.serve_forever()

    asyncio.run(forever())


def waiting(count: int, port: int, signer: str, now: int) -> Iterator[list[Statement]]:
    """People whose turn it is, each with a browser; a few hundred at a time."""
    chunk: list[Statement] = []
    for number in range(count):
        key = point_of(ec.generate_private_key(ec.SECP256R1()).public_key())
        keys = BrowserKeys(encoded(key), encoded(os.urandom(16)), signer)
        text, who = msgspec.json.encode(keys).decode(), f"who{number}"
        url = f"http://127.0.0.1:{port}/{number}"
        chunk.append(
            channels.added(Channel(f"c{number}", who, "push", url, "en", now, now, keys=text))
        )
        chunk.append((BEGIN, (who, f"table{number}", now + 86_400_000)))
        if len(chunk) >= 500:
            yield chunk
            chunk = []
    yield chunk


async def fill(tables: TableRegistry, count: int, port: int, signer: str, table: Any) -> None:
    """Write the notices and their tables."""
    store, now = tables.services.store, tables.services.time.wall_ms()
    document = msgspec.json.encode(table.now.doc)
    stored = [
        StoredTable(f"table{number}", "souvenirs", "running", False, now, now, document)
        for number in range(count)
    ]
    for first in range(0, count, 256):
        await asyncio.gather(*(store.create(each) for each in stored[first : first + 256]))
    for chunk in waiting(count, port, signer, now):
        await store.change(*chunk)


async def moves(tables: TableRegistry, until: asyncio.Event) -> list[float]:
    """Play moves until the work is done; returns how long each took, in ms."""
    rng, found = random.Random(1), list[float]()
    table = await seated(tables, ["anna", "ben"], turn_seconds=86_400)
    while not until.is_set():
        began = time.perf_counter()
        await played(table, rng, 1)
        found.append(1000 * (time.perf_counter() - began))
        if table.status != "running":
            table = await seated(tables, ["anna", "ben"], turn_seconds=86_400)
        await asyncio.sleep(PAUSE_SECONDS)
    return found


async def drained(sending: Sending) -> int:
    """Send all waiting notices."""
    done = 0
    while found := await sending.drain():
        done += found
        if found < AT_ONCE:
            break
    return done


def shown(name: str, times: list[float]) -> None:
    """A line on how long moves took."""
    p99 = quantiles(times, n=100)[98]
    print(f"{name:28} {len(times):6} moves  median {median(times):6.1f} ms  p99 {p99:6.1f} ms")


async def measure(url: str, count: int, port: int) -> None:
    """Measure moves alone, then notices and moves together."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), think_ms=(0, 0), push_services="any")
        services = Services(settings)
        tables = TableRegistry(services)
        await tables.open(lambda: make_store(url))
        await tables.opened()
        push = Push(services)
        sending = Sending(services, {"push": push})
        table = await seated(tables, ["cleo", "dora"], turn_seconds=86_400)
        await fill(tables, count, port, push.key, table)
        over = asyncio.Event()
        asyncio.get_running_loop().call_later(ALONE_SECONDS, over.set)
        shown("without notices", await moves(tables, over))
        over = asyncio.Event()
        beside = asyncio.create_task(moves(tables, over))
        wall, busy = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
        done = await drained(sending)
        wall, after = time.perf_counter() - wall, resource.getrusage(resource.RUSAGE_SELF)
        over.set()
        shown("while notices are sent", await beside)
        used = after.ru_utime + after.ru_stime - busy.ru_utime - busy.ru_stime
        print(f"{done} notices in {wall:.1f} s ({done / wall:.0f}/s), {used:.1f} s of one core")
        await tables.close()


def main() -> None:
    """Measure one engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    port, opened = multiprocessing.Value("i", 0), multiprocessing.Event()
    service = multiprocessing.Process(target=serve, args=(port, opened), daemon=True)
    service.start()
    opened.wait()
    with tempfile.TemporaryDirectory() as folder:
        url = fresh_database(chosen.engine, Path(folder))
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        asyncio.run(measure(url, chosen.notices, port.value))
    service.terminate()


if __name__ == "__main__":
    main()
