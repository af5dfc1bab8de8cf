"""What a game brings to training: its environment, its network, and some numbers."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from quartett.bots.network import Net, among
from quartett.core.errors import FormatError
from quartett.core.game import GameValue
from quartett.core.plugins import part_of, parts_in
from quartett.fast._variants import VARIANTS
from quartett.jax import make
from quartett.jax.env import Env, State

Weights = dict[str, Array]

Results = Callable[[Env, State, Array], Array]
"""What each seat has come to, were the match over now; a lead counts so much beside it."""


class Learner(NamedTuple):
    """A game to be learned."""

    name: str
    env: Env
    """With places for as many as can play, and actions that are trusted to be legal."""
    net: Net
    players: tuple[int, ...]
    """The numbers of players."""
    longest: int
    """No match takes more decisions."""
    last: tuple[str, ...]
    """The layers that begin small, so that all choices begin nearly alike."""
    results: Results


def environment(name: str, engine: GameValue) -> Env:
    """An engine with all its places, whose actions are trusted to be legal."""
    return Env(name, engine, engine.MAX_PLAYERS, penalty=None)


def share_and_lead(wide: float) -> Results:
    """A share of the victory, and how clearly a seat leads; a lead by so many points is clear."""

    def results(env: Env, state: State, lead: Array) -> Array:
        shares = jax.vmap(env.shares)(state)
        scores = jax.vmap(env.scores)(state).astype(jnp.float32)
        seats = jnp.arange(scores.shape[1])
        seated = seats < state.table.players[:, None]
        others = jnp.where(seated[:, None, :] & (seats[:, None] != seats), scores[:, None, :], -99)
        found: Array = shares + lead * jnp.tanh((scores - others.max(-1)) / wide)
        return found

    return results


def part(name: str) -> ModuleType:
    """What a game brings to training; FormatError if it cannot be learned."""
    module = part_of("train", name)
    if module is None:
        raise FormatError(f"{name} cannot be learned yet, only {', '.join(parts_in('train'))}")
    return import_module(module)


@cache
def learner_of(name: str) -> Learner:
    """The learner of a game that is learned in batches; a small one is learned as the whole is."""
    found: Learner
    if name not in VARIANTS:
        found = part(name).LEARNER
        return found
    known = VARIANTS[name]
    found = part(known.game).LEARNER
    return found._replace(name=name, env=make(name, penalty=None), players=(known.players,))


def fresh_weights(learner: Learner, key: Array) -> Weights:
    """Weights to begin with: choices nearly alike, a value near nothing."""
    found = {}
    for number, (name, shape) in enumerate(learner.net.SHAPES.items()):
        if name.endswith(".b"):
            found[name] = jnp.zeros(shape)
            continue
        scale = (0.05 if name in learner.last else 2**0.5) / shape[0] ** 0.5
        found[name] = scale * jax.random.normal(jax.random.fold_in(key, number), shape)
    return found


def allowed(learner: Learner, state: State) -> Array:
    """Which of the network's choices are legal, by the rules of the environment."""
    choices = learner.net.choices(jnp, state.observation)
    found: Array = among(jnp, state.legal_action_mask, choices)
    return found


def policy(learner: Learner, weights: Weights, seen: Array, legal: Array) -> tuple[Array, Array]:
    """The log-probabilities of the choices, of which these are legal, and the expected result."""
    logits, value = learner.net.evaluate(jnp, weights, seen)
    return jax.nn.log_softmax(jnp.where(legal, logits, -1e9)), value


def ids_of(learner: Learner, state: State, choice: Array) -> Array:
    """The action ids of choices, one in each match."""
    choices = learner.net.choices(jnp, state.observation)
    found: Array = jnp.take_along_axis(choices, choice[..., None], -1)[..., 0]
    return found


def turns(state: State) -> Array:
    """The seats to act; -1 where a match is over, or where time has to pass first."""
    turn: Array = state.table.turn.astype(jnp.int32)
    return turn
