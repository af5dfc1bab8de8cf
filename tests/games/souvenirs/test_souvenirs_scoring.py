"""SO-11, SO-13, SO-14, SO-15 and SO-16: combinations, jokers, points and the winners."""

import itertools
import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartett
from games.souvenirs.tables import FULL_GRID, cards, grid, seat, table
from quartett.games.souvenirs.cards import DECK
from quartett.games.souvenirs.combinations import COMBINATIONS, TABLE, Points, best, combinations

PAGE = {
    "quintet": (15, 10),
    "quartet": (13, 8),
    "full_house": (11, 7),
    "flush": (10, 6),
    "rainbow": (8, 5),
    "straight": (6, 4),
    "triplet": (5, 3),
    "two_pairs": (4, 2),
    "pair": (2, 1),
}


def worth(shorts: str, points: Points = TABLE) -> tuple[str | None, int, int]:
    value = best(tuple(cards(shorts)), points)
    return value.combination, value.first, value.second


def points(**changed: tuple[int, int]) -> dict[str, Any]:
    return {**PAGE, **changed}


def test_SO_14_the_points_are_those_of_the_page_in_one_data_file() -> None:
    data = files("quartett.games.souvenirs").joinpath("points.json").read_text()
    assert {name: tuple(pay) for name, pay in json.loads(data).items()} == PAGE
    assert {name: getattr(TABLE, name) for name in COMBINATIONS} == PAGE
    assert quartett.save(quartett.start("souvenirs", players=2))["options"]["points"] == points()


@pytest.mark.parametrize(
    ("line", "combination"),
    [
        ("t5 r5 y5 p5 o5", "quintet"),
        ("t4 r4 y4 r2 o4", "quartet"),
        ("t3 r3 y3 r4 t4", "full_house"),
        ("r3 r2 t4 y1 y5", "straight"),
        ("t3 r3 r1 t5 y3", "triplet"),
        ("t2 r2 r5 t6 y5", "two_pairs"),
        ("t1 r1 r3 t6 y5", "pair"),
        ("r1 r2 r4 r5 r6", "flush"),
        ("r1 t1 p4 y4 o6", "rainbow"),
        ("r1 r2 t4 y5 p6", None),
    ],
)
def test_SO_14_worked_example_3_every_combination(line: str, combination: str | None) -> None:
    name, first, second = worth(line)
    assert name == combination
    assert (first, second) == PAGE.get(combination or "", (0, 0))


def test_SO_13_the_order_inside_the_line_is_irrelevant() -> None:
    for line in itertools.permutations(["r3", "r2", "t4", "y1", "y5"]):
        assert worth(" ".join(line))[0] == "straight"


def test_SO_13_only_the_most_valuable_combination_counts() -> None:
    assert worth("r1 r2 r3 r4 r5") == ("flush", 10, 6)
    assert worth("r1 t2 p3 y4 o5") == ("rainbow", 8, 5)
    assert worth("r1 t1 p1 y4 o4") == ("full_house", 11, 7)


def test_SO_14_straights_run_from_1_to_5_or_2_to_6_and_not_around_the_corner() -> None:
    assert worth("r2 t3 y4 r5 t6")[0] == "straight"
    assert worth("r1 t3 y4 r5 t6")[0] is None
    assert worth("r6 t1 y2 r3 t4")[0] is None
    assert worth("r1 t3 y4 r6 j")[0] == "pair"


def test_SO_14_a_full_house_is_made_of_two_different_numbers() -> None:
    assert "full_house" not in combinations(tuple(cards("t5 r5 y5 p5 o5")))
    assert "two_pairs" not in combinations(tuple(cards("t4 r4 y4 p4 o5")))


def test_SO_11_SO_13_worked_example_2_one_joker_in_two_roles() -> None:
    rows = (". . r1 . .", ". . y1 . .", "r2 y4 j p5 o6", ". . o1 . .", ". . r5 . .")
    match = table(grid(*rows, left=-2, top=-2), seat("t2"))
    lines = match.view().lines
    assert lines["column 0"].combination == "quartet"
    assert lines["row 0"].combination == "rainbow"
    made = combinations(tuple(cards("r2 y4 j p5 o6")))
    assert "straight" in made
    dearer = Points(**points(straight=(9, 4)))
    assert worth("r2 y4 j p5 o6", dearer)[0] == "straight"


