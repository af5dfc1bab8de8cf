"""Jericho as arrays: one match, to be mapped over many by `jax.vmap`.

Kinds, walls and ids are those of `quartett.fast.jericho`. Where all choose at once, the seats
choose in ascending order. Seats beyond the number of players stay empty. Lengths of walls follow
from their cards, so they are not kept.
"""

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from quartett.fast.jericho import (
    ACTIONS,
    BRASS,
    CARDS_OF,
    FEED_ID,
    FEED_PHASE,
    FIRST_PHASE,
    FROM_THE_TOP,
    KINDS,
    MAX_PLAYERS,
    OBSERVED,
    OVER,
    PLAY_PHASE,
    RANKS,
    SEAT_WALLS,
    SHOW,
    SIZES,
    SUPPLY_ID,
    TRUMPET_ID,
    WALL_ID,
    WALL_SIZE,
)
from quartett.games.jericho.actions import Options
from quartett.games.jericho.deal import FULL, Kit, kit_of, pile_sizes, scoring_piles
from quartett.jax.arrays import any_of, running, seen_from

__all__ = ["ACTIONS", "MAX_PLAYERS", "OBSERVED", "PLAYERS", "State"]

PLAYERS: Final = (3, 4, 5)
COLOURS: Final = 5
WALL_KINDS: Final = 25
PILE: Final = sum(pile_sizes(PLAYERS[0]))
"""The room for a draw pile: that of the fewest players is the highest."""

_NUMBER: Final = jnp.int32
_SMALL: Final = jnp.int8

_HEIGHT: Final = [WALL_SIZE - FROM_THE_TOP.index(place) for place in range(WALL_SIZE)]
"""The higher, the earlier a place falls."""

_IS_BRASS: Final = [int(kind == BRASS) for kind in range(KINDS + 1)]
_IS_SHOW: Final = [int(kind == SHOW) for kind in range(KINDS + 1)]
_IS_LAST: Final = [int(place == WALL_SIZE - 1) for place in range(WALL_SIZE)]


class State(NamedTuple):
    """The whole table; the last card of the draw pile that counts is on top."""

    players: Array
    phase: Array
    round: Array
    turn: Array
    """The seat to act, or -1 once the match is over."""
    starter: Array
    hands: Array
    """Cards by seat and kind."""
    walls: Array
    """Cards by seat, colour and place of a wall."""
    faces: Array
    fed: Array
    supply: Array
    puts: Array
    won: Array
    removed: Array
    pile: Array
    height: Array
    """How many cards of `pile` are left."""
    last: Array
    """The last round."""
    named: Array
    """How many colours a trumpet may name."""


def _by_players(kit: Kit) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """By players: bottom and height of each pile with a scoring card, and of the draw pile."""
    none = [(0, 0)] * kit.scorings
    piles, heights = [none] * kit.players.start, [0] * kit.players.start
    for players in kit.players:
        piles.append(scoring_piles(players, None, kit.scorings, kit))
        heights.append(sum(pile_sizes(players, kit)))
    return piles, heights


def deal(key: Array, players: Array, kit: Kit, once: list[int]) -> tuple[Array, Array, Array]:
    """Shuffle: the cards, where scoring cards go in the draw pile, and the height of it."""
    piles, heights = _by_players(kit)
    shuffle, places = jax.random.split(key)
    luck = jax.random.bits(shuffle, (len(once),)) >> 8
    cards = (jnp.sort((luck << 8) | jnp.array(once, jnp.uint32)) & 255).astype(_SMALL)
    bottoms, sizes = jnp.array(piles, _NUMBER)[players].T
    within = jnp.floor(jax.random.uniform(places, (kit.scorings,)) * sizes).astype(_NUMBER)
    return cards, bottoms + within, jnp.array(heights, _NUMBER)[players]


