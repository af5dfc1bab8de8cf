"""Speed & Flow's network: a policy over the action ids, and the expected lead at a round's end.

What cards are does not matter, only how they agree; so the network is shown in what each two cards
on the table agree. It looks at every choice alike: at the table as it would be afterwards, what is
touched first. The lead of this moment is part of what it expects, so it learns the rest.
"""

from types import ModuleType
from typing import Final

from quartett.bots.network import Array, Weights, dense, one_hot, relu
from quartett.fast.flow import (
    ACTIONS as ACTIONS,
)
from quartett.fast.flow import (
    DRAW_ID,
    MAX_PLAYERS,
    PLAY_ID,
    SET_ID,
    STEAL_ID,
    STOP_ID,
    WAIT_ID,
)

CHOICES: Final = ACTIONS
"""The network chooses among the action ids as they are; to wait only where it could call Stop."""

SCORE: Final = 20.0
"""How many points count as one in what the network expects."""

WIDTH, DEEP, WHOLE = 128, 64, 256

_TABLE: Final = 10
_SEATS: Final = _TABLE + 2 * 4
_SEAT: Final = 4 * 3 + 6
_PER_SEAT: Final = 4
_CARDS: Final = 2 + MAX_PLAYERS * _PER_SEAT
_NONE: Final = _CARDS
_DISPLAY, _HAND, _STOLEN = 0, 2, 3


def _at(place: int, which: int) -> int:
    """The number of a card: the middle's two first, then each place's display, hand and top."""
    return 2 + _PER_SEAT * place + which


def _pairs() -> list[tuple[int, int]]:
    """The pairs of cards whose agreement can matter."""
    others = range(1, MAX_PLAYERS)
    mine = [_at(0, which) for which in range(3)]
    found = [(0, 1), (mine[0], mine[1]), (mine[0], mine[2]), (mine[1], mine[2])]
    found += [(pile, card) for pile in range(2) for card in mine]
    for place in others:
        theirs = [_at(place, which) for which in range(3)]
        found += [(pile, card) for pile in range(2) for card in theirs]
        found += [(_at(0, _STOLEN), card) for card in theirs]
        found += [(_at(place, _STOLEN), card) for card in mine]
        found.append((theirs[0], theirs[1]))
    return found


PAIRS: Final = _pairs()


def _afterwards(action: int) -> list[int]:
    """Which card lies at each place after an action, what it touches first among its like."""
    cards = list(range(_CARDS))

    def exchange(one: int, other: int) -> None:
        cards[one], cards[other] = cards[other], cards[one]

    hand, mine = _at(0, _HAND), _at(0, _DISPLAY)
    if SET_ID <= action < PLAY_ID:
        cards[mine + action - SET_ID], cards[hand] = hand, _NONE
        if action - SET_ID:
            exchange(mine, mine + 1)
    elif PLAY_ID <= action < STEAL_ID:
        source, pile = divmod(action - PLAY_ID, 2)
        cards[pile], cards[mine + source] = mine + source, _NONE
        if pile:
            exchange(0, 1)
        if source == 1:
            exchange(mine, mine + 1)
    elif STEAL_ID <= action < STOP_ID:
        step, slot = divmod(action - STEAL_ID, 2)
        victim = _at(step + 1, _DISPLAY)
        cards[_at(0, _STOLEN)], cards[victim + slot] = victim + slot, _NONE
        if slot:
            exchange(victim, victim + 1)
        if step:
            for which in range(_PER_SEAT):
                exchange(_at(1, which), _at(step + 1, which))
    return cards


_KINDS: Final = [DRAW_ID, SET_ID, PLAY_ID, PLAY_ID + 4, STEAL_ID, STOP_ID, WAIT_ID]
_KIND: Final = [max(k for k, first in enumerate(_KINDS) if first <= a) for a in range(ACTIONS)]
_AFTER: Final = [_afterwards(action) for action in range(ACTIONS)]
_SIDE: Final = _CARDS + 1
_FLAT: Final = [cards[one] * _SIDE + cards[other] for cards in _AFTER for one, other in PAIRS]
"""By choice and pair, the place of their agreement among all."""

_RELATIONS: Final = 4 * len(PAIRS)
_CHOICE: Final = _RELATIONS + _CARDS + len(_KINDS)
_PER_PLACE: Final = 8
_INPUT: Final = _RELATIONS + _CARDS + MAX_PLAYERS * _PER_PLACE + 3 + 3

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "table.w": (_INPUT, WHOLE),
    "table.b": (WHOLE,),
    "whole.w": (WHOLE, WHOLE),
    "whole.b": (WHOLE,),
    "choice.w": (_CHOICE, WIDTH),
    "choice.all.w": (WHOLE, WIDTH),
    "choice.all.b": (WIDTH,),
    "deep.w": (WIDTH, DEEP),
    "deep.b": (DEEP,),
    "liking.w": (DEEP, 1),
    "value1.w": (WHOLE, WIDTH),
    "value1.b": (WIDTH,),
    "value.w": (WIDTH, 1),
    "value.b": (1,),
}
"""The name and shape of every array of weights."""


def choices(xp: ModuleType, seen: Array) -> Array:
    """The action id of every choice: the choices are the ids."""
    return xp.broadcast_to(xp.arange(ACTIONS), (*seen.shape[:-1], ACTIONS))


