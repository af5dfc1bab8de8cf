"""Who sits where in a round: people with like results together, and never twice if avoidable.

Pure functions of numbers. People are 0, 1, …, in the order of the standings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from math import factorial

import msgspec

from quartett.core.seeds import Rng
from quartett.server.evenings.model import Fill

Met = Mapping[tuple[int, int], int]
"""How often two people (the lower number first) have sat at one table."""

EXACT = 20_000
"""Up to this number of possible groupings the best one is found by looking at all of them."""

STARTS = 4
"""From how many groupings the search begins where there are more."""

MAX_ARRANGED = 6
"""Up to this number of seats all orders at a table are compared."""


class Shape(msgspec.Struct, frozen=True):
    """The tables of a round: how many people sit at each, how many seats each has, who is out."""

    people: tuple[int, ...]
    seats: tuple[int, ...]
    byes: int = 0


def shape(people: int, seats: int, allowed: Iterable[int], fill: Fill) -> Shape:
    """The tables for so many people, where tables of these sizes are allowed."""
    sizes = sorted(set(allowed))
    if fill == "bye" and people >= seats:
        tables, out = divmod(people, seats)
        return Shape((seats,) * tables, (seats,) * tables, out)
    if fill != "bots" and (small := _without_bots(people, seats, sizes)) is not None:
        return Shape(small, small)
    groups = _evenly(people, -(-people // seats)) if people else ()
    if fill == "bots":
        return Shape(groups, (seats,) * len(groups))
    # Nobody can be spared, and no sizes add up: bots fill the smallest tables that are allowed.
    return Shape(groups, tuple(min(s for s in sizes if s >= each) for each in groups))


def _without_bots(people: int, seats: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Sizes that add up: those nearest to the one wished for, rather smaller than larger."""
    found = []
    for tables in range(1, people // sizes[0] + 1):
        groups = _evenly(people, tables)
        if set(groups) <= set(sizes):
            larger = max(groups) > seats
            found.append((larger, sum(abs(each - seats) for each in groups), groups))
    return min(found)[2] if found else None


def _evenly(people: int, tables: int) -> tuple[int, ...]:
    each, more = divmod(people, tables)
    return (each + 1,) * more + (each,) * (tables - more)


def grouped(ranks: Sequence[int], met: Met, sizes: Sequence[int]) -> list[list[int]]:
    """People in groups of these sizes: as few repeats as possible, then those alike in rank."""
    cost = _costs(ranks, met)
    if _ways(sizes) <= EXACT:
        return _best(len(ranks), cost, sizes)
    return _searched(len(ranks), cost, sizes)


def repeats(groups: Iterable[Sequence[int]], met: Met) -> int:
    """How often people in these groups have sat together before."""
    pairs = (pair for group in groups for pair in combinations(sorted(group), 2))
    return sum(met.get(pair, 0) for pair in pairs)


_Costs = list[list[int]]


def _costs(ranks: Sequence[int], met: Met) -> _Costs:
    """What it costs that two people sit together; a repeat more than all ranks can."""
    people = len(ranks)
    spread = max(ranks, default=0) - min(ranks, default=0)
    repeat = 1 + spread * people * people
    found = [[0] * people for _ in range(people)]
    for a, b in combinations(range(people), 2):
        found[a][b] = found[b][a] = met.get((a, b), 0) * repeat + abs(ranks[a] - ranks[b])
    return found


def _ways(sizes: Sequence[int]) -> int:
    """In how many ways people can be put into groups of these sizes."""
    found = factorial(sum(sizes))
    for size in sizes:
        found //= factorial(size)
    for count in Counter(sizes).values():
        found //= factorial(count)
    return found


def _best(people: int, cost: _Costs, sizes: Sequence[int]) -> list[list[int]]:
    """The best of all groupings, by branch and bound."""
    least: list[int | None] = [None]
    found: list[list[int]] = []

    def place(
        left: tuple[int, ...], open: Counter[int], groups: list[list[int]], so_far: int
    ) -> None:
        if not left:
            least[0], found[:] = so_far, groups
            return
        first, others = left[0], left[1:]
        for size in sorted((each for each in open if open[each]), reverse=True):
            open[size] -= 1
            for beside in combinations(others, size - 1):
                group = (first, *beside)
                total = so_far + _inside(group, cost)
                if least[0] is None or total < least[0]:
                    rest = tuple(each for each in others if each not in beside)
                    place(rest, open, [*groups, list(group)], total)
            open[size] += 1

    place(tuple(range(people)), Counter(sizes), [], 0)
    return found


def _inside(group: Sequence[int], cost: _Costs) -> int:
    return sum(cost[a][b] for a, b in combinations(group, 2))


def _searched(people: int, cost: _Costs, sizes: Sequence[int]) -> list[list[int]]:
    """A good grouping: people change places for as long as that makes it better."""
    rng = Rng("seating", people)
    best: tuple[int, list[list[int]]] | None = None
    for start in range(STARTS):
        order = list(range(people)) if start == 0 else rng.shuffled(range(people))
        groups = _improved(_cut(order, sizes), cost)
        total = sum(_inside(group, cost) for group in groups)
        if best is None or total < best[0]:
            best = total, groups
    assert best is not None
    return best[1]


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    groups, at = [], 0
    for size in sizes:
        groups.append(list(order[at : at + size]))
        at += size
    return groups


def _improved(groups: list[list[int]], cost: _Costs) -> list[list[int]]:
    """The groups after all changes of two places that help."""
    better = True
    while better:
        better = False
        for one, other in combinations(groups, 2):
            for i, a in enumerate(one):
                for j, b in enumerate(other):
                    if _gain(one, other, i, j, cost) > 0:
                        one[i], other[j] = b, a
                        a, better = b, True
    return groups


def _gain(one: list[int], other: list[int], i: int, j: int, cost: _Costs) -> int:
    a, b = one[i], other[j]
    near_a, near_b = cost[a], cost[b]
    gain = sum(near_a[each] - near_b[each] for at, each in enumerate(one) if at != i)
    return gain + sum(near_b[each] - near_a[each] for at, each in enumerate(other) if at != j)


def arranged(
    group: Sequence[int], seats: int, sat: Mapping[tuple[int, int], int]
) -> list[int | None]:
    """A group around its table, each where they sat least so far; None is a bot's seat.

    `sat` counts how often somebody (first) had a seat (second).
    """
    if seats > MAX_ARRANGED:
        return [*group, *[None] * (seats - len(group))]
    best: tuple[int, tuple[int, ...]] | None = None
    for chosen in permutations(range(seats), len(group)):
        often = sum(sat.get(pair, 0) ** 2 for pair in zip(group, chosen, strict=True))
        if best is None or often < best[0]:
            best = often, chosen
    assert best is not None
    order: list[int | None] = [None] * seats
    for person, seat in zip(group, best[1], strict=True):
        order[seat] = person
    return order