def start(
    key: Array, players: Array | int, seats: int = MAX_PLAYERS, options: Options | None = None
) -> State:
    """A new match: seven cards each, and a draw pile of six piles (JE-02, JE-03)."""
    agreed = Options() if options is None else options
    kit, once = kit_of(agreed), CARDS_OF[SIZES.index(agreed.size)]
    players = jnp.asarray(players, _NUMBER)
    cards, shows, height = deal(key, players, kit, once)
    owner = jnp.arange(len(once)) // kit.hand
    dealt = (owner[:, None] == jnp.arange(seats)) & (owner < players)[:, None]
    kinds = cards[:, None] == jnp.arange(KINDS)
    hands = jnp.einsum("cs,ck->sk", dealt.astype(jnp.float32), kinds.astype(jnp.float32))
    at = jnp.arange(PILE)
    below = (shows[:, None] < at).sum(0)
    pile = jnp.where(
        (shows[:, None] == at).any(0), SHOW, cards[(players * kit.hand + at - below) % len(once)]
    )
    return begin(hands, pile, height, players, agreed.starter, kit.rounds, len(kit.colours))


def begin(
    hands: Array,
    pile: Array,
    height: Array | int,
    players: Array | int,
    starter: Array | int = 0,
    last: Array | int = FULL.rounds,
    named: Array | int = COLOURS,
) -> State:
    """The beginning of a match with these hands (by kind) and this draw pile."""
    seats = hands.shape[0]
    zero = jnp.zeros((), _SMALL)
    return State(
        players=jnp.asarray(players, _SMALL),
        phase=zero + FIRST_PHASE,
        round=zero + 1,
        turn=zero,
        starter=jnp.asarray(starter, _SMALL),
        hands=hands.astype(_SMALL),
        walls=jnp.zeros((seats, COLOURS, WALL_SIZE), _SMALL),
        faces=jnp.full(seats, -1, _SMALL),
        fed=jnp.zeros(seats, _SMALL),
        supply=jnp.zeros(KINDS, _SMALL),
        puts=jnp.zeros((seats, KINDS), _SMALL),
        won=jnp.zeros((seats, KINDS), _SMALL),
        removed=jnp.zeros(KINDS + 1, _SMALL),
        pile=pile.astype(_SMALL),
        height=jnp.asarray(height, _SMALL),
        last=jnp.asarray(last, _SMALL),
        named=jnp.asarray(named, _SMALL),
    )


def is_over(state: State) -> Array:
    """Whether the match has ended."""
    return state.phase == OVER


def legal(state: State) -> Array:
    """Which ids the seat to act may choose."""
    has = (_of_seat(state.hands, state.turn) > 0) & (state.turn >= 0)
    bricks, brass = has[:WALL_KINDS], has[WALL_KINDS:]
    first = jnp.concatenate([bricks, brass & ~bricks.any()]) & (state.phase == FIRST_PHASE)
    feed = has & (state.phase == FEED_PHASE)
    playing = state.phase == PLAY_PHASE
    return jnp.concatenate(
        [
            first,
            feed,
            bricks & playing,
            (jnp.arange(COLOURS) < state.named) & brass & playing,
            has & playing,
        ]
    )


def sample(state: State, luck: Array) -> Array:
    """A legal id, each as likely as any other, for 32 random bits."""
    return any_of(legal(state), luck)


def lengths(walls: Array) -> Array:
    """How long the walls of each seat are, by colour."""
    return (walls.astype(_NUMBER) * jnp.array(RANKS)).sum(-1)


def scores(state: State) -> Array:
    """The cards that each seat has won."""
    return state.won.astype(_NUMBER).sum(-1)


def shares(state: State) -> Array:
    """Each seat's share of the victory, were the match over now (JE-22)."""
    seated = jnp.arange(state.hands.shape[0]) < state.players
    left = state.walls.astype(_NUMBER).sum((1, 2))
    worth = jnp.where(seated, scores(state) * 128 + left, -1)
    winners = worth == worth.max()
    return winners / winners.sum()


