"""Speed & Flow seat by seat: in every tick all choose, one after the other and unseen by the rest.

The same as `quartett.fast.flow_ticks`: once the last seat has chosen, everybody acts.
"""

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.fast.flow import ACTIONS, MAX_PLAYERS, OBSERVED, OVER, WAIT_ID
from quartett.games.flow.actions import Options
from quartett.jax import flow
from quartett.jax.arrays import any_of
from quartett.jax.flow_table import PLAYERS, SEEDED, Chance, rules_for

__all__ = ["ACTIONS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "State"]

_NUMBER: Final = jnp.int32


class State(NamedTuple):
    """A table, and what was chosen so far in this tick."""

    players: Array
    turn: Array
    """The next seat to choose, or -1 once the match is over."""
    choices: Array
    table: flow.State


def start(
    key: Array,
    players: Array | int,
    seats: int = MAX_PLAYERS,
    options: Options | None = None,
    chance: Chance = SEEDED,
) -> State:
    """A new match, at the first tick in which somebody can choose."""
    rules = rules_for(Options() if options is None else options, players)
    table = flow.init(key, players, seats, rules, chance)
    waits = jnp.full(seats, WAIT_ID, _NUMBER)
    return State(jnp.asarray(players, _NUMBER), jnp.zeros((), _NUMBER), waits, table)


def is_over(state: State) -> Array:
    """Whether the match has ended."""
    return flow.is_over(state.table)


def scores(state: State) -> Array:
    """The totals of the rounds that are over."""
    return flow.scores(state.table)


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the match over now (FL-15)."""
    return flow.shares(state.table)


def legal(state: State) -> Array:
    """Which ids the seat to choose has in this tick."""
    own = jnp.arange(state.choices.shape[0]) == state.turn
    return (flow.legal(state.table) & own[:, None]).any(0)


def sample(state: State, luck: Array) -> Array:
    """A legal id, each as likely as any other, for 32 random bits."""
    return any_of(legal(state), luck)


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.flow` lists it."""
    return flow.observe(state.table, seat)


def step(state: State, action: Array, chance: Chance = SEEDED) -> State:
    """Note the choice of the seat on turn; after the last one, all act and time passes."""
    own = jnp.arange(state.choices.shape[0]) == state.turn
    choices = jnp.where(own, action, state.choices)
    last = state.turn == state.players - 1
    table = lax.cond(last, lambda: flow.step(state.table, choices, chance), lambda: state.table)
    turn = jnp.where(last, jnp.where(table.phase == OVER, -1, 0), state.turn + 1)
    waits = jnp.full_like(choices, WAIT_ID)
    after = State(state.players, turn, jnp.where(last, waits, choices), table)
    live = state.turn >= 0
    found: State = jax.tree.map(lambda new, old: jnp.where(live, new, old), after, state)
    return found
