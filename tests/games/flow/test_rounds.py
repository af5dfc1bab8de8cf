"""FL-12 to FL-15: the ends of rounds, stalemate, points, the match."""

import pytest

from games.flow.tables import DRAW, STOP, lay, play, seat, state, steal, table
from quartett.core.match import AnyMatch
from quartett.core.outcome import Outcome
from quartett.games.flow.events import Played, Reshuffled, RoundEnded, Stole, Stopped
from refusing import refused


def test_FL_12_the_last_card_played_ends_the_round() -> None:
    match = table(seat("1-red-star -"), seat("1-blue-moon -"), middle=("1-red-sun", ""))
    events = match.play(0, play("display-0"))
    assert [type(event) for event in events] == [Played, RoundEnded]
    after = state(match)
    assert (after["phase"], after["until"]) == ("round_over", 18_000)


def test_FL_12_the_last_card_from_the_hand_ends_it_too() -> None:
    match = table(seat("- -", hand="1-red-star"), seat("1-blue-moon -"), middle=("1-red-sun", ""))
    match.play(0, play("hand"))
    assert state(match)["phase"] == "round_over"


def test_FL_12_the_last_card_stolen_ends_it_too() -> None:
    match = table(seat("1-red-star -"), seat("4-blue-moon -", stolen="1-red-sun"))
    events = match.play(1, steal(0))
    assert [type(event) for event in events] == [Stole, RoundEnded]


@pytest.mark.parametrize("kept", [{"hand": "2-blue-leaf"}, {"draw": "2-blue-leaf"}])
def test_FL_12_a_card_in_the_hand_or_the_draw_pile_keeps_it_going(kept: dict[str, str]) -> None:
    match = table(seat("1-red-star -", **kept), seat("4-blue-moon -", stolen="1-red-sun"))
    match.play(1, steal(0))
    assert state(match)["phase"] == "running"


def test_FL_12_a_seat_that_had_nothing_from_the_start_of_a_position_ends_nothing() -> None:
    """Small positions leave seats out; a round ends when a player lays or loses the last card."""
    match = table(seat("1-red-star 2-red-sun"), seat(), middle=("1-red-sun", ""))
    match.play(0, play("display-0"))
    assert state(match)["phase"] == "running"
    assert match.to_act == {0, 1}


def stuck(*, beneath: str = "1-red-leaf", **more: object) -> AnyMatch:
    """Nobody can move; the card beneath the first pile's top would let seat 0 play."""
    return table(
        seat("1-red-star 2-red-star", stolen="3-yellow-heart", draw="1-purple-heart"),
        seat("1-blue-star 1-green-star", stolen="3-yellow-leaf"),
        middle=(f"{beneath} 4-orange-moon", "4-orange-sun"),
        acted_at=9_000,
        **more,  # type: ignore[arg-type]
    )


def test_FL_13_a_stalemate_puts_a_card_on_top_stalemate_ms_after_the_last_action() -> None:
    match = stuck()
    assert match.wake == 10_500
    match.wait(10_499)
    assert state(match)["middle"][0] == ["1-red-leaf", "4-orange-moon"]
    (event,) = match.wait(10_500)
    assert event == Reshuffled(("1-red-leaf", "4-orange-sun"), 10_500)
    after = state(match)
    assert after["middle"] == [["4-orange-moon", "1-red-leaf"], ["4-orange-sun"]]
    assert (after["acted_at"], after["clock"]) == (9_000, 10_500)
    assert match.wake is None


def test_FL_13_it_happens_before_an_action_at_the_same_moment() -> None:
    match = stuck()
    match.play(0, play("display-0", 0, "1-red-leaf"), at=10_500)
    assert state(match)["middle"][0][-1] == "1-red-star"
    early = stuck()
    assert refused(early.play, 0, play("display-0", 0, "1-red-leaf"), at=10_499).rule == "FL-16"


def test_FL_13_whoever_can_only_call_stop_cannot_move_but_may_stop_meanwhile() -> None:
    match = stuck()
    assert match.to_act == {1}
    match.play(1, STOP, at=10_200)
    assert state(match)["phase"] == "round_over"


def test_FL_13_if_no_card_helps_anybody_the_round_ends() -> None:
    match = stuck(beneath="3-orange-moon")
    (ended,) = match.wait(10_500)
    assert isinstance(ended, RoundEnded)
    assert (ended.reason, ended.at) == ("stalemate", 10_500)