def step(state: State, action: Array) -> State:
    """Let the seat to act do a legal action; a match that is over stays as it is."""
    now = jax.tree.map(lambda each: each.astype(_NUMBER), state._replace(pile=state.pile[:0]))
    own = jnp.arange(state.hands.shape[0]) == now.turn
    is_supply, is_feed = action >= SUPPLY_ID, (action >= FEED_ID) & (action < WALL_ID)
    is_blow = (action >= TRUMPET_ID) & ~is_supply
    is_wall = (action >= WALL_ID) & ~is_blow & ~is_supply
    is_first = action < FEED_ID
    base = jnp.select([is_supply, is_wall, is_feed], [SUPPLY_ID, WALL_ID, FEED_ID], FIRST_PHASE)
    kind = jnp.where(is_blow, BRASS, action - base)
    card = (jnp.arange(KINDS) == kind).astype(_NUMBER)
    moved = own[:, None] * card
    hidden = is_supply | is_feed
    fed = jnp.where(own & is_feed, 1, now.fed)
    faces = jnp.where(own & is_first, kind, now.faces)
    last = now.turn == now.players - 1
    shown = is_feed & last & (now.round == 1)
    built = moved[:, :WALL_KINDS] * is_wall
    built += (faces[:, None] == jnp.arange(WALL_KINDS)) & shown
    walls = now.walls + _with_room(built.reshape(-1, COLOURS, WALL_SIZE - 1))
    walls, fallen, gone = _blow(walls, own, jnp.where(is_blow, action - TRUMPET_ID, -1))
    gone += ((faces == BRASS) & shown).sum()
    playing = ~is_first & ~is_feed
    after = now._replace(
        phase=jnp.select([is_first & last, is_feed & last], [FEED_PHASE, PLAY_PHASE], now.phase),
        turn=jnp.select([is_feed & last, last], [now.starter, 0], now.turn + 1),
        hands=now.hands - moved,
        walls=walls,
        faces=jnp.where(shown, -1, faces),
        fed=fed,
        supply=now.supply + card * hidden + fallen,
        puts=now.puts + moved * hidden,
        removed=now.removed + jnp.array(_IS_BRASS) * gone,
    )
    after = _draw(after, state.pile, own, playing)
    live = now.phase != OVER
    return State(
        *(
            jnp.where(live, new.astype(_SMALL), old) if name != "pile" else old
            for name, new, old in zip(State._fields, after, state, strict=True)
        )
    )


def _draw(now: State, pile: Array, own: Array, playing: Array) -> State:
    """The end of a turn: a card, or a scoring, the replacement and the next round."""
    top = pile[jnp.maximum(now.height - 1, 0)].astype(_NUMBER)
    scoring = playing & (top == SHOW)
    ended = scoring & (now.round == now.last)
    more = scoring & ~ended
    below = pile[jnp.maximum(now.height - 2, 0)].astype(_NUMBER)
    drawn = jnp.where(scoring, below, top)
    draws = playing & ~ended
    hands = now.hands + own[:, None] * (jnp.arange(KINDS) == drawn) * draws
    drawer = jnp.argmax(own)
    supply, won = _score(now, drawer)
    spent = now.supply[BRASS]
    left, ones, gone = _finish(now.walls)
    return now._replace(
        phase=jnp.select([ended, more], [OVER, FEED_PHASE], now.phase),
        round=now.round + more,
        turn=jnp.select([ended, more], [-1, 0], now.turn),
        starter=jnp.where(more, lax.rem(drawer + 1, now.players), now.starter),
        hands=hands,
        walls=jnp.where(ended, left, now.walls),
        fed=jnp.where(scoring, 0, now.fed),
        supply=jnp.where(scoring, supply, now.supply),
        puts=jnp.where(scoring, 0, now.puts),
        won=jnp.where(scoring, won, now.won) + ones * ended,
        removed=now.removed
        + jnp.array(_IS_SHOW) * scoring
        + jnp.array(_IS_BRASS) * (spent * scoring + gone * ended),
        height=now.height - playing - more,
    )


def _blow(walls: Array, own: Array, colour: Array) -> tuple[Array, Array, Array]:
    """A trumpet on a colour (-1: none): walls, what falls by kind, and trumpets removed."""
    chosen = jnp.arange(COLOURS) == colour
    wall = (walls * chosen[:, None]).sum(1)
    standing = wall.sum(0)
    top = jnp.argmax((standing > 0) * jnp.array(_HEIGHT))
    hit = jnp.arange(WALL_SIZE) == top
    count = (standing * hit).sum()
    wall = wall * ~hit
    brass = wall[:, -1]
    crumbles = wall[:, :-1].sum(1) == 0
    gone = (brass * crumbles).sum()
    wall = wall * ~crumbles[:, None]
    stays = own & ~crumbles
    wall = wall + jnp.array(_IS_LAST) * stays[:, None]
    fallen_kind = jnp.where(top == WALL_SIZE - 1, BRASS, colour * 5 + top)
    blown = colour >= 0
    fallen = (jnp.arange(KINDS) == fallen_kind) * count * blown
    walls = jnp.where(chosen[:, None], wall[:, None, :], walls)
    return walls, fallen, (gone + ~stays.any()) * blown


