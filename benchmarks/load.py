"""Load: many live tables over real sockets, a move every so often at each; who hears of it when.

    python benchmarks/load.py --tables 500 --seats 4 --seconds 20 --pause 1.0
    python benchmarks/load.py --raise            quicker and quicker until 99 % in 50 ms is missed
    python benchmarks/load.py --idle             what a table costs at which nothing happens

The server runs in a process of its own, the guests in this one. The moves of all tables are
spread evenly over the pause; whether a move was late does not put off the next one.
"""

import argparse
import asyncio
import multiprocessing
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from load_play import METRICS_TOKEN, Round, Seated, Services
from load_process import cpu_seconds, memory_mb
from quartett.server.options import NO_LIMITS
from quartett.server.run import serve
from quartett.server.settings import Settings

LIMIT_MS = 50.0
STEPS = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0, 3.5, 4.0, 5.0)
"""How much quicker than `--pause` the rounds of `--raise` are."""

HEAD = (
    f"{'moves/s':>8} {'asked':>6} {'50 %':>7} {'95 %':>7} {'99 %':>7} {'most':>7} ms"
    f"  {'server':>6} {'guests':>6} of a core  {'MB':>4}  own lag 99 %  late lost refused"
)


async def measure(url: str, args: argparse.Namespace, server: int) -> None:
    """Open all tables, let them play, and say how it went."""
    house = Services(url, args.game, args.seats)
    await house.api.get("/healthz")  # answered once the server is wholly there
    empty = memory_mb(server)
    tables = await house.open(args.tables)
    each = (memory_mb(server) - empty) * 1000 / args.tables
    print(f"{args.tables} tables of {args.seats} open; server {memory_mb(server):.0f} MB,", end=" ")
    print(f"{each:.0f} kB for a table with its sockets")
    print(HEAD)
    for step in STEPS if args.raise_rate else STEPS[:1]:
        if await _round(tables, args.pause / step, args.seconds, server) > LIMIT_MS:
            break
    print(f"inside the server a move took {await house.mean_move_ms():.1f} ms (mean)")
    for table in tables:
        table.leave()


async def _round(tables: list[Seated], pause: float, seconds: float, server: int) -> float:
    """Let all tables play for a while; within how many ms 99 % were heard."""
    round_ = Round(tables, pause)
    used, own = cpu_seconds(server), cpu_seconds("self")
    spent = await round_.play(seconds)
    shares = [(cpu_seconds(who) - was) / spent for who, was in ((server, used), ("self", own))]
    heard = round_.parts(0.5, 0.95, 0.99, 1.0)
    print(f"{round_.moves / spent:8.0f} {len(tables) / pause:6.0f}", end=" ")
    print(" ".join(f"{ms:7.1f}" for ms in heard), end="     ")
    print(" ".join(f"{share:5.0%} " for share in shares), end="           ")
    print(f"{memory_mb(server):4.0f}  {round_.own_lag(0.99):9.1f} ms", end="  ")
    print(f"{round_.late:4} {round_.lost:4} {round_.refused:7}", flush=True)
    return heard[2]


async def idle(url: str, args: argparse.Namespace, server: int) -> None:
    """Open tables at which nothing happens, and say what each costs."""
    house = Services(url, args.game, args.seats)
    await house.api.get("/healthz")
    await house.open(20)  # whatever is loaded with the first tables is not theirs
    await asyncio.sleep(1)
    for name, how in (
        ("waiting, nobody connected", house.waiting),
        ("running, nobody connected", house.running),
        (f"running, all {args.seats} connected", house.seated),
    ):
        before = memory_mb(server)
        await house.many(how, args.tables)
        await asyncio.sleep(1)
        each = (memory_mb(server) - before) * 1000 / args.tables
        print(f"{name}: {each:.1f} kB a table", flush=True)


def _serve(data_dir: str, tell: Connection) -> None:
    limits: dict[str, Any] = {**NO_LIMITS}
    place: Any = {"port": 0, "data_dir": Path(data_dir), "metrics_token": METRICS_TOKEN}
    settings = Settings(think_ms=(0, 0), **place, **limits)
    asyncio.run(serve(settings, lambda url: tell.send(url)))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="jericho")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20, help="how long a round lasts")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between a table's moves")
    parser.add_argument(
        "--raise", dest="raise_rate", action="store_true", help="find the highest rate that holds"
    )
    parser.add_argument("--idle", action="store_true", help="measure tables that do nothing")
    args: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here, there = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=_serve, args=(folder, there))
        server.start()
        try:
            assert server.pid is not None
            work = idle if args.idle else measure
            asyncio.run(work(here.recv().rstrip("/"), args, server.pid))
        finally:
            server.terminate()
            server.join()


if __name__ == "__main__":
    main()
