"""Self-play by proximal policy optimisation, all of one update in one program of the device.

Every seat of most matches is the learner; in the rest one seat is, and an earlier self has the
others, so that learning does not run in circles. A decision is judged by how the same seat's
expectation has changed when it decides next, or by the result.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.jax.env import State
from quartett.jax.tables import begin, refill
from quartett.train.learner import Learner, Weights, allowed, ids_of, policy, turns

LAMBDA = 0.95
CLIP = 0.2
VALUE_WEIGHT = 0.5
MAX_NORM = 0.5
BETAS = (0.9, 0.999)


class Size(NamedTuple):
    """How much is played and learned at a time."""

    matches: int
    ticks: int
    """Decisions in each match between updates."""
    parts: int
    """Minibatches."""
    epochs: int = 2
    rivals: float = 0.25
    """The share of matches against an earlier self."""
    greedy: bool = False
    """Whether rivals always do what they like best."""


class Rates(NamedTuple):
    """What changes during learning."""

    step: Array
    entropy: Array
    lead: Array


class Adam(NamedTuple):
    """The optimiser's memory."""

    mean: Weights
    square: Weights
    number: Array


class Training(NamedTuple):
    """Everything carried from update to update."""

    key: Array
    state: State
    weights: Weights
    adam: Adam
    pool: Weights
    """Earlier selves, by number."""


class Decisions(NamedTuple):
    """What was decided, by tick and match."""

    seen: Array
    legal: Array
    """Which of the network's choices were legal."""
    choice: Array
    chance: Array
    """The log-probability that it had."""
    value: Array
    seat: Array
    learns: Array
    over: Array
    result: Array


def begin_adam(weights: Weights) -> Adam:
    """An optimiser that has seen nothing yet."""
    mean, square = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    return Adam(mean, square, jnp.zeros((), jnp.int32))


@partial(jax.jit, static_argnums=(0, 1), donate_argnums=2)
def update(
    learner: Learner, size: Size, now: Training, rates: Rates
) -> tuple[Training, dict[str, Array]]:
    """Play on, learn from it, and say how it went."""
    key, playing, shuffle = jax.random.split(now.key, 3)
    first, rest = jax.random.split(playing)
    state, played = play(
        learner, size, now.state, now.weights, earlier(now.pool, first), rest, rates.lead
    )
    weights, adam, figures = learn(learner, size, now.weights, now.adam, played, shuffle, rates)
    return Training(key, state, weights, adam, now.pool), figures


def earlier(pool: Weights, key: Array) -> Weights:
    """One of the earlier selves."""
    count = next(iter(pool.values())).shape[0]
    number = jax.random.randint(key, (), 0, count)
    return {name: each[number] for name, each in pool.items()}


def learn(
    learner: Learner,
    size: Size,
    weights: Weights,
    adam: Adam,
    played: Decisions,
    key: Array,
    rates: Rates,
) -> tuple[Weights, Adam, dict[str, Array]]:
    """Learn from what was played, and say how it went."""
    advantage, known = advantages(played)
    weight = (played.learns & known).astype(jnp.float32)
    mean = (advantage * weight).sum() / weight.sum()
    spread = jnp.sqrt((((advantage - mean) ** 2) * weight).sum() / weight.sum()) + 1e-6
    target = played.value + advantage
    batch = (played, (advantage - mean) / spread, target, weight)
    weights, adam, figures = _descend(learner, size, weights, adam, batch, key, rates)
    figures["decisions"] = (played.seat >= 0).sum()
    figures["matches"] = played.over.sum()
    return weights, adam, figures


