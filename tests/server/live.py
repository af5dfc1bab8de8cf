"""A real server on a real port with a real SQLite file, in a thread of its own."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from patience import PATIENCE_SECONDS
from quartett.client import Refused, Seat
from quartett.server.options import NO_LIMITS
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.serving.run import make_server
from quartett.server.settings import Settings


class Live:
    """A running server: its address, and the application for what no client can see."""

    def __init__(self, url: str, server: uvicorn.Server) -> None:
        self.url = url
        self.server = server

    def table(self, id: str) -> Any:
        """A table that is awake (to be looked at only)."""
        return self.tables._actors[id]

    def forget(self, id: str) -> None:
        """Let a table go from memory, as after a while without anybody there."""
        loop = self.tables._sweeper.get_loop()
        asyncio.run_coroutine_threadsafe(self.tables._actors[id].close(), loop).result()

    def cut(self) -> int:
        """Cut all connections without a word; how many there were."""
        connections = [*self.server.server_state.connections]
        loop = self.tables._sweeper.get_loop()
        for each in connections:
            loop.call_soon_threadsafe(each.transport.abort)
        return len(connections)

    @property
    def tables(self) -> Any:
        """The tables of the server (to be looked at only)."""
        return self.server.config.app.state.tables  # type: ignore[union-attr]


@contextmanager
def live_server(data_dir: Path, clock: Time = PROCESS_TIME, /, **settings: Any) -> Iterator[Live]:
    """Serve until the block ends; its tables wait by a clock."""
    # Reviews are rough here: what they cost is measured in benchmarks.
    usual = {"port": 0, "think_ms": (0, 0), "review_worlds": 300, **NO_LIMITS}
    server = make_server(Settings(data_dir=data_dir, **{**usual, **settings}), clock)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Live(f"http://127.0.0.1:{port}", server)
    finally:
        server.should_exit = True
        thread.join()


def once_ready(url: str) -> Any:
    """What a server says once it is ready; on a busy machine its loop may lag at first."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
        if answer.status == 200:
            return said
        assert time.monotonic() < until, said
        time.sleep(0.05)


async def sit_down(url: str, game: str, names: list[str], **wish: Any) -> list[Seat]:
    """A table with a seat for each name, everybody joined but not connected."""
    seats: list[dict[str, Any]] = [{} for _ in names]
    host = await Seat.create(url, game, names[0], **{"seats": seats, **wish})
    return [host, *[await Seat.join(host.url, name) for name in names[1:]]]


async def play_on(seat: Seat, rng: random.Random, most: int | None = None) -> int:
    """Play any legal actions until the match is over (or so many are done); how many it were."""
    done = 0
    while (most is None or done < most) and await seat.turn():
        try:
            await seat.act(rng.choice(seat.legal))
            done += 1
        except Refused:
            # Where all play at once, somebody else may have been quicker.
            await asyncio.sleep(0.02)
    return done


def run(coroutine: Any, seconds: float = PATIENCE_SECONDS) -> Any:
    """Run a coroutine with an end, so that a test never hangs."""

    async def bounded() -> Any:
        return await asyncio.wait_for(coroutine, seconds)

    return asyncio.run(bounded())
