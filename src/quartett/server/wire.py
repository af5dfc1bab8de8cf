"""What the connection itself knows: the round trip as the system measures it, below any page."""

import socket
import struct
import sys
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_KEY = "quartett.transport"
_FORWARDED = ("forwarded", "x-forwarded-for", "via")
_ROUND_TRIP_AT = 68
"""Where Linux' `struct tcp_info` has the smoothed round trip, in microseconds."""

Measure = Callable[[], float | None]


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol; it only lets the application see its transport."""

    async def run_asgi(self) -> None:
        """Serve one connection."""
        self.scope[_KEY] = self.transport  # type: ignore[literal-required]
        await super().run_asgi()


def measure_of(guest: WebSocket) -> Measure:
    """How to ask for a guest's round trip in ms; None where the system cannot know it.

    Behind a proxy it would be the proxy's, and everybody would look near.
    """
    transport = guest.scope.get(_KEY)
    forwarded = any(name in guest.headers for name in _FORWARDED)
    if transport is None or forwarded or sys.platform != "linux":
        return lambda: None
    return lambda: _round_trip(transport.get_extra_info("socket"))


def _round_trip(connection: Any) -> float | None:
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _ROUND_TRIP_AT + 4)
        (microseconds,) = struct.unpack_from("=I", info, _ROUND_TRIP_AT)
    except (AttributeError, OSError, struct.error):
        return None
    return float(microseconds) / 1000