def play(
    learner: Learner,
    size: Size,
    state: State,
    weights: Weights,
    rival: Weights,
    key: Array,
    lead: Array,
) -> tuple[State, Decisions]:
    """The number of decisions in every match."""
    fresh = max(1, size.matches // 16)
    mixed = int(size.matches * size.rivals)
    number = jnp.arange(size.matches)
    own_seat = jnp.where(number >= size.matches - mixed, number % state.table.players, -1)

    def tick(state: State, key: Array) -> tuple[State, Decisions]:
        choosing, dealing = jax.random.split(key)
        seen, seat = state.observation, turns(state)
        legal = allowed(learner, state)
        logits, value = policy(learner, weights, seen, legal)
        own = (own_seat < 0) | (own_seat == seat)
        if mixed:
            theirs, _ = policy(learner, rival, seen[-mixed:], legal[-mixed:])
            if size.greedy:
                theirs = jax.nn.one_hot(jnp.argmax(theirs, -1), theirs.shape[-1]) * 1e9
            theirs = jnp.where(own[-mixed:, None], logits[-mixed:], theirs)
            logits = jnp.concatenate([logits[:-mixed], theirs])
        choice = jax.random.categorical(choosing, logits)
        then = jax.vmap(learner.env.step)(state, ids_of(learner, state, choice))
        over = then.terminated & ~state.terminated
        made = Decisions(
            seen,
            legal,
            choice,
            jnp.take_along_axis(logits, choice[:, None], 1)[:, 0],
            value,
            seat,
            own & (seat >= 0),
            over,
            learner.results(learner.env, then, lead),
        )
        return refill(learner.env, then, dealing, fresh), made

    return lax.scan(tick, state, jax.random.split(key, size.ticks))


def advantages(played: Decisions) -> tuple[Array, Array]:
    """How much better each decision turned out than expected, and where that is known."""
    seats = jnp.arange(played.result.shape[-1])
    nothing = jnp.zeros(played.result.shape[1:])

    def back(
        later: tuple[Array, Array, Array], made: Decisions
    ) -> tuple[tuple[Array, Array, Array], tuple[Array, Array]]:
        over = made.over[:, None]
        value = jnp.where(over, made.result, later[0])
        gain = jnp.where(over, 0, later[1])
        known = over | later[2]
        own = made.seat[:, None] == seats
        then, more, sure = ((each * own).sum(1) for each in (value, gain, known))
        found = jnp.where(sure > 0, then - made.value + LAMBDA * more, 0)
        carry = (
            jnp.where(own, made.value[:, None], value),
            jnp.where(own, found[:, None], gain),
            known | own,
        )
        return carry, (found, sure > 0)

    _, found = lax.scan(back, (nothing, nothing, nothing > 0), played, reverse=True)
    return found


Batch = tuple[Decisions, Array, Array, Array]


def _descend(
    learner: Learner,
    size: Size,
    weights: Weights,
    adam: Adam,
    batch: Batch,
    key: Array,
    rates: Rates,
) -> tuple[Weights, Adam, dict[str, Array]]:
    """Some epochs over what was played, in parts of whole matches."""

    def part(
        carry: tuple[Weights, Adam], chosen: Array
    ) -> tuple[tuple[Weights, Adam], dict[str, Array]]:
        weights, adam = carry
        some = jax.tree.map(lambda each: each[:, chosen], batch)
        gradient, figures = jax.grad(partial(loss, learner), has_aux=True)(weights, some, rates)
        return descend(weights, adam, gradient, rates.step), figures

    orders = [
        jax.random.permutation(each, size.matches) for each in jax.random.split(key, size.epochs)
    ]
    parts = jnp.stack(orders).reshape(size.epochs * size.parts, -1)
    (weights, adam), figures = lax.scan(part, (weights, adam), parts)
    return weights, adam, {name: each.mean() for name, each in figures.items()}


def loss(
    learner: Learner, weights: Weights, batch: Batch, rates: Rates
) -> tuple[Array, dict[str, Array]]:
    """What is to become small: the clipped surrogate, the value's error, minus some entropy."""
    made, advantage, target, weight = batch
    chances, value = policy(learner, weights, made.seen, made.legal)
    chance = jnp.take_along_axis(chances, made.choice[..., None], -1)[..., 0]
    total = weight.sum() + 1e-6
    ratio = jnp.exp(jnp.clip(chance - made.chance, -20, 20) * weight)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    surrogate = -(gain * weight).sum() / total
    error = (((value - target) ** 2) * weight).sum() / total
    likely = jnp.exp(chances)
    spread = -(jnp.where(likely > 1e-9, likely * chances, 0)).sum(-1)
    entropy = (spread * weight).sum() / total
    whole = surrogate + VALUE_WEIGHT * error - rates.entropy * entropy
    figures = {"loss": whole, "value_loss": error, "policy_loss": surrogate, "entropy": entropy}
    return whole, figures


def descend(weights: Weights, adam: Adam, gradient: Weights, step: Array) -> tuple[Weights, Adam]:
    """One step of Adam along a gradient of limited length."""
    norm = jnp.sqrt(sum((each**2).sum() for each in gradient.values()))
    gradient = {
        name: each * jnp.minimum(1, MAX_NORM / (norm + 1e-8)) for name, each in gradient.items()
    }
    number = adam.number + 1
    first, second = BETAS
    mean = {name: first * adam.mean[name] + (1 - first) * each for name, each in gradient.items()}
    square = {
        name: second * adam.square[name] + (1 - second) * each**2 for name, each in gradient.items()
    }
    fair_first, fair_second = 1 - first**number, 1 - second**number
    moved = {
        name: each
        - step * (mean[name] / fair_first) / (jnp.sqrt(square[name] / fair_second) + 1e-5)
        for name, each in weights.items()
    }
    return moved, Adam(mean, square, number)


@partial(jax.jit, static_argnums=(0, 4, 5))
def win_share(
    learner: Learner,
    weights: Weights,
    rivals: Weights | None,
    key: Array,
    players: int,
    matches: int,
) -> Array:
    """The mean share of the victory in one seat, the others being rivals or, if None, random."""
    dealing, playing = jax.random.split(key)
    state = begin(learner.env, dealing, jnp.full(matches, players))
    own_seat = jnp.arange(matches) % players

    def favourites(weights: Weights, state: State) -> Array:
        likings, _ = policy(learner, weights, state.observation, allowed(learner, state))
        return ids_of(learner, state, jnp.argmax(likings, -1))

    def tick(state: State, key: Array) -> tuple[State, None]:
        seat = turns(state)
        if rivals is None:
            luck = jax.random.bits(key, (matches,))
            other = jax.vmap(learner.env.sample)(state, luck)
        else:
            other = favourites(rivals, state)
        action = jnp.where(seat == own_seat, favourites(weights, state), other)
        return jax.vmap(learner.env.step)(state, action), None

    state, _ = lax.scan(tick, state, jax.random.split(playing, learner.longest))
    shares = jax.vmap(learner.env.shares)(state)
    return jnp.take_along_axis(shares, own_seat[:, None], 1).mean()
