"""Photo Rummy as arrays: one match, to be mapped over many by `jax.vmap`.

Cards and ids are those of `quartett.fast.photo_rummy`. No accelerator runs the solver: once
somebody has drawn, the program calls back to the CPU, which finds the lays to choose from. So this
game is as quick as the solver, not as the device. Seats beyond the number of players stay empty.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from quartett.fast.photo_rummy import (
    ACTIONS,
    CANDIDATES,
    CARD,
    CARDS,
    DRAW_PHASE,
    JOKER_MINUS,
    LAY_ID,
    LAY_PHASE,
    MAX_PLAYERS,
    OBSERVED,
    OVER,
    PASS_ID,
    PHOTOS,
    empty,
)
from quartett.games.photo_rummy.actions import STACKS, Options
from quartett.games.photo_rummy.kit import KITS
from quartett.jax.arrays import any_of, seen_from

__all__ = ["ACTIONS", "CANDIDATES", "CARDS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "State"]

PLAYERS: Final = (2, 3, 4)
CITIES: Final = 17
CATEGORIES: Final = 6
COMBINATIONS: Final = CARDS // 3
"""No table holds more sets and rows."""

_NUMBER: Final = jnp.int32
_SMALL: Final = jnp.int8
_MANY: Final = 1 << 14
_STACK: Final = -1
_TABLE: Final = MAX_PLAYERS
_CITY: Final = np.arange(PHOTOS) // CATEGORIES
_CATEGORY: Final = np.arange(PHOTOS) % CATEGORIES
_MINUS: Final = np.where(np.arange(CARDS) < PHOTOS, 1, JOKER_MINUS)

SIZES: Final = tuple(KITS)
_RACKS: Final = np.array([kit.rack for kit in KITS.values()])
_STACKS: Final = np.array([kit.stacks for kit in KITS.values()])
_DEALT: Final = np.array(
    [np.isin(np.arange(CARDS), [CARD[card] for card in kit.cards]) for kit in KITS.values()]
)
"""Which cards are shuffled and dealt, by size."""

_LAID: Final = np.array(
    [
        [max([at for at, row in enumerate(rows) if card in row], default=-1) for card in CARD]
        for rows in (kit.laid for kit in KITS.values())
    ]
)
"""The number of the combination in which each card lies from the beginning, by size, or -1."""

Deal = Callable[[Array, Array], Array]
"""All cards in random order, for the key of a match and the number of the round."""


def shuffled(key: Array, number: Array) -> Array:
    """The cards in the order that the key of the match has for a round."""
    return jax.random.permutation(jax.random.fold_in(key, number), CARDS)


class State(NamedTuple):
    """The whole table."""

    players: Array
    rounds: Array
    phase: Array
    turn: Array
    """The seat to act, or -1 once the match is over."""
    round: Array
    starter: Array
    deck: Array
    """The cards as dealt: the racks, then the stacks, a card for each in turn; then the others."""
    heights: Array
    """How many cards each stack has left; its last one is on top."""
    place: Array
    """Where each card is: the seat that holds it, 4 on the table, -1 in a stack."""
    group: Array
    """The number of the combination in which each card lies, or -1."""
    opened: Array
    points: Array
    lays: Array
    """What the solver proposes: for each lay the `group` of every card after it."""
    proposed: Array
    """How many lays that is."""
    key: Array
    size: Array
    """The place of the size in `SIZES`."""


def start(
    key: Array, players: Array | int, seats: int = MAX_PLAYERS, options: Options | None = None
) -> State:
    """A new match with these options; every table here has four places."""
    agreed = Options() if options is None else options
    size = SIZES.index(agreed.size)
    return init(key, players, agreed.starter, agreed.rounds, size=size)


def init(
    key: Array,
    players: Array | int,
    starter: Array | int = 0,
    rounds: Array | int = 3,
    deal: Deal = shuffled,
    size: Array | int = 0,
) -> State:
    """A new match, its first round dealt (PR-03, PR-04)."""
    empty = jnp.zeros(MAX_PLAYERS, jnp.int16)
    blank = State(
        players=jnp.asarray(players, _SMALL),
        rounds=jnp.asarray(rounds, _SMALL),
        phase=jnp.asarray(DRAW_PHASE, _SMALL),
        turn=jnp.asarray(starter, _SMALL),
        round=jnp.asarray(1, _SMALL),
        starter=jnp.asarray(starter, _SMALL),
        deck=jnp.zeros(CARDS, _SMALL),
        heights=jnp.zeros(STACKS, _SMALL),
        place=jnp.full(CARDS, _STACK, _SMALL),
        group=jnp.full(CARDS, -1, _SMALL),
        opened=empty.astype(_SMALL),
        points=empty,
        lays=jnp.full((CANDIDATES, CARDS), -1, _SMALL),
        proposed=jnp.asarray(0, _SMALL),
        key=key,
        size=jnp.asarray(size, _SMALL),
    )
    return _dealt(blank, deal)


def _dealt(state: State, deal: Deal) -> State:
    """The same match with the cards of its round dealt."""
    size, players = state.size.astype(_NUMBER), state.players.astype(_NUMBER)
    rack, stacks = jnp.array(_RACKS)[size], jnp.array(_STACKS)[size]
    dealt, laid = jnp.array(_DEALT)[size], jnp.array(_LAID)[size]
    deck = deal(state.key, state.round)
    deck = deck[jnp.argsort(~dealt[deck], stable=True)].astype(_SMALL)
    held, at, stack = rack * players, jnp.arange(CARDS), jnp.arange(STACKS)
    owner = jnp.where(at < held, lax.div(at, rack), _STACK)
    left = dealt.sum() - held - stack
    opened = (laid >= 0).any() & (jnp.arange(MAX_PLAYERS) < players)
    return state._replace(
        phase=jnp.asarray(DRAW_PHASE, _SMALL),
        turn=state.starter,
        deck=deck,
        heights=jnp.where(stack < stacks, lax.div(left + stacks - 1, stacks), 0).astype(_SMALL),
        place=jnp.where(laid >= 0, _TABLE, jnp.zeros_like(at).at[deck].set(owner)).astype(_SMALL),
        group=laid.astype(_SMALL),
        opened=opened.astype(_SMALL),
        proposed=jnp.asarray(0, _SMALL),
    )


def _offered(state: State) -> State:
    """The same match, with lays to choose from for the seat that has drawn."""
    laying = state.phase == LAY_PHASE
    shapes = jax.eval_shape(lambda: (state.lays, state.proposed))
    rack = state.place == state.turn
    opened = ((jnp.arange(MAX_PLAYERS) == state.turn) & (state.opened > 0)).any()
    lays, number = jax.pure_callback(
        _lays, shapes, laying, rack, state.group, opened, vmap_method="broadcast_all"
    )
    return state._replace(lays=lays, proposed=number)


def _lays(laying: Array, rack: Array, group: Array, opened: Array) -> tuple[np.ndarray, np.ndarray]:
    """The solver's lays for many matches: each the `group` of every card after it; how many."""
    lead = np.shape(laying)
    lays = np.full((*lead, CANDIDATES, CARDS), -1, np.int8)
    number = np.zeros(lead, np.int8)
    hands, groups, has_opened = np.asarray(rack), np.asarray(group), np.asarray(opened)
    for at in np.argwhere(np.asarray(laying)):
        where = tuple(at)
        found = _candidates(hands[where], groups[where], bool(has_opened[where]))
        number[where] = len(found)
        for lay, table in enumerate(found):
            for place, cards in enumerate(table):
                lays[(*where, lay, cards)] = place
    return lays, number


