"""FL-16, FL-17 and the clock: nearly at once, too late, and always the same game."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quartett
from games.flow.tables import DRAW, STOP, lay, play, seat, state, steal, table
from quartett.core.match import AnyMatch
from quartett.games.flow.events import Played, TimePassed
from refusing import refused


def race(**options: Any) -> AnyMatch:
    """Seats 0 and 1 aim at the red stars; seat 0 plays first, at 10,000."""
    match = table(
        seat("3-blue-moon 4-blue-leaf"),
        seat("1-red-sun 4-green-drop"),
        seat("2-blue-sun 2-red-heart"),
        middle=("3-red-star", "1-orange-leaf"),
        options=options,
    )
    match.play(0, play("display-0", 0, "3-red-star"))
    return match


def test_FL_16_a_play_on_a_card_covered_just_now_goes_just_beneath_the_newest() -> None:
    match = race()
    (_, played) = match.play(1, play("display-0", 0, "3-red-star"), at=10_250)
    assert isinstance(played, Played)
    assert played.beneath
    after = state(match)
    assert after["middle"][0] == ["3-red-star", "1-red-sun", "3-blue-moon"]
    assert after["covered"] == [{"3-red-star": 10_000}, {}]
    assert after["seats"][1]["display"] == [None, "4-green-drop"]


def test_FL_16_less_than_grace_ms_counts_and_exactly_grace_ms_does_not() -> None:
    race().play(1, play("display-0", 0, "3-red-star"), at=10_399)
    match = race()
    before = match.state
    assert refused(match.play, 1, play("display-0", 0, "3-red-star"), at=10_400).rule == "FL-16"
    assert match.state is before
    race(grace_ms=1000).play(1, play("display-0", 0, "3-red-star"), at=10_999)
    assert refused(race(grace_ms=0).play, 1, play("display-0", 0, "3-red-star")).rule == "FL-16"
    assert state(race(grace_ms=0))["covered"] == [{}, {}]


def test_FL_16_the_card_must_fit_the_one_it_was_aimed_at() -> None:
    match = race()
    assert refused(match.play, 2, play("display-0", 0, "3-red-star")).rule == "FL-06"
    match.play(2, play("display-0", 0, "3-blue-moon"))
    assert refused(race().play, 1, play("display-0", 0)).rule == "FL-06"


def test_FL_16_without_on_the_play_is_aimed_at_the_top() -> None:
    match = race()
    match.play(2, play("display-0", 0))
    assert state(match)["middle"][0] == ["3-red-star", "3-blue-moon", "2-blue-sun"]


def test_FL_16_several_may_be_late_and_each_goes_beneath_the_newest() -> None:
    match = race(hand_ms=0)
    match.play(2, play("display-0", 0, "3-blue-moon"), at=10_100)
    match.play(1, play("display-0", 0, "3-red-star"), at=10_200)
    match.play(2, play("display-1", 0, "3-red-star"), at=10_399)
    first, *late, newest = state(match)["middle"][0]
    assert (first, newest) == ("3-red-star", "2-blue-sun")
    assert late == ["3-blue-moon", "1-red-sun", "2-red-heart"]


def test_FL_16_a_card_of_the_other_pile_or_never_there_is_refused() -> None:
    match = race()
    for on in ("1-orange-leaf", "4-purple-sun"):
        assert refused(match.play, 1, play("display-0", 0, on)).rule == "FL-16"


def test_FL_16_cards_covered_longer_ago_are_forgotten() -> None:
    match = race()
    match.play(2, play("display-0", 0), at=10_100)
    assert state(match)["covered"] == [{"3-red-star": 10_000, "3-blue-moon": 10_100}, {}]
    match.wait(10_400)
    assert state(match)["covered"] == [{"3-blue-moon": 10_100}, {}]
    match.wait(10_500)
    assert state(match)["covered"] == [{}, {}]


def test_FL_16_a_card_that_comes_back_on_top_is_no_longer_covered() -> None:
    match = table(
        seat("1-red-star 2-red-star", draw="1-purple-heart"),
        seat("1-blue-star 1-green-star", draw="2-purple-heart"),
        middle=("1-red-leaf 4-orange-moon", ""),
        covered=[{"1-red-leaf": 9_900}, {}],
        options={"stalemate_ms": 0},
    )
    match.wait(10_000)
    assert state(match)["middle"][0] == ["4-orange-moon", "1-red-leaf"]
    assert state(match)["covered"] == [{"4-orange-moon": 10_000}, {}]


def test_FL_17_the_first_has_the_card_and_the_other_loses_nothing() -> None:
    match = table(
        seat("1-red-star 4-blue-leaf"),
        seat("2-green-sun -", stolen="1-red-sun"),
        seat("2-green-moon -", stolen="1-red-moon"),
        middle=("1-red-drop", ""),
    )
    match.play(1, steal(0))
    before = match.state
    error = refused(match.play, 2, steal(0))
    assert error.rule == "FL-17"
    assert "faster" in str(error)
    assert refused(match.play, 0, play("display-0")).rule == "FL-17"
    assert match.state is before
    assert state(match)["seats"][1]["stolen"] == ["1-red-sun", "1-red-star"]


def test_FL_17_a_place_that_has_been_empty_for_long_is_just_empty() -> None:
    match = table(
        seat("1-red-star 4-blue-leaf"),
        seat("2-green-sun -", stolen="1-red-sun"),
        seat("2-green-moon -", stolen="1-red-moon"),
    )
    match.play(1, steal(0))
    assert refused(match.play, 2, steal(0), at=10_400).rule == "FL-08"


def test_FL_17_nobody_was_faster_where_nobody_took_a_card() -> None:
    match = table(
        seat("- 4-blue-leaf"),
        seat("2-green-sun 3-blue-sun", stolen="1-red-sun"),
        seat("2-green-moon -", stolen="1-red-moon"),
        middle=("2-red-drop", ""),
    )
    match.play(1, play("display-0"))
    assert refused(match.play, 2, steal(0)).rule == "FL-08"


def test_FL_17_comes_before_FL_10_for_whoever_has_just_lost_the_last_card() -> None:
    match = table(
        seat("1-red-star -", draw="4-blue-leaf"),
        seat("2-green-sun -", stolen="1-red-sun"),
        middle=("1-red-drop", ""),
    )
    match.play(1, steal(0))
    assert refused(match.play, 0, play("display-0")).rule == "FL-17"
    assert refused(match.play, 0, play("display-0"), at=10_400).rule == "FL-10"


def test_an_earlier_time_is_refused() -> None:
    match = table(seat("1-red-star -"), seat("2-green-sun -"))
    earlier = pytest.raises(quartett.RuleError, match="before the match’s clock")
    with earlier:
        match.wait(9_999)
    with earlier:
        match.play(0, STOP, at=9_999)


def test_a_moment_beyond_all_reckoning_is_refused() -> None:
    match = quartett.start("flow", 2)
    with pytest.raises(quartett.RuleError, match="`at`"):
        match.wait(10**15 + 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_huge_wait_is_short_and_ends_in_a_running_round(players: int) -> None:
    for seed in range(20):
        match = quartett.start("flow", players, seed, cards=4, pause_ms=0)
        assert len(match.wait(10**15)) < 50
        assert (state(match)["phase"], state(match)["clock"]) == ("running", 10**15)


def test_a_position_at_the_last_moment_can_be_read_again() -> None:
    match = table(seat("1-red-star -"), seat("2-green-sun 1-red-sun"), middle=("1-red-moon", ""))
    match.play(1, play("display-1"), at=10**15)
    match.play(0, STOP)
    assert quartett.load(quartett.save(match)).state == match.state


def test_time_that_only_passes_moves_the_clock_alone() -> None:
    match = table(seat("1-red-star -", draw="1-red-sun"), seat("2-green-sun -"))
    before = state(match)
    assert match.wait(10_000) == ()
    assert match.wait(12_345) == (TimePassed(12_345),)
    assert state(match) == {**before, "clock": 12_345}


def timed_actions(seed: int, players: int) -> tuple[AnyMatch, list[tuple[int, Any, int]]]:
    """A random match with short waits, and what was done in it, when."""
    chance = random.Random(seed)
    options = {"cards": 9, "target": 60, "countdown_ms": 100, "pause_ms": 50, "stalemate_ms": 200}
    match = quartett.start("flow", players, seed, **options)
    done: list[tuple[int, Any, int]] = []
    while match.outcome is None:
        if not match.to_act_once_ready:
            match.wait(match.wake or 0)
            continue
        who = chance.choice(sorted(match.to_act_once_ready))
        action = chance.choice(match.once_ready(who))
        at = match.ready_at(who) + chance.choice((0, 0, 1, 250))
        try:
            match.play(who, action, at)
            done.append((who, action, at))
        except quartett.RuleError:  # a stalemate came first
            match.wait(at)
    return match, done


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_the_same_timed_actions_give_the_same_game_however_time_is_cut(
    seed: int, players: int
) -> None:
    match, done = timed_actions(seed, players)
    options = match.header().options
    again = quartett.start("flow", players, seed, **options)
    for who, action, at in done:
        now = again.state.clock
        for step in (now + (at - now) // 3, now + (at - now) // 2):
            again.wait(step)
        again.play(who, action, at)
    again.wait(match.state.clock)
    assert again.state == match.state


def test_a_round_played_by_hand_ends_as_told() -> None:
    match = table(
        seat("1-red-star -", stolen="4-green-leaf", draw="3-red-sun"),
        seat("4-blue-moon 2-blue-sun", stolen="4-green-moon"),
        middle=("1-red-moon", "2-purple-sun"),
    )
    match.play(0, DRAW, at=10_000)
    match.play(1, play("display-1", 1), at=10_001)
    match.play(0, play("hand", 1), at=10_350)
    match.play(0, steal(1, 0), at=10_700)
    assert state(match)["phase"] == "round_over"
    assert [each["score"] for each in state(match)["seats"]] == [47 + 4, 48 + 2]
    assert refused(match.play, 0, lay(0), at=10_701).rule == "FL-04"


@pytest.mark.parametrize("pile", [0, 1])
def test_FL_16_each_pile_has_its_own_covered_cards(pile: int) -> None:
    match = table(
        seat("3-blue-moon 4-blue-leaf"),
        seat("1-red-sun 3-green-drop"),
        middle=("3-red-star", "3-orange-star"),
    )
    top = state(match)["middle"][pile][-1]
    match.play(0, play("display-0", pile, top))
    covered: list[dict[str, int]] = [{}, {}]
    covered[pile] = {top: 10_000}
    assert state(match)["covered"] == covered
    assert refused(match.play, 1, play("display-1", 1 - pile, top)).rule == "FL-16"
    match.play(1, play("display-1", pile, top), at=10_399)
    match.wait(10_400)
    assert state(match)["covered"] == [{}, {}]


def test_FL_17_a_place_that_one_has_emptied_oneself_is_just_empty() -> None:
    match = table(
        seat("1-red-star 4-blue-leaf"),
        seat("2-green-sun -"),
        middle=("1-red-drop", ""),
        options={"hand_ms": 1},
    )
    match.play(0, play("display-0"))
    assert refused(match.play, 0, play("display-0"), at=10_001).rule == "FL-07"
