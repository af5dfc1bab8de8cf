"""What a game of some size is played with (SO-01 to SO-03, SO-07)."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from quartett.games.souvenirs.actions import Options, Size
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.grid import SIZE, Cell


class Kit(NamedTuple):
    """What a game of some size is played with."""

    players: range
    cards: tuple[str, ...]
    """The cards that are shuffled and dealt."""
    hand: int
    cubes: tuple[int, int]
    """How many cubes everybody has: where two play, and where more do."""
    size: int
    """The most rows and columns of the grid."""
    laid: Mapping[Cell, str]
    """The cards that always lie from the beginning: then none is drawn. Empty: one is dealt."""

    @property
    def counts(self) -> Counter[str]:
        """How often each card is there."""
        return Counter((*self.cards, *self.laid.values()))


FULL = Kit(range(2, 5), DECK, 2, (4, 3), SIZE, {})
CROSS = {(0, 0): "red-3", (0, -1): "red-1", (-1, 0): "red-2", (1, 0): "red-2", (0, 1): "red-1"}
"""The middle of the small grid, the first card first: its four corners are free."""

SMALL = Kit(range(2, 3), ("red-1", "red-2") * 3, 2, (1, 1), 3, CROSS)
"""Three by three for two: a cross lies, two cards and a cube each, nothing is drawn."""

KITS: dict[Size, Kit] = {"full": FULL, "small": SMALL}
SIZE_OF = {size: kit.size for size, kit in KITS.items()}
COUNTS_OF = {size: kit.counts for size, kit in KITS.items()}


def kit_of(options: Options) -> Kit:
    """What the game is played with."""
    return KITS[options.size]


def cubes_each(players: int, kit: Kit = FULL) -> int:
    """How many cubes a player begins with (SO-03)."""
    return kit.cubes[players > 2]
