"""A line of a certain length between a guest and a server: every byte takes its time, both ways."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

PROXY = "127.0.0.2"
"""From where the line reaches the server: a proxy's address, for `trusted_proxies`."""


@asynccontextmanager
async def slow_line(server: str, seconds: float) -> AsyncIterator[str]:
    """An address at which the server is reached over so long a line."""
    port = urlsplit(server).port
    pumps: list[asyncio.Task[None]] = []
    sinks: list[asyncio.StreamWriter] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(PROXY, 0)
        )
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pumps.append(asyncio.create_task(_pump(source, sink, seconds)))
            sinks.append(sink)

    line = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{line.sockets[0].getsockname()[1]}"
    finally:
        line.close()
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        await asyncio.gather(*(sink.wait_closed() for sink in sinks), return_exceptions=True)


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    try:
        with suppress(ConnectionError):
            while data := await source.read(1 << 16):
                loop.call_later(seconds, sink.write, data)
        await asyncio.sleep(seconds)
    finally:
        sink.close()
