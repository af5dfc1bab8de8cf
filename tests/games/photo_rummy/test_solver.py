"""The exact solver: agreement with two independent models, laws, and what others got wrong."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.photo_rummy.solver_brute import Lay, all_lays, lines
from games.photo_rummy.solver_positions import (
    Case,
    clustered_case,
    random_case,
    shuffled,
    tiny_case,
)
from games.photo_rummy.solver_reference import reference
from quartett.core.errors import FormatError, RuleError
from quartett.games.photo_rummy.cards import CITIES, JOKERS, is_joker, minus_points
from quartett.games.photo_rummy.lay import LayError, TableLists, check_lay, check_table, same_table
from quartett.games.photo_rummy.solver import (
    Goal,
    Solution,
    best_lays,
    can_go_out,
    can_lay,
    explain,
    playable_cards,
    solve,
)

GOALS: tuple[Goal, ...] = ("cards", "points")
USUAL = range(0, 1200, 400)
LONG = [pytest.param(n, marks=pytest.mark.long) for n in range(0, 3000, 100) if n not in USUAL]


def assert_honest(case: Case, said: Solution) -> None:
    """The answer is a legal lay and says of itself what is true; no card is lost or doubled."""
    check_table(case.table)
    check_lay(case.table, case.rack, case.opened, said.table)
    before = [card for cards in case.table for card in cards] + case.rack
    after = [card for cards in said.table for card in cards]
    rack = sorted(set(before) - set(after))
    assert len(after) == len(set(after))
    assert (said.left, said.minus, said.goes_out) == (len(rack), minus_points(rack), not rack)
    assert set(said.laid) == set(case.rack) - set(rack)


def adversarial(seed: int) -> Case:
    """Positions of every kind: locks, swaps, openings, splits, many jokers, crowded tables."""
    random = Random(seed)
    opened = random.random() < 0.7
    pick = random.choice
    match seed % 4:
        case 0:
            size, rack, jokers = pick((0, 8, 12, 24)), random.randint(4, 16), (4, 3)
        case 1:
            return clustered_case(random, opened)
        case 2:
            size, rack, jokers = pick((24, 40, 60, 90)), random.randint(8, 20), (6, 3)
        case _:
            size, rack, jokers = pick((0, 4, 8, 12)), random.randint(3, 10), (6, 6)
    on_table, on_rack = (random.randint(0, most) for most in jokers)
    return random_case(random, size, rack, on_table, on_rack, opened)


@pytest.mark.parametrize("start", [*USUAL, *LONG])
def test_the_answer_agrees_with_a_linear_program(start: int) -> None:
    for seed in range(start, start + 100):
        case, goal = adversarial(seed), GOALS[seed // 4 % 2]
        said = solve(*case, goal)
        assert_honest(case, said)
        assert (said.left, said.minus, said.moved) == reference(*case, goal), (case, goal)


def small(seed: int) -> tuple[Case, list[Lay]]:
    """A small position and all its legal lays."""
    case = tiny_case(Random(seed), seed % 3 > 0)
    return case, all_lays(*case)


FULL = [
    Case(
        [
            ["helsinki-palace", "stockholm-palace", "rome-palace", "joker-3"],
            ["vienna-palace", "vienna-symbol", "vienna-delicacy", "joker-2"],
        ],
        ["vienna-letterbox", "paris-sight", "brussels-symbol", "joker-1", "joker-4", "joker-5"],
        True,
    ),
    Case(
        [
            ["amsterdam-palace", "madrid-palace", "london-palace", "joker-3"],
            ["bern-church", "bern-sight", "joker-2"],
            ["bern-palace", "bern-letterbox", "joker-1"],
        ],
        ["luxembourg-symbol", "lisbon-symbol", "joker-4", "joker-5", "joker-6"],
        True,
    ),
]
"""Wherever photos usually go, combinations have no room for so many jokers."""


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("case", FULL)
def test_a_photo_moves_so_that_more_jokers_find_room(case: Case, goal: Goal) -> None:
    said = solve(*case, goal)
    assert_honest(case, said)
    assert said.moved == 1
    assert (said.left, said.minus, said.moved) == reference(*case, goal)


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_everything_agrees_with_brute_force_on_small_positions(start: int) -> None:
    for seed in range(start, start + 250):
        case, lays = small(seed)
        for goal in GOALS:
            said = solve(*case, goal)
            assert_honest(case, said)
            worth = (said.left, said.minus) if goal == "cards" else (said.minus, said.left)
            assert (*worth, said.moved) == min(lay.key(goal) for lay in lays), (case, goal)
        assert playable_cards(*case) == frozenset().union(*(lay.laid for lay in lays)), case
        assert can_go_out(*case) == any(lay.left == 0 for lay in lays), case


@pytest.mark.parametrize("start", range(0, 300, 100))
def test_cards_that_can_be_laid_together_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 100):
        case, lays = small(seed)
        possible = {lay.laid for lay in lays if lay.laid}
        random = Random(seed)
        for _ in range(12):
            cards = frozenset(random.sample(case.rack, random.randint(1, len(case.rack))))
            table = can_lay(*case, cards)
            assert (table is not None) == (cards in possible), (case, cards)
            if table is not None:
                check_lay(case.table, case.rack, case.opened, table)
                assert {card for group in table for card in group} & set(case.rack) == cards


def arrangement(table: TableLists) -> frozenset[tuple[object, ...]]:
    """Where the photos lie, and how many jokers each capital or category has."""
    where = lines(table)
    photos = {(card, line) for card, line in where.items() if not is_joker(card)}
    jokers = Counter(line for card, line in where.items() if is_joker(card))
    return frozenset(photos | set(jokers.items()))


@pytest.mark.parametrize("goal", GOALS)
def test_the_best_lays_are_all_there_are(goal: Goal) -> None:
    for seed in range(250):
        case, lays = small(seed)
        best = min(lay.key(goal) for lay in lays)
        wanted = {arrangement(lay.table) for lay in lays if lay.key(goal) == best}
        found = best_lays(*case, goal, 10_000)
        assert {arrangement(each.table) for each in found} == wanted, case
        assert len(found) == len(wanted)
        for each in found:
            assert_honest(case, each)
        assert best_lays(*case, goal, 2) == found[:2]


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_law_every_answer_is_accepted(seed: int) -> None:
    case = adversarial(seed)
    for goal in GOALS:
        assert_honest(case, solve(*case, goal))


@given(st.integers(0, 10**9), st.data())
@settings(max_examples=150, deadline=None)
def test_law_a_card_less_never_improves_by_more_than_one(seed: int, data: st.DataObject) -> None:
    case = adversarial(seed)
    if case.rack:
        gone = data.draw(st.sampled_from(sorted(case.rack)))
        fewer = case._replace(rack=[card for card in case.rack if card != gone])
        assert solve(*fewer).left >= solve(*case).left - 1


@given(st.integers(0, 10**9), st.sampled_from(CITIES))
@settings(max_examples=150, deadline=None)
def test_law_one_more_combination_never_makes_things_worse(seed: int, city: str) -> None:
    case = adversarial(seed)._replace(opened=True)
    used = {card for cards in case.table for card in cards} | set(case.rack)
    row = [f"{city}-{category}" for category in ("palace", "church", "sight", "symbol")]
    if not used & set(row):
        more = case._replace(table=[*case.table, row])
        assert solve(*more).left <= solve(*case).left
        assert solve(*more, "points").minus <= solve(*case, "points").minus


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_law_order_does_not_matter(seed: int) -> None:
    case = adversarial(seed)
    assert solve(*case) == solve(*shuffled(Random(seed), case))


def rows(city: str, *categories: str) -> list[str]:
    return [f"{city}-{category}" for category in categories]


def sets(category: str, *cities: str) -> list[str]:
    return [f"{city}-{category}" for city in cities]


def test_PR_14_where_nothing_can_be_laid_the_table_is_unchanged() -> None:
    table = [
        sets("church", "paris", "rome", "oslo", "bern"),
        rows("rome", "sight", "palace", "symbol"),
    ]
    for rack in ([], ["athens-delicacy", "dublin-letterbox"]):
        said = solve(table, rack, True)
        assert same_table(said.table, table)
        assert (said.laid, said.left, said.moved) == ((), len(rack), 0)


def test_PR_10_the_joker_counts_in_the_opening() -> None:
    said = solve([], ["paris-church", "paris-sight", "joker-1"], False)
    assert (said.left, said.goes_out) == (0, True)


def test_PR_10_without_an_opening_nothing_is_laid() -> None:
    table = [rows("paris", "church", "sight", "symbol")]
    assert solve(table, ["paris-palace", "paris-delicacy"], False).laid == ()
    assert playable_cards(table, ["paris-palace", "paris-delicacy"], False) == frozenset()
    assert solve(table, ["paris-palace", "paris-delicacy"], True).left == 0


def test_PR_08_six_jokers_are_laid_by_splitting_rows_and_sets() -> None:
    photos = rows("paris", "palace", "church", "sight", "symbol", "delicacy", "letterbox")
    said = solve([], [*photos, *JOKERS[:4]], False)
    assert (said.left, len(said.table)) == (0, 2)
    assert solve([], [*photos, *JOKERS], False).left == 2
    category = sets("church", *CITIES)
    assert solve([category], list(JOKERS), True).left == 0


def test_PR_13_a_joker_stays_where_it_is_locked() -> None:
    """The joker of the Paris row would complete the Rome row, but no Paris photo replaces it."""
    table = [[*rows("paris", "church", "sight", "palace"), "joker-1"]]
    rack = rows("rome", "church", "sight")
    assert solve(table, rack, True).laid == ()
    said = solve(table, [*rack, "paris-symbol"], True)
    assert (said.left, said.moved) == (0, 1)


def test_PR_13_a_joker_may_be_taken_onto_the_rack_if_that_frees_more() -> None:
    said = solve([[*rows("paris", "church", "sight"), "joker-1"]], ["paris-symbol"], True)
    assert (said.left, said.minus, said.moved) == (0, 0, 0)
    forced = can_lay(
        [[*rows("paris", "church", "sight"), "joker-1"]], ["paris-symbol"], True, ["paris-symbol"]
    )
    assert forced is not None


def test_neither_goal_is_beaten_by_the_other_at_its_own_measure() -> None:
    for seed in range(2000):
        case = tiny_case(Random(seed), True)
        by_cards, by_points = solve(*case, "cards"), solve(*case, "points")
        assert by_cards.left <= by_points.left
        assert by_points.minus <= by_cards.minus


def test_an_empty_table_and_an_empty_rack_have_an_answer() -> None:
    assert solve([], [], True).goes_out
    assert solve([], ["paris-church"], True).left == 1
    assert solve([], list(JOKERS), True).left == 6


def test_all_108_cards_can_lie_on_the_table() -> None:
    table = [
        rows(city, "palace", "church", "sight", "symbol", "delicacy", "letterbox")
        for city in CITIES
    ]
    said = solve(table, list(JOKERS), True)
    assert (said.left, said.moved) == (0, 0)
    assert sum(map(len, said.table)) == 108


def test_a_refused_lay_says_whether_its_cards_can_be_laid_otherwise() -> None:
    table = [sets("church", "paris", "rome", "oslo", "bern")]
    rack = ["athens-church", "dublin-sight"]
    for wrong, possible in ((rack[:1], True), (rack[1:], False)):
        new: list[list[str]] = [*table, wrong]
        with pytest.raises(RuleError) as caught:
            check_lay(table, rack, True, new)
        assert isinstance(caught.value, LayError)
        said = explain(caught.value, table, rack, True, new)
        assert (said.rule, said.about["possible"]) == ("PR-07", possible)
        assert said.text("de").startswith(caught.value.text("de"))
        assert (len(said.text("de")) > len(caught.value.text("de"))) is possible


def test_a_card_that_there_is_not_is_named() -> None:
    table, typo = [["paris-church", "rome-church", "bern-church"]], "oslo-chruch"
    for ask in (solve, best_lays, can_go_out, playable_cards):
        with pytest.raises(RuleError, match=r"oslo-chruch.*\(PR-01\)"):
            ask(table, [typo], True)
        with pytest.raises(RuleError, match=r"oslo-chruch.*\(PR-01\)"):
            ask([[*table[0], typo]], [], True)
    assert can_lay(table, ["oslo-church"], True, [typo]) is None


def test_a_card_that_is_there_twice_is_named() -> None:
    table = [["paris-church", "rome-church", "bern-church", "joker-1"]]
    for rack in (["paris-church"], ["oslo-church", "oslo-church"], ["joker-1"]):
        for ask in (solve, best_lays, can_go_out, playable_cards):
            with pytest.raises(RuleError, match=rf"{rack[-1]}.* 2 times.*\(PR-01\)"):
                ask(table, rack, True)


def test_another_goal_than_the_two_is_refused() -> None:
    goal: Any = "speed"
    with pytest.raises(FormatError, match="goal: 'speed' is neither"):
        solve([], [], True, goal)
    with pytest.raises(FormatError, match="goal: 'speed' is neither"):
        best_lays([], [], True, goal)


def test_PR_07_a_table_that_is_not_correct_is_refused_with_its_rule() -> None:
    for ask in (solve, can_go_out, playable_cards, best_lays):
        with pytest.raises(LayError, match="PR-07"):
            ask([["paris-church", "rome-symbol"]], ["oslo-church"], True)


def test_a_table_or_rack_of_another_shape_is_a_format_error() -> None:
    wrong: Any
    for wrong in (None, 7, [None], [[["paris-church"]]], [[{}]]):
        with pytest.raises(FormatError):
            solve(wrong, [], True)
    for wrong in (None, 7, [["paris-church"]], [{}]):
        with pytest.raises(FormatError):
            solve([], wrong, True)
