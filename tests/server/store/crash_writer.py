"""Writes to a store as fast as it can and says after each write that it was acknowledged.

Each count is also written beside its table.

Usage: crash_writer.py URL TABLES. Goes on where the stored tables stand, until killed.
"""

import asyncio
import os
import sys

from quartett.server.store.opening import open_store
from quartett.server.store.store import Statement, Store, StoredRow, StoredTable


async def write(store: Store, id: str) -> None:
    """Write one count after the other; two entries each, the document every other time."""
    claimed = await store.claim(id)
    if claimed is None:
        hold = await store.create(_table(id, 0))
        count = 0
    else:
        hold = claimed[1]
        count = len(await store.log(id, 0)) // 2
    while True:
        count += 1
        entries = [StoredRow(id, 0, 2 * (count - 1) + n, b"%d" % count) for n in (0, 1)]
        document = _table(id, count) if count % 2 else None
        await store.write(hold, document, entries, beside=_noted(id, count))
        os.write(1, f"{id} {count}\n".encode())


def _table(id: str, count: int) -> StoredTable:
    return StoredTable(id, "jericho", "running", True, 0, count, b"%d" % count)


def _noted(id: str, count: int) -> list[Statement]:
    gone = "DELETE FROM settings WHERE name = ?1"
    added = "INSERT INTO settings (name, value) VALUES (?1, ?2)"
    return [(gone, (f"count {id}",)), (added, (f"count {id}", str(count)))]


async def main(url: str, tables: int) -> None:
    """Let all tables write at once."""
    store = await open_store(url)
    await asyncio.gather(*(write(store, str(n)) for n in range(tables)))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
