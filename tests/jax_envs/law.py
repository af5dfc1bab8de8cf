"""The law that ties a batch engine to the rules: the same deal and actions give the same.

Matches are played to their ends by the fast core, noting every action and what it led to; then all
of them are played again as arrays, in one program, and everything is compared at once.
"""

import random
from array import array
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array, lax
from numpy.typing import NDArray

from quartett.core.match import AnyMatch

Ints = NDArray[np.int16]
Truths = NDArray[np.bool_]
Match = Any
"""A match of the fast core; no two games' have a common type."""

TOGETHER = 256
"""So many matches are played again at once."""


class Told(NamedTuple):
    """What both sides tell before every action, by match and action."""

    legal: Truths
    seen: Ints
    """What one seat observes: each in turn."""
    kept: Ints


class Law:
    """What ties two sides: how a match begins as arrays, and every number that both keep."""

    def __init__(
        self,
        fast: ModuleType,
        batch: ModuleType,
        longest: int,
        begin: Callable[[Match], tuple[object, ...]],
        kept_there: Callable[[Match], list[int]],
        kept_here: Callable[[Any], list[Array]],
    ) -> None:
        self.fast, self.batch, self.longest = fast, batch, longest
        self._begin, self._there, self._here = begin, kept_there, kept_here

    def holds(
        self,
        games: Sequence[Match],
        chance: random.Random,
        matches: Sequence[AnyMatch] = (),
        every: int = 3,
    ) -> None:
        """Play all matches here and there; the first of them by the rules too.

        Legal actions are compared before each action, all that is seen and kept before every third.
        """
        self._every = every
        for at in range(0, len(games), TOGETHER):
            some = list(games[at : at + TOGETHER])
            some += [some[0].copy() for _ in range(TOGETHER - len(some))]
            self._hold(some, chance, matches[at : at + TOGETHER])

    def _hold(self, games: list[Match], chance: random.Random, matches: Sequence[AnyMatch]) -> None:
        given = [np.stack(each) for each in zip(*map(self._begin, games), strict=True)]
        choices = np.zeros((len(games), self.longest), np.int32)
        lengths = np.zeros(len(games), np.int64)
        wanted: list[Told] = []
        for at, game in enumerate(games):
            chosen, told = self._played(game, chance, matches[at] if at < len(matches) else None)
            choices[at, : len(chosen)], lengths[at] = chosen, len(chosen)
            wanted.append(told)
        players = np.array([game.players for game in games])
        lookers = np.arange(self.longest) // self._every % players[:, None]
        ends, found = self._again(given, choices, lookers)
        there = np.arange(self.longest) < lengths[:, None]
        noted = there & (np.arange(self.longest) % self._every == 0)
        for name, here in zip(Told._fields, found, strict=True):
            then = np.concatenate([getattr(each, name) for each in wanted])
            assert np.array_equal(np.asarray(here)[there if name == "legal" else noted], then), name
        assert not np.asarray(found.legal)[~there].any()
        scores, shares = map(np.asarray, ends)
        self._check_ends(scores, shares, games)

    def _played(
        self, game: Match, chance: random.Random, match: "AnyMatch | None"
    ) -> tuple[list[int], Told]:
        """Play a match to its end: what was done, and what was told on the way."""
        seen, kept = array("h"), array("h")
        legal: list[list[int]] = []
        chosen: list[int] = []
        while not game.is_over():
            seat = game.turn
            legal.append(list(game.legal_ids(seat)))
            if len(chosen) % self._every == 0:
                seen.extend(game.observe(len(chosen) // self._every % game.players))
                kept.extend(self._there(game))
            chosen.append(chance.choice(legal[-1]))
            if match is not None:
                match.play(seat, self.fast.action_of(game, seat, chosen[-1]))
            game.apply(seat, chosen[-1])
        if match is not None:
            assert match.outcome is not None
            assert match.outcome.scores == tuple(game.scores())
        noted = -(-len(chosen) // self._every)
        rows = (np.frombuffer(each, np.int16).reshape(noted, -1) for each in (seen, kept))
        return chosen, Told(self._mask(legal), *rows)

    def _mask(self, legal: list[list[int]]) -> Truths:
        """What was legal before each action."""
        found = np.zeros((len(legal), self.batch.ACTIONS), np.bool_)
        rows = np.repeat(np.arange(len(legal)), [len(ids) for ids in legal])
        found[rows, [each for ids in legal for each in ids]] = True
        return found

    @cached_property
    def _again(self) -> Callable[[list[Any], Any, Any], tuple[tuple[Array, Array], Told]]:
        """Play so many matches again: scores and shares, and what is told before every action."""
        batch = self.batch

        def played(
            given: list[Array], choices: Array, lookers: Array
        ) -> tuple[tuple[Array, Array], Told]:
            def tick(state: Any, numbered: tuple[Array, Array]) -> tuple[Any, Told]:
                looker, choice = numbered
                kept = jnp.concatenate([jnp.ravel(each) for each in self._here(state)])
                seen = batch.observe(state, looker)
                rows: list[Any] = [each.astype(jnp.int16) for each in (seen, kept)]
                return batch.step(state, choice), Told(batch.legal(state), *rows)

            state, told = lax.scan(tick, batch.begin(*given), (lookers, choices))
            return (batch.scores(state), batch.shares(state)), told

        return jax.jit(jax.vmap(played))

    def _check_ends(self, scores: NDArray[Any], shares: NDArray[Any], games: list[Match]) -> None:
        for at, game in enumerate(games):
            winners = game.winners()
            wanted = [(seat in winners) / len(winners) for seat in range(shares.shape[1])]
            assert scores[at, : game.players].tolist() == game.scores()
            assert shares[at] == pytest.approx(wanted)


def padded(values: list[int], players: int, seats: int, empty: int = 0) -> list[int]:
    """What a fast match keeps by seat, with rows for the seats that nobody has."""
    return values + [empty] * (len(values) // players * (seats - players))


@cache
def _compiled(batch: ModuleType) -> tuple[Callable[..., Array], Callable[..., Array]]:
    """How a game samples many actions of one state, and lists its legal ones."""
    return jax.jit(jax.vmap(batch.sample, (None, 0))), jax.jit(batch.legal)


def check_sampling(batch: ModuleType, state: Any) -> NDArray[np.int64]:
    """Sampled actions are legal, and every legal one is as likely as any other."""
    luck = jax.random.bits(jax.random.key(4), (8000,))
    sample, allowed = _compiled(batch)
    found, legal = np.asarray(sample(state, luck)), np.asarray(allowed(state))
    counts = np.bincount(found, minlength=batch.ACTIONS)
    wanted, ways = len(luck) / legal.sum(), legal.sum()
    assert ((counts > 0) == legal).all()
    assert ((counts[legal] - wanted) ** 2 / wanted).sum() < ways + 5 * (2 * ways) ** 0.5
    return found
