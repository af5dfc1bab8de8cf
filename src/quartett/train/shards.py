"""Matches played in shards, here or by workers elsewhere, to be learned from in one place.

A shard depends on nothing but what it is given, so wherever it is played, and however often it has
to be started over, with the same result.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from quartett.arena.run import Executor
from quartett.jax.env import State
from quartett.train.learner import Weights, learner_of
from quartett.train.ppo import Decisions, Rates, Size, Training, earlier, learn, play

_play = jax.jit(play, static_argnums=(0, 1))
_learn = jax.jit(learn, static_argnums=(0, 1), donate_argnums=(2, 3))


class Shard(NamedTuple):
    """Some of the tables, and who plays there."""

    number: int
    game: str
    size: Size
    key: jax.Array
    state: State
    weights: Weights
    rival: Weights
    lead: jax.Array


class Played(NamedTuple):
    """A shard after a number of decisions."""

    number: int
    state: State
    decisions: Decisions


def played(shard: Shard) -> Played:
    """Play a shard; everything comes and goes as NumPy's arrays, which travel well."""
    learner = learner_of(shard.game)
    found = _play(
        learner, shard.size, shard.state, shard.weights, shard.rival, shard.key, shard.lead
    )
    state, decisions = jax.tree.map(np.asarray, found)
    return Played(shard.number, state, decisions)


def update(
    game: str, size: Size, now: Training, rates: Rates, shards: int, where: Executor
) -> tuple[Training, dict[str, jax.Array]]:
    """Let the shards be played, learn from all of them, and say how it went."""
    key, playing, shuffle = jax.random.split(now.key, 3)
    part = size._replace(matches=size.matches // shards)
    keys = jax.random.split(playing, 2 * shards)

    def shard(number: int) -> Shard:
        begin = number * part.matches
        state = jax.tree.map(lambda each: each[begin : begin + part.matches], now.state)
        rival = earlier(now.pool, keys[2 * number])
        given = (keys[2 * number + 1], state, now.weights, rival, rates.lead)
        return Shard(number, game, part, *jax.tree.map(np.asarray, given))

    found = sorted(where.map(played, map(shard, range(shards))), key=lambda each: each.number)
    state = jax.tree.map(partial(_joined, axis=0), *(each.state for each in found))
    decisions = jax.tree.map(partial(_joined, axis=1), *(each.decisions for each in found))
    weights, adam, figures = _learn(
        learner_of(game), size, now.weights, now.adam, decisions, shuffle, rates
    )
    return Training(key, state, weights, adam, now.pool), figures


def _joined(*parts: jax.Array, axis: int) -> jax.Array:
    return jnp.concatenate(parts, axis)
