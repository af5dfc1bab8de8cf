"""uvicorn's protocols with an end to waiting: for headers, for readers, for floods of frames.

This overrides parts of uvicorn that it does not promise to keep; `TESTED` names the versions with
which that is tested.
"""

import asyncio
import random
from typing import Any

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from quartett.protocol.messages import MOVED_SINCE, Moved
from quartett.server.http.connections import Connections
from quartett.server.security import is_chunked
from quartett.server.settings import Settings
from quartett.server.shared.limits import Bucket
from quartett.server.socket.wire import Wire

TESTED = {"uvicorn": "0.54.0", "websockets": "17.4", "h11": "0.16.0"}
"""The versions whose inner workings are relied on here and in `socket/wire.py`."""

COME_BACK_MS = (500, 3000)
"""When a server ends, its clients come back spread over this time."""

FRAMES, BURST_SECONDS = 5, 6.0
"""How many frames may come over a socket for each message that is allowed, and how many seconds'
worth at once: a client that says too much is told so long before."""

READ_BYTES = 2048
"""How many bytes are read before a check whether they are too much: thousands of the smallest
frames or chunks would hold everybody up for seconds."""

MAX_HEADERS = 16 * 1024

_CHANCE = random.SystemRandom()

_FULL = b"Too many connections; come again in a while.\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%b"
) % (len(_FULL), _FULL)
"""The answer to a client for whom there is no room."""


class GuardedConfig(uvicorn.Config):
    """uvicorn's configuration, with what guards its connections."""

    def __init__(self, app: Any, settings: Settings, guard: Connections, **others: Any) -> None:
        super().__init__(app, **others)
        self.guard = guard
        self.message_rate = settings.message_rate
        self.header_seconds = settings.header_seconds
        self.write_seconds = settings.write_seconds


class GuardedHttp(H11Protocol):
    """uvicorn's HTTP, with an end to waiting."""

    config: GuardedConfig

    _headers_due: asyncio.TimerHandle | None = None
    _write_due: asyncio.TimerHandle | None = None
    _later = b""
    """What came after a request that is still to be answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        guard = self.config.guard
        if guard.admit(transport, self.client[0] if self.client else ""):
            self._expect_headers()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_timers()
        self.config.guard.release(self.transport)
        super().connection_lost(exc)
        _untie(self.transport)

    def data_received(self, data: bytes) -> None:
        """Take in some of a request; what belongs to the next one waits for this one's answer."""
        for start in range(0, len(data), READ_BYTES):
            in_charge = self.transport.get_protocol()
            if self.transport.is_closing():
                return
            if isinstance(in_charge, GuardedWire):
                in_charge.data_received(data[start:])
                return
            if self._has_asked():
                self._later += data[start:]
                self.flow.pause_reading()
                return
            self._take_in(data[start : start + READ_BYTES])

    def _take_in(self, data: bytes) -> None:
        if self._headers_due is None and not self._is_asking():
            self._expect_headers()
        super().data_received(data)
        self._note_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the socket's protocol, which tells when it is gone."""
        self._stop_timers()
        self.config.guard.busy(self.transport)
        super().handle_websocket_upgrade(event)
        if not isinstance(self.transport.get_protocol(), GuardedWire):
            self.config.guard.release(self.transport)

    def on_response_complete(self) -> None:
        """A request was answered; the next may have come already."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self.config.guard.silent(self.transport)
        self._note_request()
        later, self._later = self._later, b""
        self.data_received(later)

    def pause_writing(self) -> None:
        """The client is not reading; wait only for a limited time."""
        super().pause_writing()
        self._write_due = self.loop.call_later(self.config.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._write_due is not None:
            self._write_due.cancel()
            self._write_due = None

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(self.config.header_seconds, self.transport.abort)

    def _note_request(self) -> None:
        """The headers have arrived: from now on the client waits for us."""
        if self._is_asking():
            self.config.guard.busy(self.transport)
            if self._headers_due is not None:
                self._headers_due.cancel()
                self._headers_due = None

    def _is_asking(self) -> bool:
        """Whether there is a request without its answer."""
        return self.cycle is not None and not self.cycle.response_complete

    def _has_asked(self) -> bool:
        """Whether all of a request is there that counts: one in chunks is refused unread."""
        return self._is_asking() and (
            self.conn.their_state is h11.DONE or is_chunked(self.scope["headers"])
        )

    def _stop_timers(self) -> None:
        for timer in (self._headers_due, self._write_due):
            if timer is not None:
                timer.cancel()
        self._headers_due = self._write_due = None


class GuardedWire(Wire):
    """A table's socket, counted among the open connections.

    Pings and pieces of messages never reach the table, so they are counted here.
    """

    config: GuardedConfig
    _frames: Bucket | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to count."""
        super().connection_made(transport)
        if rate := self.config.message_rate * FRAMES:
            self._frames = Bucket(rate, rate * BURST_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take in a few frames at a time: a flood of them holds nobody up."""
        for start in range(0, len(data), READ_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + READ_BYTES])

    def handle_events(self) -> None:
        """Go on with what came, unless it is far too much."""
        if self._frames is not None and not self._frames.take(len(self.conn.events)):
            self.transport.abort()
        else:
            super().handle_events()

    def shutdown(self) -> None:
        """Tell the client to come back, not all at the same moment, and close."""
        if self.protocol >= MOVED_SINCE and self.handshake_complete:
            after_ms = int(_CHANCE.uniform(*COME_BACK_MS))
            self.send_now(msgspec.json.encode(Moved(after_ms=after_ms)))
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.config.guard.release(self.transport)
        super().connection_lost(exc)
        self.conn.parser.close()  # it knows the protocol, which knows it: see `_untie`
        _untie(self.transport)


def _untie(transport: asyncio.BaseTransport) -> None:
    """Let a closed connection go at once.

    asyncio's transport keeps a method of its own: a cycle that only a full collection finds, which
    comes every half hour.
    """
    if hasattr(transport, "__dict__"):  # uvloop's has no such thing
        vars(transport).pop("_read_ready_cb", None)