def _candidates(rack: np.ndarray, group: np.ndarray, opened: bool) -> list[list[list[int]]]:
    """The tables that the fast core proposes to this rack."""
    table = empty(2, Options(), 0)
    table.phase, table.turn = LAY_PHASE, 0
    table.racks[0] = np.flatnonzero(rack).tolist()
    table.opened[0] = int(opened)
    table.table = [np.flatnonzero(group == at).tolist() for at in range(int(group.max()) + 1)]
    return [each.table for each in table.candidates()]


def is_over(state: State) -> Array:
    """Whether the match has ended."""
    return state.phase == OVER


def legal(state: State) -> Array:
    """Which ids the seat to act may choose: of the lays those that were proposed."""
    draws = (state.heights > 0) & (state.phase == DRAW_PHASE)
    laying = state.phase == LAY_PHASE
    passes = laying | ((state.phase == DRAW_PHASE) & ~draws.any())
    lays = (jnp.arange(CANDIDATES) < state.proposed) & laying
    return jnp.concatenate([draws, passes[None], lays])


def sample(state: State, luck: Array) -> Array:
    """A legal id, each as likely as any other, for 32 random bits."""
    return any_of(legal(state), luck)


def scores(state: State) -> Array:
    """The totals of the rounds that are over."""
    return state.points


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the match over now (PR-18)."""
    seated = jnp.arange(MAX_PLAYERS) < state.players
    worth = jnp.where(seated, state.points, -_MANY)
    winners = worth == worth.max()
    return winners / winners.sum()


def step(state: State, action: Array, deal: Deal = shuffled) -> State:
    """Let the seat to act do a legal action; a match that is over stays as it is."""
    drawn, ended = _drawn(state, action), _ended(state, action, deal)

    def chosen(*options: Array) -> Array:
        over, drawing, ending = options
        return jnp.where(state.phase == OVER, over, jnp.where(action < PASS_ID, drawing, ending))

    found: State = jax.tree.map(chosen, state, drawn, ended)
    return _offered(found)


def _drawn(state: State, stack: Array) -> State:
    """After a draw (PR-06)."""
    own = jnp.arange(STACKS) == stack
    height = (state.heights * own).sum()
    size = state.size.astype(_NUMBER)
    held = jnp.array(_RACKS)[size] * state.players.astype(_NUMBER)
    top = held + stack + jnp.array(_STACKS)[size] * (height - 1)
    card = state.deck[jnp.clip(top, 0, CARDS - 1)]
    return state._replace(
        phase=jnp.asarray(LAY_PHASE, _SMALL),
        heights=(state.heights - own).astype(_SMALL),
        place=jnp.where(jnp.arange(CARDS) == card, state.turn, state.place),
        proposed=jnp.asarray(0, _SMALL),
    )


def _ended(state: State, action: Array, deal: Deal) -> State:
    """After a lay or a pass: the next seat's turn, the next round, or the end."""
    lays = action >= LAY_ID
    group = jnp.where(lays, state.lays[jnp.clip(action - LAY_ID, 0, CANDIDATES - 1)], state.group)
    place = _placed(state, group)
    own = jnp.arange(MAX_PLAYERS) == state.turn
    laid = state._replace(
        group=group,
        place=place,
        opened=jnp.where(own & lays, 1, state.opened).astype(_SMALL),
        proposed=jnp.asarray(0, _SMALL),
    )
    out = lays & ~(place == state.turn).any()
    over = out | ~(state.heights > 0).any()
    scored = laid._replace(points=jnp.where(out, _scored(laid), state.points))
    follower = lax.rem(state.turn.astype(_NUMBER) + 1, state.players.astype(_NUMBER))
    on = laid._replace(phase=jnp.asarray(DRAW_PHASE, _SMALL), turn=follower.astype(_SMALL))
    last = state.round >= state.rounds
    end = scored._replace(phase=jnp.asarray(OVER, _SMALL), turn=jnp.asarray(-1, _SMALL))
    starter = lax.rem(state.starter.astype(_NUMBER) + 1, state.players.astype(_NUMBER))
    again = _dealt(scored._replace(round=state.round + 1, starter=starter.astype(_SMALL)), deal)
    found: State = jax.tree.map(
        lambda one, two, three: jnp.where(over, jnp.where(last, one, two), three), end, again, on
    )
    return found


