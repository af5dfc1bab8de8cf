"""What is raised where a table is served elsewhere, or only in a moment."""

import random

from quartett.core.errors import QuartettError
from quartett.protocol.messages import Moved

SPREAD_MS = 300
"""Whoever is sent away without a hurry comes back spread over this time."""

_CHANCE = random.SystemRandom()


class MovedAway(QuartettError):  # noqa: N818 (it is an answer, not a failure)
    """A table is another node's: `pin` is the path that leads to it; None: ask anew, anywhere."""

    def __init__(self, pin: str | None = None) -> None:
        super().__init__("the table is served elsewhere")
        self.pin = pin


def moved_to(table: str, pin: str | None, spread_ms: int = SPREAD_MS) -> Moved:
    """What a table's devices are told: where to go, and not all at the same moment."""
    path = None if pin is None else f"{pin}/api/tables/{table}/socket"
    return Moved(path=path, after_ms=_CHANCE.randrange(spread_ms + 1))
