"""Whether a table can be laid in another way with no card from a rack."""

from itertools import product
from typing import Final

from quartett.games.photo_rummy.lay import TableLists
from quartett.games.photo_rummy.solving.aim import Aim
from quartett.games.photo_rummy.solving.board import CARDS, PHOTO_BITS, Position
from quartett.games.photo_rummy.solving.counts import is_correct, split
from quartett.games.photo_rummy.solving.search import all_that_cost

_BY_MOVES: Final = Aim(photo=1 << 16, joker=1 << 16, moved=1)


def can_rearrange(table: TableLists) -> bool:
    """Whether the cards of a correct table make another one, all jokers staying where they are."""
    position = Position.read(table, (), opened=True)
    lines = [("row", lists) for lists in position.row_lists.values()]
    lines += [("set", lists) for lists in position.set_lists.values()]
    # Two combinations of one line can always exchange a photo.
    if any(len(lists) > 1 or _can_split(kind, lists[0]) for kind, lists in lines):
        return True
    photos = (position.rows | position.sets).bit_count()
    return any(all_that_cost(position, _BY_MOVES, moves, 1) for moves in range(1, photos + 1))


def _can_split(kind: str, bits: int) -> bool:
    """Whether one combination can become two or more."""
    photos, jokers = (bits & PHOTO_BITS).bit_count(), (bits >> CARDS).bit_count()
    return any(
        is_correct(kind, some, few) and split(kind, photos - some, jokers - few)
        for some, few in product(range(1, photos), range(jokers + 1))
    )
