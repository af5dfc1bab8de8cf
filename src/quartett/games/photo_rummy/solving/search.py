"""The exact search: branch and bound over taken jokers, open categories, then capitals.

Three facts keep it small. A rack photo whose capital has a row or whose category has a set can
always be laid. How many photos and jokers meet in a line decides whether it can be split
correctly. And what already lies on the table may simply stay, so only capitals that gain by a new
row, or have to give photos back to sets that fall short, are looked at.
"""

from itertools import product
from typing import Final

from quartett.games.photo_rummy.solving.aim import Aim, Best, Found
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    WIDTH,
    Position,
)
from quartett.games.photo_rummy.solving.choosing import Choosing
from quartett.games.photo_rummy.solving.legal import opens
from quartett.games.photo_rummy.solving.scenario import Scenario

_NONE_TAKEN: Final = (0,) * (CITY_COUNT + WIDTH)
_LINES: Final = CITY_BITS + CATEGORY_BITS


def cheapest(position: Position, aim: Aim, limit: int) -> Found | None:
    """The cheapest lay that costs less than the limit, if there is one."""
    found = _effortless(position)
    if found is not None and limit > 0:
        return found
    taken = _all_taken(position)
    best = Best(limit)
    _in_stages(aim, best, _searches(position, aim, best, taken, thorough=False))
    if best.short < best.cost:
        _run(best, _searches(position, aim, best, taken, thorough=True))
    return best.found


def all_that_cost(position: Position, aim: Aim, cost: int, wanted: int) -> list[Found]:
    """Up to this many different lays of the lowest cost."""
    best = Best(cost + 1, wanted)
    _run(best, _searches(position, aim, best, _all_taken(position), thorough=True))
    return best.collected


def _searches(
    position: Position, aim: Aim, best: Best, taken: list[tuple[int, ...]], thorough: bool
) -> list[Choosing]:
    return [Choosing(Scenario(position, aim, best, each, thorough)) for each in taken]


def _in_stages(aim: Aim, best: Best, searches: list[Choosing]) -> None:
    """Searches among the cheapest lays first, then among those for which one photo more stays.

    With a low limit hardly anything has to be tried, and most positions need one stage or two.
    """
    lower, limit = 0, best.cost
    step = limit if aim.any_will_do else aim.photo
    while best.found is None and lower < limit:
        best.begin(min(limit, lower + step))
        _run(best, searches)
        lower = best.cut
    if best.found is None:
        best.begin(limit)
    for search in searches:
        search.forget()


def _run(best: Best, searches: list[Choosing]) -> None:
    for search in searches:
        if search.taking < best.cost:
            search.run()


def _effortless(position: Position) -> Found | None:
    """The lay of the whole rack onto what lies there, which costs nothing, if that is possible."""
    if position.rack_jokers:
        return None
    alone = position.rack
    for category in position.set_lists:
        alone &= ~CATEGORY_BITS[category]
    if alone & ~position.open_cities:
        return None
    return added(position, position.rack)


def added(position: Position, photos: int) -> Found:
    """The lay of these photos of the rack onto what lies there; all have to fit."""
    alone = photos
    for category in position.set_lists:
        alone &= ~CATEGORY_BITS[category]
    none = _NONE_TAKEN[:CITY_COUNT], _NONE_TAKEN[CITY_COUNT:]
    jokers = position.row_jokers, position.set_jokers
    return Found(0, position.rows | alone, position.rack & ~photos, *jokers, 0, *none)


def _all_taken(position: Position) -> list[tuple[int, ...]]:
    """Which jokers might be taken: for each line no more than rack photos that fit it."""
    lines: list[int] = []
    most: list[int] = []
    for line, number in enumerate(position.row_jokers + position.set_jokers):
        if number:
            fitting = (position.rack & _LINES[line]).bit_count()
            if fitting:
                lines.append(line)
                most.append(min(number, fitting))
    if not lines:
        return [_NONE_TAKEN]
    numbers = sorted(product(*[range(number + 1) for number in most]), key=sum)
    return [_NONE_TAKEN, *[_spread(lines, each) for each in numbers[1:]]]


def _spread(lines: list[int], numbers: tuple[int, ...]) -> tuple[int, ...]:
    """These numbers in the places of these lines."""
    taken = list(_NONE_TAKEN)
    for line, number in zip(lines, numbers, strict=True):
        taken[line] = number
    return tuple(taken)


DEAR: Final = 1 << 24
FIRST: Final = 1 << 16
SECOND: Final = 1 << 8
"""Each weighs more than the largest total of the next one."""

MAX_CARDS: Final = Aim(photo=FIRST + SECOND, joker=FIRST + 10 * SECOND, moved=1)
MIN_POINTS: Final = Aim(photo=FIRST + SECOND, joker=10 * FIRST + SECOND, moved=1)
_ALL_OUT: Final = Aim(FIRST, FIRST, 1, any_will_do=True)


def best(position: Position, aim: Aim) -> Found | None:
    """The cheapest lay that is better than a pass, if there is one."""
    if not may_open(position):
        return None
    stays = aim.photo * position.rack.bit_count() + aim.joker * position.rack_jokers
    return cheapest(position, aim, stays)


def may_open(position: Position) -> bool:
    """Whether the rack's owner has opened, or has what it takes (PR-10)."""
    return position.opened or opens(position.rack, position.rack_jokers)


def goes_out(position: Position) -> bool:
    """Whether the whole rack can be laid in one turn."""
    return may_open(position) and cheapest(position, _ALL_OUT, FIRST) is not None
