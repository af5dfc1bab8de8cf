"""What happens in Souvenirs, with chance resolved. A card that a viewer may not know is None."""

from quartett.core.game import Fact
from quartett.games.souvenirs.grid import Cell


class Dealt(Fact, frozen=True, tag="dealt"):
    """The hands are dealt, the first card of the grid is laid, the rest is drawn from (SO-02)."""

    hands: tuple[tuple[str | None, ...], ...]
    first: str
    draw_pile: tuple[str | None, ...]


class Drew(Fact, frozen=True, tag="drew"):
    """The turn of a seat begins with its draw (SO-05)."""

    seat: int
    card: str | None


class TurnPassed(Fact, frozen=True, tag="turn_passed"):
    """The turn of a seat begins and there is nothing to draw."""

    seat: int


class Placed(Fact, frozen=True, tag="placed"):
    """A card was laid into the grid (SO-06)."""

    seat: int
    card: str
    at: Cell


class Booked(Fact, frozen=True, tag="booked"):
    """A cube was placed on a row or column (SO-08)."""

    seat: int
    line: str


class Passed(Fact, frozen=True, tag="passed"):
    """A player placed no cube this turn."""

    seat: int


class Finished(Fact, frozen=True, tag="finished", omit_defaults=True):
    """The grid is full and the game is over (SO-12)."""

    hands: tuple[tuple[str, ...], ...] = ()
    """In seat order, the cards left in the hands.

    Viewers are told; a log leaves it out, for it follows from what is there.
    """


Event = Dealt | Drew | TurnPassed | Placed | Booked | Passed | Finished
