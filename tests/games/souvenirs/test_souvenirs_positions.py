"""Souvenirs positions: what may be left out, and what is refused by which rule."""

from typing import Any

import pytest

import quartett
from games.souvenirs.tables import FULL_GRID, cards, grid, saved, seat, table
from refusing import refused

SMALL: dict[str, Any] = {
    "grid": {"0,0": "red-1", "1,0": "joker"},
    "seats": [{"hand": ["red-2"]}, {"hand": ["joker"]}],
}


def load(**changed: Any) -> dict[str, Any]:
    return saved(quartett.load({"game": "souvenirs", "state": {**SMALL, **changed}}))


def line(count: int) -> dict[str, str]:
    return {f"{x},0": f"red-{x + 1}" for x in range(count)}


def test_a_position_has_exactly_the_pages_keys() -> None:
    assert load() == {
        "grid": {"0,0": "red-1", "1,0": "joker"},
        "cubes": {},
        "seats": [{"hand": ["red-2"], "cubes": 4}, {"hand": ["joker"], "cubes": 4}],
        "draw_pile": [],
        "phase": "place",
        "turn": 0,
    }


def test_a_missing_turn_is_the_starters() -> None:
    match = table(grid("r1"), seat("r2"), seat("r3"), options={"starter": 1})
    assert match.to_act == {1}


def test_missing_cubes_are_those_not_placed() -> None:
    state = load(cubes={"row 0": [1, 0], "column 1": [1]})
    assert [each["cubes"] for each in state["seats"]] == [3, 2]


def test_a_position_gives_itself_back() -> None:
    state = load(cubes={"row 0": [1, 0]}, phase="book", turn=1, draw_pile=cards("y1 y2"))
    assert load(**state) == state


@pytest.mark.parametrize(
    ("changed", "rule", "named"),
    [
        ({"draw_pile": ["red-2"]}, "SO-01", "red-2"),
        ({"draw_pile": ["joker"] * 3}, "SO-01", "joker"),
        ({"draw_pile": ["red-7"]}, "SO-01", "red-7"),
        ({"grid": {"0,0": "blue-1"}}, "SO-01", "blue-1"),
        ({"grid": {}}, "SO-02", "0,0"),
        ({"grid": {"1,0": "red-1"}}, "SO-02", "0,0"),
        ({"cubes": {"row 0": [0]}, "seats": [{"cubes": 4}, {}]}, "SO-03", "seat 0|Seat 0"),
        ({"seats": [{"cubes": 5}, {}]}, "SO-03", "5"),
        ({"seats": [{"cubes": -1}, {}]}, "SO-03", "-1"),
        ({"seats": [{"cubes": 4}, {}, {}]}, "SO-03", "3 cubes"),
        ({"grid": {"0,0": "red-1", "1,1": "red-3"}}, "SO-06", "red-3"),
        ({"grid": {"0,0": "red-1", "2,0": "red-3"}}, "SO-06", "red-3"),
        ({"grid": {"0,0": "red-1", "99999,0": "red-3"}}, "SO-06", "red-3"),
        ({"grid": line(6), "seats": [{}, {}]}, "SO-07", "red-6"),
        ({"cubes": {"row 1": [0]}}, "SO-08", "row 1"),
        ({"cubes": {"row 7": [0]}}, "SO-08", "row 7"),
        ({"cubes": {"diagonal 0": [0]}}, "SO-08", "diagonal 0"),
        ({"cubes": {"row 00": [0]}}, "SO-08", "row 00"),
        ({"cubes": {"row 0": [1, 1]}}, "SO-09", "row 0"),
        ({"cubes": {"row 0": [0, 1, 2]}, "seats": [{}, {}, {}]}, "SO-10", "row 0"),
        ({"cubes": {"row 0": [2]}}, "SO-03", "cubes.row 0[0]"),
        ({"turn": 2}, "SO-04", "turn"),
        ({"turn": -1}, "SO-04", "turn"),
        ({"seats": [{}]}, None, "players"),
        ({"seats": [{}] * 5}, None, "players"),
    ],
)
def test_a_position_that_breaks_a_rule_is_refused(
    changed: dict[str, Any], rule: str | None, named: str
) -> None:
    error = refused(load, **changed)
    assert error.rule == rule
    assert any(part in str(error) for part in named.split("|"))


def test_too_many_placed_cubes_are_refused() -> None:
    rows = grid("r1 r2 r3 r4 r5")
    cubes = {f"column {x}": [0] for x in range(5)}
    assert refused(load, grid=rows, seats=[{}, {}], cubes=cubes).rule == "SO-03"


@pytest.mark.parametrize(
    "key", ["", "0", "0,0,0", "a,b", "0, 1", "00,1", "-0,1", "+1,0", "1.0,0", "9" * 5000 + ",0"]
)
def test_a_malformed_cell_is_refused(key: str) -> None:
    assert refused(load, grid={"0,0": "red-1", key: "red-3"}).rule == "SO-06"


@pytest.mark.parametrize("phase", ["place", "book"])
def test_SO_12_a_full_grid_is_the_end(phase: str) -> None:
    assert refused(load, grid=grid(*FULL_GRID), seats=[{}, {}], phase=phase).rule == "SO-12"


def test_SO_12_a_full_grid_may_wait_for_the_last_cube_where_agreed() -> None:
    match = table(grid(*FULL_GRID), seat(), phase="book", options={"last_cube": True})
    assert match.to_act == {0}


@pytest.mark.parametrize(
    "changed",
    [
        {"grid": {"0,0": 3}},
        {"grid": ["red-1"]},
        {"cubes": {"row 0": 0}},
        {"cubes": {"row 0": ["0"]}},
        {"seats": None},
        {"seats": [{"hand": "red-2"}, {}]},
        {"phase": "draw"},
        {"turn": "0"},
        {"deck": []},
    ],
)
def test_another_shape_is_no_position(changed: dict[str, Any]) -> None:
    with pytest.raises(quartett.FormatError, match="state"):
        load(**changed)


def test_SO_07_a_grid_of_six_rows_is_refused_too() -> None:
    column = {f"0,{y}": f"red-{y + 1}" for y in range(6)}
    assert refused(load, grid=column, seats=[{}, {}]).rule == "SO-07"
