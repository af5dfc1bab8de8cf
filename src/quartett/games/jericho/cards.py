"""The 110 cards of Jericho (JE-01)."""

from collections import Counter
from typing import NamedTuple, Self

from quartett.core.errors import no_such_card

COLOURS = ("red", "yellow", "green", "blue", "white")
"""The five colours, in the order in which walls are kept."""

TRUMPET = "trumpet"
SCORING = "scoring"
COPIES = {1: 4, 3: 5, 4: 4, 5: 3, 7: 1}
"""How often each value is there in each colour."""

INDEX = {colour: index for index, colour in enumerate(COLOURS)}
WALL_CARDS = tuple(f"{colour}-{value}" for colour in COLOURS for value in COPIES)
COLOUR_INDEX = {card: INDEX[card.split("-")[0]] for card in WALL_CARDS}
"""The place of a wall card's colour; trumpets and scoring cards have none."""

VALUE = {card: int(card.split("-")[1]) for card in WALL_CARDS} | {TRUMPET: 2}
"""What a card counts in a wall."""

PLAYABLE = tuple(card for card in WALL_CARDS for _ in range(COPIES[VALUE[card]])) + (TRUMPET,) * 22
"""The 107 cards that are dealt and played."""

SCORINGS = 3
"""How many scoring cards there are."""

DECK = (*PLAYABLE, *(SCORING,) * SCORINGS)
COUNTS = Counter(DECK)

SHORT_NAMES = {card: f"{card[0]}{VALUE[card]}" for card in WALL_CARDS}
SHORT_NAMES |= {TRUMPET: "T", SCORING: "S"}
"""How each card is written in one line of text."""


class Card(NamedTuple):
    """What a card is.

    >>> Card.of("green-3")
    Card(colour='green', value=3)
    >>> Card.of("trumpet")
    Card(colour=None, value=2)
    """

    colour: str | None
    """None for trumpets and scoring cards."""
    value: int
    """What it counts in a wall; 0 for a scoring card."""

    @classmethod
    def of(cls, name: str) -> Self:
        """The card of this name; FormatError where there is none."""
        if name not in COUNTS:
            raise no_such_card(name)
        colour = name.partition("-")[0] if name in COLOUR_INDEX else None
        return cls(colour, VALUE.get(name, 0))
