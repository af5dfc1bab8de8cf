"""One connection as a table sees it: who it is, from where it looks, and what waits to be sent."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()

MAX_NEWS = 48
"""So much news may wait for a slow guest; then a fresh snapshot replaces it."""

MAX_ANSWERS = 200
"""With so many answers unread, a guest is hopeless."""


def encode(message: Any) -> bytes:
    """A message as it goes over the wire."""
    return _encoder.encode(message)


def _not_now(_: bytes) -> bool:
    return False


class Connection:
    """A connected device. News can be replaced by a snapshot; answers are never dropped.

    Whatever can be sent is sent at once; what cannot waits, and all that follows behind it.
    """

    def __init__(self, language: str = "en", say: Callable[[bytes], bool] | None = None) -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.language = language
        self.round_trips: deque[float] = deque(maxlen=16)
        self.behind = False
        self.hopeless = False
        self._say = say or _not_now
        self._idle = True
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._news = 0
        self._ready = asyncio.Event()

    def tell(self, news: bytes) -> None:
        """Send news; if too much waits already, all of it gives way to a snapshot."""
        if self.behind or self._said(news):
            return
        if self._news >= MAX_NEWS:
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._news = 0
            self.behind = True
        else:
            self._waiting.append((news, True))
            self._news += 1
        self._wake()

    def answer(self, message: Any) -> None:
        """Send an answer to what this guest asked."""
        text = encode(message)
        if self._said(text):
            return
        self._waiting.append((text, False))
        self.hopeless = self.hopeless or len(self._waiting) - self._news > MAX_ANSWERS
        self._wake()

    def dismiss(self) -> None:
        """End this connection; coming back costs nothing."""
        self.hopeless = True
        self._wake()

    async def ready(self) -> None:
        """Wait until there is something to send."""
        await self._ready.wait()

    def take(self) -> bytes | None:
        """The next message to send, if one waits."""
        if not self._waiting:
            self._ready.clear()
            self._idle = not self.behind
            return None
        text, news = self._waiting.popleft()
        self._news -= news
        return text

    def caught_up(self) -> bool:
        """Whether a snapshot is owed now; it is owed only once."""
        owed = self.behind and not self._waiting
        if owed:
            self.behind = False
        return owed

    def _said(self, text: bytes) -> bool:
        """Whether it could be sent at once: only while nothing else is on its way."""
        return self._idle and self._say(text)

    def _wake(self) -> None:
        self._idle = False
        self._ready.set()
