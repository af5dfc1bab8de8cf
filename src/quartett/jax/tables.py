"""Many matches side by side: those that are over get a fresh deal, a limited number at a time."""

import jax
import jax.numpy as jnp
from jax import Array

from quartett.jax.env import Env, State


def begin(env: Env, key: Array, players: Array) -> State:
    """One match for each of these numbers of players."""
    keys = jax.random.split(key, players.shape[0])
    found: State = jax.vmap(env.init)(keys, players)
    return found


def refill(env: Env, state: State, key: Array, fresh: int) -> State:
    """Deal again where a match is over, at most `fresh` times per call; the others wait.

    `rewards` and `terminated` are those of the new match.
    """
    matches = state.terminated.shape[0]
    (places,) = jnp.nonzero(state.terminated, size=fresh, fill_value=matches)
    players = state.table.players[jnp.minimum(places, matches - 1)]
    dealt = begin(env, key, players)
    renewed: State = jax.tree.map(
        lambda old, new: old.at[places].set(new, mode="drop"), state, dealt
    )
    return renewed


def spread(env: Env, state: State, key: Array, longest: int) -> State:
    """The same matches, each played on at random for a while, so that they end at all times."""
    count = state.terminated.shape[0]
    until = jax.random.randint(key, (count,), 0, longest)

    def tick(state: State, numbered: tuple[Array, Array]) -> tuple[State, None]:
        number, key = numbered
        action = jax.vmap(env.sample)(state, jax.random.bits(key, (count,)))
        then = jax.vmap(env.step)(state, action)
        goes_on = number < until

        def chosen(new: Array, old: Array) -> Array:
            return jnp.where(goes_on.reshape(-1, *[1] * (new.ndim - 1)), new, old)

        return jax.tree.map(chosen, then, state), None

    ticks = (jnp.arange(longest), jax.random.split(jax.random.fold_in(key, 1), longest))
    found: State = jax.lax.scan(tick, state, ticks)[0]
    return found
