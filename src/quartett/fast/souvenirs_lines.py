"""The prospects of a line of Souvenirs: a graph with a node for every possible row or column.

Nodes are created on demand. Each leads to the nodes with one more card, so that playouts look
values up instead of evaluating cards. Nodes that differ only by a permutation of the colours, or by
counting from 6 down to 1, share their values.
"""

from functools import lru_cache
from typing import Final

from quartett.fast.souvenirs import KIND
from quartett.games.souvenirs.cards import CARDS, COLOUR, COLOURS, COUNTS, JOKER, NUMBER
from quartett.games.souvenirs.combinations import Points, best
from quartett.games.souvenirs.grid import SIZE

_ROW_OF: Final = [COLOURS.index(COLOUR[card]) if card != JOKER else -1 for card in CARDS]
_NUMBER_OF: Final = [NUMBER.get(card, 0) for card in CARDS]

Key = tuple[tuple[int, ...], ...]
"""The numbers of each colour and the jokers; equal for all lines of the same value."""

Promise = tuple[float, float, float]
"""The prospects of the first and the second if the line is tended, and of the first if not."""

_LOOKED_THROUGH: Final = 3
"""Lines with at least this many cards are judged by all continuations, shorter ones by some."""


class Node:
    """A line with some cards: where more cards lead, and what it pays or promises."""

    def __init__(self, cards: tuple[int, ...], worth: int, promise: Promise) -> None:
        self.cards = cards
        self.next: list[Node | None] = [None] * len(CARDS)
        self.worth = worth
        """What it would pay the first if the match ended now."""
        self.first = promise[0]
        """What it promises the first when somebody tends it."""
        self.second = promise[1]
        self.mean = promise[2]
        """What it promises the first when cards come at random."""


class Lines:
    """All lines under one table of points, in a grid of some size."""

    def __init__(self, points: Points, size: int = SIZE) -> None:
        self.points = points
        self.size = size
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._promises: dict[Key, Promise] = {}
        self.empty = self.node(())

    def node(self, cards: tuple[int, ...]) -> Node:
        """The node of these cards in ascending order."""
        if cards not in self._nodes:
            names = tuple([CARDS[kind] for kind in cards])
            worth = best(names, self.points).first
            self._nodes[cards] = Node(cards, worth, self._promise(cards))
        return self._nodes[cards]

    def after(self, node: Node, card: int) -> Node:
        """The node with one more card."""
        found = node.next[card]
        if found is None:
            found = self.node(tuple(sorted([*node.cards, card])))
            node.next[card] = found
        return found

    def _promise(self, cards: tuple[int, ...]) -> Promise:
        key = _key(cards)
        if key not in self._promises:
            # Judged as its representative, so that it never matters which was met first.
            self._promises[key] = self._judge(_representative(key))
        return self._promises[key]

    def _judge(self, cards: tuple[int, ...]) -> Promise:
        if len(cards) == self.size:
            worth = best(tuple([CARDS[kind] for kind in cards]), self.points)
            return float(worth.first), float(worth.second), float(worth.first)
        later: list[Promise] = []
        if len(cards) < _LOOKED_THROUGH:
            # What a very short line promises, from a few of its continuations.
            few = [kind for kind in range(0, len(CARDS), 3) if kind not in cards]
            return _expected([self._promise(tuple(sorted([*cards, kind]))) for kind in few])
        for kind, card in enumerate(CARDS):
            copies = COUNTS[card] - cards.count(kind)
            if copies > 0:
                later += [self._promise(tuple(sorted([*cards, kind])))] * copies
        return _expected(later)


def _expected(later: list[Promise]) -> Promise:
    """The better of two cards where somebody tends the line, else any card."""
    size = len(later)
    mean = 0.0
    for each in sorted([promise[2] for promise in later]):
        mean += each
    first = _better_of_two([promise[0] for promise in later])
    return first, _better_of_two([promise[1] for promise in later]), mean / size


def _better_of_two(values: list[float]) -> float:
    found = 0.0
    for at, value in enumerate(sorted(values)):
        found += value * (2 * at + 1)
    return found / len(values) ** 2


def _key(cards: tuple[int, ...]) -> Key:
    """The cards without the names of colours and the direction of counting."""
    up: list[list[int]] = [[] for _ in COLOURS]
    down: list[list[int]] = [[] for _ in COLOURS]
    jokers = 0
    for kind in cards:
        row = _ROW_OF[kind]
        if row < 0:
            jokers += 1
            continue
        up[row].append(_NUMBER_OF[kind])
        down[row].append(7 - _NUMBER_OF[kind])
    return ((jokers,), *min(_sorted(up), _sorted(down)))


def _representative(key: Key) -> tuple[int, ...]:
    kinds: list[int] = []
    for row in range(1, len(key)):
        kinds += [len(NUMBER) * (row - 1) // len(COLOURS) + n - 1 for n in key[row]]
    return (*kinds, *[KIND[JOKER]] * key[0][0])


def _sorted(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted([tuple(sorted(row)) for row in rows if row]))


@lru_cache(maxsize=8)
def lines_of(points: Points, size: int = SIZE) -> Lines:
    """All lines under a table of points, made once."""
    return Lines(points, size)
