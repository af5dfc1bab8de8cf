"""SO-08, SO-09 and SO-10: which rows and columns may be booked."""

from typing import Any

import pytest

from games.souvenirs.tables import book, cards, grid, place, saved, seat, skip, table
from quartett.core.match import AnyMatch
from refusing import refused

STAIRS = ("r1 r2 .", ". r3 r4")


def booking(*seats: dict[str, Any], **state: Any) -> AnyMatch:
    return table(grid(*STAIRS), *seats, phase="book", **state)


def offered(match: AnyMatch, who: int = 0) -> list[str]:
    return [getattr(action, "line", "pass") for action in match.legal(who)]


def test_SO_08_any_line_with_a_card_may_be_booked_whatever_was_laid() -> None:
    match = table(grid("r1 r2"), seat("r3"), seat("y1"))
    place(match, 0, "r3", 0, 1)
    assert offered(match) == ["row 0", "row 1", "column 0", "column 1", "pass"]
    book(match, 0, "column 1")
    assert saved(match)["cubes"] == {"column 1": [0]}
    assert saved(match)["seats"][0]["cubes"] == 3


def test_SO_08_a_line_without_a_card_is_not_there_yet() -> None:
    match = booking(seat("y1"), seat("y2"))
    for line in ("row 2", "row -1", "column 3", "column -1", "row 99999999999999999999999"):
        assert refused(match.play, 0, {"type": "book", "line": line}).rule == "SO-08"


@pytest.mark.parametrize(
    "line",
    [
        *("row", "row 00", "row -0", "row +1", "row 1.0", " row 0", "row 0 ", "row  0", "Row 0"),
        *("rows 0", "column", "", "0", "row x", "row 0\n", "row \u0661", "row 0,0", "row 1e0"),
    ],
)
def test_SO_08_a_line_is_written_in_one_way(line: str) -> None:
    assert refused(booking(seat("y1")).play, 0, {"type": "book", "line": line}).rule == "SO-08"


def test_SO_08_negative_lines_are_lines() -> None:
    match = table(grid("r1 r2", left=-1, top=0), seat("y1"), phase="book")
    book(match, 0, "column -1")
    assert saved(match)["cubes"] == {"column -1": [0]}


def test_SO_08_a_finished_line_may_be_booked() -> None:
    match = table(grid("r1 r2 r3 r4 r5"), seat("y1"), phase="book")
    book(match, 0, "row 0")
    assert saved(match)["cubes"] == {"row 0": [0]}


def test_SO_08_one_cube_a_turn_at_most() -> None:
    match = booking(seat("y1"), seat("y2"))
    book(match, 0, "row 0")
    assert saved(match)["turn"] == 1
    assert refused(match.play, 0, {"type": "book", "line": "row 1"}).rule == "SO-04"


def test_SO_08_a_cube_may_be_kept() -> None:
    match = booking(seat("y1"), seat("y2"))
    skip(match, 0)
    assert saved(match)["cubes"] == {}
    assert saved(match)["seats"][0]["cubes"] == 4


def test_SO_09_a_player_books_a_line_only_once() -> None:
    match = booking(seat("y1"), seat("y2"), cubes={"row 0": [0]})
    assert "row 0" not in offered(match)
    assert refused(match.play, 0, {"type": "book", "line": "row 0"}).rule == "SO-09"


def test_SO_10_the_second_cube_lies_on_top() -> None:
    match = booking(seat("y1"), seat("y2"), cubes={"row 0": [1]})
    book(match, 0, "row 0")
    assert saved(match)["cubes"] == {"row 0": [1, 0]}


def test_SO_10_a_line_holds_two_cubes_at_most() -> None:
    match = booking(seat("y1"), seat("y2"), seat("y3"), cubes={"row 0": [2, 1]})
    assert "row 0" not in offered(match)
    assert refused(match.play, 0, {"type": "book", "line": "row 0"}).rule == "SO-10"


def test_a_player_without_cubes_passes_by_itself() -> None:
    hands = seat("y1 y2", cubes=0), seat("y3")
    match = table(grid("r1 r2"), *hands, draw_pile=cards("o1"))
    place(match, 0, "y1", 2, 0)
    assert (saved(match)["phase"], saved(match)["turn"]) == ("place", 1)
    assert saved(match)["seats"][1]["hand"] == cards("y3 o1")


def test_a_player_to_whom_no_line_is_open_passes_by_itself() -> None:
    cubes = {"row 0": [0, 1], "column 0": [1, 2], "column 1": [2, 1]}
    hands = seat("y1"), seat("y2"), seat("y3")
    match = table(grid("r1 r2 r3"), *hands, cubes={**cubes, "column 2": [0]})
    place(match, 0, "y1", 2, 1)
    assert saved(match)["phase"] == "book", "the new row is open"
    blocked = table(grid("r1 r2", "r3 ."), *hands, cubes={**cubes, "row 1": [0, 2]})
    place(blocked, 0, "y1", 1, 1)
    assert (saved(blocked)["phase"], saved(blocked)["turn"]) == ("place", 1)


def test_the_card_just_laid_may_open_the_only_line() -> None:
    cubes = {"row 0": [0, 1], "column 0": [1, 2]}
    match = table(grid("r1"), seat("y1"), seat("y2"), seat("y3"), cubes=cubes)
    place(match, 0, "y1", 1, 0)
    assert offered(match) == ["column 1", "pass"]


def test_SO_08_finished_lines_are_offered_too() -> None:
    match = table(grid("r1 r2 r3 r4 r5"), seat("y1"), phase="book")
    assert offered(match) == ["row 0", *(f"column {x}" for x in range(5)), "pass"]
