"""Whatever a viewer cannot see may lie otherwise: the viewer is told exactly the same."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing import cards_in, finished, short
from quartett.core.game import AnyGame
from quartett.games import names

SEEDS = st.integers(min_value=0, max_value=2**32)
Pair = tuple[str, str]


@pytest.mark.parametrize("name", names())
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_exchanging_two_unseen_cards_changes_no_view_and_no_event(name: str, seed: int) -> None:
    match = finished(name, seed, **short(name))
    game, state, chance = match.game, match.bare, random.Random(seed)
    for number, entry in enumerate(match.log):
        for event in entry.events:
            after = game.evolve(state, event)
            viewer = chance.choice([None, *range(game.seats(after))])
            views = [game.view(each, viewer) for each in (state, after) if each is not match.bare]
            told = game.redact(event, state, viewer)
            shown = (views, told) if type(event) in game.revealing else views
            if (pair := unseen(game, shown, chance)) is not None:
                other_event = msgspec.convert(exchanged(event, pair), game.event_type)
                other = state if number == 0 else exchanged_state(game, state, pair)
                assert game.redact(other_event, other, viewer) == told
                assert game.view(game.evolve(other, other_event), viewer) == views[-1]
            state = after


def unseen(game: AnyGame, shown: Any, chance: random.Random) -> Pair | None:
    """Two kinds of card that do not occur in what is shown."""
    kinds = sorted(set(game.deck) - cards_in(game, shown).keys())
    if len(kinds) < 2:
        return None
    one, other = chance.sample(kinds, 2)
    return one, other


def exchanged(value: Any, pair: Pair) -> Any:
    """The value as JSON, one card of the pair written wherever the other one stood."""
    value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {key: exchanged(each, pair) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [exchanged(each, pair) for each in value]
    return dict([pair, pair[::-1]]).get(value, value) if isinstance(value, str) else value


def exchanged_state(game: AnyGame, state: Any, pair: Pair) -> Any:
    """The state in which the two cards have changed places."""
    return msgspec.convert(exchanged(state, pair), type(state))
