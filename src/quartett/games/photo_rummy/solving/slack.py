"""Slack: how many photos the sets of each category can spare, as one number."""

from typing import Final

from quartett.games.photo_rummy.solving.board import WIDTH

_MASKS: Final = range(1 << WIDTH)

FIELD: Final = 8
"""Bits of one category's slack."""

DIGIT: Final = 4
"""Bits that count the jokers of one line, where those of all lines are one number."""

PACKED: Final = tuple(sum(1 << FIELD * k for k in range(WIDTH) if mask >> k & 1) for mask in _MASKS)
"""One photo in each category of a mask, in the fields of a slack."""

BALANCED: Final = PACKED[-1] << 6
"""A slack of zero everywhere; a field falls below its own 64 when photos are missing."""


def missing_in(slack: int) -> int:
    """How many photos the sets that fall short need altogether."""
    missing = 0
    short = ~slack & BALANCED
    while short:
        place = short.bit_length() - 7
        missing += 64 - (slack >> place & 255)
        short ^= 64 << place
    return missing
