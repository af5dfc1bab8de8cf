"""One open socket as a table sees it: its language, its address, and what waits to be sent."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from quartett.protocol.messages import Moved, ServerMessage

_encoder = msgspec.json.Encoder()

MAX_NEWS = 48
"""How much news may wait for a slow reader before a fresh snapshot replaces it."""

MAX_ANSWERS = 200
"""With this many answers unread, a connection is given up."""


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return _encoder.encode(message)


def _not_now(_: bytes) -> bool:
    return False


class Connection:
    """A connected device. News can be replaced by a snapshot; answers are never dropped.

    Whatever can be sent is sent at once; what cannot waits, and all that follows behind it.
    """

    def __init__(
        self,
        language: str = "en",
        send_now: Callable[[bytes], bool] = _not_now,
        address: str = "",
    ) -> None:
        self.language = language
        self.address = address
        self.protocol: int | None = None
        """The protocol that the device speaks, once it has said hello."""
        self.behind = False
        """Whether news was dropped, so that a snapshot is owed."""
        self.ended = False
        """Whether the connection is to be closed."""
        self.moved: Moved | None = None
        """Where the device is sent when it is closed, if anywhere."""
        self._send_now = send_now
        self._idle = True
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._news = 0
        self._ready = asyncio.Event()

    def tell(self, news: bytes) -> None:
        """Send news; if too much waits already, all of it gives way to a snapshot."""
        if self.behind or self._sent(news):
            return
        if self._news >= MAX_NEWS:
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._news = 0
            self.behind = True
        else:
            self._waiting.append((news, True))
            self._news += 1
        self._wake()

    def answer(self, message: ServerMessage) -> None:
        """Send an answer to what was asked over this connection."""
        text = encode(message)
        if self._sent(text):
            return
        self._waiting.append((text, False))
        self.ended = self.ended or len(self._waiting) - self._news > MAX_ANSWERS
        self._wake()

    def catch_up(self, snapshot: bytes) -> None:
        """Send the snapshot that is owed; news follows it again."""
        self.behind = False
        self.tell(snapshot)

    def end(self) -> None:
        """Close this connection; coming back costs nothing."""
        self.ended = True
        self._wake()

    def move(self, moved: Moved) -> None:
        """Close this connection, and say where the table is served."""
        self.moved = self.moved or moved
        self.end()

    async def ready(self) -> None:
        """Wait until there is something to send."""
        await self._ready.wait()

    def take(self) -> bytes | None:
        """The next message to send, if one waits."""
        if not self._waiting:
            if not self.behind:
                self._ready.clear()
                self._idle = True
            return None
        text, news = self._waiting.popleft()
        self._news -= news
        return text

    def _sent(self, text: bytes) -> bool:
        """Whether it could be sent at once: only while nothing else is on its way."""
        return self._idle and self._send_now(text)

    def _wake(self) -> None:
        self._idle = False
        self._ready.set()
