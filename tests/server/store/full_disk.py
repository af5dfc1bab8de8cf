"""Writes to a store until its disk is full, gets room again, and writes on.

Usage: full_disk.py URL. Says `full`, then `room`, then `done`; ends with 1 if anything is lost.
"""

import asyncio
import resource
import signal
import sys
from pathlib import Path

from quartett.server.store.opening import open_store
from quartett.server.store.store import StoredRow, StoredTable, StoreUnavailableError


async def main(url: str) -> None:
    """Fill the disk up to a limit, as the kernel knows it for this process."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = await open_store(url)
    hold = await store.create(StoredTable("a", "jericho", "running", True, 0, 0, b"{}"))
    path = Path(url.removeprefix("sqlite:///"))
    wal = path.with_name(f"{path.name}-wal")
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 50_000, hard))
    count = 0
    try:
        while True:
            await store.write(hold, None, [StoredRow("a", 0, count, b"x" * 2000)])
            count += 1
    except StoreUnavailableError as error:
        print("full", error, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print("room", flush=True)
    await store.ping()
    for _ in range(20):
        await store.write(hold, None, [StoredRow("a", 0, count, b"x" * 2000)])
        count += 1
    assert len(await store.log("a", 0)) == count
    await store.close()
    print("done", count)


asyncio.run(main(sys.argv[1]))
