"""What a game brings to training: its batch engine, its network, and some numbers."""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from quartett.core.errors import FormatError

Weights = dict[str, Array]

GAMES = ("jericho", "souvenirs", "flow")
"""The games that can be learned."""


class Learner(NamedTuple):
    """A game to be learned."""

    name: str
    game: ModuleType
    net: ModuleType
    longest: int
    """No match takes more decisions."""
    wide: float
    """A lead by so many points is a clear one."""
    by_lead: bool = False
    """Whether a result is how far one leads, for a match is one of many rounds."""


def learner_of(name: str) -> Learner:
    """The learner of a game; FormatError if it cannot be learned."""
    if name not in GAMES:
        raise FormatError(f"{name} cannot be learned yet, only {', '.join(GAMES)}")
    engine, longest, wide = {
        "jericho": ("jericho", 128, 6.0),
        "souvenirs": ("souvenirs", 56, 8.0),
        "flow": ("flow_paced", 640, 20.0),
    }[name]
    game = import_module(f"quartett.train.batch.{engine}")
    net = import_module(f"quartett.bots.{name}.master_net")
    return Learner(name, game, net, longest, wide, by_lead=name == "flow")


def fresh_weights(learner: Learner, key: Array) -> Weights:
    """Weights to begin with: choices nearly alike, a value near nothing."""
    found = {}
    for number, (name, shape) in enumerate(learner.net.SHAPES.items()):
        if name.endswith(".b"):
            found[name] = jnp.zeros(shape)
            continue
        last = name in ("colour.w", "brass.w", "lay.w", "book.w", "pass.w", "liking.w", "value.w")
        scale = (0.05 if last else 2**0.5) / shape[0] ** 0.5
        found[name] = scale * jax.random.normal(jax.random.fold_in(key, number), shape)
    return found


def policy(learner: Learner, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """The log-probabilities of all choices, and the expected result."""
    logits, value = learner.net.evaluate(jnp, weights, seen)
    legal = learner.net.mask(jnp, seen)
    return jax.nn.log_softmax(jnp.where(legal, logits, -1e9)), value


def observed(learner: Learner, state: tuple[Array, ...]) -> Array:
    """What the seats to act see."""
    turn = jnp.maximum(turns(state), 0)
    seen: Array = jax.vmap(learner.game.observe)(state, turn)
    return seen


def turns(state: tuple[Array, ...]) -> Array:
    """The seats to act; -1 where a match is over."""
    turn: Array = state.turn.astype(jnp.int32)  # type: ignore[attr-defined]
    return turn


def results(learner: Learner, state: tuple[Array, ...], lead: Array) -> Array:
    """Each seat's share of the victory, and `lead` times how clearly it leads; or its lead."""
    if learner.by_lead:
        ahead: Array = jax.vmap(learner.game.lead)(state) / learner.wide
        return ahead
    shares = jax.vmap(learner.game.shares)(state)
    scores = jax.vmap(learner.game.scores)(state).astype(jnp.float32)
    seats = jnp.arange(scores.shape[1])
    seated = seats < state[0][:, None]
    others = jnp.where(seated[:, None, :] & (seats[:, None] != seats), scores[:, None, :], -99)
    ahead = jnp.tanh((scores - others.max(-1)) / learner.wide)
    found: Array = shares + lead * ahead
    return found