def test_SO_11_the_joker_is_decided_for_row_and_column_separately_at_the_end() -> None:
    rows = ("j t2 t3 t4 t5", *FULL_GRID[1:])
    match = table(grid(*rows), seat(), cubes={"row 0": [0], "column 0": [1]}, phase="over")
    assert match.outcome is not None
    # A turquoise flush in the row, a rainbow in the column, where three 1s would be worth less.
    assert match.outcome.scores == (10, 8)


def plain(line: tuple[tuple[int, str], ...]) -> set[str]:
    """The combinations of five cards without jokers, straight from the page's words."""
    numbers = Counter(number for number, _ in line)
    colours = Counter(colour for _, colour in line)
    most = max(numbers.values())
    found = {
        n for n, k in (("pair", 2), ("triplet", 3), ("quartet", 4), ("quintet", 5)) if most >= k
    }
    if sum(count >= 2 for count in numbers.values()) == 2:
        found.add("two_pairs")
    if sorted(numbers.values()) == [2, 3]:
        found.add("full_house")
    if sorted(numbers) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        found.add("straight")
    if len(colours) == 1:
        found.add("flush")
    if len(colours) == 5:
        found.add("rainbow")
    return found


def by_brute_force(line: tuple[str, ...]) -> set[str]:
    """Every combination that some choice of numbers and colours for the jokers makes."""
    colours = ("turquoise", "red", "yellow", "purple", "orange")
    anything = [(number, colour) for number in range(1, 7) for colour in colours]
    fixed = [(int(c.split("-")[1]), c.split("-")[0]) for c in line if c != "joker"]
    found: set[str] = set()
    for chosen in itertools.combinations_with_replacement(anything, len(line) - len(fixed)):
        found |= plain((*fixed, *chosen))
    return found


def lines(jokers: int) -> st.SearchStrategy[tuple[str, ...]]:
    numbers = st.permutations([card for card in DECK if card != "joker"])
    return numbers.map(lambda deck: (*deck[: 5 - jokers], *("joker",) * jokers))


@pytest.mark.parametrize(("jokers", "examples"), [(0, 300), (1, 150), (2, 60), (3, 8)])
def test_SO_11_jokers_make_what_brute_force_over_all_jokers_makes(
    jokers: int, examples: int
) -> None:
    @settings(max_examples=examples, deadline=None, database=None)
    @given(line=lines(jokers))
    def compare(line: tuple[str, ...]) -> None:
        assert set(combinations(line)) == by_brute_force(line)

    compare()


def test_SO_11_four_jokers_make_everything() -> None:
    assert combinations(tuple(cards("r3 j j j j"))) == COMBINATIONS
    assert worth("j j j j r1") == ("quintet", 15, 10)


@pytest.mark.parametrize(
    ("line", "combination"),
    [
        ("", None),
        ("j", None),
        ("r1", None),
        ("r1 j", "pair"),
        ("j j", "pair"),
        ("r1 r2 j", "pair"),
        ("r1 t1 r2 j", "triplet"),
        ("r1 t1 r2 t2", "two_pairs"),
        ("r1 t1 y1 j", "quartet"),
        ("j j j j", "quartet"),
        ("r1 r2 r3 r4", None),
    ],
)
def test_an_unfinished_line_counts_what_it_already_holds(line: str, combination: str) -> None:
    assert worth(line)[0] == combination


def test_SO_15_worked_example_1_first_second_and_alone() -> None:
    rows = grid("r3 y3 p3 r4 o4", "y2 r1 . y6 .", "t4 . . p6 .", "t1 . . p2 .", "o5 . . o1 .")
    everyone = [seat() for _ in range(4)]
    cubes = {"row 0": [0, 1], "column 0": [2], "column 3": [3]}
    match = table(rows, *everyone, cubes=cubes, phase="over")
    assert match.outcome is not None
    assert match.outcome.scores == (11, 7, 6, 2)
    assert match.outcome.winners == (0,)
    assert match.outcome.reason == "most_points"


