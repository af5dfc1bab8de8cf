"""What the lines of Souvenirs pay, looked up by a sum to which every card adds its code."""

from typing import Final

from quartett.games.souvenirs.cards import CARDS, COLOUR, COLOURS, JOKER, NUMBER
from quartett.games.souvenirs.combinations import COMBINATIONS, Points, combinations

_HALF: Final = 21
_LOW: Final = (1 << _HALF) - 1
CODE: Final = [
    1 << 3 * NUMBER.get(card, 0)
    | 1 << _HALF + 3 * (COLOURS.index(COLOUR[card]) if card != JOKER else 5)
    for card in CARDS
]
"""What a card adds to the sum of its line: a count of its number, and above it of its colour."""

_OF_COLOURS: Final = ("flush", "rainbow")


class Payouts:
    """What sums of lines are worth under one table of points; computed on first use."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self.table: list[int] = []
        """The points of each combination, for the first and for the second."""
        for name in COMBINATIONS:
            self.table += list(getattr(points, name))
        self._first: dict[int, int] = {}
        self._second: dict[int, int] = {}
        self._made: dict[int, int] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Payouts, (self.points,)

    def first(self, line: int) -> int:
        """What a line with this sum pays whoever booked it first, or alone."""
        made = self._combinations(line)
        if made not in self._first:
            self._pay(made)
        return self._first[made]

    def second(self, line: int) -> int:
        """What a line with this sum pays whoever booked it second."""
        made = self._combinations(line)
        if made not in self._second:
            self._pay(made)
        return self._second[made]

    def _pay(self, made: int) -> None:
        names = [name for at, name in enumerate(COMBINATIONS) if made >> at & 1]
        best = max([getattr(self.points, name) for name in names], default=(0, 0))
        self._first[made], self._second[made] = best

    def _combinations(self, line: int) -> int:
        """The combinations as bits: those of the numbers, and those of the colours."""
        numbers, colours = line & _LOW, -(line >> _HALF)
        made = self._made
        if numbers not in made:
            made[numbers] = _of_numbers(numbers)
        if colours not in made:
            made[colours] = _of_colours(-colours)
        return made[numbers] | made[colours]


def _counts(code: int, digits: int) -> list[int]:
    return [code >> 3 * digit & 7 for digit in range(digits)]


def _bits(cards: list[str], of_colours: bool) -> int:
    """The combinations of numbers, or of colours, that cards make, as bits."""
    found = 0
    for name in combinations(tuple(cards)):
        if (name in _OF_COLOURS) == of_colours:
            found |= 1 << COMBINATIONS.index(name)
    return found


def _of_numbers(code: int) -> int:
    counts = _counts(code, 7)
    cards = [JOKER] * counts[0]
    for number in range(1, 7):
        cards += [f"{COLOURS[0]}-{number}"] * counts[number]
    return _bits(cards, False)


def _of_colours(code: int) -> int:
    counts = _counts(code, 6)
    cards = [JOKER] * counts[5]
    for colour in range(5):
        cards += [f"{COLOURS[colour]}-1"] * counts[colour]
    return _bits(cards, True)


_KNOWN: Final[list[Payouts]] = []


def payouts_of(points: Points) -> Payouts:
    """What lines are worth under a table of points, shared by all matches that use it."""
    for known in _KNOWN:  # quicker than to hash the points for every deal
        if known.points == points:
            return known
    if len(_KNOWN) > 20:
        _KNOWN.clear()
    _KNOWN.append(Payouts(points))
    return _KNOWN[-1]
