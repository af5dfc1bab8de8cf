"""FL-05 to FL-11: one hand, what fits, playing, stealing, drawing, refilling, Stop."""

from typing import Any

import pytest

import quartett
from games.flow.tables import (
    DRAW,
    STOP,
    kinds,
    kinds_once_ready,
    lay,
    play,
    seat,
    state,
    steal,
    table,
)
from quartett.core.match import AnyMatch
from quartett.games.flow import Draw, Stop
from quartett.games.flow.cards import DECK, FITS
from refusing import refused


def test_FL_05_the_hand_is_busy_after_an_action_and_free_at_exactly_busy_until() -> None:
    match = table(seat("- -", draw="1-red-sun 1-red-star"), seat("1-blue-moon -"))
    match.play(0, DRAW, at=10_000)
    assert state(match)["seats"][0]["busy_until"] == 10_350
    assert refused(match.play, 0, lay(0), at=10_349).rule == "FL-05"
    match.play(0, lay(0), at=10_350)
    assert state(match)["seats"][0]["busy_until"] == 10_700


def test_FL_05_how_long_is_an_option_and_the_others_are_not_held_up() -> None:
    draws = [seat("- -", draw="1-red-sun"), seat("- -", draw="1-blue-sun")]
    match = table(*draws, options={"hand_ms": 0})
    match.play(0, DRAW)
    match.play(0, lay(1))
    match = table(*draws)
    match.play(0, DRAW)
    match.play(1, DRAW)


def test_FL_05_every_action_but_stop_busies_the_hand() -> None:
    actions = {0: lay(0), 1: steal(2), 2: play("display-1")}
    for who, action in actions.items():
        match = table(
            seat("- 2-blue-sun", hand="3-green-leaf"),
            seat("1-red-moon -", stolen="1-green-moon"),
            seat("1-red-star 1-red-sun", stolen="4-blue-heart"),
            middle=("1-blue-drop", ""),
        )
        match.play(who, action)
        busy = [each["busy_until"] for each in state(match)["seats"]]
        assert busy == [10_350 if each == who else 0 for each in range(3)]


def test_FL_05_stop_needs_no_hand() -> None:
    match = table(seat("1-red-star -", busy_until=10_200), seat("1-blue-moon -"))
    match.play(0, STOP, at=10_100)
    after = state(match)
    assert after["phase"] == "round_over"
    assert after["seats"][0]["busy_until"] == 10_200


def test_FL_05_a_busy_hand_may_do_nothing_now_and_is_listed_once_it_is_free() -> None:
    match = table(
        seat("1-red-star -", draw="1-red-sun", busy_until=10_200),
        seat("1-blue-moon -", draw="1-blue-sun"),
    )
    assert match.legal(0) == []
    assert (set(match.to_act), set(match.to_act_once_ready)) == ({1}, {0, 1})
    assert match.once_ready(0) == [Draw()]
    assert (match.ready_at(0), match.ready_at(1)) == (10_200, 10_000)
    assert match.earliest(0, Draw()) == 10_200
    match.wait(10_199)
    assert match.legal(0) == []
    match.wait(10_200)
    assert match.legal(0) == [Draw()]
    assert match.to_act == {0, 1}


def test_FL_05_a_busy_hand_may_still_stop_and_only_that_is_legal() -> None:
    match = table(seat("1-red-star -", stolen="1-red-moon", busy_until=10_200), seat("1-red-sun -"))
    assert match.legal(0) == [Stop()]
    assert kinds_once_ready(match, 0) == ["steal", "stop"]
    assert 0 in match.to_act


@pytest.mark.parametrize(
    ("card", "fits"),
    [("3-blue-moon", True), ("1-red-sun", True), ("4-green-star", True), ("2-blue-moon", False)],
)
def test_FL_06_number_colour_or_symbol_must_agree(card: str, fits: bool) -> None:
    match = table(seat(f"{card} 4-blue-drop"), seat("1-blue-sun -"), middle=("3-red-star", ""))
    if fits:
        match.play(0, play("display-0"))
        assert state(match)["middle"][0] == ["3-red-star", card]
    else:
        assert refused(match.play, 0, play("display-0")).rule == "FL-06"


