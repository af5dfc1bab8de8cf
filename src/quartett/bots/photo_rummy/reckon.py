"""Can everything be laid? Mostly a glance at the counts says no; else the solver is asked."""

from functools import lru_cache

from quartett.games.photo_rummy.lay import Table
from quartett.games.photo_rummy.solver import can_go_out
from quartett.games.photo_rummy.solving.board import (
    CARDS,
    CATEGORY_BITS,
    PHOTO_BITS,
    board,
    cards_of,
    cities_with,
)
from quartett.games.photo_rummy.state import Combinations

_JOKER_MINUS = 10


@lru_cache(maxsize=512)
def bits_of(table: Combinations) -> int:
    """All cards of a table as bits."""
    return sum(map(board, table))


def minus_of(rack: int) -> int:
    """What these cards cost when they are left (PR-16)."""
    return (rack & PHOTO_BITS).bit_count() + _JOKER_MINUS * (rack >> CARDS).bit_count()


def misfits(lying: int, rack: int) -> int:
    """How many photos of a rack have too few companions, on table and rack together."""
    together = lying | rack
    helper = together > PHOTO_BITS
    photos = together & PHOTO_BITS
    fitting = cities_with(photos, 2 if helper else 3)
    least = 3 if helper else 4
    for category in CATEGORY_BITS:
        if (photos & category).bit_count() >= least:
            fitting |= category
    return (rack & PHOTO_BITS & ~fitting).bit_count()


def goes_out(table: Table, lying: int, rack: int, opened: bool) -> bool:
    """Whether a rack, as bits, can be laid as a whole; `lying` are the table's bits."""
    return not misfits(lying, rack) and can_go_out(table, cards_of(rack), opened)
