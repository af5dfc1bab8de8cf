"""Whoever sends more than is read is not read on: their messages wait at their own end."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from patience import PATIENCE_SECONDS
from quartett.server.socket.wire import MAX_UNREAD, Wire
from server.live import run

PIECE = "x" * 60_000
MAX_BYTES = 100_000_000
"""Far more than the system itself keeps for a connection."""


class Slow:
    """An application that takes no message until it is told to."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.taken = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while not self.go_on.is_set():
            await asyncio.sleep(0.01)
        while (await receive())["type"] == "websocket.receive":
            self.taken += 1


@contextmanager
def served(application: Slow) -> Iterator[str]:
    """A server with our own way of reading."""
    config = uvicorn.Config(
        application, port=0, ws=Wire, lifespan="off", log_level="error", ws_max_size=1 << 20
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            threading.Event().wait(0.01)
        yield f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        application.go_on.set()
        server.should_exit = True
        thread.join()


def test_a_flood_waits_at_its_own_end_and_none_of_it_is_lost() -> None:
    application = Slow()

    async def flood(url: str) -> int:
        sent = 0
        async with connect(url, compression=None, ping_interval=None) as socket:

            async def send_on() -> None:
                nonlocal sent
                while sent * len(PIECE) < MAX_BYTES:
                    await socket.send(PIECE)
                    sent += 1

            sending = asyncio.create_task(send_on())
            before = -1
            while before != sent and not sending.done():  # until nothing moves any more
                before = sent
                await asyncio.sleep(1)
            assert not sending.done(), "everything was read, though nobody took it"
            assert sent > MAX_UNREAD
            sending.cancel()
            application.go_on.set()
            async with asyncio.timeout(PATIENCE_SECONDS):
                while application.taken < sent:
                    await asyncio.sleep(0.01)
        return sent

    with served(application) as url:
        assert application.taken <= run(flood(url)) + 1
