"""A connection to a table that reconnects automatically, with growing pauses."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urljoin

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from quartett.protocol.messages import Bye, ClientMessage, Moved, ServerMessage, Snapshot

FIRST_SECONDS = 0.25
MAX_SECONDS = 15.0
"""The first pause before a new try, and the longest; each is twice the one before."""

MAX_MOVED_SECONDS = 1.0
"""The longest pause if the server has answered with a redirect."""

COME_BACK = {
    "server.too_slow",
    "server.too_fast",
    "server.closing",
    "server.no_database",
    "server.went_wrong",
}
"""Reasons for a goodbye after which one may come back."""

Heard = Callable[[ServerMessage], Awaitable[None]]

_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_CHANCE = random.SystemRandom()


class Backoff:
    """How long to wait before the next try; only a snapshot proves that all is well again."""

    def __init__(self) -> None:
        self._next = FIRST_SECONDS

    def reset(self) -> None:
        """The table answered: start over."""
        self._next = FIRST_SECONDS

    def pause(self, most: float = MAX_SECONDS) -> float:
        """The next pause in seconds, with some chance in it, so that not all come at once."""
        pause, self._next = min(self._next, most), min(self._next * 2, MAX_SECONDS)
        return pause * _CHANCE.uniform(0.5, 1.5)


class Link:
    """Says hello, passes messages on, and reconnects until closed."""

    def __init__(
        self,
        url: str,
        hello: Callable[[], ClientMessage],
        heard: Heard,
        connected: Callable[[], Awaitable[None]],
    ) -> None:
        self.ended: Bye | None = None
        """The goodbye after which there is no way back."""
        self._home = self._url = url
        self._hello = hello
        self._heard = heard
        self._connected = connected
        self._backoff = Backoff()
        self._socket: ClientConnection | None = None
        self._moved: Moved | None = None
        self._followed = False
        """Whether one was sent elsewhere since the last snapshot."""

    async def run(self) -> None:
        """Stay connected, until a final goodbye."""
        while self.ended is None:
            with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError):
                async with connect(self._url, max_size=None, proxy=None) as socket:
                    await self._read(socket)
            self._socket = None
            if self.ended is None:
                await asyncio.sleep(self._pause())

    async def send(self, text: bytes) -> bool:
        """Send a message; False where there is no connection now."""
        if self._socket is None:
            return False
        with suppress(WebSocketException):
            await self._socket.send(text.decode())
        return True

    def drop(self) -> None:
        """Break the connection as a bad line would; it comes back."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _read(self, socket: ClientConnection) -> None:
        await socket.send(msgspec.json.encode(self._hello()).decode())
        async for text in socket:
            message = _decoded(text)
            if message is None:
                continue
            fresh = isinstance(message, Snapshot) and self._socket is None
            if fresh:
                self._socket = socket
                self._backoff.reset()
                self._followed = False
            if isinstance(message, Moved):
                self._moved = message
            if isinstance(message, Bye) and message.reason not in COME_BACK:
                self.ended = message
            await self._heard(message)
            if fresh:
                await self._connected()

    def _pause(self) -> float:
        """How long to wait before the next try, whose address is chosen here too."""
        moved, self._moved = self._moved, None
        # The node that we were sent to may be gone; the first address knows where to go.
        self._url = self._home
        if moved is None:
            return self._backoff.pause()
        if moved.path is not None:
            self._url = urljoin(self._home, moved.path)
        again, self._followed = self._followed, True
        # Sent from one to the next, one must not go round in circles without a pause.
        pause = self._backoff.pause(MAX_MOVED_SECONDS) if again else 0.0
        return moved.after_ms / 1000 + pause


def _decoded(text: str | bytes) -> ServerMessage | None:
    """A message; None for one of a kind that a newer server knows."""
    try:
        return _messages.decode(text)
    except msgspec.ValidationError:
        return None
