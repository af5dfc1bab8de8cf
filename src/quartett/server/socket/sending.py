"""The sending half of a connection: in order, at the reader's own pace."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from quartett.core.errors import QuartettError
from quartett.protocol.messages import Bye
from quartett.server.parts.connection import Connection, encode
from quartett.server.refusals import sentence

SEND_SECONDS = 20.0
"""Slow readers are disconnected after this long; they can reconnect at once."""

MOVED_CODE = 1012
"""Closes a connection whose table is served elsewhere, or soon again here."""


async def send_all(
    socket: WebSocket, connection: Connection, resync: Callable[[], Awaitable[None]]
) -> None:
    """Send whatever could not be sent at once, until the connection ends.

    `resync` is called where a snapshot is owed in place of news that was dropped.
    """
    with suppress(WebSocketDisconnect, RuntimeError, OSError, QuartettError):
        try:
            while not connection.ended:
                await connection.ready()
                await _send_waiting(socket, connection)
                if connection.behind:
                    await resync()
        except TimeoutError:
            connection.ended = True
        await _close(socket, connection)


async def _send_waiting(socket: WebSocket, connection: Connection) -> None:
    while (text := connection.take()) is not None:
        async with asyncio.timeout(SEND_SECONDS):
            await socket.send_text(text.decode())


async def _close(socket: WebSocket, connection: Connection) -> None:
    reason = "server.too_slow"
    bye = Bye(reason=reason, text=sentence(reason, {}, connection.language))
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            await socket.send_text(encode(connection.moved or bye).decode())
            await socket.close(1013 if connection.moved is None else MOVED_CODE)
