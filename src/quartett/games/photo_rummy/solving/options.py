"""What one capital can do: which of its photos lie in rows, what that costs and takes from sets.

A capital's photos are a mask of six bits, one for each category. Slack, how many photos each
category's sets can spare, is one number with eight bits for each category.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from quartett.games.photo_rummy.solving.board import WIDTH
from quartett.games.photo_rummy.solving.counts import ROW_NEEDS

_MASKS = range(1 << WIDTH)

FIELD = 8
"""Bits of one category's slack."""

DIGIT = 4
"""Bits that count the jokers of one line, where those of all lines are one number."""

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


Option = tuple[int, int, int, int, int]
"""One way to treat a capital, a bare tuple because the search makes and sorts very many:

its cost; the jokers it takes from the pool; which photos lie in the capital's rows; what it adds
to the slack of the categories that might fall short; its cost without what giving photos back to
sets costs.
"""


class City(NamedTuple):
    """One capital in one choice of open categories; masks of categories, and jokers."""

    held: int
    """Table photos that lie in its rows."""
    table: int
    rack: int
    must: int
    """Rack photos that have to be laid."""
    open: int
    """The categories that have sets."""
    ample: int
    """The open categories whose sets can never fall short."""
    jokers: int
    """Jokers locked in its rows."""
    most_help: int
    """The most jokers it may take from the pool."""


@lru_cache(maxsize=4096)
def ways(city: City, photo: int, moved: int, thrifty: bool) -> tuple[Option, ...]:
    """The ways that can be best, cheapest first; any other takes more and gives nothing.

    Whoever is thrifty has no wish to get rid of jokers, so a way that needs fewer is better.
    """
    found = _closed(city, photo, moved)
    for help_ in range(city.most_help + 1):
        for released in SUBMASKS[city.held & city.open & ~city.ample]:
            found += _with(city, help_, released, moved)
    found.sort()
    return tuple(_undominated(found, thrifty))


def all_ways(city: City, photo: int, moved: int, _: bool) -> tuple[Option, ...]:
    """All ways whatsoever, cheapest first."""
    photos = city.table | city.rack
    private = photos & ~city.open
    found = _closed(city, photo, moved)
    for help_ in range(city.most_help + 1):
        need = ROW_NEEDS[city.jokers + help_]
        found += [
            _option(city, help_, private | flexible, moved)
            for flexible in SUBMASKS[photos & city.open]
            if (private | flexible).bit_count() >= need
        ]
    return tuple(sorted(found))


def _undominated(found: Iterable[Option], thrifty: bool) -> list[Option]:
    """Drops ways that another one equals or beats in cost, jokers and slack."""
    kept: list[Option] = []
    seen = set()
    beaten = [False] * 8
    for option in found:
        cost, jokers, _, change, net = option
        key = (cost, jokers, change)
        if key in seen or (beaten[jokers] and net == cost):
            continue
        seen.add(key)
        kept.append(option)
        if not change:
            beaten[jokers:] = [True] * (8 - jokers) if thrifty else [True, *beaten[jokers + 1 :]]
    return kept


def _closed(city: City, photo: int, moved: int) -> list[Option]:
    if city.jokers or (city.table | city.must) & ~city.open:
        return []
    left = photo * (city.rack & ~city.open).bit_count()
    back = moved * city.held.bit_count()
    return [(left + back, 0, 0, PACKED[city.held & ~city.ample], left)]


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
    change = PACKED[released & ~city.ample] - PACKED[taken & ~city.ample]
    net = moved * (taken & city.table).bit_count()
    return net + moved * released.bit_count(), help_, row, change, net