def _score(now: State, drawer: Array) -> tuple[Array, Array]:
    """Each colour's supply goes to the longest wall (JE-16 to JE-18): supply and won cards."""
    seats = jnp.arange(now.hands.shape[0])
    length = lengths(now.walls)
    best = length.max(0)
    wins = (length == best) & (best > 0)
    place = lax.rem(seats - drawer + now.players, now.players)
    place = jnp.where(seats < now.players, place, MAX_PLAYERS)
    before = place[None, :] < place[:, None]
    order = (before[:, :, None] & wins[None]).sum(1)
    sharers = jnp.maximum(wins.sum(0), 1)
    cards = now.supply[:WALL_KINDS].reshape(COLOURS, 5)
    ends = running(cards)
    shared = jnp.where(best > 0, lax.div(ends[:, -1], sharers) * sharers, 0)
    ends = jnp.minimum(ends, shared[:, None])
    starts = jnp.pad(ends[:, :-1], ((0, 0), (1, 0)))

    def turns(number: Array) -> Array:
        """How many of the first n cards fall to each seat, by colour and rank."""
        ahead = number[None] + sharers[None, :, None] - 1 - order[:, :, None]
        return lax.div(ahead, jnp.broadcast_to(sharers[None, :, None], ahead.shape))

    gained = (turns(ends) - turns(starts)) * wins[:, :, None]
    won = now.won + _with_room(gained.reshape(-1, WALL_KINDS))
    left = (now.supply - _with_room((ends - starts).reshape(-1))) * (jnp.arange(KINDS) != BRASS)
    return left, won


def _finish(walls: Array) -> tuple[Array, Array, Array]:
    """The final scoring (JE-20, JE-21): what is left of the walls, ones won, trumpets removed."""
    places = jnp.arange(WALL_SIZE)
    crumbles = walls[:, :, 1:-1].sum(-1) == 0
    gone = (walls[:, :, -1] * crumbles).sum()
    left = walls * (places > 0) * ~crumbles[:, :, None]
    ones = (walls[:, :, :-1] * (places[:-1] == 0)).reshape(-1, WALL_KINDS)
    return left, _with_room(ones), gone


def _with_room(bricks: Array) -> Array:
    """Counts of wall cards, with a place for trumpets at the end."""
    return jnp.pad(bricks, [(0, 0)] * (bricks.ndim - 1) + [(0, 1)])


def observe(state: State, seat: Array) -> Array:
    """What a seat may know, as `quartett.fast.jericho` lists it."""
    now = jax.tree.map(lambda each: each.astype(_NUMBER), state)
    players, seat = now.players, jnp.asarray(seat, _NUMBER)
    turn = jnp.where(now.phase == PLAY_PHASE, now.turn, -1)
    face = _of_seat(now.faces, seat)
    numbers = [
        *(now.phase == jnp.arange(4)),
        now.round,
        now.height,
        (now.starter - seat) % players,
        jnp.where(turn < 0, -1, (turn - seat) % players),
        now.supply.sum(),
    ]
    each = jnp.concatenate(
        [
            now.hands.sum(-1)[:, None],
            (now.faces >= 0)[:, None],
            now.fed[:, None],
            now.puts.sum(-1)[:, None],
            scores(state)[:, None],
            now.walls.reshape(-1, SEAT_WALLS),
            lengths(state.walls),
            now.won,
        ],
        1,
    )
    table = jnp.concatenate(
        [
            jnp.stack(numbers),
            _of_seat(now.hands, seat),
            (jnp.arange(KINDS) == face).astype(_NUMBER),
            _of_seat(now.puts, seat),
            now.removed,
            players[None],
        ]
    ).astype(_SMALL)
    others = seen_from(each.astype(_SMALL), seat, players, MAX_PLAYERS)
    return jnp.concatenate([table, others])


def _of_seat(table: Array, seat: Array) -> Array:
    """The row of a seat; cheaper than indexing in a batch."""
    own = (jnp.arange(table.shape[0]) == seat).reshape(-1, *[1] * (table.ndim - 1))
    return (table * own).sum(0).astype(table.dtype)
