"""A state of Jericho: everything, hidden cards included."""

from typing import Literal

from quartett.core.game import Value
from quartett.games.jericho.actions import Options

Phase = Literal["first", "feed", "play", "over"]
Walls = tuple[tuple[str, ...], ...]
"""One wall per colour, in the order of COLOURS; an empty one is no wall."""

MAX_PLAYERS = 5

NO_WALLS: Walls = ((), (), (), (), ())


class Player(Value, frozen=True):
    """What one player has."""

    hand: tuple[str, ...] = ()
    walls: Walls = NO_WALLS
    face_down: str | None = None
    won: tuple[str, ...] = ()


class Put(Value, frozen=True):
    """A card in the supply and the seat that chose to put it there this round, if one did."""

    card: str
    by: int | None = None


class State(Value, frozen=True):
    """The whole table; the last card of the draw pile is on top."""

    options: Options
    seats: tuple[Player, ...]
    supply: tuple[Put, ...] = ()
    draw_pile: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    round: int = 1
    phase: Phase = "first"
    turn: int | None = None
    starter: int = 0


def has_fed(state: State, seat: int) -> bool:
    """Whether a seat has put a card into the supply in this round."""
    return any(put.by == seat for put in state.supply)


def yet_to_choose(state: State) -> frozenset[int]:
    """In the phases where all choose at once: the seats that still have to."""
    seats = enumerate(state.seats)
    if state.phase == "first":
        return frozenset(i for i, player in seats if player.hand and player.face_down is None)
    fed = {put.by for put in state.supply}
    return frozenset(i for i, player in seats if player.hand and i not in fed)
