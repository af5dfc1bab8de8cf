"""The table of Speed & Flow as arrays: what each seat can do at a moment, and what comes of it.

Cards and ids are those of `quartett.fast.flow`. Of a steal pile only the top and the size are kept.
`quartett.jax.flow` describes how time passes between moments.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.fast.flow import (
    CARDS,
    COUNTDOWN,
    DRAW_ID,
    FIT,
    MAX_PLAYERS,
    OVER,
    PLAY_ID,
    ROUND_OVER,
    RUNNING,
    SET_ID,
    STEAL_ID,
    STOP_ID,
)
from quartett.games.flow.actions import Options
from quartett.games.flow.deal import cards_each
from quartett.jax.arrays import mix

PLAYERS: Final = (2, 3, 4)
PILE: Final = CARDS // PLAYERS[0]
_NUMBER: Final = jnp.int32
_FITS: Final = [*([*row[:CARDS], 0] for row in FIT), [0] * (CARDS + 1)]
"""Whether the second card may lie on the first; -1, the last, means no card."""


class Chance(NamedTuple):
    """Where chance comes from: the key of a match and what it is for."""

    cards: Callable[[Array, Array], Array]
    """The shuffled cards of a round."""
    order: Callable[[Array, Array], Array]
    """The order of four seats within the tick of this moment."""
    pick: Callable[[Array, Array, Array], Array]
    """A random pair at a stalemate of this moment."""


def _cards(key: Array, number: Array) -> Array:
    return jax.random.permutation(jax.random.fold_in(key, number), CARDS)


def order_of(key: Array, moment: Array) -> Array:
    luck = mix(key[0] ^ mix(key[1] ^ moment.astype(jnp.uint32)))
    numbers = mix(luck ^ (jnp.arange(MAX_PLAYERS, dtype=jnp.uint32) * jnp.uint32(0x9E3779B9)))
    return jnp.argsort(numbers)


def _pick(key: Array, moment: Array, pairs: Array) -> Array:
    luck = mix(key[1] ^ mix(key[0] ^ moment.astype(jnp.uint32)))
    return lax.rem((luck >> 1).astype(_NUMBER), jnp.maximum(pairs, 1))


SEEDED: Final = Chance(_cards, order_of, _pick)
"""Chance that the key of a match decides."""


class Rules(NamedTuple):
    """What the players agreed on; times are in milliseconds."""

    target: Array
    hand_ms: Array
    stalemate_ms: Array
    countdown_ms: Array
    pause_ms: Array
    each: Array
    """Cards dealt to each player."""


class State(NamedTuple):
    """The whole table; the last card of a pile that counts is on top, -1 means no card."""

    players: Array
    key: Array
    rules: Rules
    phase: Array
    clock: Array
    until: Array
    acted_at: Array
    round: Array
    piles: Array
    heights: Array
    displays: Array
    hands: Array
    stolen_top: Array
    stolen: Array
    """The size of each steal pile."""
    points: Array
    busy: Array
    refilling: Array
    middle: Array
    sizes: Array
    """How many cards of each middle pile count."""


def rules_of(options: Options, players: int) -> Rules:
    """Agreements as numbers."""
    numbers = (
        options.target,
        options.hand_ms,
        options.stalemate_ms,
        options.countdown_ms,
        options.pause_ms,
        cards_each(options, players),
    )
    return Rules(*(jnp.asarray(each, _NUMBER) for each in numbers))


def rules_for(options: Options, players: Array | int) -> Rules:
    """The same where only the device may know how many play."""
    if isinstance(players, int):
        return rules_of(options, players)
    known = [rules_of(options, each) for each in PLAYERS]
    at = players - PLAYERS[0]
    return Rules(*(jnp.stack(each)[at] for each in zip(*known, strict=True)))


def seated(state: State) -> Array:
    return jnp.arange(state.hands.shape[0]) < state.players


def _fits(on: Array, card: Array) -> Array:
    return jnp.array(_FITS, bool)[on, card]


def _top_of(pile: Array, size: Array) -> Array:
    """The last card of a pile that counts."""
    return jnp.where(size > 0, pile[jnp.maximum(size - 1, 0)], -1)


def tops(state: State) -> Array:
    """The card on top of each middle pile."""
    return jax.vmap(_top_of)(state.middle, state.sizes)


def _chances_to_move(state: State, aims: Array) -> tuple[Array, Array, Array]:
    """By seat: plays by source and pile, steals by step and place, and whether it may draw."""
    own = jnp.concatenate([state.displays, state.hands[:, None]], 1)
    plays = _fits(aims[:, None, :], own[:, :, None])
    seats = jnp.arange(state.hands.shape[0])
    steps = jnp.arange(1, MAX_PLAYERS)
    victims = lax.rem(seats[:, None] + steps, jnp.broadcast_to(state.players, (len(seats), 3)))
    steals = _fits(state.stolen_top[:, None, None], state.displays[victims])
    steals &= (steps < state.players)[None, :, None]
    return plays, steals, (state.heights > 0) & (state.displays < 0).any(1)


def can_move(state: State) -> Array:
    """Whether each seat can draw, lay, play or steal once its hand is free."""
    plays, steals, draws = _chances_to_move(state, tops(state)[None])
    some = (state.hands >= 0) | draws | plays[:, :2].any((1, 2)) | steals.any((1, 2))
    return some & seated(state)


def once_ready(state: State, aims: Array) -> Array:
    """Which ids each seat could do if its hand were free; `aims` are the cards it would play on."""
    plays, steals, draws = _chances_to_move(state, aims)
    holds, empty = (state.hands >= 0)[:, None], (state.heights == 0)[:, None]
    free = ~holds & (empty | (state.refilling == 0)[:, None])
    found = [
        draws[:, None] & ~holds,
        (state.displays < 0) & holds,
        plays[:, 0] & free,
        plays[:, 1] & free,
        plays[:, 2] & holds,
        steals.reshape(len(steals), -1) & free,
        empty,
    ]
    running = (seated(state) & (state.phase == RUNNING))[:, None]
    return jnp.concatenate(found, 1) & running


def apply(state: State, seat: Array, action: Array) -> State:
    """Let a seat do a legal action at this moment."""
    seats = jnp.arange(state.hands.shape[0])
    own = seats == seat
    draws, stops = action == DRAW_ID, action == STOP_ID
    sets = (action >= SET_ID) & (action < PLAY_ID)
    plays = (action >= PLAY_ID) & (action < STEAL_ID)
    steals = (action >= STEAL_ID) & (action < STOP_ID)
    source, at = lax.div(action - PLAY_ID, 2), lax.rem(action - PLAY_ID, 2)
    step, slot = lax.div(action - STEAL_ID, 2) + 1, lax.rem(action - STEAL_ID, 2)
    victim = jnp.where(steals, lax.rem(seat + step, state.players), seat)
    from_hand = plays & (source == 2)
    takes = (plays & ~from_hand) | steals
    place = jnp.select([steals, plays, sets], [slot, source, action - SET_ID], 0)
    spot = (seats == victim)[:, None] & (jnp.arange(2) == place)
    taken = jnp.where(spot, state.displays, -1).max()
    held = jnp.where(own, state.hands, -1).max()
    drawn = _top_of(state.piles[seat], state.heights[seat])
    displays = jnp.where(spot & takes, -1, state.displays)
    displays = jnp.where(spot & sets, held, displays)
    heights = state.heights - (own & draws)
    laid = jnp.where(from_hand, held, taken)
    pile = (jnp.arange(2) == at) & plays
    end = pile[:, None] & (jnp.arange(CARDS) == state.sizes[:, None])
    both, nothing = (displays >= 0).all(1), (displays < 0).all(1)
    refilling = jnp.where((own & (draws | sets)) & ((heights == 0) | both), 0, state.refilling)
    refilling = jnp.where(own & draws & (heights > 0), state.refilling, refilling)
    refilling = jnp.where(own & sets, jnp.where(both, 0, state.refilling), refilling)
    lifted = (seats == victim) & takes
    refilling = jnp.where(lifted & (heights == 0), 0, refilling)
    refilling = jnp.where(lifted & (heights > 0) & nothing, 1, refilling)
    then = state._replace(
        acted_at=state.clock,
        heights=heights,
        displays=displays,
        hands=jnp.where(own & draws, drawn, jnp.where(own & (sets | from_hand), -1, state.hands)),
        stolen_top=jnp.where(own & steals, taken, state.stolen_top),
        stolen=state.stolen + (own & steals),
        busy=jnp.where(own & ~stops, state.clock + state.rules.hand_ms, state.busy),
        refilling=refilling,
        middle=jnp.where(end, laid, state.middle),
        sizes=state.sizes + pile,
    )
    emptied = (plays | steals) & ((left(then) == 0) & (seats == victim)).any()
    return chosen(stops | emptied, _ended(then), then)


def left(state: State) -> Array:
    """The cards that each seat has not got rid of (FL-14)."""
    return state.heights + (state.hands >= 0) + (state.displays >= 0).sum(1)


def _ended(state: State) -> State:
    """The end of a round: points, then a pause or the end of the match."""
    gained = state.rules.each - left(state) + 2 * state.stolen
    points = state.points + jnp.where(seated(state), gained, 0)
    over = points.max() >= state.rules.target
    return state._replace(
        points=points,
        phase=jnp.where(over, OVER, ROUND_OVER),
        until=jnp.where(over, -1, state.clock + state.rules.pause_ms),
    )


def dealt(state: State, chance: Chance) -> State:
    """The cards of this round at this moment (FL-02 to FL-04)."""
    cards = chance.cards(state.key, state.round).astype(_NUMBER)
    seats = jnp.arange(state.hands.shape[0])
    each = state.rules.each
    at = each * seats[:, None] + jnp.arange(PILE)
    mine = (jnp.arange(PILE) < each) & seated(state)[:, None]
    piles = jnp.where(mine, cards[jnp.minimum(at, CARDS - 1)], -1)
    top = [jnp.where(seated(state), piles[:, each - number], -1) for number in range(1, 5)]
    first = lax.rem(2 * (state.round - 1), state.players)
    openers = jnp.stack([first, lax.rem(first + 1, state.players)])
    opens = (seats[:, None] == openers).any(1)
    middle = jnp.full((2, CARDS), -1, _NUMBER)
    return state._replace(
        piles=piles,
        heights=jnp.where(seated(state), each - 3 - opens, 0),
        displays=jnp.stack(top[:2], 1),
        stolen_top=top[2],
        stolen=seated(state).astype(_NUMBER),
        hands=jnp.full_like(state.hands, -1),
        busy=jnp.zeros_like(state.busy),
        refilling=jnp.zeros_like(state.refilling),
        middle=jnp.where(jnp.arange(CARDS) == 0, top[3][openers][:, None], middle),
        sizes=jnp.ones(2, _NUMBER),
        phase=jnp.asarray(COUNTDOWN, _NUMBER),
        until=state.clock + state.rules.countdown_ms,
    )


def reshuffled(state: State, chance: Chance) -> State:
    """A stalemate: a card of each pile comes to its top so that somebody can move (FL-13)."""
    there = jnp.arange(CARDS) < state.sizes[:, None]
    helpful = _fits(state.middle[:, :, None], state.displays.reshape(-1)).any(-1)
    good, bad = there & helpful, there & ~helpful
    goods, bads = good.sum(1), bad.sum(1)
    others = goods[1] + bads[1]
    split = goods[0] * others
    pairs = split + bads[0] * goods[1]
    pick = chance.pick(state.key, state.clock, pairs)
    rest = pick - split
    first = jnp.where(
        pick < split,
        _nth(good[0], lax.div(pick, jnp.maximum(others, 1))),
        _nth(bad[0], lax.div(rest, jnp.maximum(goods[1], 1))),
    )
    number = lax.rem(pick, jnp.maximum(others, 1))
    any_other = jnp.where(number < goods[1], _nth(good[1], number), _nth(bad[1], number - goods[1]))
    second = jnp.where(
        pick < split, any_other, _nth(good[1], lax.rem(rest, jnp.maximum(goods[1], 1)))
    )
    middle = jax.vmap(_brought_up)(state.middle, state.sizes, jnp.stack([first, second]))
    return chosen(pairs > 0, state._replace(middle=middle), _ended(state))


def _nth(these: Array, number: Array) -> Array:
    """The place of the n-th that is true, counted from 0."""
    return jnp.argmax(these & (jnp.cumsum(these) == number + 1))


def _brought_up(pile: Array, size: Array, place: Array) -> Array:
    """A pile whose card at a place has come to its top."""
    at = jnp.arange(CARDS)
    moved = jnp.where((at >= place) & (at < size - 1), jnp.roll(pile, -1), pile)
    return jnp.where(at == size - 1, pile[place], moved)


def chosen(test: Array, one: State, other: State) -> State:
    found: State = jax.tree.map(lambda first, second: jnp.where(test, first, second), one, other)
    return found
