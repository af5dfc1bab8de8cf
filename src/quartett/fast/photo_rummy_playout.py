"""The rest of a round of Photo Rummy as the hard bot plays it in thought, on boards of bits.

Nobody lays anything until everything can be laid at once; only those who `lay` do so piecemeal.
"""

from typing import Final

from quartett.fast.photo_rummy import BITS, PHOTOS
from quartett.games.photo_rummy.solving.answer import Answer
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_COUNT,
    COLUMNS,
    PHOTO_BITS,
    WIDTH,
    Position,
    cities_with,
)
from quartett.games.photo_rummy.solving.goals import MAX_CARDS, best, goes_out

SIZES: Final = [mask.bit_count() for mask in range(COLUMNS + 1)]
"""How many photos each mask of one capital has."""

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
    found = best(position, MAX_CARDS)
    if found is None:
        return None
    answer = Answer(position, found).build()
    return answer.boards() if rack & ~(found.left | answer.unplaced) else None


class Companions:
    """Which cards lie or are held together: the table and one rack, in counts that can grow."""

    def __init__(self, lying: int, rack: int) -> None:
        together = lying | rack
        self.has_joker = together > PHOTO_BITS
        self.held = [(rack >> WIDTH * city) & COLUMNS for city in range(CITY_COUNT)]
        """The rack's photos of each capital, a bit for each category."""
        self.all = [(together >> WIDTH * city) & COLUMNS for city in range(CITY_COUNT)]
        self.numbers = [(together & bits).bit_count() for bits in CATEGORY_BITS]
        """How many photos of each category there are."""

    def add(self, card: int) -> None:
        """A card comes to the rack."""
        if card >= PHOTOS:
            self.has_joker = True
            return
        city, category = card // WIDTH, card % WIDTH
        self.held[city] |= 1 << category
        self.all[city] |= 1 << category
        self.numbers[category] += 1

    def all_fit(self) -> bool:
        """Whether no photo of the rack has too few companions, as `misfits` counts them."""
        few = 2 if self.has_joker else 3
        fitting = 0
        for category in range(WIDTH):
            if self.numbers[category] > few:
                fitting |= 1 << category
        if fitting == COLUMNS:
            return True
        for city in range(CITY_COUNT):
            if self.held[city] & ~fitting and SIZES[self.all[city]] < few:
                return False
        return True


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
        """Who goes out first, or -1; the racks are changed to what is left then.

        Table and racks are boards, what will be drawn are cards by number.
        """
        seat, players, lying = self.seat, len(racks), 0
        if racks[seat] == 0:
            return seat
        for bits in table:
            lying |= bits
        companions = [Companions(lying, rack) for rack in racks]
        for card in draws:
            seat = (seat + 1) % players
            racks[seat] |= BITS[card]
            companions[seat].add(card)
            self.spent += GLANCE
            if companions[seat].all_fit() and goes_out(Position(table, racks[seat], opened[seat])):
                racks[seat] = 0
                return seat
            if self.lays[seat]:
                self.spent += SOLVING
                laid = after_laying(table, racks[seat], opened[seat])
                if laid is not None:
                    table, together, lying = laid, lying | racks[seat], 0
                    for bits in laid:
                        lying |= bits
                    racks[seat] = together & ~lying
                    companions = [Companions(lying, rack) for rack in racks]
        return -1
