"""The connection itself: sending at once, and round trips measured below any page."""

import asyncio
import secrets
import socket
import struct
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import ip_address, ip_network

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

_KEY = "quartett.wire"

ROUND_TRIP = "x-client-round-trip"
"""In this header a proxy says how long its own round trip to the client takes, in microseconds."""

_ROUND_TRIP_AT = 68
"""Where Linux' `struct tcp_info` has the smoothed round trip, in microseconds."""

MAX_UNREAD = 8
"""How many of a client's messages may wait to be answered before no more are read."""

SendNow = Callable[[bytes], bool]


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, with a short way to and from the application."""

    round_trip_ms: float | None = None
    """How long the last probe took; the browser itself answers it, no page can put that off."""

    protocol = 1
    """The protocol that the client said it speaks."""

    _probe: tuple[bytes, float] | None = None
    _flushing = False

    def probe(self) -> None:
        """Send a ping of the protocol's own with the next message, and time its answer."""
        if self.writable.is_set() and not self.close_sent and not self.disconnected:
            self._probe = (secrets.token_bytes(8), time.monotonic())
            with suppress(InvalidState):
                self.conn.send_ping(self._probe[0])

    def handle_pong(self, event: Frame) -> None:
        """Take in an answer to a probe; uvicorn's own pings are its business."""
        if self._probe is not None and bytes(event.data) == self._probe[0]:
            self.round_trip_ms = (time.monotonic() - self._probe[1]) * 1000
            self._probe = None
        else:
            super().handle_pong(event)

    async def run_asgi(self) -> None:
        """Serve one connection."""
        self.scope[_KEY] = self  # type: ignore[literal-required]
        try:
            await super().run_asgi()
        finally:
            del self.scope[_KEY]  # type: ignore[misc]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection; small messages are not held back to be sent together."""
        super().connection_made(transport)
        with suppress(AttributeError, OSError):
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_NODELAY, True
            )

    def send_now(self, text: bytes) -> bool:
        """Send a text at once; False where it cannot go yet, or never."""
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Hand over to the system whatever was sent in this turn of the loop, in one write."""
        self._flushing = False
        data = b"".join(self.conn.data_to_send())
        if data and not self.disconnected and not self.transport.is_closing():
            self.transport.write(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; reading stops only while many of them wait.

        uvicorn itself stops after each message, which costs two system calls a message.
        """
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MAX_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


def note_protocol(client: WebSocket, protocol: int) -> None:
    """Remember which protocol a client speaks, for what is said when the server ends."""
    wire: Wire | None = client.scope.get(_KEY)
    if wire is not None:
        wire.protocol = protocol


def send_now_of(client: WebSocket) -> SendNow:
    """How to send something without a detour; never now where there is only the usual way."""
    wire: Wire | None = client.scope.get(_KEY)
    return _never if wire is None else wire.send_now


def _never(_: bytes) -> bool:
    return False


class Meter:
    """A client's round trips in ms, as the system and as the browser beneath the page tell them."""

    def __init__(
        self, client: WebSocket, proxies: Collection[str] = (), measuring: Collection[str] = ()
    ) -> None:
        self._wire: Wire | None = client.scope.get(_KEY)
        # Behind a proxy the system knows the way to the proxy only; the rest is the proxy's to
        # say. Which of them say so is for the server's owner to say: anybody can send a header, and
        # a proxy that does not replace it passes a client's own on.
        self._beyond: float | None = 0.0
        if _is_proxy(self._wire, measuring):
            self._beyond = _told(client)
        elif _is_proxy(self._wire, proxies):
            self._beyond = None

    def probe(self) -> None:
        """Start measuring again."""
        if self._wire is not None:
            self._wire.probe()

    def system(self) -> float | None:
        """What the system says; None where it cannot know."""
        if self._wire is None or self._beyond is None or sys.platform != "linux":
            return None
        near = _round_trip(self._wire.transport.get_extra_info("socket"))
        return None if near is None else near + self._beyond

    def beneath(self) -> float | None:
        """What the last probe took."""
        return None if self._wire is None else self._wire.round_trip_ms


def _is_proxy(wire: Wire | None, proxies: Collection[str]) -> bool:
    """Whether the other end of the connection itself, whatever it says, is a named proxy."""
    peer = wire.client[0] if wire is not None and wire.client else ""
    try:
        address = ip_address(peer)
    except ValueError:
        return False
    return any(address in ip_network(proxy, strict=False) for proxy in proxies)


def _told(client: WebSocket) -> float | None:
    """What a proxy says of its own way to the client, in ms; None where it says nothing."""
    told = client.headers.get(ROUND_TRIP, "")
    return int(told) / 1000 if told.isascii() and told.isdigit() and len(told) < 10 else None


def _round_trip(connection: socket.socket) -> float | None:
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _ROUND_TRIP_AT + 4)
        (microseconds,) = struct.unpack_from("=I", info, _ROUND_TRIP_AT)
    except (AttributeError, OSError, struct.error):
        return None
    return float(microseconds) / 1000
