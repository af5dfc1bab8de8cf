"""Who was first: the quickest reaction, within what can be measured and believed."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from quartett.server.realtime.contest import (
    ERROR_MS,
    FIRST_CHECKS,
    MAX_WAIT_MS,
    Attempt,
    Contest,
    ContestResult,
)
from quartett.server.realtime.lag import (
    BROWSER_MARGIN_MS,
    MAX_ALLOWANCE_MS,
    MAX_CREDIT_MS,
    MIN_RIVALRIES,
    REFILL_MS,
    Lag,
    Rivalry,
)

BOTH = frozenset({0, 1})
SHOWN = 1000.0


def contest(*round_trips: float, seed: str = "plain") -> Contest:
    """A contest between seats with steady lines, with version 1 sent at 1000 ms."""
    table = Contest(seed, len(round_trips))
    for lag, trip in zip(table.lags, round_trips, strict=True):
        for _ in range(20):
            lag.sample(trip)
    table.show(1, SHOWN)
    return table


def attempt(seat: int, reaction: float, trip: float, id: str = "a") -> Attempt:
    """An honest action of somebody with this reaction and round trip."""
    return Attempt(seat, id, "card", SHOWN + reaction + trip, reaction, 1)


def seats(results: list[ContestResult]) -> list[int]:
    return [result.attempt.seat for result in results]


def decided(table: Contest) -> list[ContestResult]:
    moment = table.wake()
    assert moment is not None
    return table.due(moment)


def test_what_nobody_else_can_want_is_due_at_once() -> None:
    table = contest(40, 400)
    table.submit(Attempt(0, "draw", None, 1500))
    table.submit(attempt(0, 300, 40), frozenset({0}))
    assert [result.won for result in table.due(1500)] == [True, True]
    assert table.wake() is None


def test_the_quicker_reaction_wins_over_the_shorter_cable() -> None:
    table = contest(40, 400)
    near, far = attempt(0, 334, 40), attempt(1, 300, 400)
    table.submit(near, BOTH)
    assert table.due(near.arrival_ms) == []
    table.submit(far, BOTH)
    first, second = table.due(far.arrival_ms)
    assert (first.attempt, first.won, first.behind_ms) == (far, True, 0)
    assert (second.attempt, second.won, second.behind_ms) == (near, False, 34)
    assert (first.winner, second.winner) == (None, far.seat)
    assert first.rivals == second.rivals == 1


def test_the_near_one_does_not_wait_longer_than_the_far_one_needs() -> None:
    for number in range(20):
        table = contest(40, 400, seed=str(number))
        near = attempt(0, 300, 40)
        table.submit(near, BOTH)
        wake = table.wake()
        assert wake is not None
        assert 350 <= wake - near.arrival_ms <= MAX_WAIT_MS
        assert seats(table.due(wake)) == [0]


def test_the_far_one_need_not_wait_for_the_near_one_but_in_spot_checks() -> None:
    table, waits = contest(40, 400), []
    for number in range(2, 162):
        start = 3000.0 * number
        table.show(number, start)
        far = Attempt(1, str(number), "card", start + 700, 300, number)
        table.submit(far, BOTH)
        waits.append((table.wake() or 0) - far.arrival_ms)
        decided(table)
    assert waits[:FIRST_CHECKS].count(0) == 0
    assert 60 < waits[FIRST_CHECKS:].count(0) < 100
    assert all(wait <= MAX_WAIT_MS for wait in waits)


def test_once_all_rivals_are_heard_nobody_waits() -> None:
    table = contest(400, 400)
    table.submit(attempt(0, 300, 400), BOTH)
    second = attempt(1, 310, 400)
    table.submit(second, BOTH)
    assert table.wake() == second.arrival_ms
    assert seats(table.due(second.arrival_ms)) == [0, 1]


def test_within_measuring_error_the_seed_decides_and_not_the_order() -> None:
    winners = set()
    for number in range(40):
        outcomes = set()
        for order in ((0, 1), (1, 0)):
            table = contest(40, 40, seed=str(number))
            for seat in order:
                table.submit(attempt(seat, 300 + seat * (ERROR_MS - 1), 40), BOTH)
            first, second = table.due(2000)
            assert first.tied
            assert second.tied
            outcomes.add(first.attempt.seat)
        assert len(outcomes) == 1
        winners |= outcomes
    assert winners == {0, 1}


def test_a_contest_that_is_handed_over_is_drawn_as_it_would_have_been() -> None:
    """The match's version decides what the seed says, not how many contests a server has seen."""

    def winners(version: int, earlier: int) -> list[int]:
        won = []
        for number in range(40):
            table = contest(40, 40, seed=f"seed {number}")
            for contested in range(earlier):
                for seat in (0, 1):
                    table.submit(Attempt(seat, f"old {contested}", f"old {contested}", 1300), BOTH)
                decided(table)
            table.show(version, SHOWN)
            for seat in (0, 1):
                table.submit(Attempt(seat, "a", "card", 1400, 300, version), BOTH)
            won.append(seats(decided(table))[0])
        return won

    assert winners(7, earlier=0) == winners(7, earlier=3)
    assert winners(7, earlier=0) != winners(8, earlier=0)
    assert set(winners(7, earlier=0)) == {0, 1}


