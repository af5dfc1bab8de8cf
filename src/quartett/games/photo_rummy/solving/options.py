"""What one capital can do: which of its photos lie in rows, what that costs and takes from sets.

A capital's photos are a mask of six bits, one for each category. Slack, how many photos each
category's sets can spare, is one number with eight bits for each category.
"""

from typing import NamedTuple

from quartett.games.photo_rummy.solving.board import WIDTH
from quartett.games.photo_rummy.solving.counts import ROW_NEEDS

_MASKS = range(1 << WIDTH)

FIELD = 8
"""Bits of one category's slack."""

PACKED = tuple(sum(1 << FIELD * k for k in range(WIDTH) if mask >> k & 1) for mask in _MASKS)
"""One photo in each category of a mask, in the fields of a slack."""

BALANCED = PACKED[-1] << 6
"""A slack of zero everywhere; a field falls below its own 64 when photos are missing."""

SUBSETS = tuple(
    tuple(
        tuple(part for part in _MASKS if part & mask == part and part.bit_count() == size)
        for size in range(WIDTH + 1)
    )
    for mask in _MASKS
)
"""The subsets of each mask, by size."""

SUBMASKS = tuple(tuple(part for part in _MASKS if part & mask == part) for mask in _MASKS)
"""All subsets of each mask."""


class Option(NamedTuple):
    """One way to treat a capital."""

    cost: int
    jokers: int
    """Jokers it takes from the pool."""
    row: int
    """Which photos lie in the capital's rows."""
    change: int
    """What it adds to the slack."""
    released: int
    """How many photos it gives from rows back to sets."""


class City(NamedTuple):
    """One capital in one choice of open categories."""

    number: int
    held: int
    """Table photos that lie in its rows."""
    table: int
    rack: int
    weighed: int
    """Rack photos whose staying behind costs."""
    open: int
    """The categories that have sets."""
    jokers: int
    """Jokers locked in its rows."""


def ways(city: City, helps: range, photo: int, moved: int) -> list[Option]:
    """The ways that can be best, cheapest first; every way else takes more and gives nothing."""
    found = _closed(city, photo, moved)
    for help_ in helps:
        for released in SUBMASKS[city.held & city.open]:
            found += _with(city, help_, released, moved)
    found.sort()
    return found


def all_ways(city: City, helps: range, photo: int, moved: int) -> list[Option]:
    """All ways whatsoever, cheapest first."""
    photos = city.table | city.rack
    private = photos & ~city.open
    found = _closed(city, photo, moved)
    for help_ in helps:
        need = ROW_NEEDS[city.jokers + help_]
        found += [
            _option(city, help_, private | flexible, moved)
            for flexible in SUBMASKS[photos & city.open]
            if (private | flexible).bit_count() >= need
        ]
    found.sort()
    return found


def _closed(city: City, photo: int, moved: int) -> list[Option]:
    if city.jokers or city.table & ~city.open:
        return []
    back = city.held.bit_count()
    cost = photo * (city.weighed & ~city.open).bit_count() + moved * back
    return [Option(cost, 0, 0, PACKED[city.held], back)]


def _with(city: City, help_: int, released: int, moved: int) -> list[Option]:
    """Rows that give these photos back and take no more new ones than they need."""
    photos = city.table | city.rack
    kept = (city.held | photos & ~city.open) & ~released
    short = ROW_NEEDS[city.jokers + help_] - kept.bit_count()
    if short <= 0:
        return [_option(city, help_, kept, moved)]
    if short > WIDTH:
        return []
    new = SUBSETS[photos & city.open & ~city.held][short]
    return [_option(city, help_, kept | taken, moved) for taken in new]


def _option(city: City, help_: int, row: int, moved: int) -> Option:
    released = city.held & ~row
    taken = row & city.open & ~city.held
    shifted = released | taken & city.table
    change = PACKED[released] - PACKED[taken]
    return Option(moved * shifted.bit_count(), help_, row, change, released.bit_count())
