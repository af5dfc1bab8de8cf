"""When to call Stop: by the points that the round would then give (FL-11, FL-14)."""

from collections.abc import Sequence
from typing import NamedTuple

from quartett.bots.flow.table import seat_of
from quartett.games.flow.actions import STOP, Action
from quartett.games.flow.view import PlayerView, View


class Standing(NamedTuple):
    """The points that count if the round ended now: one's own, and those of the best other."""

    own: int
    other: int


def standing(view: View) -> Standing:
    """How the viewer stands: by totals if the end of the round would end the match (FL-15)."""
    ends = would_end_the_match(view)
    counted = [_points(player) + (player.score if ends else 0) for player in view.seats]
    own = counted.pop(seat_of(view))
    return Standing(own, max(counted))


def would_end_the_match(view: View) -> bool:
    """Whether somebody would reach the target if the round ended now."""
    return any(player.score + _points(player) >= view.options.target for player in view.seats)


def lead(view: View) -> int:
    """How far the viewer would be ahead if the round ended now; negative if behind."""
    own, other = standing(view)
    return own - other


def without_stop(legal: Sequence[Action]) -> list[Action]:
    """All that one can do instead of calling Stop."""
    return [action for action in legal if action != STOP]


def _points(player: PlayerView) -> int:
    """The points of a seat if the round ended now (FL-14)."""
    lying = sum(card is not None for card in player.display)
    left = player.draw_pile + lying + (player.hand is not None)
    return player.dealt - left + 2 * player.stolen.size