def test_FL_06_each_card_fits_on_68_others_and_itself() -> None:
    assert {len(FITS[card]) for card in DECK} == {144 - 3 * 5 * 5}


def test_FL_06_holds_for_stealing_too() -> None:
    match = table(seat("- 1-red-sun", stolen="3-red-star"), seat("2-blue-moon 1-red-drop"))
    assert refused(match.play, 0, steal(1, 0)).rule == "FL-06"
    match.play(0, steal(1, 1))
    assert state(match)["seats"][0]["stolen"] == ["3-red-star", "1-red-drop"]


def test_FL_06_nothing_fits_where_no_card_lies() -> None:
    match = table(seat("1-red-star 1-red-sun"), seat("2-blue-moon 1-red-drop"))
    assert kinds(match, 0) == ["stop"]
    assert refused(match.play, 0, play("display-0")).rule == "FL-06"
    assert refused(match.play, 0, steal(1)).rule == "FL-06"


def test_FL_07_a_display_card_goes_to_either_middle_pile() -> None:
    for pile in (0, 1):
        match = table(
            seat("3-red-star 1-blue-sun"), seat("1-red-sun -"), middle=("3-red-sun", "3-blue-star")
        )
        match.play(0, play("display-0", pile))
        after = state(match)
        assert after["middle"][pile][-1] == "3-red-star"
        assert after["seats"][0]["display"] == [None, "1-blue-sun"]


def test_FL_07_an_empty_place_and_a_third_pile_are_refused() -> None:
    match = table(seat("3-red-star -"), seat("1-red-sun -"), middle=("3-red-sun", "3-blue-star"))
    assert refused(match.play, 0, play("display-1")).rule == "FL-07"
    for pile in (-1, 2):
        error = refused(match.play, 0, play("display-0", pile))
        assert error.rule == "FL-07"
        assert "`pile`" in str(error)


def test_FL_07_a_play_names_its_source_and_a_real_card() -> None:
    match = table(seat("3-red-star -"), seat("1-red-sun -"), middle=("3-red-sun", "3-blue-star"))
    with pytest.raises(quartett.FormatError, match="from"):
        match.play(0, play("display-2"))
    assert refused(match.play, 0, play("display-0", on="5-red-sun")).rule == "FL-01"


def test_FL_08_a_card_is_stolen_from_another_display_onto_the_own_pile() -> None:
    match = table(seat("- 1-green-sun", stolen="2-green-leaf"), seat("1-yellow-drop 4-green-heart"))
    match.play(0, steal(1, 1))
    first, second = state(match)["seats"]
    assert first["stolen"] == ["2-green-leaf", "4-green-heart"]
    assert first["display"] == [None, "1-green-sun"]
    assert second["display"] == ["1-yellow-drop", None]


def test_FL_08_nobody_steals_from_oneself_or_from_nobody() -> None:
    match = table(seat("1-red-sun -", stolen="1-red-star"), seat("1-red-drop -"))
    for action, field in ((steal(0), None), (steal(2), "seat"), (steal(1, 2), "slot")):
        error = refused(match.play, 0, action)
        assert error.rule == "FL-08"
        assert field is None or f"`{field}`" in str(error)
    assert refused(match.play, 0, steal(1, 1)).rule == "FL-08"


def test_FL_09_the_top_card_is_drawn_then_laid_in_a_free_place() -> None:
    match = table(seat("- 1-red-sun", draw="1-blue-sun 1-blue-star"), seat("1-red-drop -"))
    match.play(0, DRAW)
    assert state(match)["seats"][0]["hand"] == "1-blue-star"
    assert refused(match.play, 0, lay(1), at=11_000).rule == "FL-09"
    match.play(0, lay(0), at=11_000)
    after = state(match)["seats"][0]
    assert (after["hand"], after["display"]) == (None, ["1-blue-star", "1-red-sun"])


