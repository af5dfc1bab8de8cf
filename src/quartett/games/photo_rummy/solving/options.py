"""What one capital can do: which of its photos lie in rows, what that costs and takes from sets.

A capital's photos are a mask of six bits, one for each category.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from quartett.games.photo_rummy.solving.board import WIDTH
from quartett.games.photo_rummy.solving.counts import ROW_NEEDS
from quartett.games.photo_rummy.solving.slack import PACKED

MAX_KNOWN: Final = 1024
"""How many capitals are cached; more would save nothing, and a server keeps them for good."""

_MASKS: Final = range(1 << WIDTH)

SUBMASKS: Final = tuple(tuple(part for part in _MASKS if part & mask == part) for mask in _MASKS)
"""All subsets of each mask."""

SUBSETS: Final = tuple(
    tuple(tuple(part for part in parts if part.bit_count() == size) for size in range(WIDTH + 1))
    for parts in SUBMASKS
)
"""The subsets of each mask, by size."""

Option = tuple[int, int, int, int, int]
"""One way to treat a capital, a bare tuple because the search makes and sorts very many:

its cost; the jokers it takes from the pool; which photos lie in the capital's rows; what it adds
to the slack of the categories that might fall short; its cost without what giving photos back to
sets costs.
"""

City = tuple[int, int, int, int, int, int, int, int]
"""One capital in one choice of open categories, bare too; masks of categories, then jokers:

table photos that lie in its rows; all its table photos; its rack photos; those of them that have
to be laid; the categories that have sets; those whose sets can never fall short; the jokers
locked in its rows; the most jokers it may take from the pool.
"""


@lru_cache(maxsize=MAX_KNOWN)
def ways(city: City, photo: int, moved: int, thrifty: bool) -> tuple[Option, ...]:
    """The ways that can be best, cheapest first; any other takes more and gives nothing.

    `thrifty` means that jokers need not be got rid of, so a way that needs fewer is better.
    """
    held, table, rack, _, opened, ample, _, _ = city
    found = _closed(city, photo, moved)
    found += _with_rows(city, SUBMASKS[held & opened & ~ample], moved)
    found.sort()
    may_be_beaten = held or ample or ((table | rack) & ~opened).bit_count() > 2
    return tuple(_undominated(found, thrifty) if may_be_beaten else found)


@lru_cache(maxsize=MAX_KNOWN)
def ways_to_give(city: City, wanted: int, photo: int, moved: int) -> tuple[Option, ...]:
    """Those ways that give back a photo of the wanted category, which rows hold and sets lack."""
    held, _, _, _, opened, ample, _, _ = city
    released = [wanted | more for more in SUBMASKS[held & opened & ~ample & ~wanted]]
    found = _closed(city, photo, moved)
    found += _with_rows(city, released, moved)
    found.sort()
    return tuple(_undominated(found, True) if ample else found)


def _with_rows(city: City, releases: Iterable[int], moved: int) -> list[Option]:
    """Rows that give such photos back and take no more new ones than they need."""
    held, table, rack, _, opened, ample, locked, most_help = city
    found: list[Option] = []
    base = held | (table | rack) & ~opened
    addable = SUBSETS[(table | rack) & opened & ~held]
    helps = [(help_, ROW_NEEDS[locked + help_]) for help_ in range(most_help + 1)]
    for released in releases:
        kept, back, freed = base & ~released, moved * released.bit_count(), PACKED[released]
        size = kept.bit_count()
        for help_, need in helps:
            if size >= need:
                found.append((back, help_, kept, freed, 0))
            elif need <= size + WIDTH:
                for taken in addable[need - size]:
                    net = moved * (taken & table).bit_count()
                    change = freed - PACKED[taken & ~ample]
                    found.append((net + back, help_, kept | taken, change, net))
    return found


def all_ways(city: City, photo: int, moved: int, _: bool) -> tuple[Option, ...]:
    """All ways whatsoever, cheapest first."""
    held, table, rack, _must, opened, ample, locked, most_help = city
    found = _closed(city, photo, moved)
    base = (table | rack) & ~opened
    for help_ in range(most_help + 1):
        need = ROW_NEEDS[locked + help_]
        for flexible in SUBMASKS[(table | rack) & opened]:
            row = base | flexible
            if row.bit_count() >= need:
                released, taken = held & ~row, flexible & ~held
                net = moved * (taken & table).bit_count()
                change = PACKED[released & ~ample] - PACKED[taken & ~ample]
                found.append((net + moved * released.bit_count(), help_, row, change, net))
    return tuple(sorted(found))


def _undominated(found: Iterable[Option], thrifty: bool) -> list[Option]:
    """Drops ways that another one equals or beats in cost, jokers and slack."""
    kept: list[Option] = []
    seen = set()
    beaten = 0
    for option in found:
        cost, jokers, _, change, net = option
        key = (cost, jokers, change)
        if key in seen or (beaten >> jokers & 1 and net == cost):
            continue
        seen.add(key)
        kept.append(option)
        if not change:
            beaten |= (-1 if thrifty else 1) << jokers
    return kept


def _closed(city: City, photo: int, moved: int) -> list[Option]:
    """The capital without rows, if its photos can go elsewhere."""
    held, table, rack, must, opened, ample, locked, _ = city
    if locked or (table | must) & ~opened:
        return []
    left = photo * (rack & ~opened).bit_count()
    return [(left + moved * held.bit_count(), 0, 0, PACKED[held & ~ample], left)]