def by_id(xp: ModuleType, seen: Array, logits: Array, none: float) -> Array:
    """The logits of all action ids: the choices are the ids."""
    return logits


def evaluate(xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """The logits of all choices, legal or not, and the expected lead."""
    agree = _agreements(xp, seen).astype(_rough(xp))
    flat = agree.reshape(*seen.shape[:-1], _SIDE * _SIDE, 4)
    there = (_cards(xp, seen)[..., 0] > 0).astype(agree.dtype)
    there = xp.concatenate([there, xp.zeros_like(there[..., :1])], -1)
    whole, value = _whole(xp, weights, seen, flat, there)
    relations = flat[..., xp.array(_FLAT), :]
    relations = relations.reshape(*seen.shape[:-1], ACTIONS, _RELATIONS)
    kinds = one_hot(xp, xp.array(_KIND), 0, len(_KINDS) - 1).astype(agree.dtype)
    kinds = xp.broadcast_to(kinds, (*seen.shape[:-1], *kinds.shape))
    choices = xp.concatenate([relations, there[..., xp.array(_AFTER)], kinds], -1)
    shift = dense(weights, "choice.all", whole)[..., None, :].astype(agree.dtype)
    found = relu(xp, dense(weights, "choice", choices) + shift)
    found = relu(xp, dense(weights, "deep", found))
    return dense(weights, "liking", found)[..., 0].astype(xp.float32), value


def expected(xp: ModuleType, weights: Weights, seen: Array) -> Array:
    """The expected lead alone."""
    agree = _agreements(xp, seen).astype(_rough(xp))
    flat = agree.reshape(*seen.shape[:-1], _SIDE * _SIDE, 4)
    there = (_cards(xp, seen)[..., 0] > 0).astype(agree.dtype)
    return _whole(xp, weights, seen, flat, there)[1]


def _whole(
    xp: ModuleType, weights: Weights, seen: Array, flat: Array, there: Array
) -> tuple[Array, Array]:
    """What the network makes of the table, and the lead that it expects."""
    pairs = xp.array([one * _SIDE + other for one, other in PAIRS])
    now = flat[..., pairs, :].reshape(*seen.shape[:-1], _RELATIONS)
    numbers, lead = _numbers(xp, seen)
    parts = [now.astype(xp.float32), there[..., :_CARDS].astype(xp.float32), numbers]
    table = relu(xp, dense(weights, "table", xp.concatenate(parts, -1)))
    whole = table + relu(xp, dense(weights, "whole", table))
    more = dense(weights, "value", relu(xp, dense(weights, "value1", whole)))[..., 0]
    return whole, lead / SCORE + more


def _rough(xp: ModuleType) -> Array:
    """The kind of number for the many choices: half as long where it learns, for speed."""
    return xp.float32 if xp.__name__ == "numpy" else xp.bfloat16


def _seats(seen: Array) -> Array:
    return seen[..., _SEATS:].reshape(*seen.shape[:-1], MAX_PLAYERS, _SEAT)


def _cards(xp: ModuleType, seen: Array) -> Array:
    """Number, colour and symbol of every card on the table."""
    lead = seen.shape[:-1]
    middle = seen[..., _TABLE:_SEATS].reshape(*lead, 2, 4)[..., :3]
    seats = _seats(seen)[..., :12].reshape(*lead, MAX_PLAYERS * _PER_SEAT, 3)
    return xp.concatenate([middle, seats], -2)


def _agreements(xp: ModuleType, seen: Array) -> Array:
    """For each two cards, and none, whether they fit, and in what they agree."""
    cards = _cards(xp, seen)
    cards = xp.concatenate([cards, xp.zeros_like(cards[..., :1, :])], -2)
    same = (cards[..., :, None, :] == cards[..., None, :, :]) & (cards[..., :, None, :] > 0)
    return xp.concatenate([same.any(-1, keepdims=True), same], -1)


def _numbers(xp: ModuleType, seen: Array) -> tuple[Array, Array]:
    """What are no cards, and the viewer's lead over the others' mean if the round ended now."""
    seats = _seats(seen).astype(xp.float32)
    cards, players = (seats[..., :9:3] > 0).sum(-1), seen[..., 4].astype(xp.float32)
    pile, stolen, dealt, _, busy, refilling = (seats[..., at] for at in range(12, 18))
    there = xp.arange(MAX_PLAYERS) < players[..., None]
    points = xp.where(there, dealt - pile - cards + 2 * stolen, 0)
    others = (points.sum(-1) - points[..., 0]) / xp.maximum(players - 1, 1)
    lead = points[..., 0] - others
    places = [
        there.astype(xp.float32),
        pile / 24,
        xp.minimum(pile, 4) / 4,
        (pile == 0) * there.astype(xp.float32),
        stolen / 10,
        xp.where(there, points[..., :1] - points, 0) / SCORE,
        xp.minimum(busy, 1000) / 350,
        refilling,
    ]
    since = xp.minimum(seen[..., 8], 3000) / 1500
    sizes = [seen[..., _TABLE + 3] / 40, seen[..., _TABLE + 7] / 40]
    table = [since, *sizes]
    parts = [
        xp.stack(places, -1).reshape(*seen.shape[:-1], -1),
        one_hot(xp, players, 2, 4),
        xp.stack([each.astype(xp.float32) for each in table], -1),
    ]
    return xp.concatenate(parts, -1), lead
