"""A review agrees with the hints: it charges no move that a hint proposed."""

from random import Random
from typing import Any

import pytest

from quartett import bots
from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.review import ReviewStep
from quartett.review.flow import review as speed_review
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


HINTS = 0.5
"""How often players ask who take a hint now and then."""


MANY = [
    pytest.param(name, seed, marks=pytest.mark.long) for name in TURN_BASED for seed in range(2, 12)
]


@pytest.mark.parametrize(("name", "seed"), [("jericho", 1), *MANY])
def test_no_move_that_a_hint_proposed_is_charged(name: str, seed: int) -> None:
    match, hinted = _with_hints(name, seed)
    decisions = {each.entry: each for each in reviewed(match).steps if each.kind == "decision"}
    followed = [decisions[number] for number in hinted if number in decisions]
    assert followed
    assert min(each.delta for each in followed) >= 0


def _with_hints(name: str, seed: int) -> tuple[AnyMatch, list[int]]:
    """A match of players who take a hint now and then, and which of its entries were hints.

    Where all choose at once, they ask before others have chosen, or afterwards.
    """
    chance = Random(f"{name} {seed}")
    players = chance.choice(get(name).players)
    match: AnyMatch = Match.start(get(name), players, seed, OPTIONS.get(name, {}))
    own = [bot_chooser(name, chance.choice("34567"), f"{seed} {at}") for at in range(players)]
    hinted: list[int] = []
    while match.outcome is None:
        before = match.fork()
        for seat in chance.sample(sorted(match.to_act), len(match.to_act)):
            asked = chance.choice((before, match)) if chance.random() < HINTS else None
            if asked is not None:
                hinted.append(len(match.log))
            match.play(seat, own[seat](match, seat) if asked is None else _hint(asked, seat))
    return match, hinted


def _hint(match: AnyMatch, seat: int) -> Any:
    found = bots.hint(match.game.id, match.view(seat), match.legal(seat))
    return None if found is None else found.action


PACE_MS = 700
"""How much time the others take for each action."""


@pytest.mark.parametrize("players", get("flow").players)
def test_whoever_follows_every_hint_at_once_has_missed_nothing(players: int) -> None:
    # Speed & Flow charges no choices, only the time in which one could take a card and does not.
    match: AnyMatch = Match.start(get("flow"), players, 3, {"target": 1})
    others = [bot_chooser("flow", "medium", f"other {seat}") for seat in range(1, players)]
    acted = waited = 0
    while match.outcome is None:
        action = _hint(match, 0) if 0 in match.to_act else None
        if action is not None:
            match.play(0, action)
            acted += 1
            continue
        at = _next_moment(match)
        waited += (at - match.now) * (0 in match.to_act)
        match.wait(at)
        for seat, choose in enumerate(others, start=1):
            if match.now % PACE_MS == 0 and seat in match.to_act:
                match.play(seat, choose(match, seat))
    told = speed_review(match.record()).seats[0]
    assert acted > 10
    assert told.missed_ms <= waited


def _next_moment(match: AnyMatch) -> int:
    """When the first hand is free, something happens by itself, or the others act."""
    due = [match.now + PACE_MS - match.now % PACE_MS, match.wake, match.ready_at(0)]
    return min(at for at in due if at is not None and at > match.now)


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
