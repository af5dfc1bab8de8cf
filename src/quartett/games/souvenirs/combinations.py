"""What a row or column is worth: its best combination, with jokers as anything (SO-11 to SO-14)."""

from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from quartett.core.forms import Form
from quartett.core.game import Value
from quartett.games.souvenirs.cards import COLOUR, JOKER, NUMBER
from quartett.games.souvenirs.grid import SIZE

Pay = tuple[int, int]
"""The points for the first (or only) booker, and for the second (SO-15)."""


class Points(Form, frozen=True):
    """The points of every combination; the order decides between equally valuable ones."""

    quintet: Pay
    quartet: Pay
    full_house: Pay
    flush: Pay
    rainbow: Pay
    straight: Pay
    triplet: Pay
    two_pairs: Pay
    pair: Pay


MAX_KNOWN = 4_000
"""How many lines are remembered for a table of points; a match has a few hundred."""

COMBINATIONS = Points.__struct_fields__
"""The names of the combinations, in the order of the table."""

TABLE = msgspec.json.decode(
    files("quartett.games.souvenirs").joinpath("points.json").read_bytes(), type=Points
)
"""The points that hold unless the players agree on others."""


class Worth(Value, frozen=True):
    """What a line counts: its best combination, if it has one, and the points for it."""

    combination: str | None
    first: int
    second: int


def best(cards: tuple[str, ...], points: Points) -> Worth:
    """The most valuable combination among the cards of a line (SO-13)."""
    made = combinations(cards)
    if not made:
        return Worth(None, 0, 0)
    name = max(made, key=lambda each: _pay(points, each))
    return Worth(name, *_pay(points, name))


class Worths(dict[tuple[str, ...], Worth]):
    """What lines are worth at one table of points, worked out once for each line."""

    def __init__(self, points: Points) -> None:
        super().__init__()
        self._points = points

    def worth(self, cards: tuple[str, ...]) -> Worth:
        """The worth of a line that was not looked up yet."""
        if len(self) >= MAX_KNOWN:
            self.clear()
        self[cards] = value = best(cards, self._points)
        return value


@lru_cache(maxsize=8)
def known_worths(points: Points) -> Worths:
    """The lines worked out so far for these points."""
    return Worths(points)


def _pay(points: Points, combination: str) -> Pay:
    pay: Pay = getattr(points, combination)
    return pay


def combinations(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Every combination that the cards of a line make or contain, in the order of the table."""
    # Order is irrelevant, and numbers and colours never meet: two small caches know every line.
    numbers = tuple(sorted([NUMBER[card] for card in cards if card != JOKER]))
    colours = tuple(sorted([COLOUR[card] for card in cards if card != JOKER]))
    return _in_order(_of_numbers(numbers, len(cards)) | _of_colours(colours, len(cards)))


@cache
def _in_order(made: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in COMBINATIONS if name in made)


@cache
def _of_numbers(numbers: tuple[int, ...], size: int) -> frozenset[str]:
    """The combinations of numbers; what the line holds beyond them are jokers."""
    jokers = size - len(numbers)
    counts = sorted(Counter(numbers).values(), reverse=True)
    most, next_most = (*counts, 0, 0)[:2]
    tests = {
        "quintet": most + jokers >= 5,
        "quartet": most + jokers >= 4,
        "full_house": min(most, 3) + min(next_most, 2) + jokers >= 5,
        "straight": size == SIZE and _could_be_straight(numbers),
        "triplet": most + jokers >= 3,
        "two_pairs": min(most, 2) + min(next_most, 2) + jokers >= 4,
        "pair": most + jokers >= 2,
    }
    return frozenset(name for name, holds in tests.items() if holds)


def _could_be_straight(numbers: tuple[int, ...]) -> bool:
    """Different numbers, none further apart than 1 to 5 or 2 to 6: jokers fill the gaps."""
    different = len(set(numbers)) == len(numbers)
    return different and max(numbers) - min(numbers) < SIZE


@cache
def _of_colours(colours: tuple[str, ...], size: int) -> frozenset[str]:
    """The combinations of colours; what the line holds beyond them are jokers."""
    if size != SIZE:
        return frozenset()
    different = len(set(colours))
    tests = {"flush": different == 1, "rainbow": different == len(colours)}
    return frozenset(name for name, holds in tests.items() if holds)
