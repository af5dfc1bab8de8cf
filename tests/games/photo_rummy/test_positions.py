"""Photo Rummy: positions as JSON, with the keys of the rules page."""

from typing import Any

import pytest

import quartett
from games.photo_rummy.tables import draw, split
from quartett.core.errors import FormatError, RuleError
from quartett.core.match import AnyMatch
from refusing import refused

TWO = [{"rack": ["rome-sight"]}, {}]


def read(options: dict[str, Any] | None = None, **state: Any) -> AnyMatch:
    return quartett.load({"game": "photo_rummy", "options": options or {}, "state": state})


def unreadable(rule: str | None, options: dict[str, Any] | None = None, **state: Any) -> RuleError:
    error = refused(read, options, **{"seats": TWO, **state})
    assert error.rule == rule, error
    return error


def test_a_position_has_the_keys_of_the_rules_page() -> None:
    match = quartett.start("photo_rummy", players=3, seed=1)
    state = quartett.save(match)["state"]
    assert set(state) == {"table", "seats", "stacks", "phase", "turn", "round", "starter"}
    assert [set(seat) for seat in state["seats"]] == [{"rack", "opened", "score"}] * 3
    assert quartett.load(quartett.save(match)).state == match.state


def test_what_a_position_leaves_out_is_as_in_a_fresh_match() -> None:
    state = quartett.save(read(seats=TWO))["state"]
    assert state == {
        "table": [],
        "seats": [
            {"rack": ["rome-sight"], "opened": False, "score": 0},
            {"rack": [], "opened": False, "score": 0},
        ],
        "stacks": [[], [], [], [], []],
        "phase": "draw",
        "turn": 0,
        "round": 1,
        "starter": 0,
    }


def test_PR_05_the_starter_follows_from_the_option_and_the_round() -> None:
    match = read({"starter": 1}, seats=[{}, {}, {}], round=3)
    assert (match.state.starter, match.state.turn) == (0, 0)
    match = read({"starter": 1}, seats=[{}, {}, {}], round=3, starter=2, turn=1)
    assert (match.state.starter, match.state.turn) == (2, 1)


def test_PR_04_stacks_of_different_heights_can_be_written() -> None:
    match = read(seats=TWO, stacks=[["bern-sight", "oslo-sight"], [], [], [], ["joker-1"]])
    match.play(0, draw(0))
    assert match.state.seats[0].rack == ("rome-sight", "oslo-sight")


@pytest.mark.parametrize(
    "state",
    [
        {"seats": [{"rack": ["rome-sight", "rome-sight"]}, {}]},
        {"seats": [{"rack": ["rome-sight"]}, {"rack": ["rome-sight"]}]},
        {"stacks": [["rome-sight"], [], [], [], []]},
        {"table": split("rome-sight rome-church rome-palace")},
        {"table": split("oslo-sight oslo-church oslo-palace oslo-sight")},
        {"stacks": [["joker-1"], [], ["joker-1"], [], []]},
    ],
)
def test_PR_01_a_card_twice_is_refused_by_name(state: dict[str, Any]) -> None:
    error = unreadable("PR-01", **state)
    assert error.about["card"] in ("rome-sight", "oslo-sight", "joker-1")


@pytest.mark.parametrize("card", ["rome-eye", "joker-7", "joker", "", "Rome-sight"])
def test_PR_01_a_card_that_does_not_exist_is_refused_by_name(card: str) -> None:
    assert unreadable("PR-01", seats=[{"rack": [card]}, {}]).about["card"] == card


@pytest.mark.parametrize("cards", ["oslo-sight bern-church", "oslo-sight bern-sight rome-church"])
def test_PR_07_a_table_of_anything_but_sets_and_rows_is_unreadable(cards: str) -> None:
    unreadable("PR-07", table=split("paris-sight paris-church paris-palace", cards), seats=[{}, {}])
    unreadable("PR-07", table=[[]])


def test_PR_08_a_table_with_too_many_jokers_is_unreadable() -> None:
    unreadable("PR-08", table=split("oslo-sight joker-1 joker-2"))


@pytest.mark.parametrize("count", [0, 4, 6])
def test_PR_04_another_number_of_stacks_is_unreadable(count: int) -> None:
    unreadable("PR-04", stacks=[[]] * count)


@pytest.mark.parametrize(("field", "value"), [("turn", 2), ("turn", -1), ("starter", 2)])
def test_PR_05_a_seat_that_is_not_there_is_unreadable(field: str, value: int) -> None:
    state: dict[str, Any] = {field: value}
    unreadable("PR-05", **state)


@pytest.mark.parametrize("value", [0, -1, 4])
def test_PR_02_a_round_beyond_the_agreed_number_is_unreadable(value: int) -> None:
    unreadable("PR-02", round=value)
    read({"rounds": 4}, seats=TWO, round=4)


def test_PR_02_impossible_options_are_refused_in_positions_too() -> None:
    unreadable("PR-02", options={"rounds": 0})
    unreadable("PR-05", options={"starter": 2})


@pytest.mark.parametrize("count", [0, 1, 5])
def test_two_to_four_players_sit_at_the_table(count: int) -> None:
    unreadable(None, seats=[{}] * count)


@pytest.mark.parametrize(
    "state",
    [
        {"phase": "play"},
        {"phase": None},
        {"seats": {}},
        {"seats": [{"hand": []}, {}]},
        {"table": ["rome-sight"]},
        {"stacks": [[1], [], [], [], []]},
        {"turn": "0"},
        {"deck": []},
    ],
)
def test_another_shape_is_no_position(state: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read(**{"seats": TWO, **state})


def test_seats_cannot_be_left_out() -> None:
    with pytest.raises(FormatError, match="seats"):
        read(phase="draw")


def test_PR_18_a_finished_match_can_be_written_and_has_an_outcome() -> None:
    match = read(seats=[{"score": 3}, {"score": 9}], phase="over", turn=0)
    assert match.to_act == frozenset()
    assert match.state.turn is None
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_positions_round_trip_in_the_middle_of_a_match() -> None:
    match = quartett.start("photo_rummy", players=2, seed=6, rounds=1)
    while match.to_act:
        assert quartett.load(quartett.save(match)).state == match.state
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[-1])
    assert quartett.load(quartett.save(match)).state == match.state