def test_FL_09_the_drawn_card_may_be_played_directly() -> None:
    match = table(
        seat("- 2-red-sun", hand="1-blue-star", draw="1-red-leaf"),
        seat("1-red-drop -"),
        middle=("4-blue-sun", "3-red-moon"),
    )
    assert [(type(a).__name__, a.pile) for a in match.legal(0)[1:]] == [("Play", 0)]
    match.play(0, play("hand", 0))
    assert state(match)["middle"][0] == ["4-blue-sun", "1-blue-star"]
    assert state(match)["seats"][0]["hand"] is None


def test_FL_09_one_draws_only_with_a_free_place_and_from_a_pile() -> None:
    match = table(
        seat("1-red-sun 1-red-star", draw="1-blue-sun"), seat("1-red-drop -"), seat("1-red-leaf -")
    )
    for who in (0, 1):
        assert refused(match.play, who, DRAW).rule == "FL-09"


@pytest.mark.parametrize("action", [DRAW, play("display-1"), steal(1)])
def test_FL_09_with_a_card_in_hand_one_can_only_lay_or_play_it(action: dict[str, Any]) -> None:
    match = table(
        seat("- 1-red-star", hand="2-blue-sun", stolen="1-red-sun", draw="3-red-sun"),
        seat("1-red-drop -"),
        middle=("1-red-moon", ""),
    )
    assert refused(match.play, 0, action).rule == "FL-09"
    assert kinds(match, 0) == ["set"]


def test_FL_09_without_a_card_in_hand_none_is_laid_or_played() -> None:
    match = table(seat("- 1-red-star"), seat("1-red-drop -"), middle=("1-red-moon", ""))
    for action in (lay(0), play("hand")):
        assert refused(match.play, 0, action).rule == "FL-09"
    error = refused(match.play, 0, lay(2))
    assert error.rule == "FL-09"
    assert "`slot`" in str(error)


def refilling(**more: Any) -> AnyMatch:
    """Seat 0 plays its last display card and has to refill."""
    match = table(
        seat("1-red-star -", stolen="1-red-sun", draw="2-red-leaf 2-red-drop 1-red-leaf"),
        seat("1-red-drop 1-blue-moon", stolen="3-blue-leaf"),
        middle=("1-red-moon", "2-green-sun"),
        options={"hand_ms": 0},
        **more,
    )
    match.play(0, play("display-0"))
    return match


def test_FL_10_an_empty_display_must_be_filled_up_to_two() -> None:
    match = refilling()
    assert state(match)["seats"][0]["refilling"] is True
    assert kinds(match, 0) == ["draw"]
    assert refused(match.play, 0, steal(1)).rule == "FL-10"
    match.play(0, DRAW)
    assert kinds(match, 0) == ["set", "play"]
    match.play(0, lay(0))
    assert state(match)["seats"][0]["refilling"] is True
    assert kinds(match, 0) == ["draw"]
    assert refused(match.play, 0, play("display-0")).rule == "FL-10"
    match.play(0, DRAW)
    match.play(0, lay(1))
    assert state(match)["seats"][0]["refilling"] is False
    assert "play" in kinds(match, 0)


def test_FL_10_the_drawn_card_may_go_to_the_middle_and_refilling_goes_on() -> None:
    match = refilling()
    match.play(0, DRAW)
    match.play(0, play("hand", 0))
    assert state(match)["seats"][0]["refilling"] is True
    assert kinds(match, 0) == ["draw"]


def test_FL_10_refilling_ends_with_the_draw_pile() -> None:
    match = refilling()
    for _ in range(2):
        match.play(0, DRAW)
        match.play(0, play("hand", 0))
    match.play(0, DRAW)
    assert state(match)["seats"][0]["refilling"] is False
    match.play(0, lay(0))
    assert {"play", "stop"} <= set(kinds(match, 0))


