"""The connection itself: sending at once, and the round trip as the system measures it."""

import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

_KEY = "quartett.wire"
_FORWARDED = ("forwarded", "x-forwarded-for", "via")
_ROUND_TRIP_AT = 68
"""Where Linux' `struct tcp_info` has the smoothed round trip, in microseconds."""

MOST_UNREAD = 8
"""So many messages of a guest may wait to be answered before no more are read."""

Measure = Callable[[], float | None]
Say = Callable[[bytes], bool]


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, with a short way to and from the application."""

    async def run_asgi(self) -> None:
        """Serve one connection."""
        self.scope[_KEY] = self  # type: ignore[literal-required]
        await super().run_asgi()

    def say(self, text: bytes) -> bool:
        """Send a text at once; False where it cannot go yet, or never."""
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; reading stops only while many of them wait.

        uvicorn itself stops after each message, which asks the system for two favours a message.
        """
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


def say_of(guest: WebSocket) -> Say | None:
    """How to send a guest something without a detour; None where there is only the usual way."""
    wire = guest.scope.get(_KEY)
    return None if wire is None else wire.say


def measure_of(guest: WebSocket) -> Measure:
    """How to ask for a guest's round trip in ms; None where the system cannot know it.

    Behind a proxy it would be the proxy's, and everybody would look near.
    """
    wire = guest.scope.get(_KEY)
    forwarded = any(name in guest.headers for name in _FORWARDED)
    if wire is None or forwarded or sys.platform != "linux":
        return lambda: None
    return lambda: _round_trip(wire.transport.get_extra_info("socket"))


def _round_trip(connection: Any) -> float | None:
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _ROUND_TRIP_AT + 4)
        (microseconds,) = struct.unpack_from("=I", info, _ROUND_TRIP_AT)
    except (AttributeError, OSError, struct.error):
        return None
    return float(microseconds) / 1000
