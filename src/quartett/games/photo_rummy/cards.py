"""The 108 cards of Photo Rummy: what each one shows and what it costs on a rack."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from quartett.core.errors import no_such_card

CITIES = (
    "stockholm",
    "vienna",
    "oslo",
    "paris",
    "rome",
    "london",
    "luxembourg",
    "madrid",
    "helsinki",
    "copenhagen",
    "lisbon",
    "bern",
    "brussels",
    "dublin",
    "amsterdam",
    "athens",
    "berlin",
)
"""The 17 capitals; the photos of one make a row."""

CATEGORIES = ("palace", "church", "sight", "symbol", "delicacy", "letterbox")
"""The 6 categories; the photos of one make a set."""

PHOTOS = tuple(f"{city}-{category}" for city in CITIES for category in CATEGORIES)
"""All photos, capital by capital."""

JOKERS = tuple(f"joker-{number}" for number in range(1, 7))
"""All jokers; their numbers tell them apart."""

DECK = PHOTOS + JOKERS
"""All cards in their canonical order."""

CITY = {f"{city}-{category}": city for city in CITIES for category in CATEGORIES}
"""The capital of each photo."""

CATEGORY = {f"{city}-{category}": category for city in CITIES for category in CATEGORIES}
"""The category of each photo."""

PLACE = {card: place for place, card in enumerate(DECK)}
"""The place of each card in the canonical order."""

MINUS = dict.fromkeys(PHOTOS, 1) | dict.fromkeys(JOKERS, 10)
"""The minus points of each card that is left on a rack (PR-16)."""

_JOKERS = frozenset(JOKERS)


def is_joker(card: str) -> bool:
    """Whether a card is one of the jokers."""
    return card in _JOKERS


def minus_points(cards: Iterable[str]) -> int:
    """What these cards cost when they are left on a rack (PR-16)."""
    return sum(MINUS[card] for card in cards)


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards in canonical order: photos capital by capital, then jokers."""
    return sorted(cards, key=PLACE.__getitem__)


_LETTERS = "stovieoslparromlonluxmadhelcoplisbrnbrudubamsathbln"
_CATEGORIES = dict(zip(CATEGORIES, "PCSYDL", strict=True))
_SHORT_CITIES = {city: _LETTERS[3 * at : 3 * at + 3] for at, city in enumerate(CITIES)}
SHORT_NAMES = {card: f"{_SHORT_CITIES[CITY[card]]}{_CATEGORIES[CATEGORY[card]]}" for card in PHOTOS}
SHORT_NAMES |= {f"joker-{number}": f"J{number}" for number in range(1, 7)}
"""How each card is written in one line of text: three letters of the capital, one of what it is."""


class Card(NamedTuple):
    """What a card is.

    >>> Card.of("paris-church")
    Card(city='paris', category='church')
    >>> Card.of("joker-2").is_joker
    True
    """

    city: str | None
    """None for a joker."""
    category: str | None
    """None for a joker."""

    @property
    def is_joker(self) -> bool:
        """Whether it stands for any photo (PR-08)."""
        return self.city is None

    @classmethod
    def of(cls, name: str) -> Self:
        """The card of this name; FormatError where there is none."""
        if name not in PLACE:
            raise no_such_card(name)
        return cls(CITY.get(name), CATEGORY.get(name))