def test_FL_10_a_thief_can_empty_the_display_too() -> None:
    match = table(
        seat("1-red-star -", stolen="1-red-sun", draw="2-red-leaf"),
        seat("4-blue-drop 4-blue-moon", stolen="3-red-leaf"),
    )
    match.play(1, steal(0))
    assert state(match)["seats"][0]["refilling"] is True
    assert refused(match.play, 0, steal(1)).rule == "FL-10"


def test_FL_10_one_card_left_is_no_empty_display() -> None:
    match = table(
        seat("1-red-star 1-red-leaf", stolen="1-red-sun", draw="2-red-leaf"),
        seat("1-blue-drop 4-blue-moon"),
        middle=("1-red-moon", ""),
    )
    match.play(0, play("display-0"))
    assert state(match)["seats"][0]["refilling"] is False
    match.wait(match.ready_at(0))
    assert kinds(match, 0) == ["draw", "play", "steal"]


def test_FL_11_stop_needs_an_empty_draw_pile() -> None:
    match = table(seat("1-red-star -", draw="1-red-sun"), seat("1-blue-sun -"))
    assert refused(match.play, 0, STOP).rule == "FL-11"
    assert "stop" not in kinds(match, 0)
    match.play(1, STOP)
    assert state(match)["phase"] == "round_over"


def test_FL_11_a_card_in_the_hand_does_not_keep_from_stopping_and_counts_as_left() -> None:
    match = table(
        seat("1-blue-moon -", hand="2-red-sun", dealt=9, stolen="1-red-leaf"),
        seat("1-blue-sun -", draw="1-red-sun", dealt=9),
    )
    assert kinds(match, 0) == ["set", "stop"]
    events = match.play(0, STOP)
    assert state(match)["phase"] == "round_over"
    assert events[-1].points[0] == 9 - 2 + 2  # FL-14: display and hand are left


def test_FL_11_a_busy_hand_with_a_card_may_stop_too() -> None:
    match = table(
        seat("1-blue-moon -", hand="2-red-sun", busy_until=10_300),
        seat("1-blue-sun -", draw="1-red-sun"),
    )
    assert match.legal(0) == [Stop()]
    match.play(0, STOP)
    assert state(match)["phase"] == "round_over"


def test_FL_11_one_may_play_on_and_anybody_who_meets_the_condition_may_stop() -> None:
    match = table(
        seat("1-red-star 1-red-leaf"), seat("1-blue-moon 2-blue-sun"), middle=("1-red-sun", "")
    )
    match.play(0, play("display-0"))
    assert "stop" in kinds(match, 0)
    match.play(1, STOP)
    assert state(match)["phase"] == "round_over"


def test_FL_05_a_play_from_the_hand_busies_it_too() -> None:
    match = table(
        seat("- 2-blue-sun", hand="3-green-leaf"), seat("1-red-moon -"), middle=("1-green-drop", "")
    )
    match.play(0, play("hand"))
    assert state(match)["seats"][0]["busy_until"] == 10_350


def test_FL_10_a_theft_does_not_end_refilling() -> None:
    match = table(
        seat("1-red-star -", draw="4-blue-leaf 3-blue-leaf", refilling=True),
        seat("2-green-sun -", stolen="1-red-sun"),
    )
    match.play(1, steal(0))
    assert state(match)["seats"][0]["refilling"] is True
    match.play(0, DRAW)
    match.play(0, lay(0), at=10_350)
    assert state(match)["seats"][0]["refilling"] is True


def test_FL_10_an_empty_display_is_refilled_even_with_a_card_in_the_hand() -> None:
    match = table(
        seat("1-red-star -", hand="2-blue-moon", draw="4-blue-leaf"),
        seat("2-green-sun -", stolen="1-red-sun"),
    )
    match.play(1, steal(0))
    assert state(match)["seats"][0]["refilling"] is True
