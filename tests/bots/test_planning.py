"""Plans in real time: kept while they stand, made anew when they must be, by any caller's clock."""

import pytest

import quartett
from quartett.bots.planning import COMMITTED_MS, Choice, Plan, arrives, planned, stands
from quartett.games import flow

RUNNING = 3000
"""The moment at which the first round begins."""


@pytest.fixture
def match() -> flow.Match:
    match = quartett.start("flow", players=2, seed=4)
    match.wait(RUNNING)
    return match


def choice(match: flow.Match, action: flow.Action, ms: int = 600) -> Choice[flow.Action]:
    return Choice(action, frozenset(match.once_ready(0)), lambda: ms)


def never() -> int:
    raise AssertionError("no new reaction begins here")


def test_an_action_lands_after_the_reaction_counted_from_the_callers_moment(
    match: flow.Match,
) -> None:
    assert planned(match, 0, choice(match, match.legal(0)[0]), None).at == RUNNING + 600
    assert (
        planned(match, 0, choice(match, match.legal(0)[0]), None, now=RUNNING + 250).at
        == RUNNING + 850
    )


def test_the_moment_stays_while_the_choice_does(match: flow.Match) -> None:
    plan = planned(match, 0, choice(match, match.legal(0)[0]), None)
    again = Choice(plan.action, plan.seen, never)
    assert planned(match, 0, again, plan, now=RUNNING + 300) == plan


def test_a_busy_hand_lands_no_earlier_than_it_is_free(match: flow.Match) -> None:
    match.play(0, match.legal(0)[0])
    free = match.ready_at(0)
    assert free > RUNNING
    later = match.once_ready(0)[0]
    assert planned(match, 0, choice(match, later, ms=1), None).at == free


def test_a_plan_stands_until_there_is_something_new_to_see(match: flow.Match) -> None:
    plan = planned(match, 0, choice(match, match.legal(0)[0]), None)
    assert stands(match, 0, plan)
    blind = Plan[flow.Action](plan.at, plan.action, frozenset())
    assert not stands(match, 0, blind)
    assert stands(match, 0, blind, now=plan.at - COMMITTED_MS), "a hand that has nearly arrived"


def test_nobody_stands_by_no_plan_or_by_one_that_is_impossible(match: flow.Match) -> None:
    assert not stands(match, 0, None)
    plan = planned(match, 0, choice(match, match.legal(0)[0]), None)
    match.play(0, plan.action)
    assert not stands(match, 0, plan)
    assert not arrives(match, 0, plan)


def test_a_plan_arrives_once_time_has_passed_until_its_moment(match: flow.Match) -> None:
    plan = planned(match, 0, choice(match, match.legal(0)[0]), None)
    match.wait(plan.at)
    assert arrives(match, 0, plan)
    match.play(0, plan.action)
    assert match.entries[-1].at == plan.at
