"""A socket without manners: sends exactly what a test wants and keeps all that comes."""

from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quartett.client import Seat
from server.live import Live, sit_down


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


FAR_AWAY = {"X-Client-Round-Trip": "350000"}
"""What a player says of their own line, who would gain if it were believed."""


async def believed_round_trip(live: Live, url: str) -> float | None:
    """What the server makes of a player who comes by an address and says to be far away."""
    seats = await sit_down(url, "flow", ["Anna", "Ben"])
    await seats[0].start()
    raw = await open_raw(seats[0], additional_headers=FAR_AWAY)
    while (ping := await raw.next("ping"))["n"] < 2:
        await raw.send({"type": "pong", "n": ping["n"]})
    contest = live.table(seats[0].table_id).claims._arbiter._contest
    await raw.socket.close()
    told: float | None = contest.lags[0]._transport
    return told
