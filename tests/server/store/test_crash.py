"""Killed in the middle of thousands of writes: what was acknowledged is there, and only once."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from quartett.server.store.opening import open_store
from quartett.server.store.store import (
    Store,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from server.store_databases import fresh_database, postgres

WRITER = Path(__file__).with_name("crash_writer.py")
TABLES = 25


def write_until_killed(url: str, writes: int) -> dict[str, int]:
    """The last acknowledged count of each table, after about so many writes and kill -9."""
    acknowledged: dict[str, int] = {}
    process = subprocess.Popen(
        [sys.executable, WRITER, url, str(TABLES)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process, process.stdout:
        for count, line in enumerate(process.stdout):
            if count == writes:
                process.kill()
            if line.endswith("\n"):
                id, number = line.split()
                acknowledged[id] = int(number)
    return acknowledged


async def check_table(store: Store, id: str, acknowledged: int) -> None:
    """At least the acknowledged count is stored; its two entries and what is beside them, once."""
    table = await store.table(id)
    assert table is not None
    log = await store.log(id, 0)
    stored = len(log) // 2
    assert stored >= acknowledged
    assert log == [StoredRow(id, 0, n, b"%d" % (n // 2 + 1)) for n in range(2 * stored)]
    assert (await store.setting(f"count {id}") or "0") == str(stored)
    assert table.document == b"%d" % (stored - (stored + 1) % 2 if stored else 0)


def check(url: str, acknowledged: dict[str, int]) -> None:
    async def all_tables() -> None:
        store = await open_store(url)
        for id, count in acknowledged.items():
            await check_table(store, id, count)
        assert await store.quarantined() == []
        await store.close()

    asyncio.run(all_tables())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_acknowledged_write_survives_kill_9_again_and_again(
    kind: str, tmp_path: Path
) -> None:
    url = fresh_database(kind, tmp_path)
    chance = random.Random(9)
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        acknowledged |= write_until_killed(url, chance.randrange(400, 1600))
        check(url, acknowledged)
    assert sum(acknowledged.values()) > 1200


def test_the_store_goes_on_after_postgres_was_killed_and_restarted(tmp_path: Path) -> None:
    url = fresh_database("postgresql", tmp_path)
    asyncio.run(_write_through_a_crash(url))


async def _write_through_a_crash(url: str) -> None:
    store = await open_store(url)
    acknowledged = {str(n): 0 for n in range(TABLES)}
    writers = {id: Writing(store, id, acknowledged) for id in acknowledged}
    tasks = [asyncio.create_task(each.go_on(10_000)) for each in writers.values()]
    while sum(acknowledged.values()) < 1000:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(postgres().crash)
    try:
        failed = await asyncio.gather(*tasks, return_exceptions=True)
        # Whoever waited hears that it failed: nothing is called written that may not be.
        assert [type(error) for error in failed] == [StoreUnavailableError] * TABLES
        with pytest.raises(StoreUnavailableError):
            await store.ping()
    finally:
        await asyncio.to_thread(postgres().start)
    await store.ping()
    # The same write, tried again, is stored once, whether or not it was before the crash.
    await asyncio.gather(*(each.go_on(20) for each in writers.values()))
    for id, count in acknowledged.items():
        log = await store.log(id, 0)
        assert [row.number for row in log] == list(range(count))
    await store.close()


class Writing:
    """Appends entry after entry to one table; what failed is tried again."""

    def __init__(self, store: Store, id: str, acknowledged: dict[str, int]) -> None:
        self.store = store
        self.id = id
        self.acknowledged = acknowledged
        self.hold: object = None

    async def go_on(self, writes: int) -> None:
        """Write so many more entries."""
        if self.hold is None:
            table = StoredTable(self.id, "jericho", "running", True, 0, 0, b"{}")
            self.hold = await self.store.create(table)
        for _ in range(writes):
            number = self.acknowledged[self.id]
            row = StoredRow(self.id, 0, number, b"%d" % number)
            await self.store.write(self.hold, None, [row])  # type: ignore[arg-type]
            self.acknowledged[self.id] += 1
