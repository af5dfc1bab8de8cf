"""What the search is after, and the best it has found so far."""

from collections.abc import Sequence
from typing import NamedTuple

NEVER = 1 << 60
"""More than anything costs."""


class Aim(NamedTuple):
    """What things cost."""

    photo: int
    """A photo that stays on the rack; never for nothing."""
    joker: int
    """A joker that stays on the rack."""
    moved: int
    """A table photo that changes between row and set, or a joker taken; never for nothing."""
    must: int = 0
    """The rack photos that have to be laid, as a board."""
    forgiven: bool = False
    """Whether taken jokers may stay on the rack for nothing."""
    any_will_do: bool = False
    """Whether the first lay found is good enough."""


class Found(NamedTuple):
    """A legal lay as the search sees it."""

    cost: int
    rows: int
    """Photos in rows, as a board."""
    left: int
    """Photos that stay on the rack, as a board."""
    row_jokers: Sequence[int]
    """Jokers in each capital's rows, before the spare ones are put anywhere."""
    set_jokers: Sequence[int]
    spare: int
    """Jokers to put wherever there is room."""
    taken_rows: tuple[int, ...]
    """Jokers taken from each capital's rows."""
    taken_sets: tuple[int, ...]

    def taken(self) -> int:
        """How many jokers are taken."""
        return sum(self.taken_rows) + sum(self.taken_sets)


class Best:
    """The best lay so far, or all that cost exactly one less than the limit."""

    def __init__(self, limit: int, wanted: int = 0) -> None:
        self.cost = limit
        """What a lay has to stay below to be of interest."""
        self.found: Found | None = None
        self.cut = NEVER
        """The least that anything given up can cost."""
        self.short = NEVER
        """The least cost of a lay for whose jokers there was no room."""
        self.collecting = wanted > 0
        self.collected: list[Found] = []
        self._wanted = wanted

    def begin(self, limit: int) -> None:
        """Starts anew with another limit."""
        self.cost, self.cut = limit, NEVER

    def give_up(self, bound: int) -> None:
        """Notes that something was given up that costs at least so much."""
        if bound < self.cut:
            self.cut = bound

    def offer(self, found: Found, any_will_do: bool) -> None:
        """Keeps a lay that costs less than `cost`."""
        if self.collecting:
            self._collect(found)
        else:
            self.cost, self.found = -NEVER if any_will_do else found.cost, found

    def _collect(self, found: Found) -> None:
        if found.cost == self.cost - 1:
            self.collected.append(found)
        if len(self.collected) == self._wanted:
            self.cost = -NEVER
