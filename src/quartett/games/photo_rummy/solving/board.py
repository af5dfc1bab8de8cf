"""Cards as bits: a set of photos is one number with six bits for each capital."""

from collections.abc import Iterable, Iterator
from typing import Final

from quartett.games.photo_rummy.cards import CATEGORIES, CITIES, DECK, PHOTOS
from quartett.games.photo_rummy.lay import TableLists

WIDTH: Final = len(CATEGORIES)
CITY_COUNT: Final = len(CITIES)
EACH_CITY: Final = sum(1 << WIDTH * city for city in range(CITY_COUNT))
"""The lowest bit of every capital."""

CITY_BITS: Final = tuple(((1 << WIDTH) - 1) << WIDTH * city for city in range(CITY_COUNT))
CATEGORY_BITS: Final = tuple(EACH_CITY << category for category in range(WIDTH))
CARDS: Final = len(PHOTOS)
"""The place of the first joker's bit."""

PHOTO_BITS: Final = (1 << CARDS) - 1
BIT: Final = {card: 1 << place for place, card in enumerate(DECK)}
_BIT: Final = BIT.__getitem__
COLUMNS: Final = (1 << WIDTH) - 1
"""All categories of one capital."""


def board(cards: Iterable[str]) -> int:
    """The bits of these cards."""
    return sum(map(_BIT, cards))


def cards_of(bits: int) -> list[str]:
    """The cards of these bits, in canonical order."""
    cards = []
    while bits:
        place = bits.bit_length() - 1
        cards.append(DECK[place])
        bits ^= 1 << place
    cards.reverse()
    return cards


ROW_CARDS: Final = {
    mask << WIDTH * city: tuple(cards_of(mask << WIDTH * city))
    for city in range(CITY_COUNT)
    for mask in range(1, 1 << WIDTH)
}
"""The photos of every possible row, in canonical order, for those who need many."""


def cities_of(bits: int) -> Iterator[int]:
    """The numbers of the capitals that have a photo among these bits."""
    while bits:
        city = ((bits & -bits).bit_length() - 1) // WIDTH
        yield city
        bits &= ~CITY_BITS[city]


def cities_in(bits: int) -> int:
    """The lowest bits of the capitals that have a photo among these bits."""
    return (bits | bits >> 1 | bits >> 2 | bits >> 3 | bits >> 4 | bits >> 5) & EACH_CITY


def counts_of(bits: int) -> int:
    """How many photos each capital has among these bits, in its own six bits."""
    each = EACH_CITY
    ones = (bits & each) + (bits >> 1 & each) + (bits >> 2 & each)
    return ones + (bits >> 3 & each) + (bits >> 4 & each) + (bits >> 5 & each)


def cities_with(bits: int, least: int) -> int:
    """All bits of the capitals that have at least this many (1 to 7) photos among these bits."""
    return cities_that_have(counts_of(bits), least)


def cities_that_have(counts: int, least: int) -> int:
    """The same by the counts of the capitals."""
    return ((counts + (8 - least) * EACH_CITY) >> 3 & EACH_CITY) * COLUMNS


def numbers_of(bits: int) -> list[int]:
    """How many photos each category has among these bits."""
    if not bits:
        return [0] * WIDTH
    return [(bits & each).bit_count() for each in CATEGORY_BITS]


class Position:
    """A table and a rack as boards; jokers counted for each capital's rows and category's sets."""

    def __init__(self, table: Iterable[int], rack: int, opened: bool) -> None:
        rows = sets = open_cities = 0
        row_jokers, set_jokers = [0] * CITY_COUNT, [0] * WIDTH
        row_lists: dict[int, list[int]] = {}
        set_lists: dict[int, list[int]] = {}
        for bits in table:
            photos = bits & PHOTO_BITS
            place = (photos & -photos).bit_length() - 1
            city = place // WIDTH
            if photos & ~CITY_BITS[city]:
                sets |= photos
                line, lists, jokers = place % WIDTH, set_lists, set_jokers
            else:
                rows |= photos
                open_cities |= CITY_BITS[city]
                line, lists, jokers = city, row_lists, row_jokers
            if bits != photos:
                jokers[line] += (bits >> CARDS).bit_count()
            if line in lists:
                lists[line].append(bits)
            else:
                lists[line] = [bits]
        self.rows = rows
        """Table photos that lie in rows."""
        self.sets = sets
        """Table photos that lie in sets."""
        self.row_numbers = numbers_of(rows)
        self.set_numbers = numbers_of(sets)
        """The same by category."""
        self.rack = rack & PHOTO_BITS
        """Photos on the rack."""
        self.rack_numbers = numbers_of(self.rack)
        self.row_jokers = row_jokers
        self.set_jokers = set_jokers
        self.rack_jokers = (rack >> CARDS).bit_count()
        """Jokers on the rack, counted."""
        self.opened = opened
        self.open_cities = open_cities
        """All bits of the capitals that have rows on the table."""
        self.row_lists = row_lists
        """The rows on the table, by number of the capital, as boards with joker bits."""
        self.set_lists = set_lists
        """The sets on the table, by number of the category, as boards with joker bits."""
        self.rack_bits = rack
        """Everything on the rack, joker bits included."""

    def with_rack(self, rack: int, opened: bool) -> "Position":
        """The same table, and another rack; what is known of the table is shared."""
        other = Position((), rack, opened)
        other.rows, other.sets, other.open_cities = self.rows, self.sets, self.open_cities
        other.row_jokers, other.set_jokers = self.row_jokers, self.set_jokers
        other.row_lists, other.set_lists = self.row_lists, self.set_lists
        other.row_numbers, other.set_numbers = self.row_numbers, self.set_numbers
        return other

    @classmethod
    def read(cls, table: TableLists, rack: Iterable[str], opened: bool) -> "Position":
        """Reads a correct table and a rack."""
        return cls(map(board, table), board(rack), opened)
