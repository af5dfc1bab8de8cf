"""The questions that players ask most: what is best, and can everything be laid?"""

from typing import Final

from quartett.games.photo_rummy.solving.aim import Aim, Found
from quartett.games.photo_rummy.solving.board import Position
from quartett.games.photo_rummy.solving.legal import opens
from quartett.games.photo_rummy.solving.search import cheapest

DEAR: Final = 1 << 24
FIRST: Final = 1 << 16
SECOND: Final = 1 << 8
"""Each weighs more than all that the next one can add up to."""

MAX_CARDS: Final = Aim(photo=FIRST + SECOND, joker=FIRST + 10 * SECOND, moved=1)
MIN_POINTS: Final = Aim(photo=FIRST + SECOND, joker=10 * FIRST + SECOND, moved=1)
_ALL_OUT: Final = Aim(FIRST, FIRST, 1, any_will_do=True)


def best(position: Position, aim: Aim) -> Found | None:
    """The cheapest lay that is better than a pass, if there is one."""
    if not may_open(position):
        return None
    stays = aim.photo * position.rack.bit_count() + aim.joker * position.rack_jokers
    return cheapest(position, aim, stays)


def may_open(position: Position) -> bool:
    """Whether the rack's owner has opened, or has what it takes (PR-10)."""
    return position.opened or opens(position.rack, position.rack_jokers)


def goes_out(position: Position) -> bool:
    """Whether the whole rack can be laid in one turn."""
    return may_open(position) and cheapest(position, _ALL_OUT, FIRST) is not None
