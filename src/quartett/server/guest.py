"""One connection as a table sees it: who it is, from where it looks, and what waits to be sent."""

import asyncio
from collections import deque
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()

MOST_NEWS = 48
"""So much news may wait for a slow guest; then a fresh snapshot replaces it."""

MOST_ANSWERS = 200
"""With so many answers unread, a guest is hopeless."""


def encode(message: Any) -> str:
    """A message as it goes over the wire."""
    return _encoder.encode(message).decode()


class Guest:
    """A connected device. News can be replaced by a snapshot; answers are never dropped."""

    def __init__(self, language: str = "en") -> None:
        self.person: str | None = None
        self.seat: int | None = None
        self.language = language
        self.round_trips: deque[float] = deque(maxlen=16)
        self.behind = False
        self.hopeless = False
        self._waiting: deque[tuple[str, bool]] = deque()
        self._news = 0
        self._ready = asyncio.Event()

    def tell(self, news: str) -> None:
        """Queue news; if too much waits already, all of it gives way to a snapshot."""
        if self.behind:
            return
        if self._news >= MOST_NEWS:
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._news = 0
            self.behind = True
        else:
            self._waiting.append((news, True))
            self._news += 1
        self._ready.set()

    def answer(self, message: Any) -> None:
        """Queue an answer to what this guest asked."""
        self._waiting.append((encode(message), False))
        self.hopeless = self.hopeless or len(self._waiting) - self._news > MOST_ANSWERS
        self._ready.set()

    def dismiss(self) -> None:
        """End this connection; coming back costs nothing."""
        self.hopeless = True
        self._ready.set()

    async def ready(self) -> None:
        """Wait until there is something to send."""
        await self._ready.wait()

    def take(self) -> str | None:
        """The next message to send, if one waits."""
        if not self._waiting:
            self._ready.clear()
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
