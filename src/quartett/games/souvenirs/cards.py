"""The 34 cards of Souvenirs (SO-01)."""

from collections import Counter
from typing import NamedTuple, Self

from quartett.core.errors import no_such_card

COLOURS = ("turquoise", "red", "yellow", "purple", "orange")
"""The five colours."""

JOKER = "joker"
JOKERS = 4
NUMBER_CARDS = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(1, 7))
CARDS = (*NUMBER_CARDS, JOKER)
"""Every kind of card once."""

NUMBER = {card: int(card.split("-")[1]) for card in NUMBER_CARDS}
"""What number a card shows; a joker shows none."""

COLOUR = {card: card.split("-")[0] for card in NUMBER_CARDS}
"""What colour a card has; a joker has none."""

DECK = (*NUMBER_CARDS, *(JOKER,) * JOKERS)
COUNTS = Counter(DECK)

SHORT_NAMES = {card: f"{card[0]}{NUMBER[card]}" for card in NUMBER_CARDS} | {JOKER: "J"}
"""How each card is written in one line of text."""


class Card(NamedTuple):
    """What a card is.

    >>> Card.of("turquoise-4")
    Card(colour='turquoise', number=4)
    >>> Card.of("joker").is_joker
    True
    """

    colour: str | None
    """None for a joker."""
    number: int | None
    """None for a joker."""

    @property
    def is_joker(self) -> bool:
        """Whether it becomes whatever is best (SO-11)."""
        return self.number is None

    @classmethod
    def of(cls, name: str) -> Self:
        """The card of this name; FormatError where there is none."""
        if name not in COUNTS:
            raise no_such_card(name)
        return cls(COLOUR.get(name), NUMBER.get(name))