def test_SO_15_who_booked_first_is_first_whatever_the_seat() -> None:
    match = table(grid(*FULL_GRID), seat(), cubes={"row 0": [1, 0]}, phase="over")
    assert match.outcome is not None
    assert match.outcome.scores == (6, 10)


def test_SO_15_nobody_else_scores_and_unplaced_cubes_score_nothing() -> None:
    match = table(
        grid(*FULL_GRID), seat(cubes=4), seat(cubes=3), cubes={"row 1": [1]}, phase="over"
    )
    assert match.outcome is not None
    assert match.outcome.scores == (0, 10)


def test_SO_15_a_players_lines_add_up() -> None:
    cubes = {"row 0": [0, 1], "row 1": [1, 0], "column 0": [1], "row 4": [0]}
    match = table(grid(*FULL_GRID), seat(), cubes=cubes, phase="over")
    assert match.outcome is not None
    assert match.outcome.scores == (10 + 6 + 10, 6 + 10 + 8)


def test_SO_16_equal_points_share_the_victory() -> None:
    cubes = {"row 0": [0, 2], "row 1": [1, 2]}
    match = table(grid(*FULL_GRID), seat(), seat(), seat(), cubes=cubes, phase="over")
    assert match.outcome is not None
    assert match.outcome.scores == (10, 10, 12)
    assert match.outcome.winners == (2,)
    shared = table(grid(*FULL_GRID), seat(), cubes={"row 0": [0], "row 1": [1]}, phase="over")
    assert shared.outcome is not None
    assert shared.outcome.winners == (0, 1)
    assert shared.outcome.reason == "shared"


def test_SO_14_the_option_points_decides_what_is_most_valuable() -> None:
    options = {"points": points(flush=(1, 0))}
    rows = grid("t1 t2 t3 t4 t5", *FULL_GRID[1:])
    match = table(rows, seat(), cubes={"row 0": [0, 1]}, phase="over", options=options)
    assert match.outcome is not None
    assert match.outcome.scores == (6, 4), "the straight is now worth more than the flush"


def test_SO_14_equal_first_points_are_decided_by_the_second_then_by_the_table() -> None:
    better_second = Points(**points(flush=(6, 3)))
    assert worth("t1 t2 t3 t4 t5", better_second) == ("straight", 6, 4)
    equal = Points(**points(flush=(6, 4)))
    assert worth("t1 t2 t3 t4 t5", equal) == ("flush", 6, 4)


@pytest.mark.parametrize("pay", [(1, 2), (-1, -1), (3, -1), (10**30, 1)])
def test_SO_15_impossible_points_are_refused_by_name(pay: tuple[int, int]) -> None:
    with pytest.raises(quartett.RuleError, match=r"points\.straight") as caught:
        quartett.start("souvenirs", players=2, points=points(straight=pay))
    assert caught.value.rule == "SO-15"


def test_SO_14_all_nine_points_are_needed_and_no_others() -> None:
    short = points()
    del short["pair"]
    with pytest.raises(quartett.FormatError, match="pair"):
        quartett.start("souvenirs", players=2, points=short)
    with pytest.raises(quartett.FormatError, match="sextet"):
        quartett.start("souvenirs", players=2, points=points(sextet=(20, 15)))
    with pytest.raises(quartett.FormatError, match="flush"):
        quartett.start("souvenirs", players=2, points={**points(), "flush": [1, 2, 3]})


def test_SO_14_points_may_be_zero_and_equal() -> None:
    zero = dict.fromkeys(COMBINATIONS, (0, 0))
    match = quartett.start("souvenirs", players=2, points=zero)
    assert match.state.options.points.pair == (0, 0)


def test_SO_16_cubes_left_over_break_no_tie() -> None:
    cubes = {"row 0": [0], "row 1": [1]}
    match = table(grid(*FULL_GRID), seat(cubes=0), seat(cubes=3), cubes=cubes, phase="over")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)
