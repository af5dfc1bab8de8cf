"""A position that names a seat which is not at the table is refused by the field that names it."""

from typing import Any

import pytest

import quartett
from quartett.core.errors import RuleError
from quartett.games import names

TABLES = {game: quartett.save(quartett.start(game, players=3, seed=1)) for game in names()}


def seats_named() -> list[tuple[str, str]]:
    """The games' fields that hold a seat."""
    fields = ("turn", "starter")
    return [(game, field) for game in TABLES for field in fields if field in TABLES[game]["state"]]


@pytest.mark.parametrize("wrong", [-1, 3, 10**9])
@pytest.mark.parametrize(("game", "field"), seats_named())
def test_a_wrong_seat_is_refused_with_the_name_of_its_field(
    game: str, field: str, wrong: int
) -> None:
    state = TABLES[game]["state"] | ({"phase": "play"} if game == "jericho" else {})
    with pytest.raises(RuleError, match=f"^`{field}` must be from 0 to 2, not {wrong}") as said:
        quartett.load({"game": game, "state": {**state, field: wrong}})
    assert said.value.rule is not None


@pytest.mark.parametrize(
    ("game", "state", "field"),
    [
        ("jericho", {"supply": [{"card": "red-3"}, {"card": "red-3", "by": 3}]}, "supply[1].by"),
        ("souvenirs", {"grid": {"0,0": "red-1"}, "cubes": {"row 0": [1, 7]}}, "cubes.row 0[1]"),
        ("flow", {"seats": [{}, {"score": -1}, {}]}, "seats[1].score"),
    ],
)
def test_a_wrong_number_further_in_is_refused_with_its_place(
    game: str, state: dict[str, Any], field: str
) -> None:
    with pytest.raises(RuleError) as said:
        quartett.load({"game": game, "state": {"seats": [{}, {}, {}], **state}})
    assert str(said.value).startswith(f"`{field}` must be from 0 to ")
