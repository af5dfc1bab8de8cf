"""Raised if a table is served elsewhere, or only in a moment."""

import random
from collections.abc import Mapping
from urllib.parse import urlsplit

from quartett.core.errors import QuartettError
from quartett.protocol.messages import Moved

SPREAD_MS = 300
"""Reconnects that are not urgent are spread over this time."""

PIN = "quartett.pin"
"""In a scope: the path that was to lead to a certain node."""

_CHANCE = random.SystemRandom()


class MovedAway(QuartettError):  # noqa: N818 (it is an answer, not a failure)
    """Another node owns the table; `pin` is the path to it, or None: ask any node again."""

    def __init__(self, pin: str | None = None) -> None:
        super().__init__("the table is served elsewhere")
        self.pin = pin


def pin_of(url: str) -> str:
    """The path of a node's address."""
    return urlsplit(url).path.rstrip("/")


def pin_in(scope: Mapping[str, object]) -> str | None:
    """The path by which a request was led to a node of its choice."""
    pin = scope.get(PIN)
    return pin if isinstance(pin, str) else None


def moved_to(table: str, pin: str | None, spread_ms: int = SPREAD_MS) -> Moved:
    """What a table's devices are told: where to go, and not all at the same moment."""
    path = None if pin is None else f"{pin}/api/tables/{table}/socket"
    return Moved(path=path, after_ms=_CHANCE.randrange(spread_ms + 1))
