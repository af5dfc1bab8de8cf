"""Jericho's network: a policy over the action ids, and the expected share of the victory.

Colours are interchangeable in the rules, so they are in the network: one set of weights looks at
each colour, and what all colours come to is mixed back into each.
"""

from types import ModuleType
from typing import Final

from quartett.bots.network import Array, Weights, dense, one_hot, relu
from quartett.fast.jericho import (
    ACTIONS as ACTIONS,
)
from quartett.fast.jericho import (
    BRASS,
    FEED_ID,
    FROM_THE_TOP,
    KINDS,
    MAX_PLAYERS,
    ONCE,
    RANKS,
    SEAT_WALLS,
    SUPPLY_ID,
    TRUMPET_ID,
    WALL_ID,
    WALL_SIZE,
)
from quartett.games.jericho.deal import scoring_piles

COLOURS: Final = 5
WIDTH: Final = 128
CHOICES: Final = ACTIONS
"""The network chooses among the action ids as they are."""

_HAND: Final = 9
_FACE: Final = _HAND + KINDS
_PUTS: Final = _FACE + KINDS
_REMOVED: Final = _PUTS + KINDS
_PLAYERS: Final = _REMOVED + KINDS + 1
_SEATS: Final = _PLAYERS + 1
_SEAT: Final = 5 + SEAT_WALLS + COLOURS + KINDS
_DECK: Final = [ONCE.count(kind) for kind in range(KINDS)]

_PER_COLOUR: Final = 21
"""Logits of a colour: first, feed, wall and supply for five values each, and the trumpet."""

TOKEN: Final = 5 + 5 + 5 + 5 + MAX_PLAYERS * (WALL_SIZE + 3) + WALL_SIZE + 2
GLOBAL: Final = 4 + 3 + 3 + 5 + 2 + 3 + 3 + MAX_PLAYERS * 6 + 1

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "token.w": (TOKEN, WIDTH),
    "token.b": (WIDTH,),
    "global.w": (GLOBAL, WIDTH),
    "global.b": (WIDTH,),
    **{
        f"{layer}.{part}": (WIDTH, WIDTH)
        for layer in ("mix1", "mix2")
        for part in ("own.w", "mean.w", "max.w", "all.w")
    },
    "mix1.own.b": (WIDTH,),
    "mix2.own.b": (WIDTH,),
    "all1.w": (3 * WIDTH, WIDTH),
    "all1.b": (WIDTH,),
    "all2.w": (3 * WIDTH, WIDTH),
    "all2.b": (WIDTH,),
    "colour.w": (WIDTH, _PER_COLOUR),
    "colour.b": (_PER_COLOUR,),
    "brass.w": (WIDTH, 3),
    "brass.b": (3,),
    "value1.w": (WIDTH, WIDTH),
    "value1.b": (WIDTH,),
    "value.w": (WIDTH, 1),
    "value.b": (1,),
}
"""The name and shape of every array of weights."""


def _windows() -> list[list[list[float]]]:
    """By players and round, the bottom and top of the pile with the next scoring card."""
    found = [[[0.0, 0.0]] * 4 for _ in range(MAX_PLAYERS + 1)]
    for players in range(3, MAX_PLAYERS + 1):
        piles = scoring_piles(players)
        windows = [[float(bottom), float(bottom + size)] for bottom, size in piles]
        found[players] = [[0.0, 0.0], *reversed(windows)]
    return found


_WINDOWS: Final = _windows()


def choices(xp: ModuleType, seen: Array) -> Array:
    """The action id of every choice: the choices are the ids."""
    return xp.broadcast_to(xp.arange(ACTIONS), (*seen.shape[:-1], ACTIONS))


def by_id(xp: ModuleType, seen: Array, logits: Array, none: float) -> Array:
    """The logits of all action ids: the choices are the ids."""
    return logits


