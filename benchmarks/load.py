"""Load: many live tables over real sockets, a move every so often at each; who hears of it when.

    python benchmarks/load.py --tables 500 --seats 4 --seconds 20 --pause 1.0

The server runs in a process of its own, the guests in this one.
"""

import argparse
import asyncio
import multiprocessing
import random
import statistics
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quartett.client import Api
from quartett.server.serving import serve
from quartett.server.settings import Settings


class News(msgspec.Struct):
    """What a guest needs to know of a message."""

    type: str
    version: int = 0
    legal: list[msgspec.Raw] = []
    n: int = 0
    id: str | None = None


_news = msgspec.json.Decoder(News)


class Guest:
    """One connection; notes when it first heard of each version."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = 0
        self.legal: list[msgspec.Raw] = []
        self.heard: dict[int, float] = {}
        self.refused = 0
        self.news = asyncio.Event()

    async def listen(self) -> None:
        """Read until the end."""
        async for text in self.socket:
            news = _news.decode(text)
            if news.type in ("events", "snapshot"):
                self.heard[news.version] = time.perf_counter()
                self.version, self.legal = news.version, news.legal
                self.news.set()
            elif news.type == "refused":
                self.refused += 1
                self.news.set()
            elif news.type == "ping":
                await self.socket.send(f'{{"type":"pong","n":{news.n}}}')

    async def act(self, number: int, rng: random.Random) -> float:
        """Play something; when it was sent."""
        action = rng.choice(self.legal)
        sent = time.perf_counter()
        await self.socket.send(
            b'{"type":"act","id":"%d","action":%b}' % (number, action), text=True
        )
        return sent


class Load:
    """All tables, and what was measured at them."""

    def __init__(self, url: str, args: argparse.Namespace) -> None:
        self.api = Api(url)
        self.address = url.replace("http", "ws")
        self.args = args
        self.delays: list[float] = []
        self.moves = 0
        self.lost = 0
        self.refused = 0

    async def open_table(self) -> list[Guest]:
        """A started table with all its guests connected."""
        seats: list[dict[str, str]] = [{}] * self.args.seats
        joined = await self.api.post("/api/tables", game=self.args.game, you="0", seats=seats)
        id, tokens = joined["table"]["id"], [joined["token"]]
        for name in range(1, self.args.seats):
            found = await self.api.post(f"/api/tables/{id}/join", name=str(name))
            tokens.append(found["token"])
        await Api(self.api.server, tokens[0]).post(f"/api/tables/{id}/start")
        return [await self._connect(id, token) for token in tokens]

    async def _connect(self, id: str, token: str) -> Guest:
        url = f"{self.address}/api/tables/{id}/socket"
        socket = await connect(url, proxy=None, compression=None, ping_interval=None)
        await socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
        return Guest(socket)

    async def play(self, guests: list[Guest], until: float, rng: random.Random) -> None:
        """A move every `pause` seconds until the end; each waits until all have heard of it."""
        listening = [asyncio.create_task(guest.listen()) for guest in guests]
        await asyncio.sleep(rng.uniform(0, self.args.pause) + 0.5)
        while time.perf_counter() < until:
            movers = [guest for guest in guests if guest.legal]
            if not movers:
                break
            mover = rng.choice(movers)
            await self._move(mover, guests, rng)
            await asyncio.sleep(self.args.pause)
        self.refused += sum(guest.refused for guest in guests)
        for task in listening:
            task.cancel()

    async def _move(self, mover: Guest, guests: list[Guest], rng: random.Random) -> None:
        for guest in guests:
            guest.heard.clear()
            guest.news.clear()
        sent = await mover.act(self.moves, rng)
        self.moves += 1
        others = [guest for guest in guests if guest is not mover]
        try:
            async with asyncio.timeout(10):
                await mover.news.wait()
                for guest in others:
                    while mover.version not in guest.heard:
                        guest.news.clear()
                        await guest.news.wait()
        except TimeoutError:
            self.lost += 1
            return
        self.delays += [guest.heard[mover.version] - sent for guest in others]


async def measure(url: str, args: argparse.Namespace, server: int) -> None:
    """Open all tables, let them play, and say how it went."""
    load = Load(url, args)
    await load.api.get("/healthz")  # answered once the server is wholly there
    empty = _memory(server)
    tables: list[list[Guest]] = []
    gate = asyncio.Semaphore(8)

    async def opened() -> None:
        async with gate:
            tables.append(await load.open_table())

    await asyncio.gather(*(opened() for _ in range(args.tables)))
    print(f"{args.tables} tables of {args.seats} open; server {_memory(server):.0f} MB")
    print(f"a live table with its sockets: {(_memory(server) - empty) * 1000 / args.tables:.0f} kB")
    began, used = time.perf_counter(), _cpu(server)
    until = began + args.seconds
    players = [load.play(guests, until, random.Random(i)) for i, guests in enumerate(tables)]
    await asyncio.gather(*players)
    spent = time.perf_counter() - began
    _report(load, spent, (_cpu(server) - used) / spent, _memory(server))
    figures = (await load.api.fetch("/metrics")).decode()
    print(f"inside the server a move took {_mean_move(figures) * 1000:.1f} ms (mean)")
    for guests in tables:
        for guest in guests:
            guest.socket.transport.abort()


def _report(load: Load, spent: float, cpu: float, memory: float) -> None:
    delays = sorted(load.delays)
    print(f"{load.moves} moves in {spent:.1f} s: {load.moves / spent:.0f} a second")
    print(f"heard by the others after {statistics.median(delays) * 1000:.1f} ms (median),")
    parts = {f"{share:.0%}": _part(delays, share) for share in (0.95, 0.99, 1.0)}
    print("  " + ", ".join(f"{name}: {ms:.1f} ms" for name, ms in parts.items()))
    print(f"server: {cpu * 100:.0f} % of a core, {memory:.0f} MB;", end=" ")
    print(f"lost {load.lost}, refused {load.refused}")


def _mean_move(figures: str) -> float:
    """The mean time from taking a move up to handing it to all sockets, saving included."""
    found = dict(line.rsplit(" ", 1) for line in figures.splitlines() if line[0] != "#")
    count = float(found["quartett_move_seconds_count"])
    return float(found["quartett_move_seconds_sum"]) / count


def _part(delays: list[float], share: float) -> float:
    return delays[int(share * (len(delays) - 1))] * 1000


def _memory(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().split()
    return (int(fields[13]) + int(fields[14])) / 100


def _serve(data_dir: str, tell: Connection) -> None:
    settings = Settings(
        port=0, data_dir=Path(data_dir), request_rate=1e6, message_rate=1e3, think_ms=(0, 0)
    )
    asyncio.run(serve(settings, lambda url: tell.send(url)))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="jericho")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between a table's moves")
    args: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here, there = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=_serve, args=(folder, there))
        server.start()
        try:
            assert server.pid is not None
            asyncio.run(measure(here.recv().rstrip("/"), args, server.pid))
        finally:
            server.terminate()
            server.join()


if __name__ == "__main__":
    main()
