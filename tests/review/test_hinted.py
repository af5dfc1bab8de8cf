"""A review agrees with the hints: it charges no move that a hint proposed."""

from typing import Any

import pytest

from quartett import bots
from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.review import ReviewStep
from quartett.review.results import Reason, Review
from quartett.review.wording import costliest, reasons
from review.matches import OPTIONS, TURN_BASED, bot_chooser, reviewed, reviewed_match

FOLLOWER = 2
"""The last seat: where all choose at once, it sees that the others have chosen."""


@pytest.mark.parametrize("name", TURN_BASED)
def test_whoever_follows_every_hint_is_charged_nothing(name: str) -> None:
    match: AnyMatch = Match.start(get(name), 3, 8, OPTIONS.get(name, {}))
    others = [bot_chooser(name, "easy", f"other {seat}") for seat in range(FOLLOWER)]
    while match.outcome is None:
        seat = min(match.to_act)
        match.play(seat, others[seat](match, seat) if seat < FOLLOWER else _proposed(match))
    steps = [each for each in reviewed(match).steps if each.seat == FOLLOWER]
    decisions = [each for each in steps if each.kind == "decision"]
    assert len(decisions) > 5
    assert min(each.delta for each in decisions) >= 0
    assert any(each.hinted for each in decisions) or name == "photo_rummy"


def _proposed(match: AnyMatch) -> Any:
    return bots.proposal(match.game.id, match.view(FOLLOWER), match.legal(FOLLOWER))


def test_nothing_beats_a_hint_either() -> None:
    """What is even is even for both: otherwise players as good as the bot would be charged."""
    for step in reviewed_match("souvenirs")[1].steps:
        if step.best is not None and step.best == step.master:
            assert step.delta <= 0


def _step(delta: float, interval: float, key: str = "jericho.hint.one") -> ReviewStep:
    reason = Reason(key, {"card": "red-1", "colour": "red"})
    return ReviewStep(1, 0, "decision", delta, "best", (0.5,), interval, reason)


def test_a_loss_that_chance_explains_is_no_mistake() -> None:
    noise, small, clear = _step(-0.03, 0.1), _step(-0.01, 0.0), _step(-0.2, 0.1)
    found = Review("jericho", "hard", (), (noise, small, clear), (), None)
    assert costliest(found) == [clear]


def test_a_list_gives_each_kind_of_reason_once() -> None:
    steps = [_step(-1, 0), _step(-1, 0), _step(-1, 0, "jericho.hint.feed_cheap")]
    first, again, other = reasons(steps, "en")
    assert first
    assert not again
    assert other not in ("", first)
