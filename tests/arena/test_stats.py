"""The arena's figures on cases whose answer is known."""

import pytest

from quartett.arena.match import Record
from quartett.arena.schedule import Job, Setup
from quartett.arena.stats import estimate, summarize, wilson
from quartett.arena.timing import Times

PAIR = Setup("souvenirs", (("a", "b"),), 1)


def record(
    deal: int, rotation: int, scores: tuple[int, ...], winners: tuple[int, ...], lineup: int = 0
) -> Record:
    times = tuple(Times({200: 1}, 1_000_000) for _ in scores)
    return Record(Job(deal, lineup, rotation), scores, winners, "", 1, 0, {}, times)


def test_wins_follow_the_bot_from_seat_to_seat() -> None:
    # Seat 0 wins always; each bot sits there once per deal, so nobody is better.
    played = [record(deal, turned, (5, 3), (0,)) for deal in range(10) for turned in (0, 1)]
    first, second = summarize(PAIR, played).tables[0].bots
    assert first.share.mean == second.share.mean == 0.5
    assert first.lead.mean == 0.0
    assert first.lead.low == first.lead.high == 0.0


def test_a_bot_that_always_wins_has_all_wins_and_the_higher_rating() -> None:
    played = [
        record(deal, turned, (4, 1) if turned == 0 else (1, 4), (turned,))
        for deal in range(20)
        for turned in (0, 1)
    ]
    summary = summarize(PAIR, played)
    winner, loser = summary.tables[0].bots
    assert (winner.bot, winner.share.mean, winner.lead.mean) == ("a", 1.0, 3.0)
    assert (winner.share.low, winner.share.high) == pytest.approx(wilson(40, 40))
    assert loser.share.mean == 0.0
    assert [each.bot for each in summary.ratings] == ["a", "b"]
    assert summary.ratings[0].ordinal > summary.ratings[1].mu


def test_shared_wins_count_in_parts_and_seats_of_one_bot_together() -> None:
    setup = Setup("jericho", (("a", "b", "b"),), 1)
    played = [
        record(0, 0, (7, 7, 1), (0, 1)),
        record(0, 1, (1, 2, 9), (2,)),
        record(0, 2, (9, 2, 1), (0,)),
    ]
    a, b = summarize(setup, played).tables[0].bots
    assert a.share.mean == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert b.share.mean == pytest.approx(1 - a.share.mean)
    assert (a.seats, b.seats) == (1, 2)
    assert b.fair == pytest.approx(2 / 3)


def test_the_interval_is_taken_over_deals_not_over_matches() -> None:
    played = [record(deal, turned, (0, 0), (0,)) for deal in range(4) for turned in (0, 1)]
    played += [record(deal, 0, (3, 0), (0,)) for deal in range(4, 8)]
    played += [record(deal, 1, (0, 3), (1,)) for deal in range(4, 8)]
    share = summarize(PAIR, played).tables[0].bots[0].share
    by_deal = estimate([0.5] * 4 + [1.0] * 4)
    assert share.mean == by_deal.mean == 0.75
    assert (share.low, share.high) == (by_deal.low, by_deal.high)


def test_the_95_percent_interval_of_a_known_sample() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3.0
    assert found.high - found.mean == pytest.approx(1.959964 * 1.5811388 / 5**0.5)
    assert wilson(5, 10) == pytest.approx((0.2365931, 0.7634069), abs=1e-6)


def test_times_are_exact_to_a_few_percent() -> None:
    times = Times()
    for milliseconds in range(1, 101):
        times.add(milliseconds * 1_000_000)
    assert times.moves == 100
    assert times.quantile_ms(0.5) == pytest.approx(50, rel=0.04)
    assert times.quantile_ms(0.99) == pytest.approx(99, rel=0.04)
    assert times.longest == 100_000_000
