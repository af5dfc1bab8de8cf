"""Start: from `quartett serve` to the first page, as a person experiences it.

    python benchmarks/start.py --runs 9 [--tables 20000]

Each run starts a new process with a new data directory, empty or with this many stored
tables, and ends with the first `200` for `/`; then how long until a table can be made as well.
"""

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from load_process import cpu_seconds
from quartett.client import Api
from quartett.core.log import Header
from quartett.server.store.documents import Deal, Person, SeatRecord, TableDocument, to_stored
from quartett.server.store.opening import open_store
from quartett.server.store.store import StoredRow


def one_run(tables: int) -> tuple[float, float, float]:
    """Seconds to the first page and to the first table; processor time until the page."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_fill(Path(folder), tables))
        began = time.perf_counter()
        command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--data-dir", folder], stdout=subprocess.PIPE, text=True
        )
        try:
            url = _address(server)
            with urlopen(url, timeout=10) as answer:
                assert answer.status == 200
                assert b"<html" in answer.read()
            page, used = time.perf_counter() - began, cpu_seconds(server.pid)
            asyncio.run(Api(url).post("/api/tables", game="jericho", you="Anna"))
            return page, time.perf_counter() - began, used
        finally:
            server.kill()
            server.wait()


async def _fill(folder: Path, tables: int) -> None:
    """Store tables of absent people: a third each are waiting, running and over."""
    if not tables:
        return
    store = await open_store(folder / "quartett.db")
    now = time.time_ns() // 1_000_000
    for first in range(0, tables, 1000):
        ids = range(first, min(first + 1000, tables))
        docs = [_document(f"table{n:05}", n % 3, now - n) for n in ids]
        await asyncio.gather(
            *(
                store.create(to_stored(doc), [StoredRow(doc.id, 1, n, b"{}") for n in range(30)])
                for doc in docs
            )
        )
    await store.close()


def _document(id: str, kind: int, now: int) -> TableDocument:
    people = {f"{id}-{n}": Person(f"Anna {n}", (f"{id}-{n}-browser",)) for n in range(3)}
    return TableDocument(
        id=id,
        game="jericho",
        name="A table",
        host=f"{id}-0",
        people=people,
        places=tuple(SeatRecord(person=p, name=each.name) for p, each in people.items()),
        deal=Deal("secret", "commitment"),
        status=("waiting", "running", "over")[kind],  # type: ignore[arg-type]
        header=None if kind == 0 else Header("jericho", 3, "seed"),
        public=kind == 0,
        created_at=now,
        updated_at=now,
    )


def _address(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise SystemExit("The server ended before it said where it listens.")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--tables", type=int, default=0, help="so many are stored before")
    args = parser.parse_args()
    one_run(0)  # what is read from the disk for the first time is not the server's fault
    found = [one_run(args.tables) for _ in range(args.runs)]
    for name, values in zip(("first page", "first table"), zip(*found, strict=True), strict=False):
        middle, most = statistics.median(values), max(values)
        print(f"{name} after {middle * 1000:.0f} ms (median), {most * 1000:.0f} ms at most")
    print(f"processor time until the page: {statistics.median(each[2] for each in found):.2f} s")


if __name__ == "__main__":
    main()
