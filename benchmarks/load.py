"""Load: many live tables over real sockets, each with regular moves; how soon everybody sees them.

    python benchmarks/load.py --tables 500 --seats 4 --seconds 20 --pause 1.0
    python benchmarks/load.py --raise            faster and faster until 99 % in 50 ms is missed
    python benchmarks/load.py --idle             what an idle table costs
    python benchmarks/load.py --lone             how long a single action waits for its answer
    python benchmarks/load.py --matrix           the figures of README.md, three times each

The server runs in a process of its own, the guests in this one; `--server-cores 0-3` and
`--guest-cores 4` bind them to cores, `--loop` chooses the server's event loop. The moves of all
tables are spread evenly over the pause; a late move does not delay the next one.
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from load_play import METRICS_TOKEN, Round, Seated, Services
from load_process import cpu_seconds, memory_mb
from quartett.server.options import NO_LIMITS
from quartett.server.serving.run import run_server
from quartett.server.settings import Settings

LIMIT_MS = 50.0
STEPS = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0, 3.5, 4.0, 5.0)
"""How much faster than `--pause` the rounds of `--raise` are."""

LONE_MOVES = 300

MATRIX = (("jericho", 0.5), ("jericho", 0.4), ("flow", 1.0))
"""What `--matrix` plays at 500 tables of 4: a game, and the seconds between a table's moves."""

HEAD = (
    f"{'moves/s':>8} {'asked':>6} {'50 %':>7} {'95 %':>7} {'99 %':>7} {'most':>7} ms"
    f"  {'server':>6} {'guests':>6} of a core  {'MB':>4}  own lag 99 %  late lost refused"
)


async def measure(url: str, args: argparse.Namespace, server: int) -> None:
    """Open all tables, let them play, and print the figures."""
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
    """Let all tables play for a while; returns the ms within which 99 % were seen."""
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
    """Open idle tables and print what each costs."""
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


async def lone(url: str, args: argparse.Namespace, server: int) -> None:
    """Play at one table only, move by move, and print how long each answer took."""
    house = Services(url, args.game, args.seats)
    (table,) = await house.open(1)
    round_ = Round([table], 1.0)
    while len(table.answers) < LONE_MOVES:
        table.move(round_)
        await asyncio.sleep(0.02)
    answers = sorted(table.answers)
    middle, late = answers[LONE_MOVES // 2], answers[LONE_MOVES * 99 // 100]
    print(f"a lone action was answered after {middle * 1000:.2f} ms (median), ", end="")
    print(f"{late * 1000:.2f} ms (99 %)")


def _serve(data_dir: str, tell: Connection, loop: Any, cores: str | None) -> None:
    _stay_on(cores)
    limits: dict[str, Any] = {**NO_LIMITS}
    place: Any = {"port": 0, "data_dir": Path(data_dir), "metrics_token": METRICS_TOKEN}
    settings = Settings(think_ms=(0, 0), loop=loop, **place, **limits)
    run_server(settings, lambda url: tell.send(url))


def _stay_on(cores: str | None) -> None:
    """Bind this process to some cores, such as `0`, `2-5` or `1,3`."""
    if cores:
        ends = [[int(end) for end in part.split("-")] for part in cores.split(",")]
        os.sched_setaffinity(0, {core for e in ends for core in range(e[0], e[-1] + 1)})


def run(args: argparse.Namespace) -> None:
    """Start a server, measure, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(folder, there, args.loop, args.server_cores)
        )
        server.start()
        try:
            assert server.pid is not None
            work = idle if args.idle else lone if args.lone else measure
            asyncio.run(work(here.recv().rstrip("/"), args, server.pid))
        finally:
            server.terminate()
            server.join()


def run_matrix(args: argparse.Namespace) -> None:
    """Measure all figures several times, in turn."""
    for number in range(args.repeats):
        for game, pause in MATRIX:
            load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
            print(f"\nrun {number + 1}: {game}, {500 / pause:.0f} moves/s; machine's load {load}")
            fixed = {"game": game, "pause": pause, "tables": 500, "seats": 4}
            run(argparse.Namespace(**{**vars(args), **fixed}))


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
    parser.add_argument("--lone", action="store_true", help="measure one action at a time")
    parser.add_argument("--matrix", action="store_true", help="measure the figures of README.md")
    parser.add_argument("--repeats", type=int, default=3, help="how often --matrix does so")
    parser.add_argument("--loop", choices=["auto", "asyncio", "uvloop"], default="asyncio")
    parser.add_argument("--server-cores", metavar="CORES", help="such as 0 or 2-5")
    parser.add_argument("--guest-cores", metavar="CORES", help="the same for the guests")
    args = parser.parse_args()
    _stay_on(args.guest_cores)
    if args.matrix:
        run_matrix(args)
    else:
        run(args)


if __name__ == "__main__":
    main()
