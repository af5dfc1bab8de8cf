"""Killed in the middle of thousands of saves: what was acknowledged is there, and only once."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from quartett.server.store.sql import open_store
from quartett.server.store.store import LogRow, Store, TableRow
from server.store_databases import fresh_database, postgres

WRITER = Path(__file__).with_name("store_crash_writer.py")
TABLES = 25


def write_until_killed(url: str, saves: int) -> dict[str, int]:
    """The last acknowledged version of each table, after about so many saves and kill -9."""
    acknowledged: dict[str, int] = {}
    process = subprocess.Popen(
        [sys.executable, WRITER, url, str(TABLES)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process, process.stdout:
        for count, line in enumerate(process.stdout):
            if count == saves:
                process.kill()
            if line.endswith("\n"):
                id, version = line.split()
                acknowledged[id] = int(version)
    return acknowledged


async def check_table(store: Store, id: str, acknowledged: int) -> None:
    """At least the acknowledged version is stored, and each version's two entries once."""
    table = await store.table(id)
    assert table is not None
    assert table.version >= acknowledged
    expected = [
        LogRow(id, 0, 2 * version + n, b"%d" % version)
        for version in range(1, table.version + 1)
        for n in (0, 1)
    ]
    assert await store.log(id, 0) == expected
    assert table.document == b"%d" % table.version


def check(url: str, acknowledged: dict[str, int]) -> None:
    async def all_tables() -> None:
        store = await open_store(url)
        for id, version in acknowledged.items():
            await check_table(store, id, version)
        await store.close()

    asyncio.run(all_tables())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_acknowledged_save_survives_kill_9_again_and_again(kind: str, tmp_path: Path) -> None:
    url = fresh_database(kind, tmp_path)
    chance = random.Random(9)
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        acknowledged |= write_until_killed(url, chance.randrange(400, 1600))
        check(url, acknowledged)
    assert sum(acknowledged.values()) > 1200


def test_the_store_goes_on_after_postgres_was_killed_and_restarted(tmp_path: Path) -> None:
    url = fresh_database("postgresql", tmp_path)
    acknowledged: dict[str, int] = {}
    asyncio.run(_write_through_a_crash(url, acknowledged))
    check_all = {id: version for id, version in acknowledged.items() if version}
    assert len(check_all) == TABLES
    check(url, check_all)


async def _write_through_a_crash(url: str, acknowledged: dict[str, int]) -> None:
    store = await open_store(url)
    writers = [asyncio.create_task(_write(store, str(n), acknowledged)) for n in range(TABLES)]
    while sum(acknowledged.values()) < 1000:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(postgres().crash)
    failed = await asyncio.gather(*writers, return_exceptions=True)
    # Whoever waited hears that it failed: nothing is called saved that may not be.
    assert all(isinstance(error, OSError | sa.exc.DBAPIError) for error in failed)
    await asyncio.to_thread(postgres().start)
    for id, version in acknowledged.items():
        stored = await store.table(id)
        assert stored is not None
        assert stored.version >= version
        await _save(store, id, stored.version + 1)
        acknowledged[id] = stored.version + 1
    await store.close()


async def _write(store: Store, id: str, acknowledged: dict[str, int]) -> None:
    version = 0
    while True:
        version += 1
        await _save(store, id, version)
        acknowledged[id] = version


async def _save(store: Store, id: str, version: int) -> None:
    table = TableRow(id, "jericho", "running", True, version, 0, version, b"%d" % version)
    entries = [LogRow(id, 0, 2 * version + n, b"%d" % version) for n in (0, 1)]
    await store.save(table, entries)
