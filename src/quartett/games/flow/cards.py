"""The 144 cards of Speed & Flow, and which of them agree (FL-01, FL-06)."""

from collections import Counter
from typing import NamedTuple, Self

from quartett.core.errors import no_such_card

NUMBERS = (1, 2, 3, 4)
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SYMBOLS = ("star", "moon", "sun", "drop", "leaf", "heart")

DECK = tuple(f"{n}-{colour}-{symbol}" for n in NUMBERS for colour in COLOURS for symbol in SYMBOLS)
"""Every card once, written as number, colour, symbol."""

COUNTS = Counter(DECK)


_LETTERS = dict(zip(SYMBOLS, "smudlh", strict=True))
SHORT_NAMES = {
    f"{number}-{colour}-{symbol}": f"{number}{colour[0]}{_LETTERS[symbol]}"
    for number in NUMBERS
    for colour in COLOURS
    for symbol in SYMBOLS
}
"""How each card is written in one line of text: the letter of the sun is `u`."""


class Card(NamedTuple):
    """What a card is.

    >>> Card.of("3-red-star").fits(Card.of("3-blue-moon"))
    True
    """

    number: int
    colour: str
    symbol: str

    def fits(self, other: Self) -> bool:
        """Whether it may lie on another: number, colour or symbol are the same (FL-06)."""
        return any(a == b for a, b in zip(self, other, strict=True))

    @classmethod
    def of(cls, name: str) -> Self:
        """The card of this name; FormatError where there is none."""
        if name not in COUNTS:
            raise no_such_card(name)
        number, colour, symbol = name.split("-")
        return cls(int(number), colour, symbol)


_CARDS = {card: Card.of(card) for card in DECK}
FITS = {
    on: frozenset(card for card, each in _CARDS.items() if each.fits(below))
    for on, below in _CARDS.items()
}
"""For each card, those that may lie on it; a table, because it is needed all the time."""
