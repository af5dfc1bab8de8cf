"""Soak: one server for an hour, a hundred tables that come and go; does its memory stay flat?

    PYTHONPATH=benchmarks python research/soak.py --minutes 60 --tables 100 --pause 2

Each of the tables is made, joined, watched, played over sockets whose lines break now and then,
rematched or left; tables that were left sleep outside the memory, and some are taken up again.
A line a minute, and at the end how fast memory grew after the warm-up. The server is
`quartett serve` in a process of its own; `--growth` ends with exit status 1 if it grew faster (MB
an hour).
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from load_process import cpu_seconds, memory_mb
from quartett.client import Api
from quartett.server.options import LIMITS
from soak_people import Crowd

WARM_UP_SHARE = 0.25
"""So much of the time passes before growth is measured."""

METRICS_TOKEN = "figures-for-the-soak-benchmark"
UNLIMITED = [part for option in LIMITS for part in (option.name, "0")]
HEAD = (
    f"{'minute':>6} {'MB':>7} {'awake':>6} {'sockets':>7} {'made':>6} {'matches':>7} {'moves':>8}"
    f" {'breaks':>6} {'errors':>6} {'server':>7} {'people':>7} of a core"
)


class Server:
    """`quartett serve` in a process of its own."""

    def __init__(self, folder: str, options: list[str]) -> None:
        command = [sys.executable, "-m", "quartett", "serve", "--no-open", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data-dir", folder, "--think-ms", "50", "150", *UNLIMITED, *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "QUARTETT_METRICS_TOKEN": METRICS_TOKEN},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[^\s/]+:\d+", self.process.stdout.readline())
        if found is None:
            raise SystemExit("The server ended before it said where it listens.")
        self.url = found[0]

    async def figures(self) -> dict[str, float]:
        """What the server says of itself."""
        page = (await Api(self.url, METRICS_TOKEN).fetch("/metrics")).decode()
        lines = (line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
        return {name: float(value) for name, value in lines}


async def soak(server: Server, args: argparse.Namespace) -> float:
    """Let people come and go, and print a line a minute; the growth in MB an hour."""
    crowd = Crowd(server.url, args.pause)
    people = [asyncio.create_task(crowd.play(number)) for number in range(args.tables)]
    began, seen, pid = time.monotonic(), [], server.process.pid
    print(HEAD, flush=True)
    for minute in range(1, args.minutes + 1):
        used, own = cpu_seconds(pid), cpu_seconds("self")
        await asyncio.sleep(max(0.0, began + 60 * minute - time.monotonic()))
        figures, memory = await server.figures(), memory_mb(pid)
        seen.append((minute, memory))
        shares = [(cpu_seconds(who) - was) / 60 for who, was in ((pid, used), ("self", own))]
        print(
            f"{minute:6} {memory:7.1f} {figures['quartett_tables']:6.0f}"
            f" {figures['quartett_connections']:7.0f} {crowd.made:6} {crowd.matches:7}"
            f" {crowd.moves:8} {crowd.breaks:6} {figures['quartett_errors_total']:6.0f}"
            f" {shares[0]:7.1%} {shares[1]:7.1%}",
            flush=True,
        )
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    for what, count in crowd.troubles.most_common():
        print(f"{count} times {what}")
    return _slope(seen[int(len(seen) * WARM_UP_SHARE) :]) * 60


def _slope(points: list[tuple[int, float]]) -> float:
    """How much the second rises for each of the first, by least squares."""
    if len(points) < 2:
        return 0.0
    across = sum(x for x, _ in points) / len(points)
    up = sum(y for _, y in points) / len(points)
    spread = sum((x - across) ** 2 for x, _ in points)
    return sum((x - across) * (y - up) for x, y in points) / spread


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--tables", type=int, default=100, help="so many are played at once")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds before somebody acts")
    parser.add_argument("--growth", type=float, help="the most that is fine, in MB an hour")
    parser.add_argument("options", nargs="*", help="options of `quartett serve`, after --")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, args.options)
        try:
            growth = asyncio.run(soak(server, args))
            size = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        finally:
            server.process.terminate()
            server.process.wait()
    print(f"growth after the warm-up: {growth:+.1f} MB an hour; database {size:.0f} MB")
    return 1 if args.growth is not None and growth > args.growth else 0


if __name__ == "__main__":
    sys.exit(main())
