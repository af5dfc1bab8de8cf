"""Many matches side by side: those that are over get a fresh deal, a limited number at a time."""

from types import ModuleType

import jax
import jax.numpy as jnp
from jax import Array


def begin(game: ModuleType, key: Array, players: Array) -> tuple[Array, ...]:
    """One match for each of these numbers of players."""
    keys = jax.random.split(key, players.shape[0])
    seats = int(game.MAX_PLAYERS)
    found: tuple[Array, ...] = jax.vmap(lambda key, count: game.init(key, count, seats))(
        keys, players
    )
    return found


def refill(game: ModuleType, state: tuple[Array, ...], key: Array, fresh: int) -> tuple[Array, ...]:
    """Deal anew where a match is over, at most `fresh` times; the others wait their turn.

    A deal is worked out only where it is used, so that dealing does not hold up everybody.
    """
    over = jax.vmap(game.is_over)(state)
    (places,) = jnp.nonzero(over, size=fresh, fill_value=over.shape[0])
    players = state[0][jnp.minimum(places, over.shape[0] - 1)]
    keys = jax.random.split(key, fresh)
    seats = state[type(state)._fields.index("hands")].shape[1]  # type: ignore[attr-defined]
    dealt = jax.vmap(lambda key, count: game.init(key, count, seats))(keys, players)
    renewed: tuple[Array, ...] = jax.tree.map(
        lambda old, new: old.at[places].set(new, mode="drop"), state, dealt
    )
    return renewed


def spread(
    game: ModuleType, state: tuple[Array, ...], key: Array, longest: int
) -> tuple[Array, ...]:
    """The same matches, each played on at random for a while, so that they end at all times."""
    count = state[0].shape[0]
    until = jax.random.randint(key, (count,), 0, longest)

    def tick(
        state: tuple[Array, ...], numbered: tuple[Array, Array]
    ) -> tuple[tuple[Array, ...], None]:
        number, key = numbered
        action = jax.vmap(game.sample)(state, jax.random.bits(key, (count,)))
        then = jax.vmap(game.step)(state, action)
        goes_on = number < until

        def chosen(new: Array, old: Array) -> Array:
            return jnp.where(goes_on.reshape(-1, *[1] * (new.ndim - 1)), new, old)

        return jax.tree.map(chosen, then, state), None

    ticks = (jnp.arange(longest), jax.random.split(jax.random.fold_in(key, 1), longest))
    found: tuple[Array, ...] = jax.lax.scan(tick, state, ticks)[0]
    return found
