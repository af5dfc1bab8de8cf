"""One round of Speed & Flow as players with hands play it: who decides reaches, and arrives later.

`quartett.bots.planning` as arrays, in ticks of fifty milliseconds. A seat decides when it sees
something new to do or its hand has nothing to reach for; so at any time one seat is to decide, or
none, and `step` then lets the next thing happen. A match is one round.
"""

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.bots.base import MIN_REACTION_MS, REACTION_MS
from quartett.bots.flow.players import HARD_PACE
from quartett.bots.planning import COMMITTED_MS
from quartett.fast.flow import (
    ACTIONS,
    MAX_PLAYERS,
    OBSERVED,
    PLAY_ID,
    RUNNING,
    STEAL_ID,
    STOP_ID,
    WAIT_ID,
)
from quartett.fast.flow_ticks import TICK_MS
from quartett.games.flow.actions import Options
from quartett.jax import flow, flow_table
from quartett.jax.arrays import any_of
from quartett.jax.flow_table import PLAYERS, seated

__all__ = ["ACTIONS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "State"]

_NUMBER: Final = jnp.int32
_NEVER: Final = 1 << 28
_NONE: Final = -1

GRACE_MS: Final = Options().grace_ms
SLOWEST, QUICKEST = 0.9, 0.35
"""Between these lie the reaction times of a table, as shares of the random bot's."""

_PILE_OF: Final = [
    (action - PLAY_ID) % 2 if PLAY_ID <= action < STEAL_ID else -1 for action in range(WAIT_ID)
]
"""The middle pile that each action plays on."""


class State(NamedTuple):
    """A table and its hands."""

    players: Array
    table: flow.State
    turn: Array
    """The seat to decide; -1 where none is."""
    hands: Array
    """The action that each hand reaches for."""
    arrives: Array
    seen: Array
    """What there was to do when each seat decided."""
    aims: Array
    """The tops of the middle piles then."""
    covered: Array
    """When each of these was covered."""
    pace: Array
    """The median reaction time of each seat, as a share of the random bot's."""


def start(
    key: Array, players: Array | int, seats: int = MAX_PLAYERS, options: Options | None = None
) -> State:
    """A new round at the moment when it runs."""
    players = jnp.asarray(players, _NUMBER)
    rules = flow_table.rules_for(Options() if options is None else options, players)._replace(
        target=jnp.asarray(1, _NUMBER)
    )
    luck = jax.random.uniform(jax.random.fold_in(key, 0), (seats + 2,))
    own = jnp.where(luck[0] < 0.25, luck[2:], luck[1])
    bare = State(
        players=players,
        table=flow.init(key, players, seats, rules),
        turn=jnp.asarray(_NONE, _NUMBER),
        hands=jnp.full(seats, _NONE, _NUMBER),
        arrives=jnp.full(seats, _NEVER, _NUMBER),
        seen=jnp.zeros((seats, WAIT_ID), bool),
        aims=jnp.full((seats, 2), _NONE, _NUMBER),
        covered=jnp.zeros((seats, 2), _NUMBER),
        pace=QUICKEST + (SLOWEST - QUICKEST) * own,
    )
    return bare._replace(turn=_next(bare))


def is_over(state: State) -> Array:
    """Whether the round has ended."""
    return flow.is_over(state.table)


def lead(state: State) -> Array:
    """How many points each seat has more than the others on average."""
    points = state.table.points.astype(jnp.float32)
    own = jnp.where(seated(state.table), points, 0)
    others = (own.sum() - own) / jnp.maximum(state.players - 1, 1)
    return jnp.where(seated(state.table), own - others, 0)


def scores(state: State) -> Array:
    """The points of the round, once it is over."""
    return flow.scores(state.table)


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the round over now."""
    return flow.shares(state.table)


def legal(state: State) -> Array:
    """What the seat to decide may choose; to wait only where it could call Stop."""
    found = flow_table.once_ready(state.table, flow_table.tops(state.table)[None])
    own = (found & (jnp.arange(len(found)) == state.turn)[:, None]).any(0)
    return jnp.concatenate([own, own[STOP_ID:]])


def sample(state: State, luck: Array) -> Array:
    """A legal id, each as likely as any other, for 32 random bits."""
    return any_of(legal(state), luck)


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.flow` lists it."""
    return flow.observe(state.table, seat)


def step(state: State, action: Array) -> State:
    """The seat to decide reaches for something, then happens what happens next."""
    then = _happen(reach(state, action))
    return then._replace(turn=_next(then))


def reach(state: State, action: Array) -> State:
    """The new plan of the seat to decide: the moment stays where the choice does."""
    table = state.table
    seats = jnp.arange(state.hands.shape[0])
    decides = seats == state.turn
    wanted = jnp.minimum(action, STOP_ID)
    top = flow_table.tops(table)
    pile = jnp.array(_PILE_OF)[wanted]
    alike = (pile < 0) | (state.aims[:, pile] == top[pile])
    stays = (state.hands == wanted) & alike
    ready = flow_table.once_ready(table, top[None])
    begins = decides & ~stays
    arrives = table.clock + _reaction_ms(state, action, ready.sum(1))
    arrives = lax.div(arrives + TICK_MS - 1, TICK_MS) * TICK_MS
    return state._replace(
        hands=jnp.where(begins, wanted, state.hands),
        arrives=jnp.where(begins, arrives, state.arrives),
        seen=jnp.where(decides[:, None], ready, state.seen),
        aims=jnp.where(decides[:, None], top, state.aims),
    )


def _reaction_ms(state: State, action: Array, choices: Array) -> Array:
    """How long each seat would take, as a hard bot of its pace."""
    table, pace = state.table, HARD_PACE
    key = jax.random.fold_in(table.key, table.clock * MAX_PLAYERS + state.turn)
    factor = jnp.exp(pace.spread * jax.random.normal(key))
    busy = table.busy - table.clock
    changed = table.acted_at > table.busy - table.rules.hand_ms
    slow = state.pace / pace.median
    median = state.pace + slow * (pace.choice * (choices - 1) + pace.change * changed)
    median = jnp.where(action == WAIT_ID, pace.patience, median)
    taken = jnp.maximum(MIN_REACTION_MS, (REACTION_MS * median * factor).astype(_NUMBER))
    return jnp.where(action == WAIT_ID, taken, jnp.maximum(taken, busy))


def _possible(state: State, clock: Array) -> Array:
    """Whether each seat could do what it reaches for if its hand were free at this moment."""
    there = state.aims == flow_table.tops(state.table)
    within = there | (clock - state.covered < GRACE_MS)
    reached = jnp.arange(WAIT_ID) == state.hands[:, None]
    piles = jnp.array(_PILE_OF)
    aimed = within[:, piles] | (piles < 0)
    return (flow_table.once_ready(state.table, state.aims) & reached & aimed).any(1)


def _standing(state: State) -> tuple[Array, Array]:
    """Which seats can do something, and which of them keep to what they reach for."""
    table, top = state.table, flow_table.tops(state.table)
    ready = flow_table.once_ready(table, top[None])
    committed = state.arrives - table.clock <= COMMITTED_MS
    piles = jnp.array(_PILE_OF)
    moved = (state.aims != top)[:, piles] & (piles >= 0)
    is_new = (ready & (~state.seen | moved)).any(1)
    return ready.any(1), _possible(state, table.clock) & (committed | ~is_new)


def _next(state: State) -> Array:
    """The first seat that has to decide."""
    able, stands = _standing(state)
    wants = able & ~stands
    return jnp.where(wants.any(), jnp.argmax(wants), _NONE).astype(_NUMBER)


def _happen(state: State) -> State:
    """The next thing, unless somebody has to decide first: time's own, or a hand that arrives."""
    table = state.table
    able, stands = _standing(state)
    goes_on = (table.phase == RUNNING) & ~(able & ~stands).any()
    arrives = jnp.where(able, state.arrives, _NEVER)
    order = flow_table.order_of(table.key, arrives.min())[: state.hands.shape[0]]
    first = jnp.argmin(arrives * MAX_PLAYERS + order)
    own = jnp.arange(state.hands.shape[0]) == first
    wake = flow.wake(table)
    stuck = (wake >= 0) & (wake <= arrives[first])
    at = jnp.where(stuck, wake, jnp.maximum(arrives[first], table.clock))
    now = table._replace(clock=at)
    acted = flow_table.apply(now, first, state.hands[first])
    pile = jnp.array(_PILE_OF)[jnp.maximum(state.hands[first], 0)]
    late = (pile >= 0) & (flow_table.tops(table)[pile] != state.aims[first, pile])
    acted = acted._replace(middle=_beneath(acted, pile, late))
    may = _possible(state, at)[first]
    may &= (at >= table.busy[first]) | (state.hands[first] == STOP_ID)
    then = jax.tree.map(
        lambda helped, acted, idle: jnp.where(stuck, helped, jnp.where(may, acted, idle)),
        flow_table.reshuffled(now, flow_table.SEEDED),
        acted,
        now,
    )
    gone = (own & ~stuck) | ~able
    hidden = (state.aims == flow_table.tops(table)) & (state.aims != flow_table.tops(then))
    after = state._replace(
        table=then,
        covered=jnp.where(hidden, at, state.covered),
        hands=jnp.where(gone, _NONE, state.hands),
        arrives=jnp.where(gone, _NEVER, state.arrives),
    )
    found: State = jax.tree.map(lambda new, old: jnp.where(goes_on, new, old), after, state)
    return found


def _beneath(table: flow.State, pile: Array, late: Array) -> Array:
    """The middle piles, the newest card of one just beneath the one before it (FL-16)."""
    places = jnp.arange(table.middle.shape[1])
    top = table.sizes[:, None] - 1
    turned = late & (jnp.arange(2) == pile)[:, None]
    before = jnp.roll(table.middle, 1, 1)
    after = jnp.roll(table.middle, -1, 1)
    found = jnp.where(turned & (places == top), before, table.middle)
    return jnp.where(turned & (places == top - 1), after, found)