def test_FL_13_the_waiting_time_is_an_option_and_the_clock_never_runs_back() -> None:
    match = stuck(options={"stalemate_ms": 5_000})
    assert match.wake == 14_000
    late = stuck(options={"stalemate_ms": 0})
    assert late.wake == 10_000


def test_FL_13_only_helpful_pairs_are_picked_and_all_of_them() -> None:
    seen = set()
    for seed in range(60):
        match = stuck(seed=seed, beneath="1-red-leaf 3-yellow-sun 2-blue-drop")
        (event,) = match.wait(10_500)
        assert match.wake is None
        seen.add(event.tops[0])
    assert seen == {"1-red-leaf", "2-blue-drop"}


def test_FL_13_what_is_picked_hangs_on_the_seed_and_the_moment_alone() -> None:
    pile = "1-red-leaf 3-yellow-sun 2-blue-drop 1-yellow-sun 2-purple-moon"
    for seed in range(10):
        at_once, in_steps = stuck(seed=seed, beneath=pile), stuck(seed=seed, beneath=pile)
        at_once.wait(10_600)
        for moment in (10_100, 10_400, 10_600):
            in_steps.wait(moment)
        assert at_once.state == in_steps.state


@pytest.mark.parametrize(
    "able",
    [
        seat("1-red-star -", stolen="3-yellow-heart", draw="1-purple-heart"),
        seat("1-red-star -", hand="2-red-star", stolen="3-yellow-heart"),
        seat("1-red-star 2-red-star", stolen="3-yellow-star"),
        seat("1-red-star 4-red-drop", stolen="3-yellow-heart"),
    ],
)
def test_FL_13_drawing_laying_stealing_and_playing_are_moves(able: dict[str, object]) -> None:
    match = table(
        able,
        seat("1-blue-star 1-green-star", stolen="3-yellow-leaf"),
        middle=("4-orange-moon", "4-orange-sun"),
    )
    assert match.wake is None
    match.wait(10**15)
    assert state(match)["phase"] == "running"


def test_FL_13_a_busy_hand_is_no_stalemate() -> None:
    match = table(
        seat("1-red-star 4-red-drop", busy_until=99_000),
        seat("1-blue-star 1-green-star"),
        middle=("4-orange-moon", "4-orange-sun"),
    )
    assert match.wake is None


def test_FL_14_a_point_for_each_card_gone_and_two_for_each_on_the_steal_pile() -> None:
    five = "1-red-sun 1-red-moon 1-red-star 1-red-leaf 1-red-drop"
    nine = " ".join(f"{n}-green-{s}" for n in (1, 2, 3) for s in ("sun", "moon", "star"))
    match = table(
        seat("2-red-sun 2-red-moon", draw=five, stolen=nine),
        seat("2-blue-sun -", hand="2-blue-moon", stolen="4-blue-leaf", dealt=10, score=7),
        seat("3-blue-sun -"),
    )
    events = match.play(2, STOP)
    assert events == (Stopped(2, 10_000), RoundEnded("stop", (59, 10, 47), 10_000))
    assert [each["score"] for each in state(match)["seats"]] == [59, 17, 47]


def over(*scores: int, target: int = 100) -> AnyMatch:
    """Three players who get 48 points each in this round, on top of what they have."""
    match = table(
        *(seat(f"{n}-red-sun -", score=score, dealt=49) for n, score in enumerate(scores, start=1)),
        options={"target": target},
    )
    match.play(0, STOP)
    return match


def test_FL_15_nobody_at_the_target_and_the_next_round_begins_after_the_pause() -> None:
    match = over(51, 0, 0)
    assert match.outcome is None
    assert refused(match.play, 0, STOP, at=17_999).rule == "FL-04"
    match.wait(17_999)
    assert state(match)["phase"] == "round_over"
    match.wait(18_000)
    dealt = state(match)
    assert (dealt["phase"], dealt["round"], dealt["until"]) == ("countdown", 2, 21_000)
    assert [each["score"] for each in dealt["seats"]] == [99, 48, 48]
    assert [each["dealt"] for each in dealt["seats"]] == [48, 48, 48]
    match.wait(21_000)
    assert state(match)["phase"] == "running"


