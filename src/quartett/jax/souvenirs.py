"""Souvenirs as arrays: one match, to be mapped over many by `jax.vmap`.

Kinds, cells, lines and ids are those of `quartett.fast.souvenirs`. What a line is worth follows
from the cards of the grid, so it is not kept. Seats beyond the number of players stay empty.
"""

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.fast.souvenirs import (
    ACTIONS,
    BOOK_ID,
    BOOK_PHASE,
    CARDS_OF,
    CELL_COUNT,
    KIND,
    KINDS,
    LINE_COUNT,
    MAX_PLAYERS,
    MIDDLE,
    OBSERVED,
    ONCE,
    OVER,
    PASS_ID,
    PLACE_PHASE,
    WIDTH,
)
from quartett.games.souvenirs.actions import Options
from quartett.games.souvenirs.combinations import COMBINATIONS, TABLE, Points
from quartett.games.souvenirs.deal import HAND_SIZE
from quartett.games.souvenirs.grid import INDEX, SIZE
from quartett.games.souvenirs.kit import Kit, cubes_each, kit_of
from quartett.jax.arrays import any_of, mix, running, seen_from

__all__ = ["ACTIONS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "State"]

PLAYERS: Final = (2, 3, 4)
HAND: Final = HAND_SIZE + 1
"""The most cards in a hand."""

JOKER: Final = KINDS - 1
PILE: Final = len(ONCE) - HAND_SIZE * PLAYERS[0] - 1
CUBES: Final = cubes_each(PLAYERS[0])
"""How many cubes each of two has in the whole game."""

MAX_POINTS: Final = 1 << 15
"""Points of a combination must be below."""


def points_of(table: Points) -> list[int]:
    """The points of each combination, for the first and for the second."""
    return [points for name in COMBINATIONS for points in getattr(table, name)]


POINTS: Final = points_of(TABLE)
"""The usual points."""

_NUMBER: Final = jnp.int32
_SMALL: Final = jnp.int8
_DIGIT: Final = 3
"""The bits of a count in a line's sums; there are never more than five cards."""


class State(NamedTuple):
    """The whole table; the last card of the draw pile that counts is on top."""

    players: Array
    last_cube: Array
    points: Array
    phase: Array
    turn: Array
    """The seat to act, or -1 once the match is over."""
    taken: Array
    hands: Array
    """The kinds in each hand in the order drawn; -1: no card."""
    grid: Array
    """The kind on each cell, or -1."""
    owners: Array
    """Who booked each line first, then who second; -1: nobody."""
    cubes: Array
    pile: Array
    height: Array
    """How many cards of `pile` are left."""
    size: Array
    """The most rows and columns of the grid."""


def start(
    key: Array, players: Array | int, seats: int = MAX_PLAYERS, options: Options | None = None
) -> State:
    """A new match with these options: two cards each, the grid's first, a draw (SO-02, SO-05)."""
    agreed = Options() if options is None else options
    kit, once = kit_of(agreed), CARDS_OF[agreed.size]
    players = jnp.asarray(players, _NUMBER)
    luck = jax.random.bits(key, (len(once),)) >> 8
    cards = (jnp.sort((luck << 8) | jnp.array(once, jnp.uint32)) & 255).astype(_SMALL)
    dealt = cards[jnp.arange(HAND_SIZE * seats) % len(once)].reshape(seats, HAND_SIZE)
    hands = jnp.where(jnp.arange(seats)[:, None] < players, dealt, -1)
    rest = cards[(jnp.arange(PILE + 1) + players * HAND_SIZE) % len(once)]
    height = 0 if kit.laid else len(once) - 1 - players * HAND_SIZE
    points = jnp.array(points_of(agreed.points))
    cubes = jnp.array([cubes_each(each, kit) for each in range(MAX_PLAYERS + 1)])[players]
    grid = _grid(kit, rest[-1 - PILE + height])
    agreements = agreed.starter, agreed.last_cube, points, cubes, kit.size
    return begin(hands, grid, rest[:-1], height, players, *agreements)


def _grid(kit: Kit, first: Array) -> Array:
    """The grid in which this card lies, or what always does."""
    if not kit.laid:
        return jnp.where(jnp.arange(CELL_COUNT) == MIDDLE, first, -1)
    lying = {INDEX[cell]: KIND[card] for cell, card in kit.laid.items()}
    return jnp.array([lying.get(cell, -1) for cell in range(CELL_COUNT)])


def begin(
    hands: Array,
    grid: Array,
    pile: Array,
    height: Array | int,
    players: Array | int,
    starter: Array | int = 0,
    last_cube: Array | bool = False,
    points: Array | None = None,
    cubes: Array | int = CUBES,
    size: Array | int = SIZE,
) -> State:
    """The beginning of a match with these hands of two cards, before the first draw if any."""
    seats = hands.shape[0]
    own = (jnp.arange(seats) == starter)[:, None]
    height = jnp.asarray(height, _NUMBER)
    top = pile[height - 1][None, None]
    third = jnp.where(own & (height > 0), top, -1)
    return State(
        players=jnp.asarray(players, _SMALL),
        last_cube=jnp.asarray(last_cube, _SMALL),
        points=jnp.asarray(POINTS if points is None else points, jnp.int16),
        phase=jnp.asarray(PLACE_PHASE, _SMALL),
        turn=jnp.asarray(starter, _SMALL),
        taken=(grid >= 0).sum().astype(_SMALL),
        hands=jnp.concatenate([hands, third], 1).astype(_SMALL),
        grid=grid.astype(_SMALL),
        owners=jnp.full(2 * LINE_COUNT, -1, _SMALL),
        cubes=jnp.where(jnp.arange(seats) < players, cubes, 0).astype(_SMALL),
        pile=pile.astype(_SMALL),
        height=jnp.maximum(height - 1, 0).astype(_SMALL),
        size=jnp.asarray(size, _SMALL),
    )


def is_over(state: State) -> Array:
    """Whether the match has ended."""
    return state.phase == OVER


def open_cells(grid: Array, size: Array | int) -> Array:
    """The cells, nine by nine, where a card may be laid (SO-06, SO-07)."""
    taken = (grid >= 0).reshape(WIDTH, WIDTH)
    around = jnp.pad(taken, 1)
    near = around[2:, 1:-1] | around[:-2, 1:-1] | around[1:-1, 2:] | around[1:-1, :-2]
    return near & ~taken & _reach(taken.any(1), size)[:, None] & _reach(taken.any(0), size)


def _reach(used: Array, size: Array | int) -> Array:
    """The rows, or columns, that a frame of this size can hold together with those in use."""
    at = jnp.arange(WIDTH)
    low, high = jnp.argmax(used), WIDTH - 1 - jnp.argmax(used[::-1])
    return (at > high - size) & (at < low + size)


def open_lines(state: State) -> Array:
    """The lines that the seat to act may book, if it has a cube (SO-08 to SO-10)."""
    taken = (state.grid >= 0).reshape(WIDTH, WIDTH)
    used = jnp.concatenate([taken.any(1), taken.any(0)])
    first, second = state.owners[:LINE_COUNT], state.owners[LINE_COUNT:]
    return used & (second < 0) & (first != state.turn)


def _hand(state: State) -> Array:
    """The hand of the seat to act, equal cards once; -1: no card."""
    own = (jnp.arange(state.hands.shape[0]) == state.turn)[:, None]
    hand = jnp.where(own, state.hands, -1).max(0)
    again = jnp.stack(
        [hand[0] < -1, hand[1] == hand[0], (hand[2] == hand[0]) | (hand[2] == hand[1])]
    )
    return jnp.where(again, -1, hand)


def _may_book(state: State) -> Array:
    own = jnp.arange(state.cubes.shape[0]) == state.turn
    return open_lines(state) & ((state.cubes * own).sum() > 0)


def legal(state: State) -> Array:
    """Which ids the seat to act may choose."""
    has = (jnp.arange(KINDS) == _hand(state)[:, None]).any(0)
    placing, booking = state.phase == PLACE_PHASE, state.phase == BOOK_PHASE
    place = has[:, None] & open_cells(state.grid, state.size).reshape(-1) & placing
    return jnp.concatenate([place.reshape(-1), _may_book(state) & booking, jnp.atleast_1d(booking)])


def sample(state: State, luck: Array) -> Array:
    """A legal id, each as likely as any other, for 32 random bits."""
    hand = _hand(state).astype(_NUMBER)
    slot = jnp.arange(HAND) == any_of(hand >= 0, mix(luck))
    kind = jnp.maximum((hand * slot).sum(), 0)
    cell = any_of(open_cells(state.grid, state.size).reshape(-1), luck)
    line = any_of(jnp.append(_may_book(state), True), luck)
    return jnp.where(state.phase == PLACE_PHASE, kind * CELL_COUNT + cell, BOOK_ID + line)


def line_sums(grid: Array) -> tuple[Array, Array]:
    """The sums of the lines by number (jokers above them), and by colour."""
    kinds = jnp.maximum(grid.astype(_NUMBER), 0)
    is_joker = kinds == JOKER
    number = jnp.where(is_joker, 6, lax.rem(kinds, 6))
    by_number = jnp.where(grid >= 0, 1 << _DIGIT * number, 0).reshape(WIDTH, WIDTH)
    coloured = (grid >= 0) & ~is_joker
    by_colour = jnp.where(coloured, 1 << _DIGIT * lax.div(kinds, 6), 0).reshape(WIDTH, WIDTH)
    lines = [jnp.concatenate([each.sum(1), each.sum(0)]) for each in (by_number, by_colour)]
    return lines[0], lines[1]


def line_pays(state: State) -> tuple[Array, Array]:
    """What each line pays the first, and the second (SO-11 to SO-15)."""
    by_number, by_colour = line_sums(state.grid)
    digits = 7 << _DIGIT * jnp.arange(6)
    shifts = _DIGIT * jnp.arange(6)
    numbers = (by_number[:, None] & digits) >> shifts
    colours = (by_colour[:, None] & digits[:5]) >> shifts[:5]
    jokers = by_number >> _DIGIT * 6
    size = numbers.sum(1) + jokers
    most = numbers.max(1)
    other = jnp.where(jnp.arange(6) == jnp.argmax(numbers, 1)[:, None], 0, numbers).max(1)
    has = numbers > 0
    low, high = jnp.argmax(has, 1), 5 - jnp.argmax(has[:, ::-1], 1)
    full = size == SIZE
    different = (colours > 0).sum(1)
    made = {
        "quintet": most + jokers >= 5,
        "quartet": most + jokers >= 4,
        "full_house": jnp.minimum(most, 3) + jnp.minimum(other, 2) + jokers >= 5,
        "flush": full & (different == 1),
        "rainbow": full & (different == colours.sum(1)),
        "straight": full & (most <= 1) & (high - low < SIZE),
        "triplet": most + jokers >= 3,
        "two_pairs": jnp.minimum(most, 2) + jnp.minimum(other, 2) + jokers >= 4,
        "pair": most + jokers >= 2,
    }
    table = state.points.astype(_NUMBER).reshape(-1, 2)
    worth = table[:, 0] * MAX_POINTS + table[:, 1]
    best = jnp.stack(
        [jnp.where(made[name], worth[at], 0) for at, name in enumerate(COMBINATIONS)]
    ).max(0)
    return lax.div(best, MAX_POINTS), lax.rem(best, MAX_POINTS)


def scores(state: State) -> Array:
    """The points of every seat if the match ended now (SO-15)."""
    first, second = line_pays(state)
    seats = jnp.arange(state.hands.shape[0])[:, None]
    booked = state.owners[:LINE_COUNT] == seats, state.owners[LINE_COUNT:] == seats
    return (booked[0] * first).sum(1) + (booked[1] * second).sum(1)


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the match over now (SO-16)."""
    seated = jnp.arange(state.hands.shape[0]) < state.players
    worth = jnp.where(seated, scores(state), -1)
    winners = worth == worth.max()
    return winners / winners.sum()


def step(state: State, action: Array) -> State:
    """Let the seat to act do a legal action; a match that is over stays as it is."""
    live = state.phase != OVER
    seats = jnp.arange(state.hands.shape[0])
    own = seats == state.turn
    places = (action < BOOK_ID) & live
    books = (action >= BOOK_ID) & (action < PASS_ID) & live
    kind, cell, line = lax.div(action, CELL_COUNT), lax.rem(action, CELL_COUNT), action - BOOK_ID
    grid = jnp.where((jnp.arange(CELL_COUNT) == cell) & places, kind, state.grid)
    first = state.owners[:LINE_COUNT]
    held = jnp.where(jnp.arange(LINE_COUNT) == line, first, -1).max() >= 0
    slot = jnp.arange(2 * LINE_COUNT) == line + held * LINE_COUNT
    taken = state.taken + places
    laid = state._replace(
        grid=grid.astype(_SMALL),
        taken=taken.astype(_SMALL),
        hands=jnp.where((own & places)[:, None], _without(state.hands, kind), state.hands),
        owners=jnp.where(slot & books, state.turn, state.owners),
        cubes=(state.cubes - (own & books)).astype(_SMALL),
    )
    full = taken == state.size.astype(_NUMBER) ** 2
    stays = places & _may_book(laid).any() & ~(full & (state.last_cube == 0))
    ends = full & ~stays
    return _next(laid, stays, ends, live & ~stays & ~ends)


def _next(state: State, books: Array, ends: Array, passes: Array) -> State:
    """Booking, the end, or the next seat and its card."""
    follower = lax.rem(state.turn.astype(_NUMBER) + 1, state.players.astype(_NUMBER))
    turn = jnp.select([ends, passes], [-1, follower], state.turn)
    phase = jnp.select([ends, books, passes], [OVER, BOOK_PHASE, PLACE_PHASE], state.phase)
    draws = passes & (state.height > 0)
    card = state.pile[jnp.maximum(state.height - 1, 0)]
    own = (jnp.arange(state.hands.shape[0]) == follower) & draws
    free = (state.hands < 0) & (running(state.hands < 0) == 1)
    return state._replace(
        phase=phase.astype(_SMALL),
        turn=turn.astype(_SMALL),
        hands=jnp.where(own[:, None] & free, card, state.hands),
        height=(state.height - draws).astype(_SMALL),
    )


def _without(hands: Array, kind: Array) -> Array:
    """Every hand with its first card of a kind taken out and the others moved up."""
    gone = running(hands == kind) > 0
    moved = jnp.concatenate([hands[:, 1:], jnp.full_like(hands[:, :1], -1)], 1)
    return jnp.where(gone, moved, hands)


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.souvenirs` lists it."""
    players, seat = state.players.astype(_NUMBER), jnp.asarray(seat, _NUMBER)
    turn = state.turn.astype(_NUMBER)
    owners = state.owners.astype(_NUMBER)
    own = (jnp.arange(state.hands.shape[0]) == seat)[:, None]
    hand = jnp.where(own, state.hands, -1).max(0)
    first, second = line_pays(state)
    each = jnp.stack([(state.hands >= 0).sum(1), state.cubes, scores(state)], 1)
    numbers = [
        *(state.phase == jnp.arange(3)),
        jnp.where(turn < 0, -1, (turn - seat) % players),
        state.height,
        state.taken,
        state.last_cube,
        players,
    ]
    return jnp.concatenate(
        [
            jnp.stack([each.astype(_NUMBER) for each in numbers]),
            (jnp.arange(KINDS)[:, None] == hand).sum(1),
            state.grid.astype(_NUMBER) + 1,
            jnp.where(owners < 0, 0, (owners - seat) % players + 1),
            first,
            second,
            state.points.astype(_NUMBER),
            seen_from(each, seat, players, MAX_PLAYERS),
        ]
    ).astype(jnp.int16)
