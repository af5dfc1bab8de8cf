"""Who sits with whom: against brute force where that is possible, and in reason beyond."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quartett.server.evenings import seating
from quartett.server.evenings.model import Fill

SIZES = st.sampled_from(
    [(2, 2, 2), (3, 3), (4, 4), (4, 3), (3, 2, 2), (3, 3, 3), (2, 2, 2, 2), (1, 2, 3), (5,), (4, 1)]
)


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[int], dict[tuple[int, int], int], tuple[int, ...]]:
    """People with ranks, whom they have met, and the sizes of the tables."""
    sizes = draw(SIZES)
    people = sum(sizes)
    ranks = sorted(draw(st.lists(st.integers(0, 4), min_size=people, max_size=people)))
    pairs = list(combinations(range(people), 2))
    met = {pair: draw(st.sampled_from([0, 0, 1, 2])) for pair in pairs}
    return ranks, met, sizes


def all_groupings(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every grouping, some of them more than once."""
    if not sizes:
        yield []
        return
    for group in combinations(people, sizes[0]):
        rest = [each for each in people if each not in group]
        for others in all_groupings(rest, sizes[1:]):
            yield [group, *others]


def spread(groups: Sequence[Sequence[int]], ranks: Sequence[int]) -> int:
    """How unlike those are who sit together."""
    return sum(abs(ranks[a] - ranks[b]) for group in groups for a, b in combinations(group, 2))


@given(cases())
def test_repeats_are_as_few_as_brute_force_finds_and_then_the_spread(
    case: tuple[list[int], dict[tuple[int, int], int], tuple[int, ...]],
) -> None:
    ranks, met, sizes = case
    groups = seating.grouped(ranks, met, sizes)
    assert sorted(each for group in groups for each in group) == list(range(len(ranks)))
    assert sorted(map(len, groups)) == sorted(sizes)
    best = min(
        (seating.repeats(each, met), spread(each, ranks))
        for each in all_groupings(range(len(ranks)), sizes)
    )
    assert (seating.repeats(groups, met), spread(groups, ranks)) == best


@pytest.mark.parametrize("people", [40, 100])
def test_many_people_meet_others_round_after_round(people: int) -> None:
    met = Counter[tuple[int, int]]()
    for round in range(4):
        groups = seating.grouped(
            [(n * (round + 1)) % 7 for n in range(people)], met, (4,) * (people // 4)
        )
        assert sorted(each for group in groups for each in group) == list(range(people))
        met.update(pair for group in groups for pair in combinations(sorted(group), 2))
    assert max(met.values()) == 1


@given(
    st.integers(1, 30),
    st.integers(2, 5),
    st.sampled_from([range(2, 5), range(3, 6), range(2, 6), [2, 4]]),
    st.sampled_from(["bots", "small", "bye"]),
)
def test_tables_take_everybody_in_sizes_that_are_allowed(
    people: int, seats: int, allowed: Sequence[int], fill: Fill
) -> None:
    if seats not in allowed:
        return
    found = seating.shape(people, seats, allowed, fill)
    assert sum(found.people) + found.byes == people
    assert set(found.seats) <= set(allowed)
    assert all(1 <= own <= size for own, size in zip(found.people, found.seats, strict=True))
    assert found.byes == 0 or (fill == "bye" and found.byes < seats)
    if fill == "bots":
        assert max(found.people) - min(found.people) <= 1


def test_small_tables_are_preferred_to_bots_where_sizes_add_up() -> None:
    assert seating.shape(7, 4, range(3, 6), "small").seats == (4, 3)
    assert seating.shape(5, 4, range(3, 6), "small").seats == (5,)
    assert seating.shape(5, 3, range(2, 5), "small").seats == (3, 2)
    assert seating.shape(2, 4, range(3, 6), "small") == seating.Shape((2,), (3,))


def test_at_a_table_everybody_sits_where_they_sat_least() -> None:
    sat = {(0, 0): 2, (1, 1): 1, (2, 2): 1, (0, 1): 1}
    order = seating.arranged([0, 1, 2], 3, sat)
    assert order == [1, 2, 0]
    assert seating.arranged([7], 3, {(7, 0): 1})[0] is None