def test_FL_15_whoever_reaches_the_target_wins() -> None:
    match = over(0, 52, 0)
    assert match.outcome == Outcome((48, 100, 48), (1,), "target")
    after = state(match)
    assert (after["phase"], after["until"]) == ("over", None)
    assert match.to_act == frozenset()
    assert refused(match.play, 0, STOP).rule == "FL-15"
    assert match.wait(10**15)[-1].at == 10**15
    assert state(match)["phase"] == "over"


def test_FL_15_several_at_the_target_the_highest_wins_and_equals_share() -> None:
    assert over(60, 59, 0).outcome == Outcome((108, 107, 48), (0,), "highest")
    assert over(60, 3, 60).outcome == Outcome((108, 51, 108), (0, 2), "shared")


def test_FL_15_the_target_counts_only_at_the_end_of_a_round() -> None:
    match = table(
        seat("1-red-sun -", stolen="1-red-star", score=99, draw="1-blue-sun"),
        seat("1-red-moon 2-blue-moon", score=0),
        options={"target": 100},
    )
    match.play(0, steal(1))
    match.play(0, DRAW, at=10_350)
    assert (state(match)["phase"], match.outcome) == ("running", None)


@pytest.mark.parametrize("pile", [0, 1])
def test_FL_13_a_helpful_card_in_either_pile_is_enough_and_the_other_may_show_anything(
    pile: int,
) -> None:
    helpful, other = "1-red-leaf 4-orange-moon", "3-purple-heart 4-orange-sun"
    seen = set()
    for seed in range(40):
        match = table(
            seat("1-red-star 2-red-star", stolen="3-yellow-heart", draw="1-purple-drop"),
            seat("1-blue-star 1-green-star", stolen="3-yellow-leaf"),
            middle=(helpful, other) if pile == 0 else (other, helpful),
            seed=seed,
        )
        (event,) = match.wait(11_500)
        assert event.tops[pile] == "1-red-leaf"
        seen.add(event.tops[1 - pile])
    assert seen == {"3-purple-heart", "4-orange-sun"}


def test_FL_13_only_a_pair_of_two_helpful_cards_is_not_asked_for() -> None:
    """Both piles hold a card that helps and one that does not: three of the four pairs help."""
    seen = set()
    for seed in range(80):
        match = table(
            seat("1-red-star 2-red-star", stolen="3-yellow-heart", draw="1-purple-drop"),
            seat("1-blue-star 1-green-star", stolen="3-yellow-leaf"),
            middle=("1-red-leaf 4-orange-moon", "2-purple-heart 4-orange-sun"),
            seed=seed,
        )
        (event,) = match.wait(11_500)
        seen.add(event.tops)
    assert seen == {
        ("1-red-leaf", "2-purple-heart"),
        ("1-red-leaf", "4-orange-sun"),
        ("4-orange-moon", "2-purple-heart"),
    }


def test_FL_13_drawing_and_laying_are_actions_from_which_the_wait_is_counted() -> None:
    match = table(
        seat("1-red-star -", stolen="3-yellow-heart", draw="1-purple-leaf 2-red-star"),
        seat("1-blue-star 1-green-star", stolen="3-yellow-leaf"),
        middle=("1-red-leaf 4-orange-moon", "4-orange-sun"),
    )
    match.play(0, DRAW, at=11_000)
    assert state(match)["acted_at"] == 11_000
    match.play(0, lay(1), at=12_000)
    assert match.wake == 13_500


def test_FL_16_a_new_round_has_covered_nothing() -> None:
    match = table(
        seat("1-red-star -"),
        seat("2-green-sun -"),
        middle=("1-red-drop", ""),
        options={"pause_ms": 0},
    )
    match.play(0, play("display-0"))
    assert state(match)["phase"] == "round_over"
    assert state(match)["covered"] == [{"1-red-drop": 10_000}, {}]
    match.wait(10_001)
    assert (state(match)["round"], state(match)["covered"]) == (2, [{}, {}])


def test_FL_11_with_an_empty_draw_pile_one_may_play_on_and_stop_later() -> None:
    match = table(seat("- 1-red-star", hand="2-red-sun"), seat("1-blue-moon -"))
    match.play(0, lay(0))
    assert state(match)["phase"] == "running"
    match.play(0, STOP, at=10_100)
    assert state(match)["phase"] == "round_over"
