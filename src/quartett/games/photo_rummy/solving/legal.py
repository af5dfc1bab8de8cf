"""What makes an arrangement of photos a legal lay: openings, replaced jokers, room for jokers."""

from collections.abc import Sequence

from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    cities_of,
    cities_with,
)
from quartett.games.photo_rummy.solving.counts import ROW_ROOM, SET_ROOM


def opens(laid: int, jokers: int) -> bool:
    """Whether these cards from the rack contain a complete set or row (PR-10)."""
    help_ = 1 if jokers else 0
    if cities_with(laid, 3 - help_):
        return True
    return any((laid & bits).bit_count() >= 4 - help_ for bits in CATEGORY_BITS)


def are_replaced(laid: int, rows: Sequence[int], sets: Sequence[int]) -> bool:
    """Whether each joker taken from rows or sets has a laid photo of its own that fits (PR-13)."""
    wanted = [laid & CITY_BITS[city] for city, number in enumerate(rows) for _ in range(number)]
    wanted += [laid & CATEGORY_BITS[k] for k, number in enumerate(sets) for _ in range(number)]
    return _can_match(wanted)


def _can_match(wanted: list[int]) -> bool:
    """Whether every entry can have one of its photos to itself."""
    if not wanted:
        return True
    photos, rest = wanted[0], wanted[1:]
    while photos:
        photo = photos & -photos
        photos ^= photo
        if _can_match([each & ~photo for each in rest]):
            return True
    return False


def room(
    wanted: int, rows: int, sets: int, row_jokers: Sequence[int], set_jokers: Sequence[int]
) -> int:
    """How many more jokers fit in, counted no further than wanted."""
    found = 0
    for category, bits in enumerate(CATEGORY_BITS):
        found += SET_ROOM[(sets & bits).bit_count()] - set_jokers[category]
        if found >= wanted:
            return wanted
    for city in cities_of(rows):
        found += ROW_ROOM[(rows & CITY_BITS[city]).bit_count()] - row_jokers[city]
    return min(found, wanted)
