"""What a player can do in Jericho."""

from typing import Literal

from quartett.core.forms import Form, Move
from quartett.games.jericho.cards import COLOURS, TRUMPET, WALL_CARDS


class First(Move, frozen=True, tag="first"):
    """Choose the first card of one's own layout, face down (JE-04)."""

    card: str


class Feed(Move, frozen=True, tag="feed"):
    """Lay a card face down into the supply at the start of a round (JE-06)."""

    card: str


class Wall(Move, frozen=True, tag="wall"):
    """Lay a wall card in one's own layout (JE-09)."""

    card: str


class Trumpet(Move, frozen=True, tag="trumpet"):
    """Play a trumpet and name a colour (JE-10)."""

    colour: str


class Supply(Move, frozen=True, tag="supply"):
    """Lay a card face down into the supply as one's turn (JE-14)."""

    card: str


Action = First | Feed | Wall | Trumpet | Supply

CARDS = (*WALL_CARDS, TRUMPET)
FIRST = {card: First(card) for card in CARDS}
FEED = {card: Feed(card) for card in CARDS}
PLAYS: dict[str, tuple[Action, ...]] = {card: (Wall(card), Supply(card)) for card in WALL_CARDS}
PLAYS[TRUMPET] = (*(Trumpet(colour) for colour in COLOURS), Supply(TRUMPET))
"""Every way to play a hand card, made once: listing legal actions only looks them up."""

Size = Literal["full", "small"]
"""How large the game is: as in the box, or small enough to be worked out completely."""


class Options(Form, frozen=True):
    """The agreements before a match (JE-05)."""

    starter: int = 0
    size: Size = "full"
