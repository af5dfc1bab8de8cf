"""What a player can do in Souvenirs."""

from typing import Literal

from quartett.core.forms import Form, Move
from quartett.games.souvenirs.cards import CARDS
from quartett.games.souvenirs.combinations import TABLE, Points
from quartett.games.souvenirs.grid import CELLS, LINES, Cell


class Place(Move, frozen=True, tag="place"):
    """Lay a hand card into the grid (SO-05)."""

    card: str
    at: Cell


class Book(Move, frozen=True, tag="book"):
    """Place a cube on a row or column (SO-08)."""

    line: str


class Pass(Move, frozen=True, tag="pass"):
    """Place no cube this turn (SO-05)."""


Action = Place | Book | Pass

PLACES = {card: tuple(Place(card, cell) for cell in CELLS) for card in CARDS}
BOOKS = tuple(Book(line) for line in LINES)
PASS = Pass()
"""Every action, made once: listing legal actions only looks them up."""

Size = Literal["full", "small"]
"""How large the game is: as in the box, or small enough to be worked out completely."""


class Options(Form, frozen=True):
    """The agreements before a match (SO-04, SO-12, SO-15)."""

    starter: int = 0
    last_cube: bool = False
    points: Points = TABLE
    size: Size = "full"
