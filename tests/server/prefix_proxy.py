"""A proxy that shows a server under a path prefix, and has nothing else to show."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from patience import PATIENCE_SECONDS

NOT_HERE = b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def prefix_proxy(server: str, prefix: str, cut_off: bool) -> Iterator[str]:
    """An address below whose prefix the server is found; the proxy cuts it off or leaves it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    proxy = _Proxy(server, prefix.encode(), cut_off)
    listener = asyncio.run_coroutine_threadsafe(
        asyncio.start_server(proxy.connected, "127.0.0.1", 0), loop
    ).result()
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_end(listener), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(listener: asyncio.Server) -> None:
    listener.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0.1)  # A closed socket leaves in the loop's next turns.


class _Proxy:
    def __init__(self, server: str, prefix: bytes, cut_off: bool) -> None:
        self._port = urlsplit(server).port
        self._prefix = prefix
        self._cut_off = cut_off
        self._busy: set[asyncio.Task[None] | None] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on; each connection has one only."""
        # The loop knows tasks weakly: one that only waits would be collected.
        self._busy.add(asyncio.current_task())
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                head = await reader.readuntil(b"\r\n\r\n")
                method, path, rest = head.split(b" ", 2)
                if not path.startswith(self._prefix + b"/"):
                    writer.write(NOT_HERE)
                    await writer.drain()
                    return
                path = path[len(self._prefix) :] if self._cut_off else path
                await self._pass_on(b" ".join((method, path, _once(rest))), reader, writer)
        finally:
            await _closed(writer)
            self._busy.discard(asyncio.current_task())

    async def _pass_on(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        far_writer.write(head)
        up = asyncio.create_task(_pump(reader, far_writer))
        try:
            await _pump(far_reader, writer)
        finally:
            up.cancel()
            await _closed(far_writer)


def _once(headers: bytes) -> bytes:
    """Headers that ask for one answer only, unless they ask for a socket."""
    if b"upgrade: websocket" in headers.lower():
        return headers
    lines = headers.split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([kept[0], b"Connection: close", *kept[1:]])


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Give the connection up; what nobody takes in is lost."""
    writer.close()
    try:
        with suppress(ConnectionError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), PATIENCE_SECONDS)
    finally:
        writer.transport.abort()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await source.read(1 << 16):
            sink.write(data)
            await sink.drain()
