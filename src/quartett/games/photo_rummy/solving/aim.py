"""What the search is after, and the best it has found so far."""

from typing import Final

NEVER: Final = 1 << 60
"""More than anything costs."""


class Aim:
    """What things cost."""

    def __init__(
        self,
        photo: int,
        joker: int,
        moved: int,
        must: int = 0,
        forgiven: bool = False,
        any_will_do: bool = False,
    ) -> None:
        self.photo = photo
        """A photo that stays on the rack; never for nothing."""
        self.joker = joker
        """A joker that stays on the rack."""
        self.moved = moved
        """A table photo that changes between row and set, or a joker taken; never for nothing."""
        self.must = must
        """The rack photos that have to be laid, as a board."""
        self.forgiven = forgiven
        """Whether taken jokers may stay on the rack for nothing."""
        self.any_will_do = any_will_do
        """Whether the first lay found is good enough."""


class Found:
    """A legal lay as the search sees it."""

    def __init__(
        self,
        cost: int,
        rows: int,
        left: int,
        row_jokers: list[int],
        set_jokers: list[int],
        spare: int,
        taken_rows: tuple[int, ...],
        taken_sets: tuple[int, ...],
    ) -> None:
        self.cost = cost
        self.rows = rows
        """Photos in rows, as a board."""
        self.left = left
        """Photos that stay on the rack, as a board."""
        self.row_jokers = row_jokers
        """Jokers in each capital's rows, before the spare ones are put anywhere."""
        self.set_jokers = set_jokers
        self.spare = spare
        """Jokers to put wherever there is room."""
        self.taken_rows = taken_rows
        """Jokers taken from each capital's rows."""
        self.taken_sets = taken_sets

    def taken(self) -> int:
        """How many jokers are taken."""
        return sum(self.taken_rows) + sum(self.taken_sets)


class Best:
    """The best lay so far, or every lay that costs exactly one less than the limit."""

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
        """Starts over with another limit."""
        self.cost, self.cut = limit, NEVER

    def give_up(self, bound: int) -> None:
        """Notes that a branch was pruned whose cost is at least this bound."""
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