def _placed(state: State, group: Array) -> Array:
    """Where all cards are once the seat to act has laid; what leaves the table comes to it."""
    taken = (state.place == _TABLE) & (group < 0)
    return jnp.where(group >= 0, _TABLE, jnp.where(taken, state.turn, state.place)).astype(_SMALL)


def _scored(state: State) -> Array:
    """The totals once the seat to act has won the round (PR-16)."""
    seats = jnp.arange(MAX_PLAYERS)
    lost = ((state.place == seats[:, None]) * jnp.array(_MINUS)).sum(1)
    gained = jnp.where(seats == state.turn, lost.sum(), -lost)
    return (state.points + gained).astype(jnp.int16)


def _lines(group: Array) -> Array:
    """For each card the capital of its row, or 17 plus the category of its set, or -1."""
    member = group == jnp.arange(COMBINATIONS)[:, None]
    photos = member[:, :PHOTOS]
    city = jnp.where(photos, jnp.array(_CITY), -1).max(1)
    lowest = jnp.where(photos, jnp.array(_CITY), CITIES).min(1)
    category = jnp.where(photos, jnp.array(_CATEGORY), -1).max(1)
    line = jnp.where(city == lowest, city, CITIES + category)
    return (member * (line + 1)[:, None]).sum(0) - 1


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.photo_rummy` lists it."""
    players, seat = state.players.astype(_NUMBER), jnp.asarray(seat, _NUMBER)
    turn, starter = state.turn.astype(_NUMBER), state.starter.astype(_NUMBER)
    lines = _lines(state.group)
    jokers = (lines[PHOTOS:] == jnp.arange(CITIES + CATEGORIES)[:, None]).sum(1)
    places = jnp.arange(MAX_PLAYERS)
    sizes = (state.place == places[:, None]).sum(1)
    each = jnp.stack([sizes, state.opened.astype(_NUMBER), state.points.astype(_NUMBER)], 1)
    numbers = [
        *(state.phase == jnp.arange(3)),
        jnp.where(turn < 0, -1, (turn - seat) % players),
        (starter - seat) % players,
        state.round,
        state.rounds,
        players,
    ]
    features = jax.vmap(lambda lay: _features(state, lines, lay))(state.lays)
    shown = (jnp.arange(CANDIDATES) < state.proposed) & (turn == seat) & (state.phase == LAY_PHASE)
    parts = [
        jnp.stack([number.astype(_NUMBER) for number in numbers]),
        state.heights,
        state.place == seat,
        jnp.where(lines < 0, 0, jnp.where(lines < CITIES, 1, 2)),
        jokers,
        seen_from(each, seat, players, MAX_PLAYERS),
        (features * shown[:, None]).reshape(-1),
    ]
    return jnp.concatenate([part.astype(jnp.int16) for part in parts])


def _features(state: State, lines: Array, lay: Array) -> Array:
    """Cards laid and left, minus points, whether it goes out, cards moved, jokers taken."""
    own = state.place == state.turn
    after = _placed(state, lay) == state.turn
    taken = ((state.place == _TABLE) & (lay < 0)).sum()
    left = after.sum()
    moved = ((lines >= 0) & (_lines(lay) != lines)).sum()
    minus = (after * jnp.array(_MINUS)).sum()
    return jnp.stack([own.sum() + taken - left, left, minus, left == 0, moved, taken])
