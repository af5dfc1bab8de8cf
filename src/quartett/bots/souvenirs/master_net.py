"""Souvenirs' network: a policy over layings and bookings, and the expected share of the victory.

What counts are lines, and only which cards lie in them: one set of weights looks at every row and
column, as it is and as it would be with each card of the hand. A laying is judged by its row and
its column after it.
"""

from types import ModuleType
from typing import Final, NamedTuple

from quartett.bots.network import Array, Weights, dense, one_hot, relu
from quartett.fast.souvenirs import (
    ACTIONS as ACTIONS,
)
from quartett.fast.souvenirs import (
    BOOK_ID,
    CELL_COUNT,
    KINDS,
    LINE_COUNT,
    MAX_PLAYERS,
    ONCE,
    WIDTH,
)
from quartett.games.souvenirs.combinations import COMBINATIONS
from quartett.games.souvenirs.grid import SIZE

HIDDEN: Final = 96
PAIR: Final = 64
"""The width for a row and a column together; there are many of them."""

SLOTS: Final = 3
"""The most different cards in a hand."""

LAYINGS: Final = SLOTS * CELL_COUNT
CHOICES: Final = LAYINGS + LINE_COUNT + 1
"""A card of the hand (different ones, in ascending order) on a cell; a line to book; pass."""

_HAND: Final = 8
_GRID: Final = _HAND + KINDS
_FIRST: Final = _GRID + CELL_COUNT
_SECOND: Final = _FIRST + LINE_COUNT
_POINTS: Final = _SECOND + 3 * LINE_COUNT
_SEATS: Final = _POINTS + 2 * len(COMBINATIONS)
_JOKER: Final = KINDS - 1

_COUNTED: Final = 12
"""Counts of a line: six numbers, five colours, jokers."""

