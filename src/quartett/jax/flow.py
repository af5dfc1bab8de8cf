"""Speed & Flow in ticks as arrays: one match, to be mapped over many by `jax.vmap`.

All seats choose at the same moment, fifty milliseconds apart, as in `quartett.fast.flow_ticks`: so
`legal` and `sample` speak of every seat, and `step` takes a choice for each. Cards covered of late
mean nothing here, for plays are aimed at the top.
"""

from typing import Final

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.fast.flow import (
    ACTIONS,
    CARDS,
    COUNTDOWN,
    MAX_PLAYERS,
    OBSERVED,
    OVER,
    ROUND_OVER,
    RUNNING,
    STOP_ID,
    WAIT_ID,
)
from quartett.fast.flow_ticks import TICK_MS
from quartett.games.flow.actions import Options
from quartett.jax.arrays import any_of, mix, seen_from
from quartett.jax.flow_table import (
    PILE,
    PLAYERS,
    SEEDED,
    Chance,
    Rules,
    State,
    apply,
    can_move,
    chosen,
    dealt,
    once_ready,
    reshuffled,
    rules_for,
    seated,
    tops,
)

__all__ = ["ACTIONS", "CARDS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "WAIT_ID", "State"]

_NUMBER: Final = jnp.int32
_NEVER: Final = (1 << 31) - 1


def init(
    key: Array,
    players: Array | int,
    seats: int = MAX_PLAYERS,
    rules: Rules | None = None,
    chance: Chance = SEEDED,
) -> State:
    """A new match, at the first tick in which somebody can choose."""
    return _until_somebody_can_choose(begin(key, players, seats, rules, chance), chance)


def begin(
    key: Array,
    players: Array | int,
    seats: int = MAX_PLAYERS,
    rules: Rules | None = None,
    chance: Chance = SEEDED,
) -> State:
    """A new match at the moment when its first countdown begins."""
    players = jnp.asarray(players, _NUMBER)
    zero, none = jnp.zeros(seats, _NUMBER), jnp.full(seats, -1, _NUMBER)
    bare = State(
        players=players,
        key=key,
        rules=rules_for(Options(), players) if rules is None else rules,
        phase=jnp.asarray(COUNTDOWN, _NUMBER),
        clock=jnp.asarray(0, _NUMBER),
        until=jnp.asarray(-1, _NUMBER),
        acted_at=jnp.asarray(0, _NUMBER),
        round=jnp.asarray(1, _NUMBER),
        piles=jnp.full((seats, PILE), -1, _NUMBER),
        heights=zero,
        displays=jnp.full((seats, 2), -1, _NUMBER),
        hands=none,
        stolen_top=none,
        stolen=zero,
        points=zero,
        busy=zero,
        refilling=zero,
        middle=jnp.full((2, CARDS), -1, _NUMBER),
        sizes=jnp.zeros(2, _NUMBER),
    )
    return dealt(bare, chance)


def is_over(state: State) -> Array:
    """Whether the match has ended."""
    return state.phase == OVER


def scores(state: State) -> Array:
    """The totals of the rounds that are over."""
    return state.points


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the match over now (FL-15)."""
    worth = jnp.where(seated(state), state.points, -1)
    winners = worth == worth.max()
    return winners / winners.sum()


def legal(state: State) -> Array:
    """Which ids each seat may choose in this tick; to wait always, until the match is over."""
    now = _now(state)
    waits = seated(state) & (state.phase != OVER)
    return jnp.concatenate([now, waits[:, None]], 1)


def sample(state: State, luck: Array) -> Array:
    """A legal id for each seat, each as likely as any other, for 32 random bits."""
    seats = jnp.arange(state.hands.shape[0], dtype=jnp.uint32)
    return jax.vmap(any_of)(legal(state), mix(luck ^ mix(seats + 1)))


def step(state: State, choices: Array, chance: Chance = SEEDED) -> State:
    """Everybody acts as chosen, in a random order, and time passes."""
    order = chance.order(state.key, state.clock)

    def act(number: int, then: State) -> State:
        seat = order[number]
        choice = jnp.where(seat < state.hands.shape[0], choices[seat], WAIT_ID)
        may = (_now(then)[seat] & (jnp.arange(WAIT_ID) == choice)).any() & (seat < state.players)
        return chosen(may, apply(then, seat, choice), then)

    then: State = lax.fori_loop(0, MAX_PLAYERS, act, state)
    then = _until_somebody_can_choose(_wait(then, then.clock + TICK_MS, chance), chance)
    return chosen(state.phase != OVER, then, state)


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.flow` lists it."""
    shown = state.phase != COUNTDOWN
    top = jnp.where(shown, tops(state), -1)
    stolen = jnp.where(shown, state.stolen_top, -1)
    numbers = [
        state.heights,
        state.stolen,
        jnp.broadcast_to(state.rules.each, state.heights.shape),
        state.points,
        jnp.maximum(0, state.busy - state.clock),
        state.refilling,
    ]
    cards = [state.displays[:, 0], state.displays[:, 1], state.hands, stolen]
    each = jnp.concatenate([*map(_features, cards), jnp.stack(numbers, 1)], 1)
    table = [
        *(state.phase == jnp.arange(4)).astype(_NUMBER),
        state.players,
        state.round,
        state.rules.target,
        state.rules.hand_ms,
        state.clock - state.acted_at,
        jnp.maximum(0, state.until - state.clock),
    ]
    piles = jnp.concatenate([_features(top), state.sizes[:, None]], 1)
    others = seen_from(each, seat, state.players, MAX_PLAYERS)
    return jnp.concatenate([jnp.stack(table), piles.reshape(-1), others])


def _features(card: Array) -> Array:
    """Number, colour and symbol of cards, each from 1; 0 where there is none."""
    parts = jnp.stack([card // 36, card // 6 % 6, card % 6], -1) + 1
    return jnp.where(card[..., None] >= 0, parts, 0)


def _now(state: State) -> Array:
    """Which ids each seat may do at this moment, to wait left out."""
    busy = (state.clock < state.busy)[:, None] & (jnp.arange(WAIT_ID) != STOP_ID)
    return once_ready(state, tops(state)[None]) & ~busy


def wake(state: State) -> Array:
    """The next moment at which time itself acts, or -1."""
    stalemate = jnp.maximum(state.clock, state.acted_at + state.rules.stalemate_ms)
    running = jnp.where(can_move(state).any(), -1, stalemate)
    resting = jnp.where(state.until < 0, -1, jnp.maximum(state.clock, state.until))
    return jnp.where(state.phase == RUNNING, running, resting)


def _wait(state: State, at: Array, chance: Chance) -> State:
    """Let time pass until a moment, and happen what happens by itself."""

    def is_due(state: State) -> Array:
        due = wake(state)
        return (due >= 0) & (due <= at)

    def happen(state: State) -> State:
        now = state._replace(clock=wake(state))
        begun = now._replace(
            phase=jnp.asarray(RUNNING, _NUMBER), until=jnp.asarray(-1, _NUMBER), acted_at=now.clock
        )
        fresh = dealt(now._replace(round=now.round + 1), chance)
        helped = reshuffled(now, chance)
        rest = chosen(state.phase == ROUND_OVER, fresh, helped)
        return chosen(state.phase == COUNTDOWN, begun, rest)

    then = lax.while_loop(is_due, happen, state)
    return then._replace(clock=jnp.maximum(then.clock, at))


def _until_somebody_can_choose(state: State, chance: Chance) -> State:
    """Go on to the next tick in which somebody can act, or to the end."""

    def nobody(state: State) -> Array:
        free = (state.clock >= state.busy) & can_move(state)
        able = ((state.heights == 0) & seated(state)) | free
        return (state.phase != OVER) & ~((state.phase == RUNNING) & able.any())

    def later(state: State) -> State:
        moment = wake(state)
        free = jnp.where(can_move(state), state.busy, _NEVER).min()
        moment = jnp.where((state.phase == RUNNING) & (moment < 0), free, moment)
        tick = lax.div(moment + TICK_MS - 1, TICK_MS) * TICK_MS
        return _wait(state, jnp.maximum(state.clock + 1, tick), chance)

    return lax.while_loop(nobody, later, state)
