"""What Photo Rummy has to tell after a match: what could have been laid in each turn, exactly."""

from collections.abc import Sequence

import msgspec

from quartett.core.history import Step
from quartett.games.photo_rummy.actions import Action, Draw, Lay
from quartett.games.photo_rummy.events import Event, Laid
from quartett.games.photo_rummy.solver import solve
from quartett.games.photo_rummy.state import State


class Turn(msgspec.Struct, frozen=True):
    """A turn in which something could be laid."""

    entry: int
    seat: int
    laid: int
    could: int
    """The most cards that the table and the rack allowed."""
    could_go_out: bool

    @property
    def missed(self) -> int:
        """The cards that could have been laid as well."""
        return self.could - self.laid


class SeatTotal(msgspec.Struct, frozen=True):
    """All turns of one seat."""

    seat: int
    laid: int
    missed: int
    missed_wins: int
    """The turns in which the seat could have gone out and did not."""


class Insights(msgspec.Struct, frozen=True):
    """A match of Photo Rummy, turn by turn."""

    turns: tuple[Turn, ...]
    seats: tuple[SeatTotal, ...]


def insights_of(line: Sequence[Step[State, Action, Event]]) -> Insights:
    """What each turn allowed, found by the solver."""
    turns = []
    for step in line:
        seat, action = step.entry.seat, step.entry.action
        if seat is None or isinstance(action, Draw):
            continue
        player = step.before.seats[seat]
        best = solve(step.before.table, player.rack, player.opened)
        if best.laid or isinstance(action, Lay):
            laid = sum(len(each.laid) for each in step.entry.events if isinstance(each, Laid))
            turns.append(Turn(step.counted, seat, laid, len(best.laid), best.goes_out))
    players = range(len(line[-1].after.seats))
    return Insights(tuple(turns), tuple(_total(seat, turns) for seat in players))


def _total(seat: int, turns: Sequence[Turn]) -> SeatTotal:
    own = [turn for turn in turns if turn.seat == seat]
    return SeatTotal(
        seat,
        sum(turn.laid for turn in own),
        sum(turn.missed for turn in own),
        sum(turn.could_go_out and turn.missed > 0 for turn in own),
    )
