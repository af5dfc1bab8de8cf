"""The 144 cards of Speed & Flow, and which of them agree (FL-01, FL-06)."""

from collections import Counter

NUMBERS = (1, 2, 3, 4)
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SYMBOLS = ("star", "moon", "sun", "drop", "leaf", "heart")

DECK = tuple(f"{n}-{colour}-{symbol}" for n in NUMBERS for colour in COLOURS for symbol in SYMBOLS)
"""Every card once, written as number, colour, symbol."""

COUNTS = Counter(DECK)


def _agree(card: str, other: str) -> bool:
    return any(a == b for a, b in zip(card.split("-"), other.split("-"), strict=True))


FITS = {on: frozenset(card for card in DECK if _agree(card, on)) for on in DECK}
"""For each card, those that may lie on it: looked up, for it is asked all the time."""

_LETTERS = dict(zip(SYMBOLS, "smudlh", strict=True))
SHORT_NAMES = {
    f"{number}-{colour}-{symbol}": f"{number}{colour[0]}{_LETTERS[symbol]}"
    for number in NUMBERS
    for colour in COLOURS
    for symbol in SYMBOLS
}
"""How each card is written in one line of text: the letter of the sun is `u`."""
