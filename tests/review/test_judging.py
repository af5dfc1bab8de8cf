"""Decisions are judged fairly: by what the seat could see, beside the evaluator's choice."""

from copy import deepcopy
from typing import Any

import pytest

from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position, dump_position
from quartett.core.seeds import Rng
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from review.matches import (
    OPTIONS,
    TURN_BASED,
    bot_chooser,
    play_on,
    played,
    reviewed,
)


def test_chance_is_charged_much() -> None:
    found = reviewed(played("photo_rummy", ["medium", "random"], 2, rounds=2), deals=4)
    assert found.seats[1].decisions < -0.2
    assert found.seats[1].decisions < found.seats[0].decisions


@pytest.mark.parametrize("name", TURN_BASED)
def test_exchanging_hidden_cards_changes_nothing_in_a_decision(name: str) -> None:
    match, action, other = _with_two_worlds(name)
    seat = min(match.to_act)
    judged = [_first_step(match.game, state, seat, action) for state in (match.state, other)]
    assert judged[0] == judged[1]


def _with_two_worlds(name: str) -> tuple[AnyMatch, Any, Any]:
    """A match before a choice, an action, and another state that looks the same to the seat."""
    game = get(name)
    match: AnyMatch = Match.start(game, 3, 11, OPTIONS.get(name, {}))
    bots = [bot_chooser(name, "easy", f"e{at}") for at in range(3)]
    number = 0
    while True:
        seat, view = min(match.to_act), match.view(min(match.to_act))
        legal = match.legal(seat)
        world = game.determinize(view, Rng("other", number))
        is_choice = len(match.to_act) == 1 and evaluator_of(name).is_choice(legal[-1], legal)
        if number > 15 and is_choice and world != match.state:
            return match, legal[-1], world
        match.play(seat, bots[seat](match, seat))
        number += 1


def _first_step(game: Any, state: Any, seat: int, action: Any) -> tuple[float, Any]:
    position = Position(**dump_position(game, state))
    match: AnyMatch = Match.load(game, position, 3)
    match.play(seat, action)
    play_on(match, [bot_chooser(game.id, "easy", "end")] * 3)
    step = reviewed(match, deals=1).steps[0]
    assert step.kind == "decision"
    return step.delta, step.best


@pytest.mark.parametrize("name", TURN_BASED)
def test_cards_exchanged_in_the_pile_change_no_decision_before_they_are_seen(name: str) -> None:
    game = get(name)
    dealt: AnyMatch = Match.start(game, 3, 12, OPTIONS.get(name, {}))
    position = dump_position(game, dealt.state)
    matches = [_played_from(game, position), _played_from(game, _with_others_below(position))]
    both = zip(*(match.entries for match in matches), strict=False)
    seen = next(at for at, (one, other) in enumerate(both) if one.events != other.events)
    judged = [
        [(step.delta, step.interval, step.best) for step in found.steps[:seen] if step.best]
        for found in (reviewed(match, deals=1) for match in matches)
    ]
    assert len(judged[0]) > 5
    assert judged[0] == judged[1]


def _with_others_below(position: dict[str, Any]) -> dict[str, Any]:
    """The same position, but the cards in the lower part of the piles have changed places."""
    other = deepcopy(position)
    state = other["state"]
    for pile in state.get("stacks") or [state["draw_pile"]]:
        low = [at for at, card in enumerate(pile[: 3 * len(pile) // 4]) if card != "scoring"]
        cards = [pile[at] for at in low]
        for at, card in zip(low, reversed(cards), strict=True):
            pile[at] = card
    return other


def _played_from(game: Any, position: dict[str, Any]) -> AnyMatch:
    match: AnyMatch = Match.load(game, Position(**position), 3)
    play_on(match, [bot_chooser(game.id, "easy", f"x{at}") for at in range(3)])
    return match
