"""SO-06 and SO-07: where a card may be laid, in a frame that settles as the grid grows."""

import itertools
import random

import pytest

from games.souvenirs.tables import grid, place, saved, seat, skip, table
from playing import random_match
from quartett.core.match import AnyMatch
from refusing import refused


def cells(match: AnyMatch, who: int = 0) -> set[tuple[int, int]]:
    return {action.at for action in match.legal(who)}


def test_SO_06_beside_a_card_not_diagonally() -> None:
    match = table(grid("r1 r2"), seat("j"))
    for at in ([1, 1], [0, -1]):
        table(grid("r1 r2"), seat("j")).play(0, {"type": "place", "card": "joker", "at": at})
    for at in ([2, 1], [-1, -1], [3, 0], [99, 0], [-(10**30), 7]):
        assert refused(match.play, 0, {"type": "place", "card": "joker", "at": at}).rule == "SO-06"


def test_SO_06_only_on_a_free_cell() -> None:
    match = table(grid("r1 r2"), seat("j"))
    for at in ([0, 0], [1, 0]):
        assert refused(match.play, 0, {"type": "place", "card": "joker", "at": at}).rule == "SO-06"


def test_SO_06_a_laid_card_makes_new_cells_beside_it() -> None:
    match = table(grid("r1"), seat("r2"), seat("y1"))
    place(match, 0, "r2", 0, -1)
    skip(match, 0)
    assert cells(match, 1) == {(0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (0, -2)}
    assert saved(match)["grid"] == {"0,-1": "red-2", "0,0": "red-1"}


def test_SO_07_five_columns_settle_left_and_right() -> None:
    match = table(grid("r1 r2 r3 r4 r5", left=-2), seat("j"))
    assert cells(match) == {(x, y) for x in range(-2, 3) for y in (-1, 1)}
    for at in ([3, 0], [-3, 0]):
        assert refused(match.play, 0, {"type": "place", "card": "joker", "at": at}).rule == "SO-07"


def test_SO_07_five_rows_settle_top_and_bottom() -> None:
    match = table(grid("r1", "r2", "r3", "r4", "r5"), seat("j"))
    assert cells(match) == {(x, y) for x in (-1, 1) for y in range(5)}
    for at in ([0, 5], [0, -1]):
        assert refused(match.play, 0, {"type": "place", "card": "joker", "at": at}).rule == "SO-07"


def test_SO_07_four_columns_leave_both_sides_open() -> None:
    match = table(grid("r1 r2 r3 r4"), seat("j"))
    assert {(-1, 0), (4, 0)} <= cells(match)
    place(match, 0, "j", -1, 0)
    assert match.view().frame.columns == (-1, 3)


def test_SO_07_the_frame_of_the_whole_grid_counts_not_that_of_one_row() -> None:
    rows = grid("r1 r2 r3 .", ". . r4 r5", ". . . r6")
    match = table(rows, seat("j"))
    assert match.view().frame.columns == (-1, 4)
    assert match.view().frame.rows == (-2, 4)
    assert (4, 2) in cells(match)
    place(match, 0, "j", 4, 2)
    after = table(saved(match)["grid"], seat("j"))
    assert (-1, 0) not in cells(after)
    assert refused(after.play, 0, {"type": "place", "card": "joker", "at": [-1, 0]}).rule == "SO-07"


@pytest.mark.parametrize("corner", [(0, 0), (4, 0), (0, 4), (4, 4)])
def test_SO_07_the_first_card_may_end_up_in_any_corner(corner: tuple[int, int]) -> None:
    x, y = corner
    cross = {f"{i - x},0": f"red-{i + 1}" for i in range(5)}
    cross |= {f"0,{i - y}": f"yellow-{i + 1}" for i in range(5) if i != y}
    match = table(cross, seat("j"))
    assert match.view().frame.columns == (-x, 4 - x)
    assert match.view().frame.rows == (-y, 4 - y)
    inside = set(itertools.product(range(-x, 5 - x), range(-y, 5 - y)))
    assert cells(match) <= inside


def by_the_book(taken: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The open cells, straight from the two rules."""
    near = {
        (x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    } - taken
    return {at for at in near if all(spread(taken | {at}, axis) <= 5 for axis in (0, 1))}


def spread(taken: set[tuple[int, int]], axis: int) -> int:
    places = [at[axis] for at in taken]
    return max(places) - min(places) + 1


@pytest.mark.parametrize("seed", range(20))
def test_SO_06_SO_07_the_cells_listed_are_those_of_the_two_rules(seed: int) -> None:
    for match, _ in random_match("souvenirs", seed):
        state = saved(match)
        if state["phase"] == "place":
            taken = {(int(x), int(y)) for x, y in (key.split(",") for key in state["grid"])}
            assert cells(match, state["turn"]) == by_the_book(taken)


def test_SO_07_check_and_list_agree_on_every_cell_around() -> None:
    chance = random.Random(1)
    for match, _ in random_match("souvenirs", 8, 2):
        state = saved(match)
        if state["phase"] != "place" or chance.random() < 0.7:
            continue
        turn = state["turn"]
        for x, y in itertools.product(range(-6, 7), repeat=2):
            action = {"type": "place", "card": state["seats"][turn]["hand"][0], "at": [x, y]}
            if (x, y) not in cells(match, turn):
                assert refused(match.play, turn, action).rule in ("SO-06", "SO-07")
