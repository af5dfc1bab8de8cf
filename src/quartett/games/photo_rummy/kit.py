"""What a game of some size is played with (PR-01, PR-03, PR-04)."""

from collections import Counter
from itertools import chain
from typing import NamedTuple

from quartett.games.photo_rummy.actions import STACKS, Options, Size
from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, DECK, JOKERS


class Kit(NamedTuple):
    """What a game of some size is played with."""

    players: range
    cards: tuple[str, ...]
    """The cards that are shuffled and dealt."""
    rack: int
    stacks: int
    """How many of the stacks get cards."""
    laid: tuple[tuple[str, ...], ...]
    """What lies from the beginning of each round; then everybody counts as having opened."""

    @property
    def all_cards(self) -> tuple[str, ...]:
        """Every card, in canonical order where none lies from the beginning."""
        return (*chain(*self.laid), *self.cards)


def _row(city: str, length: int) -> tuple[str, ...]:
    return tuple(f"{city}-{category}" for category in CATEGORIES[:length])


FULL = Kit(range(2, 5), DECK, 8, STACKS, ())
SMALL = Kit(
    range(2, 3),
    (*chain(*(_row(city, 3) for city in CITIES[2:4])), JOKERS[0]),
    2,
    1,
    tuple(_row(city, 4) for city in CITIES[:2]),
)
"""Four capitals for two: two rows of four lie; of six photos and a joker, three are drawn."""

KITS: dict[Size, Kit] = {"full": FULL, "small": SMALL}
COUNTS_OF = {size: Counter(kit.all_cards) for size, kit in KITS.items()}


def kit_of(options: Options) -> Kit:
    """What the game is played with."""
    return KITS[options.size]
