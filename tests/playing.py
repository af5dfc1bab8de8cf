"""Random play through the public API, the same for every game; and a look at the cards in JSON."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from quartett.core.game import AnyGame
from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.simulation import REACTION_MS, let_time_pass

STEP_MS = REACTION_MS
"""Longer than a busy hand and a grace window: every legal action is open again."""


def random_match(
    name: str, seed: int, players: int | None = None, **options: Any
) -> Iterator[tuple[AnyMatch, int]]:
    """A whole match at random, as it is before each action, with the number of actions.

    Everybody who asks for the same match looks at the same one, through a copy of their own.
    """
    return _moments(name, seed, players, tuple(sorted(options.items()))).look()


def play_at_random(
    name: str, seed: int, players: int | None = None, **options: Any
) -> Iterator[tuple[AnyMatch, int]]:
    """Play a whole match at random; yields it, with the number of actions, before each action."""
    game = get(name)
    chance = random.Random(seed)
    count = players or chance.choice(list(game.players))
    match = Match.start(game, count, seed, options)
    actions = 0
    while match.outcome is None:
        let_time_pass(match)
        if match.to_act:
            yield match, actions
            seat = chance.choice(sorted(match.to_act))
            match.play(seat, chance.choice(match.legal(seat)))
            actions += 1
    yield match, actions


class _Moments:
    """A match that is played as far as somebody has looked."""

    def __init__(self, playing: Iterator[tuple[AnyMatch, int]]) -> None:
        self._playing = playing
        self._seen: list[tuple[AnyMatch, int]] = []

    def look(self) -> Iterator[tuple[AnyMatch, int]]:
        """Every moment from the first one on."""
        for number in itertools.count():
            if number == len(self._seen) and not self._play_on():
                return
            match, actions = self._seen[number]
            yield match.fork(), actions

    def _play_on(self) -> bool:
        for match, actions in self._playing:
            self._seen.append((match.fork(), actions))
            return True
        return False


@lru_cache(maxsize=64)
def _moments(
    name: str, seed: int, players: int | None, options: tuple[tuple[str, Any], ...]
) -> _Moments:
    return _Moments(play_at_random(name, seed, players, **dict(options)))


def finished(name: str, seed: int, players: int | None = None, **options: Any) -> AnyMatch:
    """A match played to its end at random."""
    *_, (match, _) = random_match(name, seed, players, **options)
    return match


def short(name: str) -> dict[str, Any]:
    """Options that keep a random match short, for games that have such options."""
    fields = {field.name for field in msgspec.structs.fields(get(name).options_type)}
    wanted = {"rounds": 2, "target": 60}
    return {key: value for key, value in wanted.items() if key in fields}


def cards_in(game: AnyGame, value: Any) -> Counter[str]:
    """How often each card of the game stands in a value once it is JSON (keys do not count)."""
    return Counter(text for text in _texts(msgspec.to_builtins(value)) if text in game.deck)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
