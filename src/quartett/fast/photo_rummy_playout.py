"""Playouts of the rest of a Photo Rummy round for the hard bot, on bitboards.

Nobody lays anything until everything can be laid at once, except for seats that have `lays` set.
"""

from typing import Final

from quartett.fast.photo_rummy import BITS
from quartett.fast.photo_rummy_counts import NO, YES, Companions, Lying
from quartett.games.photo_rummy.solving.answer import Answer
from quartett.games.photo_rummy.solving.board import (
    CARDS,
    CATEGORY_BITS,
    CITY_BITS,
    PHOTO_BITS,
    WIDTH,
    cities_with,
)
from quartett.games.photo_rummy.solving.search import MAX_CARDS, added, best, goes_out, may_open

GLANCE: Final = 0.3
SOLVING: Final = 3.0
"""The cost of a turn in nodes: most need only counts, a lay needs the solver."""

COMPANIONS: Final = [
    CITY_BITS[card // WIDTH] | CATEGORY_BITS[card % WIDTH] for card in range(CARDS)
]
"""For each photo, all photos of its capital and of its category."""


def misfits(lying: int, rack: int) -> int:
    """How many photos of a rack have too few companions, on table and rack together."""
    return misfitting(lying, rack).bit_count()


def misfitting(lying: int, rack: int) -> int:
    """The same photos, as a board."""
    together = lying | rack
    helper = together > PHOTO_BITS
    photos = together & PHOTO_BITS
    fitting = cities_with(photos, 2 if helper else 3)
    least = 3 if helper else 4
    for category in CATEGORY_BITS:
        if (photos & category).bit_count() >= least:
            fitting |= category
    return rack & PHOTO_BITS & ~fitting


def can_go_out(companions: Companions, rack: int, opened: bool) -> bool:
    """Whether a rack can be laid as a whole; the solver decides only what counting cannot."""
    answer = companions.all_can_lie()
    if answer == NO:
        return False
    position = companions.lying.position.with_rack(rack, opened)
    return may_open(position) if answer == YES else goes_out(position)


def outs(table: list[int], rack: int, opened: bool) -> int:
    """With how many of the unseen cards a rack could be laid as a whole, once one is drawn."""
    lying, found = Lying(table), 0
    seen, alone = lying.bits | rack, misfitting(lying.bits, rack)
    for card in range(len(BITS)):
        # A photo is a companion to those of its capital and of its category, a joker to all.
        if seen & BITS[card] or (card < CARDS and alone & ~COMPANIONS[card]):
            continue
        more = rack | BITS[card]
        if misfits(lying.bits, more) == 0:
            found += can_go_out(Companions(lying, more), more, opened)
    return found


def after_laying(companions: Companions, rack: int, opened: bool) -> list[int] | None:
    """The table after the largest lay, or None if nothing can be laid."""
    lying, fitting = companions.lying, companions.fitting() if opened else 0
    if fitting:
        laid = lying.with_photos(fitting)
        if laid is not None:
            return laid
    elif not companions.may_lay():
        return None
    position = lying.position.with_rack(rack, opened)
    found = added(position, fitting) if fitting else best(position, MAX_CARDS)
    if found is None:
        return None
    answer = Answer(position, found).build()
    return answer.boards() if rack & ~(found.left | answer.unplaced) else None


class Thought:
    """Imagined playouts of rounds, and their cost."""

    def __init__(self, seat: int, lays: list[bool]) -> None:
        self.seat = seat
        """The seat that is thinking; it has just had its turn."""
        self.lays = lays
        """The seats that lay whatever they can."""
        self.spent = 0.0

    def play_out(
        self, table: list[int], racks: list[int], opened: list[bool], draws: list[int]
    ) -> int:
        """Who goes out first, or -1; the racks are changed to what is left then.

        Table and racks are boards, what will be drawn are cards by number.
        """
        seat, players = self.seat, len(racks)
        if racks[seat] == 0:
            return seat
        lying = Lying(table)
        companions = [Companions(lying, rack) for rack in racks]
        stuck = [False] * players
        """The seats that could lay nothing before this card came."""
        for card in draws:
            seat = (seat + 1) % players
            racks[seat] |= BITS[card]
            companions[seat].add(card)
            self.spent += GLANCE
            if can_go_out(companions[seat], racks[seat], opened[seat]):
                racks[seat] = 0
                return seat
            if self.lays[seat]:
                self.spent += SOLVING
                if stuck[seat] and card < CARDS and not companions[seat].may_lie(card):
                    continue
                laid = after_laying(companions[seat], racks[seat], opened[seat])
                if laid is not None:
                    together, lying = lying.bits | racks[seat], Lying(laid)
                    racks[seat] = together & ~lying.bits
                    companions = [Companions(lying, rack) for rack in racks]
                    stuck = [False] * players
                stuck[seat] = True
        return -1
