"""A table and a rack of Photo Rummy as bits, what cards cost, and whether all can be laid."""

from functools import lru_cache

from quartett.fast.photo_rummy_counts import Companions, Lying
from quartett.fast.photo_rummy_playout import can_go_out, misfits
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


def goes_out(table: Combinations, lying: int, rack: int, opened: bool) -> bool:
    """Whether a rack, as bits, can be laid as a whole; `lying` are the table's bits."""
    return misfits(lying, rack) == 0 and can_go_out(_companions(table, rack), rack, opened)


def _companions(table: Combinations, rack: int) -> Companions:
    return Companions(Lying([*boards_of(table)]), rack)
