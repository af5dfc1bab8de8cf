"""The sending half of a connection: in order, at the guest's own pace, with heartbeats."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from quartett.protocol.messages import Bye
from quartett.server.refusals import sentence
from quartett.server.socket.connection import Connection, encode
from quartett.server.table.driver import Driver

PATIENCE = 20.0
"""A guest who takes nothing for so many seconds is let go; coming back costs nothing."""


async def send_all(socket: WebSocket, driver: Driver, guest: Connection) -> None:
    """Send whatever could not be sent at once, until the connection ends."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        try:
            while not guest.hopeless:
                await guest.ready()
                await _send_waiting(socket, driver, guest)
        except TimeoutError:
            guest.hopeless = True
        await _let_go(socket, guest)


async def _send_waiting(socket: WebSocket, driver: Driver, guest: Connection) -> None:
    while True:
        text = guest.take()
        if text is None:
            if not guest.caught_up():
                return
            driver.table.house.metrics.slow_guests += 1
            text = encode(driver.table.snapshot(guest))
        async with asyncio.timeout(PATIENCE):
            await socket.send_text(text.decode())


async def _let_go(socket: WebSocket, guest: Connection) -> None:
    reason = "server.too_slow"
    bye = Bye(reason=reason, text=sentence(reason, {}, guest.language))
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            await socket.send_text(encode(bye).decode())
            await socket.close(1013)
