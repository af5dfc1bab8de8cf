"""Positions of Speed & Flow: what may be left out, and what is refused."""

from typing import Any

import pytest

import quartett
from games.flow.tables import play, seat, state, table
from quartett.judge import answer
from refusing import refused

KEYS = {"middle", "seats", "covered", "clock", "phase", "until", "acted_at", "round"}
SEAT_KEYS = {"draw_pile", "display", "hand", "stolen", "dealt", "score", "busy_until", "refilling"}


def load(state_: dict[str, Any], **options: Any) -> dict[str, Any]:
    return state(quartett.load({"game": "flow", "options": options, "state": state_}))


def test_a_state_has_exactly_the_keys_of_the_rules_page() -> None:
    dealt = state(quartett.start("flow", 2))
    assert dealt.keys() == KEYS
    assert all(each.keys() == SEAT_KEYS for each in dealt["seats"])


def test_what_is_left_out_is_as_in_a_fresh_game() -> None:
    fresh = load({"seats": [{}, {}, {}, {}]})
    assert fresh["middle"] == [[], []]
    assert fresh["covered"] == [{}, {}]
    assert (fresh["clock"], fresh["acted_at"], fresh["round"]) == (0, 0, 1)
    assert (fresh["phase"], fresh["until"]) == ("countdown", 3000)
    assert fresh["seats"][0] == {
        "draw_pile": [],
        "display": [None, None],
        "hand": None,
        "stolen": [],
        "dealt": 36,
        "score": 0,
        "busy_until": 0,
        "refilling": False,
    }


def test_what_was_dealt_follows_the_players_and_the_option() -> None:
    assert load({"seats": [{}, {}]})["seats"][0]["dealt"] == 48
    assert load({"seats": [{}, {}]}, cards=20)["seats"][0]["dealt"] == 20


def test_times_left_out_follow_the_clock() -> None:
    later = load({"seats": [{}, {}], "clock": 5000})
    assert (later["acted_at"], later["until"]) == (5000, 8000)


def test_a_pause_that_does_not_say_when_it_ends_has_just_begun() -> None:
    match = table(ONE, TWO, phase="round_over", options={"pause_ms": 500})
    assert state(match)["until"] == 10_500


def test_FL_10_an_empty_display_beside_a_draw_pile_is_being_refilled() -> None:
    first, second = load(
        {"seats": [seat(draw="1-red-sun"), seat("1-blue-sun -", draw="1-red-moon")]}
    )["seats"]
    assert (first["refilling"], second["refilling"]) == (True, False)


def test_FL_16_cards_covered_too_long_ago_are_dropped() -> None:
    match = table(
        seat("1-red-sun -"),
        seat("1-red-moon -"),
        middle=("1-red-star 1-red-drop 1-red-leaf", ""),
        covered=[{"1-red-drop": 9_700, "1-red-star": 9_600}, {}],
    )
    assert state(match)["covered"] == [{"1-red-drop": 9_700}, {}]
    match.play(0, play("display-0", 0, "1-red-drop"), at=10_099)


