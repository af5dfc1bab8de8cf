"""The rival: an opponent that follows a person up and down the ladder, so that both win about half.

It knows results only. Its level says where it is: `rival-6.5` plays like step 6, and after another
defeat like step 7.
"""

import re
from collections.abc import Iterable
from math import floor

from quartett.bots.base import STEPS

FIRST = "rival-3"
"""Where it begins with somebody unknown."""

STRIDE = 0.5
"""How far a defeat takes it up: few matches are enough, and one alone does not toss it about."""

_LEVEL = re.compile(r"rival-([0-9]{1,2}(?:[.][0-9]{1,2})?)")


def place(level: str) -> float | None:
    """Where on the ladder a rival of this level is; None if the level is not a rival's.

    >>> place("rival-6.5"), place("medium")
    (6.5, None)
    """
    found = _LEVEL.fullmatch(level)
    at = float(found[1]) if found else 0.0
    return at if 1 <= at < STEPS + 1 else None


def number_of(level: str) -> str | None:
    """The number of the step that a rival of this level plays like; None if it is not a rival's.

    >>> number_of("rival-6.5")
    '6'
    """
    at = place(level)
    return None if at is None else str(floor(at))


def after(level: str, share: float, players: int) -> str:
    """The rival's level after a match in which the person had this share of the victory.

    Who wins as often as everybody else at the table keeps it where it is.

    >>> after("rival-6.5", 1.0, players=2), after("rival-6.5", 0.0, players=2)
    ('rival-7', 'rival-6')
    """
    at = place(level)
    assert at is not None
    even = 1 / players
    moved = at + STRIDE * (share - even) / (1 - even)
    return f"rival-{round(min(max(moved, 1.0), STEPS + STRIDE), 2):g}"


def after_all(shares: Iterable[float], players: int = 2) -> str:
    """The rival's level after matches in which a person had these shares, the oldest first."""
    level = FIRST
    for share in shares:
        level = after(level, share, players)
    return level