def test_an_impossible_reaction_wins_no_more_than_the_band_and_the_allowance_hold() -> None:
    table = contest(40, 40)
    table.submit(Attempt(0, "a", "card", SHOWN + 390, 0.0, 1), BOTH)
    table.submit(attempt(1, 300, 40), BOTH)
    assert seats(table.due(2000)) == [1, 0]


def test_who_comes_after_the_decision_hears_by_how_much() -> None:
    table = contest(40, 40)
    table.submit(attempt(0, 300, 40), BOTH)
    assert seats(decided(table)) == [0]
    table.submit(attempt(1, 500, 40))
    (late,) = table.due(SHOWN + 540)
    assert (late.won, late.late, late.behind_ms, late.rivals) == (False, True, 200, 1)


def test_a_newer_version_of_a_target_is_another_contest() -> None:
    table = contest(40, 40)
    table.submit(attempt(0, 300, 40), BOTH)
    decided(table)
    table.show(2, 2000)
    table.submit(Attempt(1, "b", "card", 2400, 360, 2))
    assert [result.won for result in table.due(2400)] == [True]


def test_the_same_action_sent_again_is_held_once() -> None:
    table = contest(40, 400)
    assert table.submit(attempt(0, 300, 40), BOTH)
    assert not table.submit(attempt(0, 300, 40), BOTH)
    assert len(decided(table)) == 1


def test_a_seats_second_action_does_not_overtake_its_first() -> None:
    table = contest(40, 400)
    table.submit(attempt(0, 300, 40), BOTH)
    table.submit(Attempt(0, "b", None, 1350))
    assert table.due(1350) == []
    assert not table.submit(Attempt(0, "b", None, 1350))
    table.submit(Attempt(0, "c", None, 1360))
    assert [result.attempt.id for result in decided(table)] == ["a", "b", "c"]


def test_what_a_replaced_player_had_under_way_is_dropped() -> None:
    table = contest(40, 400)
    table.submit(attempt(0, 300, 40), BOTH)
    table.submit(Attempt(0, "b", None, 1350))
    table.forget(0)
    assert table.wake() is None
    assert table.due(5000) == []


def test_without_pings_nobody_is_credited_and_nobody_waits_long() -> None:
    table = Contest("plain", 2)
    table.show(1, SHOWN)
    table.submit(attempt(0, 300, 40), BOTH)
    wake = table.wake()
    assert wake is not None
    assert wake <= SHOWN + 340 + ERROR_MS


def test_lag_that_only_the_pongs_show_makes_nobody_quicker_than_the_quickest_rival() -> None:
    table, chance = contest(40, 400), random.Random(1)
    for number in range(2, 300):
        start = 3000.0 * number
        table.show(number, start)
        for seat in (0, 1):  # both lines are short: seat 1 delays its pongs
            arrival = start + 40 + chance.uniform(250, 450)
            table.submit(Attempt(seat, str(number), "card", arrival, 0.0, number), BOTH)
        table.due(start + 2000)
    assert table.handicap(0) == 0
    assert 320 <= table.handicap(1) <= 370
    table.lags[1].confirm(40)
    assert table.handicap(1) == 0
    assert table.lags[1].band.typical < 50


def test_true_lag_is_not_cut() -> None:
    table, chance = contest(40, 400), random.Random(2)
    for number in range(2, 300):
        start = 3000.0 * number
        table.show(number, start)
        reactions = [chance.uniform(250, 450) for _ in range(2)]
        arrivals = [start + trip + each for trip, each in zip((40, 400), reactions, strict=True)]
        for seat in (0, 1):
            each = Attempt(seat, str(number), "card", arrivals[seat], reactions[seat], number)
            table.submit(each, BOTH)
        table.due(start + 2000)
    assert table.handicap(1) < 15


def test_one_wild_ping_changes_little() -> None:
    lag = Lag()
    for _ in range(20):
        lag.sample(50)
    lag.sample(5000)
    assert lag.band.typical < 80


