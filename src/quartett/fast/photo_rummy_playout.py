"""The rest of a round of Photo Rummy as the hard bot plays it in thought, on boards of bits.

Nobody lays anything until everything can be laid at once; only those who `lay` do so piecemeal.
"""

from typing import Final

from quartett.games.photo_rummy.solving.answer import Answer
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    PHOTO_BITS,
    Position,
    cities_with,
)
from quartett.games.photo_rummy.solving.goals import MOST_CARDS, best, goes_out

GLANCE: Final = 0.3
SOLVING: Final = 3.0
"""What a turn costs in nodes: mostly only counts are looked at; a lay needs the solver."""


def misfits(lying: int, rack: int) -> int:
    """How many photos of a rack have too few companions, on table and rack together."""
    together = lying | rack
    helper = together > PHOTO_BITS
    photos = together & PHOTO_BITS
    fitting = cities_with(photos, 2 if helper else 3)
    least = 3 if helper else 4
    for category in CATEGORY_BITS:
        if (photos & category).bit_count() >= least:
            fitting |= category
    return (rack & PHOTO_BITS & ~fitting).bit_count()


def can_go_out(table: list[int], lying: int, rack: int, opened: bool) -> bool:
    """Whether a rack can be laid as a whole; `lying` are all cards of the table.

    Mostly a glance at the counts says no; else the solver is asked.
    """
    return misfits(lying, rack) == 0 and goes_out(Position(table, rack, opened))


def after_laying(table: list[int], rack: int, opened: bool) -> list[int] | None:
    """The table once most cards are laid, or None where nothing can be."""
    position = Position(table, rack, opened)
    found = best(position, MOST_CARDS)
    if found is None:
        return None
    answer = Answer(position, found).build()
    return answer.boards() if rack & ~(found.left | answer.unplaced) else None


class Thought:
    """Rounds played out in thought, and what they cost."""

    def __init__(self, seat: int, lays: list[bool]) -> None:
        self.seat = seat
        """Who thinks, and has just had a turn."""
        self.lays = lays
        """Who lays piecemeal."""
        self.spent = 0.0

    def play_out(
        self, table: list[int], racks: list[int], opened: list[bool], draws: list[int]
    ) -> int:
        """Who goes out first, or -1; the racks are changed to what is left then."""
        seat, players, lying = self.seat, len(racks), 0
        if racks[seat] == 0:
            return seat
        for bits in table:
            lying |= bits
        for card in draws:
            seat = (seat + 1) % players
            rack = racks[seat] | card
            racks[seat] = rack
            self.spent += GLANCE
            if can_go_out(table, lying, rack, opened[seat]):
                racks[seat] = 0
                return seat
            if self.lays[seat]:
                self.spent += SOLVING
                laid = after_laying(table, rack, opened[seat])
                if laid is not None:
                    table, together, lying = laid, lying | rack, 0
                    for bits in laid:
                        lying |= bits
                    racks[seat] = together & ~lying
        return -1