def evaluate(xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """The logits of all choices, legal or not, and the expected share of the victory."""
    tokens, table = _features(xp, seen.astype(xp.float32))
    each = relu(xp, dense(weights, "token", tokens))
    whole = relu(xp, dense(weights, "global", table))
    for number in (1, 2):
        mean, most = each.mean(-2), each.max(-2)
        mixed = (
            dense(weights, f"mix{number}.mean", mean)
            + dense(weights, f"mix{number}.max", most)
            + dense(weights, f"mix{number}.all", whole)
        )
        each = each + relu(xp, dense(weights, f"mix{number}.own", each) + mixed[..., None, :])
        joined = xp.concatenate([each.mean(-2), each.max(-2), whole], -1)
        whole = whole + relu(xp, dense(weights, f"all{number}", joined))
    value = dense(weights, "value", relu(xp, dense(weights, "value1", whole)))[..., 0]
    return _logits(xp, dense(weights, "colour", each), dense(weights, "brass", whole)), value


def expected(xp: ModuleType, weights: Weights, seen: Array) -> Array:
    """The expected share of the victory alone."""
    return evaluate(xp, weights, seen)[1]


def _logits(xp: ModuleType, colour: Array, brass: Array) -> Array:
    """Logits by colour and of trumpets, in the order of the ids."""
    flat = (*colour.shape[:-2], COLOURS * 5)
    first, feed, wall, supply = (
        colour[..., 5 * part : 5 * part + 5].reshape(flat) for part in range(4)
    )
    parts = [first, brass[..., :1], feed, brass[..., 1:2], wall, colour[..., 20]]
    return xp.concatenate([*parts, supply, brass[..., 2:]], -1)


def _features(xp: ModuleType, seen: Array) -> tuple[Array, Array]:
    """What each colour looks like, and everything else."""
    lead = seen.shape[:-1]
    seats = seen[..., _SEATS:].reshape(*lead, MAX_PLAYERS, _SEAT)
    walls = seats[..., 5 : 5 + SEAT_WALLS].reshape(*lead, MAX_PLAYERS, COLOURS, WALL_SIZE)
    walls = xp.moveaxis(walls, -3, -2)
    lengths = (walls * xp.array(RANKS, xp.float32)).sum(-1)
    won = seats[..., -KINDS:].sum(-2)
    kinds = [seen[..., at : at + KINDS] for at in (_HAND, _FACE, _PUTS)]
    standing = walls.sum(-2)
    bricks = standing[..., :5].reshape(*lead, BRASS)
    unseen = xp.array(_DECK[:BRASS], xp.float32) - won[..., :BRASS] - bricks
    unseen = unseen - sum(each[..., :BRASS] for each in kinds)
    by_colour = [each[..., :BRASS].reshape(*lead, COLOURS, 5) for each in (*kinds, unseen)]
    hit, after = blown(xp, walls, standing)
    tokens = xp.concatenate(
        [
            *by_colour,
            walls.reshape(*lead, COLOURS, -1),
            lengths / 10,
            _leads(xp, lengths) / 5,
            _leads(xp, after) / 5,
            hit,
            (hit * standing).sum(-1, keepdims=True),
            (after[..., :1] > 0).astype(xp.float32),
        ],
        -1,
    )
    brass = standing[..., -1].sum(-1) + won[..., BRASS] + seen[..., _REMOVED + BRASS]
    brass = _DECK[BRASS] - brass - sum(each[..., BRASS] for each in kinds)
    return tokens, _table(xp, seen, seats, brass)


def _table(xp: ModuleType, seen: Array, seats: Array, brass: Array) -> Array:
    """What does not belong to a colour."""
    players, turn = seen[..., _PLAYERS].astype(xp.int32), seen[..., 4].astype(xp.int32)
    window = xp.array(_WINDOWS, xp.float32)[players, turn]
    score = seats[..., 4]
    numbers = [
        seen[..., 5] / 50,
        seen[..., 8] / 20,
        seen[..., _HAND + BRASS],
        seen[..., _PUTS + BRASS],
        brass / 10,
        (score[..., 0] - score[..., 1:].max(-1)) / 5,
    ]
    places = xp.stack(
        [
            seats[..., 0] / 5,
            seats[..., 1],
            seats[..., 2],
            seats[..., 3] / 3,
            score / 20,
            (xp.arange(MAX_PLAYERS) < players[..., None]).astype(xp.float32),
        ],
        -1,
    )
    return xp.concatenate(
        [
            seen[..., :4],
            one_hot(xp, turn, 1, 3),
            one_hot(xp, players, 3, 5),
            one_hot(xp, seen[..., 6], 0, 4),
            (seen[..., 5, None] - window) / 10,
            xp.stack(numbers, -1),
            places.reshape(*seen.shape[:-1], -1),
            xp.abs(seen[..., 5, None] - window[..., 1:]) / 10,
        ],
        -1,
    )


def _leads(xp: ModuleType, lengths: Array) -> Array:
    """By how much each wall is longer than the longest other of its colour."""
    others = xp.where(xp.eye(MAX_PLAYERS, dtype=bool), -1, lengths[..., None, :]).max(-1)
    return lengths - others


def blown(xp: ModuleType, walls: Array, standing: Array) -> tuple[Array, Array]:
    """Which place of each colour a trumpet would hit, and the lengths after it."""
    order = list(FROM_THE_TOP)
    there = (standing[..., order] > 0).astype(xp.float32)
    first = there * (xp.cumsum(there, -1) == 1)
    hit = first[..., [order.index(place) for place in range(WALL_SIZE)]]
    left = walls * (1 - hit[..., None, :])
    after = (left * xp.array(RANKS, xp.float32)).sum(-1)
    return hit, xp.where(left[..., :-1].sum(-1) > 0, after, 0)


assert (FEED_ID, WALL_ID, TRUMPET_ID, SUPPLY_ID) == (26, 52, 77, 82)