def test_a_slow_first_ping_does_not_hold_up_the_first_contests() -> None:
    lag = Lag()
    for round_trip in (180.0, 2.0, 3.0):
        lag.sample(round_trip)
    assert lag.band.high < 10


def test_the_allowance_is_used_up_and_refills() -> None:
    lag, chance = Lag(), random.Random(3)
    for _ in range(40):
        lag.sample(chance.uniform(50, 150))
    usual = lag.band.typical
    granted = []
    for _ in range(40):
        granted.append(lag.credit(1000) - usual)
        lag.spend(lag.credit(1000))
    assert 0 < granted[0] <= MAX_ALLOWANCE_MS
    assert abs(granted[-1] - REFILL_MS) < 1
    for _ in range(40):
        lag.spend(usual)
    assert lag.allowance == MAX_ALLOWANCE_MS


def test_naming_another_version_or_none_does_not_hide_who_is_heard_first() -> None:
    for named in (None, 0):
        table = Contest("seed", 2)
        for _ in range(9):  # seat 0 only looks far away
            table.lags[0].sample(400)
            table.lags[1].sample(40)
        for number in range(1, 9):
            shown = number * 3000.0
            table.show(number, shown)
            table.submit(Attempt(0, f"{number}", "card", shown + 340, 0, named), BOTH)
            table.submit(Attempt(1, f"{number}", "card", shown + 341, 300, number), BOTH)
            table.due(shown + 1000)
        assert table.handicap(0) > 300


def test_a_page_is_no_further_away_than_its_browser() -> None:
    lag = Lag()
    for _ in range(9):
        lag.sample(400)
    assert lag.band.typical == 400
    lag.limit(40)
    assert lag.band.typical == 40 + BROWSER_MARGIN_MS
    assert not lag.confirmed  # a program could put that off as well


def test_few_contests_say_nothing_about_quickness() -> None:
    rivalry = Rivalry()
    for _ in range(MIN_RIVALRIES - 1):
        rivalry.note(100)
    assert rivalry.lead(0) is None


milliseconds = st.floats(0, 2000)
attempts = st.builds(
    Attempt,
    seat=st.integers(0, 3),
    id=st.sampled_from("abcdef"),
    target=st.sampled_from(["x", "y", None]),
    arrival_ms=milliseconds,
    reaction_ms=st.none() | st.floats(-1e6, 1e6),
    version=st.none() | st.integers(0, 3),
)
rivals = st.frozensets(st.integers(0, 3))


@settings(max_examples=150)
@given(
    st.lists(st.tuples(attempts, rivals), max_size=14),
    st.lists(st.tuples(st.integers(0, 3), st.floats(0, 1e5)), max_size=30),
)
def test_every_action_comes_out_once_in_each_seats_order_and_soon(
    given_: list[tuple[Attempt, frozenset[int]]], pings: list[tuple[int, float]]
) -> None:
    table = Contest("seed", 4)
    for seat, trip in pings:
        table.lags[seat].sample(trip)
    for version in range(3):
        table.show(version, 500.0 * version)
    taken: list[Attempt] = []
    out: list[tuple[float, ContestResult]] = []

    def run_until(moment: float) -> None:
        while (wake := table.wake()) is not None and wake <= moment:
            results = table.due(wake)
            assert results
            out.extend((wake, result) for result in results)

    for each, others in sorted(given_, key=lambda pair: pair[0].arrival_ms):
        run_until(each.arrival_ms)
        if table.submit(each, others):
            taken.append(each)
    run_until(1e9)
    assert table.wake() is None
    for seat in range(4):
        sent = [each for each in taken if each.seat == seat]
        assert [result.attempt for _, result in out if result.attempt.seat == seat] == sent
    for at, result in out:
        waiting = sum(each.seat == result.attempt.seat for each in taken)
        assert at - result.attempt.arrival_ms <= MAX_WAIT_MS * waiting + 1e-6
        assert result.won == (result.behind_ms == 0 and not result.late) or result.tied


@given(st.lists(st.floats(0, 1e5), max_size=60), st.floats(-1e6, 1e6), st.floats(0, 1000))
def test_credit_stays_within_its_bounds(trips: list[float], wanted: float, handicap: float) -> None:
    lag = Lag()
    for trip in trips:
        lag.sample(trip)
    band = lag.band
    assert 0 <= band.low <= band.typical <= band.high <= MAX_CREDIT_MS
    credit = lag.credit(wanted, handicap)
    usual = max(0.0, band.typical - handicap)
    assert 0 <= credit <= MAX_CREDIT_MS
    assert abs(credit - usual) <= min(lag.allowance, band.high - band.typical) + 1e-6
    lag.spend(credit, handicap)
    assert 0 <= lag.allowance <= MAX_ALLOWANCE_MS
