"""Writes saves to a store as fast as it can and says after each that it was acknowledged.

Usage: store_crash_writer.py URL TABLES. Goes on where the stored tables stand, until killed.
"""

import asyncio
import os
import sys

from quartett.server.store.sql import open_store
from quartett.server.store.store import LogRow, Store, TableRow


async def write(store: Store, id: str) -> None:
    """Save one version after the other; two entries each."""
    stored = await store.table(id)
    version = stored.version if stored else 0
    while True:
        version += 1
        table = TableRow(id, "jericho", "running", True, version, 0, version, b"%d" % version)
        entries = [LogRow(id, 0, 2 * version + n, b"%d" % version) for n in (0, 1)]
        await store.save(table, entries)
        os.write(1, f"{id} {version}\n".encode())


async def main(url: str, tables: int) -> None:
    """Let all tables write at once."""
    store = await open_store(url)
    await asyncio.gather(*(write(store, str(n)) for n in range(tables)))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
