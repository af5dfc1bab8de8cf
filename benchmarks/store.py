"""What a stored move costs the server: processor time and rate, for both engines.

    PYTHONPATH=tests .venv/bin/python benchmarks/store.py [--old PYTHON] [--moves N]

`--old` names the Python of an environment with version 0.1 (a checkout of it, `scripts/setup` run):
its way of writing is measured in the same run. The processor time is that of the process that
stores, all threads together; what PostgreSQL itself takes is not in it.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ENTRY = (
    b'{"events":[{"type":"drawn","seat":1,"card":"trumpet-4"}],"seat":1,"action":{"type":"draw"},'
    b'"at":0,"id":"0123456789abcdef","on":1700000000000}'
)
DOCUMENT = b'{"people":{},"places":[]}' + b" " * 1500
CONCURRENT = (1, 32, 256)


async def measure(url: str, moves: int) -> None:
    """Append the entries, each table waiting for its own, and print what a move took."""
    begin, append = _new() if _is_new() else _old()
    store, holds = await begin(url, max(CONCURRENT))
    done = dict.fromkeys(range(max(CONCURRENT)), 0)

    async def one(number: int, count: int) -> None:
        for _ in range(count):
            await append(store, holds[number], number, done[number])
            done[number] += 1

    for tables in CONCURRENT:
        count = max(1, (moves if tables > 1 else moves // 10) // tables)
        await asyncio.gather(*(one(number, 3) for number in range(tables)))  # warm
        wall, busy = time.perf_counter(), time.process_time()
        await asyncio.gather(*(one(number, count) for number in range(tables)))
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
        per = tables * count
        print(f"{tables:5} {busy / per * 1e6:10.0f} {per / wall:12,.0f}", flush=True)
    await store.close()


def _is_new() -> bool:
    try:
        import quartett.server.store.opening  # noqa: F401
    except ImportError:
        return False
    return True


def _new() -> tuple[Any, Any]:
    from quartett.server.store.opening import open_store
    from quartett.server.store.store import StoredRow, StoredTable

    async def begin(url: str, tables: int) -> tuple[Any, list[Any]]:
        store = await open_store(url)
        made = [
            StoredTable(str(n), "jericho", "running", True, 0, 0, DOCUMENT) for n in range(tables)
        ]
        return store, list(await asyncio.gather(*(store.create(table) for table in made)))

    async def append(store: Any, hold: Any, table: int, number: int) -> None:
        await store.write(hold, None, [StoredRow(str(table), 1, number, ENTRY)])

    return begin, append


def _old() -> tuple[Any, Any]:
    from quartett.server.sql_store import open_store  # type: ignore[import-not-found]

    from quartett.server.store import LogRow, TableRow  # type: ignore[attr-defined]

    async def begin(url: str, tables: int) -> tuple[Any, list[int]]:
        store = await open_store(url)
        made = [
            TableRow(str(n), "jericho", "running", True, 1, 0, 0, DOCUMENT) for n in range(tables)
        ]
        await asyncio.gather(*(store.save(table) for table in made))
        return store, [1] * tables

    async def append(store: Any, version: int, table: int, number: int) -> None:
        await store.append(str(table), version, [LogRow(str(table), 1, number, ENTRY)])

    return begin, append


def main() -> None:
    """Measure each engine, first the old way, then the new one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", metavar="PYTHON", help="an environment with version 0.1")
    parser.add_argument("--moves", type=int, default=8000)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.url:
        asyncio.run(measure(args.url, args.moves))
        return
    import keeper
    from server.store_databases import fresh_database

    keeper.watch()

    with tempfile.TemporaryDirectory() as folder:
        for engine in ("sqlite", "postgresql"):
            for name, python in (("0.1", args.old), ("now", sys.executable)):
                if python:
                    print(f"\n{engine}, {name}\ntables  CPU µs/move    moves/s", flush=True)
                    url = fresh_database(engine, Path(folder))
                    options = ["--url", url, "--moves", str(args.moves)]
                    subprocess.run([python, __file__, *options], check=True)


if __name__ == "__main__":
    main()
