"""A socket without manners: sends exactly what a test wants and keeps all that comes."""

from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quartett.client import Seat


class Raw:
    """A connection to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []

    async def send(self, message: Any) -> None:
        """Send a message, or any text."""
        text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        await self.socket.send(text)

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; the others are passed over."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
            self.received.append(message)
            if message["type"] in kinds:
                return message


async def open_raw(seat: Seat, hello: Any = None, **options: Any) -> Raw:
    """A connection that has said hello (with the seat's token unless told otherwise)."""
    url = f"{seat.api.server.replace('http', 'ws')}/api/tables/{seat.table_id}/socket"
    raw = Raw(await connect(url, proxy=None, **options))
    with suppress(ConnectionClosed):  # a table that is gone says so before anybody says hello
        await raw.send(hello if hello is not None else {"type": "hello", "token": seat.token})
    return raw
