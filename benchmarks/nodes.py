"""A cluster under load: moves per second and processor time for 1, 2, 4, 8 nodes over PostgreSQL.

    PYTHONPATH=tests python benchmarks/nodes.py --nodes 1 2 4 8
    PYTHONPATH=tests python benchmarks/nodes.py --alone        beside one SQLite process
    PYTHONPATH=tests python benchmarks/nodes.py --balancer     behind HAProxy
    PYTHONPATH=tests python benchmarks/nodes.py --repeats 3    each three times

Each node has its tables and a process of guests that move as fast as they are answered, or
`--rate` times a second. Needs two cores per node and two more for the database.
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import keeper
from chaos.process import Process
from cluster.local import local_cluster
from load_play import Round, Services
from load_process import cpu_seconds
from server.store_databases import postgres

HEAD = (
    f"{'':>8} {'moves/s':>8} {'node':>8} {'database':>9} {'balancer':>9} µs a move"
    f"  {'50 %':>6} {'99 %':>6} ms  late refused"
)
WARM_SECONDS = 1.0
OPENING_SECONDS = 120.0
"""The time limit for opening all tables."""

Figures = tuple[int, float, float, int, int]


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--nodes", type=int, nargs="+", default=[])
    parser.add_argument("--alone", action="store_true", help="also one server with SQLite")
    parser.add_argument("--balancer", action="store_true", help="play through HAProxy")
    parser.add_argument("--game", default="jericho")
    parser.add_argument("--tables", type=int, default=60, help="of each node")
    parser.add_argument("--rate", type=float, default=20_000, help="moves a second asked of each")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repeats", type=int, default=1, help="a line for each")
    args: Any = parser.parse_args()
    print(f"{os.cpu_count()} cores\n{HEAD}", flush=True)
    if args.alone:
        _alone(args)
    for count in args.nodes:
        _cluster(count, args)


def _alone(args: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Process(Path(folder), None)
        try:
            _measure("SQLite", [server.url], [server.pid], [], [], args)
        finally:
            server.kill()


def _cluster(count: int, args: Any) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(local_cluster(folder, count, gates=False))
        nodes = [node.pid for node in cluster.nodes]
        urls = [cluster.url if args.balancer else node.url for node in cluster.nodes]
        balancer = [cluster.balancer] if args.balancer else []
        _measure(f"{count} nodes", urls, nodes, _database(), balancer, args)


def _database() -> list[int]:
    """The processes of PostgreSQL, including those of the connections."""
    folder = postgres().folder / "data"
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append(int(process.name))
        except OSError:
            continue
    return found


def _measure(
    name: str,
    urls: list[str],
    nodes: list[int],
    database: list[int],
    balancer: list[int],
    args: Any,
) -> None:
    processes = multiprocessing.get_context("spawn")
    together = processes.Barrier(len(urls) + 1)
    with processes.Pool(len(urls), _meet, (together,)) as pool:
        plan = [
            (url, args.game, args.tables, args.rate, args.seconds, args.repeats) for url in urls
        ]
        playing = pool.starmap_async(_guests, plan)
        used = []
        for _ in range(args.repeats):
            together.wait(OPENING_SECONDS)
            time.sleep(WARM_SECONDS)
            groups = (nodes, _database() if database else [], balancer)
            before = [sum(map(cpu_seconds, group)) for group in groups]
            time.sleep(args.seconds)
            spent = [sum(map(cpu_seconds, group)) for group in groups]
            used.append([now - was for now, was in zip(spent, before, strict=True)])
        found = playing.get()
    for number, seconds in enumerate(used):
        _tell(name, seconds, [each[number] for each in found], args)


def _tell(name: str, used: list[float], found: list[Figures], args: Any) -> None:
    moves = sum(each[0] for each in found) / (args.seconds + 2 * WARM_SECONDS)
    node, data, share = (seconds / args.seconds / moves * 1e6 for seconds in used)
    half, most = (max(each[place] for each in found) for place in (1, 2))
    late, refused = (sum(each[place] for each in found) for place in (3, 4))
    print(f"{name:>8} {moves:8.0f} {node:8.0f} {data:9.0f} {share:9.0f}          ", end="")
    print(f"  {half:6.1f} {most:6.1f}     {late:5} {refused:7}", flush=True)


def _meet(together: Any) -> None:
    """The barrier at which the guest processes wait until all tables are open."""
    globals()["_together"] = together


def _guests(
    url: str, game: str, count: int, rate: float, seconds: float, repeats: int
) -> list[Figures]:
    """Play at one node: the moves, how soon half and nearly all were seen, and the failures."""

    async def play() -> list[Round]:
        tables = await Services(url, game, 3).open(count)
        rounds = []
        for _ in range(repeats):
            await asyncio.to_thread(globals()["_together"].wait, OPENING_SECONDS)
            rounds.append(Round(tables, count / rate))
            await rounds[-1].play(seconds + 2 * WARM_SECONDS)
        for table in tables:
            table.leave()
        return rounds

    found = []
    for each in asyncio.run(play()):
        half, most = each.parts(0.5, 0.99)
        found.append((each.moves, half, most, each.late, each.refused))
    return found


if __name__ == "__main__":
    keeper.watch()
    main()
