"""Tables as views show them, as bits, and what cards cost."""

from functools import lru_cache

from quartett.games.photo_rummy.solving.board import CARDS, PHOTO_BITS, board
from quartett.games.photo_rummy.state import Combinations

_JOKER_MINUS = 10


@lru_cache(maxsize=512)
def boards_of(table: Combinations) -> tuple[int, ...]:
    """The combinations of a table as bits."""
    return tuple(map(board, table))


@lru_cache(maxsize=512)
def bits_of(table: Combinations) -> int:
    """All cards of a table as bits."""
    return sum(map(board, table))


def minus_of(rack: int) -> int:
    """What these cards cost when they are left (PR-16)."""
    return (rack & PHOTO_BITS).bit_count() + _JOKER_MINUS * (rack >> CARDS).bit_count()
