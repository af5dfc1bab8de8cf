"""Luck averages to 0 among players of the evaluator's own strength.

`cards` is result - expected - the sum of all D. Given the view, such a player's choice and the
evaluator's are drawn by the same law, apart from each other and from the worlds, and D changes its
sign when they change places: so each D has mean 0. What is left is whether playouts from the deal
expect for each seat what such players reach, which benchmarks/bench_review.py measures.
"""

from typing import Any

import pytest

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge
from review.matches import OPTIONS, SEED, TURN_BASED, bot_chooser, played_by, reviewed


@pytest.mark.parametrize("name", TURN_BASED)
def test_a_bot_with_the_evaluators_chance_makes_its_choices_and_is_charged_nothing(
    name: str,
) -> None:
    judge = Judge(get(name), evaluator_of(name), SEED, 1)
    bot = get_bot(name, judge.evaluator.name, judge.nodes)

    def choose(match: AnyMatch, seat: int) -> Any:
        view, legal = match.view(seat), match.legal(seat)
        entry = len(match.entries) + sorted(match.to_act).index(seat)
        return bot.choose(view, legal, judge.chance(view, entry))

    found = reviewed(played_by(name, [choose] * 3, 3, **OPTIONS.get(name, {})), deals=1)
    for seat in found.seats:
        assert seat.decisions == seat.others == seat.interval == 0
        assert any(step.kind == "decision" for step in found.steps if step.seat == seat.seat)


@pytest.mark.parametrize("name", TURN_BASED)
def test_a_difference_changes_its_sign_when_the_choices_change_places(name: str) -> None:
    match: AnyMatch = Match.start(get(name), 3, 2, OPTIONS.get(name, {}))
    judge = Judge(match.game, evaluator_of(name), SEED, 4)
    differing = 0
    while differing < 3:
        seat = min(match.to_act)
        view, legal = match.view(seat), match.legal(seat)
        if judge.evaluator.is_choice(legal[0], legal):
            there, back = (
                judge.gains(view, *both, label="worlds")
                for both in ((legal[0], legal[-1]), (legal[-1], legal[0]))
            )
            assert back == [tuple(-share for share in gain) for gain in there]
            assert all(abs(sum(gain)) < 1e-9 for gain in there)
            differing += any(any(gain) for gain in there)
        match.play(seat, bot_chooser(name, "easy", "on")(match, seat))