ONE = seat("1-red-star -")
TWO = seat("2-red-star -")
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("FL-01", {"seats": [ONE, seat("1-red-star -")]}, "1-red-star"),
    ("FL-01", {"seats": [ONE, TWO], "middle": [["1-red-star"], []]}, "1-red-star"),
    ("FL-01", {"seats": [ONE, seat(stolen="5-red-star")]}, "5-red-star"),
    ("FL-02", {"seats": [ONE, seat("1-red-sun -", dealt=0)]}, "dealt only 0"),
    ("FL-02", {"seats": [ONE, {"dealt": 145}]}, "dealt"),
    ("FL-04", {"seats": [ONE, seat(hand="1-red-sun")], "phase": "countdown"}, "1-red-sun"),
    ("FL-04", {"seats": [ONE, TWO], "phase": "countdown", "until": None}, "until"),
    ("FL-04", {"seats": [ONE, TWO], "phase": "countdown", "until": 9_999}, "until"),
    ("FL-04", {"seats": [ONE, TWO], "until": 11_000}, "until"),
    ("FL-15", {"seats": [ONE, TWO], "phase": "round_over", "until": None}, "until"),
    ("FL-05", {"seats": [ONE, {"busy_until": -1}]}, "busy_until"),
    ("FL-09", {"seats": [ONE, seat("1-red-sun 2-red-sun", hand="3-red-sun")]}, "3-red-sun"),
    ("FL-10", {"seats": [ONE, seat(draw="1-red-sun", refilling=False)]}, "refilling"),
    ("FL-10", {"seats": [ONE, seat(refilling=True)]}, "refilling"),
    (
        "FL-10",
        {"seats": [ONE, seat("1-red-sun 2-red-sun", draw="3-red-sun", refilling=True)]},
        "refilling",
    ),
    ("FL-13", {"seats": [ONE, TWO], "acted_at": 10_001}, "acted_at"),
    ("FL-15", {"seats": [ONE, {"score": 500}]}, "500"),
    ("FL-15", {"seats": [ONE, TWO], "phase": "over"}, "500"),
    ("FL-15", {"seats": [ONE, {"score": -1}]}, "score"),
    ("FL-15", {"seats": [ONE, TWO], "round": 0}, "round"),
    ("FL-16", {"seats": [ONE, TWO], "covered": [{"1-red-sun": 10_000}, {}]}, "1-red-sun"),
    (
        "FL-16",
        {"seats": [ONE, TWO], "middle": [["1-red-sun"], []], "covered": [{"1-red-sun": 9_999}, {}]},
        "1-red-sun",
    ),
    ("FL-16", {"seats": [ONE, TWO], "covered": [{"1-red-sun": 100}, {}]}, "1-red-sun"),
    (
        "FL-16",
        {
            "seats": [ONE, TWO],
            "middle": [["1-red-sun", "2-red-sun"], []],
            "covered": [{"1-red-sun": 10_001}, {}],
        },
        "covered",
    ),
]


@pytest.mark.parametrize(("rule", "position", "named"), BAD)
def test_a_position_that_breaks_a_rule_is_refused(
    rule: str, position: dict[str, Any], named: str
) -> None:
    error = refused(load, {"phase": "running", "clock": 10_000, **position})
    assert error.rule == rule
    assert named in str(error)


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        ({"middle": [[]]}, "middle"),
        ({"seats": [{"display": ["1-red-star"]}, {}]}, "display"),
        ({"phase": "paused"}, "phase"),
        ({"winner": 1}, "winner"),
        ({"clock": "soon"}, "clock"),
    ],
)
def test_a_position_of_another_shape_is_none(broken: dict[str, Any], field: str) -> None:
    with pytest.raises(quartett.FormatError, match=field):
        load({"seats": [{}, {}], **broken})


def test_the_judge_tells_time() -> None:
    moves = b'[{"at": 3000}, {"at": 3000}]'
    reply = answer(b'{"game": "flow", "players": 2, "seed": 7, "moves": ' + moves + b"}").content
    assert reply["ok"]
    assert reply["state"]["phase"] == "running"
    assert reply["events"][1] == []
    backwards = b'[{"at": 3000}, {"at": 2999}]'
    reply = answer(b'{"game": "flow", "players": 2, "moves": ' + backwards + b"}").content
    assert (reply["ok"], reply["move"]) == (False, 1)


@pytest.mark.parametrize(
    "other", [{"hand": "1-red-star"}, {"stolen": ["1-red-star"]}, {"draw_pile": ["1-red-star"]}]
)
def test_FL_01_a_card_twice_is_refused_wherever_it_lies(other: dict[str, Any]) -> None:
    error = refused(load, {"phase": "running", "clock": 10_000, "seats": [ONE, other]})
    assert error.rule == "FL-01"
    assert "1-red-star" in str(error)
