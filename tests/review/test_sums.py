"""A review adds up: one step per entry, and result = expected + luck + decisions."""

from math import sqrt

import pytest

from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position, dump_position
from quartett.games import get
from quartett.review import Review
from review.matches import (
    TURN_BASED,
    bot_chooser,
    match_of,
    play_on,
    reviewed,
    reviewed_match,
)


@pytest.fixture(params=TURN_BASED)
def both(request: pytest.FixtureRequest) -> tuple[AnyMatch, Review]:
    return reviewed_match(request.param)


def test_result_is_expected_plus_luck_plus_decisions(both: tuple[AnyMatch, Review]) -> None:
    _, found = both
    for seat in found.seats:
        assert abs(seat.result - seat.expected - seat.luck - seat.decisions) < 1e-9
        assert abs(seat.luck - seat.cards - seat.others) < 1e-9
    for total in ("result", "expected"):
        assert abs(sum(getattr(seat, total) for seat in found.seats) - 1) < 1e-9


def test_decisions_are_the_sum_of_the_own_deltas(both: tuple[AnyMatch, Review]) -> None:
    _, found = both
    for seat in found.seats:
        own = [s.delta for s in found.steps if s.seat == seat.seat and s.kind == "decision"]
        assert abs(sum(own) - seat.decisions) < 1e-9


def test_the_interval_of_all_decisions_comes_from_those_of_each(
    both: tuple[AnyMatch, Review],
) -> None:
    _, found = both
    for seat in found.seats:
        own = [s.interval for s in found.steps if s.seat == seat.seat and s.kind == "decision"]
        assert seat.interval == pytest.approx(sqrt(sum(each**2 for each in own)))
    assert max(seat.interval for seat in found.seats) > max(s.interval for s in found.steps)


def test_there_is_one_step_per_entry_and_its_values_share_the_victory(
    both: tuple[AnyMatch, Review],
) -> None:
    match, found = both
    assert [step.entry for step in found.steps] == list(range(len(match.entries)))
    for step in found.steps:
        assert abs(sum(step.value) - 1) < 1e-9
        assert (step.best is not None) == (step.kind == "decision")
    assert found.steps[0].value == tuple(seat.expected for seat in found.seats)


def test_the_end_is_exact(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    assert match.outcome is not None
    winners = match.outcome.winners
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
    assert list(found.steps[-1].value) == shares == [seat.result for seat in found.seats]


def test_turning_points_are_three_choices_in_the_order_of_the_match(
    both: tuple[AnyMatch, Review],
) -> None:
    _, found = both
    assert len(found.turning_points) == 3
    assert list(found.turning_points) == sorted(found.turning_points)
    assert all(found.steps[entry].seat is not None for entry in found.turning_points)


def test_turning_points_are_where_the_chances_moved_most(both: tuple[AnyMatch, Review]) -> None:
    """What all choose at the same time is one swing, told at its first entry."""
    _, found = both
    value, swings, first = found.steps[0].value, {}, found.steps[0]
    for step in found.steps:
        if step.value != first.value:
            first = step
        if step.kind == "decision":
            swings[first.entry] = sum(abs(a - b) for a, b in zip(first.value, value, strict=True))
        last = found.steps[min(step.entry + 1, len(found.steps) - 1)]
        if last.value != step.value:
            value = step.value
    least = min(swings[entry] for entry in found.turning_points)
    others = [swing for entry, swing in swings.items() if entry not in found.turning_points]
    assert least >= max(others) - 1e-9
    assert least > 0


def test_every_better_action_was_legal(both: tuple[AnyMatch, Review]) -> None:
    match, found = both
    state = match.bare
    for entry, step in zip(match.entries, found.steps, strict=True):
        alone = len(match.game.to_act(state)) == 1
        if alone and step.seat is not None and step.best is not None:
            match.game.check(state, step.seat, step.best)
        state = match.game.fold(state, entry.events)


def test_a_match_begun_from_a_position_and_with_actions_taken_back_is_reviewed() -> None:
    game = get("souvenirs")
    dealt: AnyMatch = Match.start(game, 2, 4)
    match: AnyMatch = Match.load(game, Position(**dump_position(game, dealt.state)), 4)
    first = match.legal(0)
    match.play(0, first[0])
    match.undo()
    match.play(0, first[-1])
    play_on(match, [bot_chooser("souvenirs", "easy", "u")] * 2)
    found = reviewed(match)
    assert len(match.log) == len(match.entries) + 2
    assert [step.entry for step in found.steps] == list(range(len(match.entries)))
    assert found.steps[0].seat == 0
    for seat in found.seats:
        assert abs(seat.result - seat.expected - seat.luck - seat.decisions) < 1e-9


def test_jerichos_simultaneous_phases_are_one_step_for_all_seats() -> None:
    match = match_of("jericho", "easy", "easy", "easy")
    found = reviewed(match, deals=1)
    assert found.steps[1].value == found.steps[2].value == found.steps[3].value
    assert found.steps[4].value == found.steps[5].value == found.steps[6].value