CODES: Final = [
    [0.0] * _COUNTED,
    *([float(at in (kind % 6, 6 + kind // 6)) for at in range(_COUNTED)] for kind in range(_JOKER)),
    [0.0] * (_COUNTED - 1) + [1.0],
]
"""What a card adds to the counts of its line, by kind plus 1; 0: no card."""

_DECK: Final = [float(ONCE.count(kind)) for kind in range(KINDS)]

LINE: Final = 6 + 1 + 6 + 2 + 2 + 3 + 1 + 2 + 2 + 6 + 1 + 1
TABLE: Final = 3 + 3 + 3 + 3 * MAX_PLAYERS + 1 + 7 + 7 + 1

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "table.w": (TABLE, HIDDEN),
    "table.b": (HIDDEN,),
    "line.w": (LINE, HIDDEN),
    "line.b": (HIDDEN,),
    "line.table.w": (HIDDEN, HIDDEN),
    "deep.w": (HIDDEN, HIDDEN),
    "deep.b": (HIDDEN,),
    "all.w": (3 * HIDDEN, HIDDEN),
    "all.b": (HIDDEN,),
    "after.w": (HIDDEN, PAIR),
    "before.w": (HIDDEN, PAIR),
    "lay.all.w": (HIDDEN, PAIR),
    "lay.all.b": (PAIR,),
    "card.w": (_COUNTED, PAIR),
    "lay.w": (PAIR, 1),
    "book1.w": (HIDDEN, HIDDEN),
    "book1.b": (HIDDEN,),
    "book.all.w": (HIDDEN, HIDDEN),
    "book.w": (HIDDEN, 1),
    "pass.w": (HIDDEN, 1),
    "pass.b": (1,),
    "value1.w": (HIDDEN, HIDDEN),
    "value1.b": (HIDDEN,),
    "value.w": (HIDDEN, 1),
    "value.b": (1,),
}
"""The name and shape of every array of weights."""


def choices(xp: ModuleType, seen: Array) -> Array:
    """The action id of every choice; -1 for the layings of a card that the hand does not have."""
    lead = seen.shape[:-1]
    slots = _slots(xp, seen)
    kinds = slots.argmax(-1)[..., None]
    laid = xp.where(slots.any(-1, keepdims=True), kinds * CELL_COUNT + xp.arange(CELL_COUNT), -1)
    booked = xp.broadcast_to(xp.arange(BOOK_ID, ACTIONS), (*lead, ACTIONS - BOOK_ID))
    return xp.concatenate([laid.reshape(*lead, LAYINGS), booked], -1)


def by_id(xp: ModuleType, seen: Array, logits: Array, none: float) -> Array:
    """The logits of all action ids; `none` for cards that are not in the hand."""
    lead = seen.shape[:-1]
    slots = _slots(xp, seen)
    layings = logits[..., :LAYINGS].reshape(*lead, SLOTS, CELL_COUNT)
    slot = slots.argmax(-2)
    by_kind = xp.take_along_axis(layings, slot[..., None], -2)
    by_kind = xp.where(slots.any(-2)[..., None], by_kind, none)
    laid = by_kind.reshape(*lead, KINDS * CELL_COUNT)
    return xp.concatenate([laid, logits[..., LAYINGS:]], -1)


class Sight(NamedTuple):
    """What the network makes of a table before it looks at single choices."""

    seen: Array
    counts: Array
    """Of every line, by number, colour and jokers."""
    unseen: Array
    shift: Array
    now: Array
    """Every line as it is."""
    whole: Array


def evaluate(xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """The logits of all choices, legal or not, and the expected share of the victory."""
    sight = _sight(xp, weights, seen)
    book = dense(weights, "book.all", sight.whole)[..., None, :]
    book = dense(weights, "book1", sight.now.astype(xp.float32)) + book
    book = dense(weights, "book", relu(xp, book))[..., 0]
    if xp.__name__ != "numpy" or (seen[..., 0] > 0).any():
        lay = _layings(xp, weights, sight, _slots(xp, seen))
    else:  # nobody can lay a card, and looking at it takes longest
        lay = xp.zeros((*seen.shape[:-1], LAYINGS), xp.float32)
    logits = xp.concatenate([lay, book, dense(weights, "pass", sight.whole)], -1)
    return logits, _value(xp, weights, sight.whole)


def expected(xp: ModuleType, weights: Weights, seen: Array) -> Array:
    """The expected share of the victory alone."""
    return _value(xp, weights, _sight(xp, weights, seen).whole)


def _value(xp: ModuleType, weights: Weights, whole: Array) -> Array:
    return dense(weights, "value", relu(xp, dense(weights, "value1", whole)))[..., 0]


def _sight(xp: ModuleType, weights: Weights, seen: Array) -> Sight:
    """The lines as they are, and what they come to."""
    codes = xp.array(CODES, xp.float32)
    grid = seen[..., _GRID:_FIRST].astype(xp.int32)
    cells = codes[grid].reshape(*seen.shape[:-1], WIDTH, WIDTH, _COUNTED)
    counts = xp.concatenate([cells.sum(-2), cells.sum(-3)], -2)
    seen = seen.astype(xp.float32)
    unseen = _unseen(xp, seen, cells, codes)
    table = relu(xp, dense(weights, "table", _table(xp, seen, unseen)))
    shift = dense(weights, "line.table", table)
    now = _look(xp, weights, _lines(xp, seen, counts, unseen), shift[..., None, :])
    used = _used(xp, seen)[..., None].astype(xp.float32)
    there = now.astype(xp.float32) * used
    mean = there.sum(-2) / xp.maximum(used.sum(-2), 1)
    joined = xp.concatenate([mean, there.max(-2), table], -1)
    whole = table + relu(xp, dense(weights, "all", joined))
    return Sight(seen, counts, unseen, shift, now, whole)


def _rough(xp: ModuleType) -> Array:
    """The kind of number for the many lines: half as long where it learns, for speed."""
    return xp.float32 if xp.__name__ == "numpy" else xp.bfloat16


def _look(xp: ModuleType, weights: Weights, lines: Array, shift: Array) -> Array:
    """What the network makes of lines."""
    rough = _rough(xp)
    found = relu(xp, dense(weights, "line", lines.astype(rough)) + shift.astype(rough))
    return found + relu(xp, dense(weights, "deep", found))


def _layings(xp: ModuleType, weights: Weights, sight: Sight, slots: Array) -> Array:
    """The logits of each card of the hand on each cell."""
    cards = slots.astype(xp.float32) @ xp.array(CODES, xp.float32)[1:]
    counts = sight.counts[..., None, :, :] + cards[..., None, :]
    lines = _lines(xp, sight.seen[..., None, :], counts, sight.unseen[..., None, :])
    then = _look(xp, weights, lines, sight.shift[..., None, None, :])
    lay = dense(weights, "after", then) + dense(weights, "before", sight.now)[..., None, :, :]
    extra = dense(weights, "lay.all", sight.whole)[..., None, :] + dense(weights, "card", cards)
    extra = extra.astype(lay.dtype)[..., None, None, :]
    lay = relu(xp, lay[..., :WIDTH, None, :] + lay[..., None, WIDTH:, :] + extra)
    return dense(weights, "lay", lay).reshape(*slots.shape[:-2], LAYINGS).astype(xp.float32)


def worths(xp: ModuleType, counts: Array, points: Array) -> tuple[Array, Array]:
    """What lines pay the first and the second; `points` by combination, for both."""
    numbers, colours, jokers = counts[..., :6], counts[..., 6:11], counts[..., 11]
    most, other, different = _shape(xp, numbers, colours)
    full = numbers.sum(-1) + jokers == SIZE
    made = (
        most + jokers >= 5,
        most + jokers >= 4,
        xp.minimum(most, 3) + xp.minimum(other, 2) + jokers >= 5,
        full & (different == 1),
        full & (different == colours.sum(-1)),
        full & _straight(xp, numbers, most),
        most + jokers >= 3,
        xp.minimum(most, 2) + xp.minimum(other, 2) + jokers >= 4,
        most + jokers >= 2,
    )
    first, second = points[..., 0], points[..., 1]
    best, then = xp.zeros_like(most), xp.zeros_like(most)
    for at, each in enumerate(made):
        pay, beside = first[..., at], second[..., at]
        better = each & ((pay > best) | ((pay == best) & (beside > then)))
        best, then = xp.where(better, pay, best), xp.where(better, beside, then)
    return best, then


def _straight(xp: ModuleType, numbers: Array, most: Array) -> Array:
    """Whether the numbers, where there are any, could stand in one straight."""
    apart = (numbers[..., 0] > 0) & (numbers[..., 5] > 0)
    return (most <= 1) & ~apart


def _shape(xp: ModuleType, numbers: Array, colours: Array) -> tuple[Array, Array, Array]:
    """The most cards of one number, of another one, and how many different colours."""
    most = numbers.max(-1)
    ties = numbers == most[..., None]
    other = xp.where(ties.sum(-1) > 1, most, xp.where(ties, 0, numbers).max(-1))
    return most, other, (colours > 0).sum(-1)


def _slots(xp: ModuleType, seen: Array) -> Array:
    """The different kinds of the hand in ascending order, each as a row of bits."""
    has = seen[..., _HAND:_GRID] > 0
    number = xp.cumsum(has, -1)
    return has[..., None, :] & (number[..., None, :] == xp.arange(1, SLOTS + 1)[:, None])


def _used(xp: ModuleType, seen: Array) -> Array:
    """The lines that hold a card."""
    taken = (seen[..., _GRID:_FIRST] > 0).reshape(*seen.shape[:-1], WIDTH, WIDTH)
    return xp.concatenate([taken.any(-1), taken.any(-2)], -1)


def _unseen(xp: ModuleType, seen: Array, cells: Array, codes: Array) -> Array:
    """The counts of the cards that the viewer sees nowhere."""
    deck = xp.array(_DECK, xp.float32) - seen[..., _HAND:_GRID]
    return deck @ codes[1:] - cells.sum((-2, -3))


def _lines(xp: ModuleType, seen: Array, counts: Array, unseen: Array) -> Array:
    """What each line looks like to the viewer."""
    numbers, colours, jokers = counts[..., :6], counts[..., 6:11], counts[..., 11]
    most, other, different = _shape(xp, numbers, colours)
    size = numbers.sum(-1) + jokers
    points = seen[..., _POINTS:_SEATS].reshape(*seen.shape[:-1], 1, len(COMBINATIONS), 2)
    first, second = worths(xp, counts, points)
    left = xp.where(colours == colours.max(-1, keepdims=True), unseen[..., None, 6:11], 0).max(-1)
    same = xp.where(numbers == most[..., None], unseen[..., None, :6], 0).max(-1)
    owners = [seen[..., _FIRST:_SECOND], seen[..., _SECOND : _SECOND + LINE_COUNT]]
    owned = [
        xp.broadcast_to(test.astype(xp.float32), most.shape)
        for owner in owners
        for test in (owner == 0, owner == 1, owner > 1)
    ]
    flags = [
        different <= 1,
        colours.max(-1) <= 1,
        _straight(xp, numbers, most),
        size == 0,
    ]
    columns = [
        jokers,
        most,
        other,
        colours.max(-1),
        different.astype(xp.float32),
        *(each.astype(xp.float32) for each in flags),
        first / 5,
        second / 5,
        left / 6,
        same / 5,
        *owned,
        xp.broadcast_to(unseen[..., None, 11] / 4, most.shape),
        xp.broadcast_to((seen[..., _SEATS + 1, None] > 0).astype(xp.float32), most.shape),
    ]
    parts = [numbers, one_hot(xp, size, 0, SIZE), xp.stack(columns, -1)]
    return xp.concatenate(parts, -1)


def _table(xp: ModuleType, seen: Array, unseen: Array) -> Array:
    """What does not belong to a line."""
    seats = seen[..., _SEATS:]
    scores = seats[..., 2::3]
    scale = xp.array([1 / 3, 1 / 4, 1 / 10] * MAX_PLAYERS, xp.float32)
    hand = seen[..., _HAND:_GRID] @ xp.array(CODES, xp.float32)[1:]
    players = seen[..., 7]
    beside = xp.arange(MAX_PLAYERS - 1) + 1 < players[..., None]
    lead = scores[..., 0] - xp.where(beside, scores[..., 1:], -1).max(-1)
    numbers = [seen[..., 4] / 29, seen[..., 5] / 25, seen[..., 6]]
    free = (25 - seen[..., 5]) / players
    ordered = [hand[..., :6], hand[..., 11:], unseen[..., :6] / 5, unseen[..., 11:]]
    return xp.concatenate(
        [
            seen[..., :3],
            xp.stack(numbers, -1),
            one_hot(xp, players, 2, 4),
            seats * scale,
            lead[..., None] / 10,
            *ordered,
            free[..., None] / 10,
        ],
        -1,
    )
