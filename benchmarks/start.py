"""Start: from `quartett serve` to the first page, as somebody waits for it.

    python benchmarks/start.py --runs 9

Each run begins a process of its own with a new, empty data directory, and ends with the first
`200` for `/`; then how long until a table can be made as well.
"""

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.request import urlopen

from load_process import cpu_seconds
from quartett.client import Api


def one_run() -> tuple[float, float, float]:
    """Seconds to the first page and to the first table; processor time until the page."""
    with tempfile.TemporaryDirectory() as folder:
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
    runs = parser.parse_args().runs
    one_run()  # what is read from the disk for the first time is not the server's fault
    found = [one_run() for _ in range(runs)]
    for name, values in zip(("first page", "first table"), zip(*found, strict=True), strict=False):
        middle, most = statistics.median(values), max(values)
        print(f"{name} after {middle * 1000:.0f} ms (median), {most * 1000:.0f} ms at most")
    print(f"processor time until the page: {statistics.median(each[2] for each in found):.2f} s")


if __name__ == "__main__":
    main()
