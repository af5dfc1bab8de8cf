"""What a line may come to: every line a row or column can be, as a node that knows its worth.

A node is made when it is first met. It leads to the node with one more card, so that whoever
plays many matches in thought looks numbers up instead of judging cards. Nodes that differ only in
the names of colours, or by counting from 6 down to 1, share what they are worth.
"""

from functools import lru_cache

from quartett.games.souvenirs.cards import CARDS, COLOUR, COLOURS, COUNTS, JOKER, NUMBER
from quartett.games.souvenirs.combinations import Points, best
from quartett.games.souvenirs.grid import SIZE

CODE = {card: code for code, card in enumerate(CARDS)}
"""A number for each kind of card."""

_ROW_OF = [COLOURS.index(COLOUR[card]) if card != JOKER else -1 for card in CARDS]
_NUMBER_OF = [NUMBER.get(card, 0) for card in CARDS]

Key = tuple[tuple[int, ...], ...]
"""The numbers of each colour and the jokers, the same for all lines of the same worth."""

Promise = tuple[float, float, float]
"""What a line promises the first and the second when tended, and the first when not."""


class Node:
    """A line with some cards: where more cards lead, and what it pays or promises."""

    __slots__ = ("cards", "first", "free", "mean", "next", "second", "worth")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.free = SIZE - len(cards)
        self.next: list[Node | None] = [None] * len(CARDS)
        self.first = 0.0
        """What it promises the first when somebody tends it."""
        self.second = 0.0
        self.mean = 0.0
        """What it promises the first when cards come as they come."""
        self.worth = 0
        """What it would pay the first if the game ended now."""


class Lines:
    """All lines under one table of points."""

    def __init__(self, points: Points) -> None:
        self._points = points
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._promises: dict[Key, Promise] = {}
        self.empty = self.node(())

    def node(self, cards: tuple[int, ...]) -> Node:
        """The node of these cards in ascending order."""
        if (known := self._nodes.get(cards)) is not None:
            return known
        node = self._nodes[cards] = Node(cards)
        node.worth = best(tuple(CARDS[code] for code in cards), self._points).first
        node.first, node.second, node.mean = self._promise(cards)
        return node

    def after(self, node: Node, card: int) -> Node:
        """The node with one more card."""
        found = node.next[card]
        if found is None:
            found = node.next[card] = self.node(tuple(sorted((*node.cards, card))))
        return found

    def _promise(self, cards: tuple[int, ...]) -> Promise:
        key = _key(cards)
        if (known := self._promises.get(key)) is None:
            # Judged as its representative, so that it never matters which was met first.
            known = self._promises[key] = self._judge(_representative(key))
        return known

    def _judge(self, cards: tuple[int, ...]) -> Promise:
        if len(cards) == SIZE:
            worth = best(tuple(CARDS[code] for code in cards), self._points)
            return float(worth.first), float(worth.second), float(worth.first)
        if len(cards) < _LOOKED_THROUGH:
            return self._guess(cards)
        later = []
        for code, card in enumerate(CARDS):
            if (copies := COUNTS[card] - cards.count(code)) > 0:
                later += [self._promise(tuple(sorted((*cards, code))))] * copies
        return _expected(later)

    def _guess(self, cards: tuple[int, ...]) -> Promise:
        """What a very short line promises, from a few of its continuations."""
        later = [
            self._promise(tuple(sorted((*cards, code))))
            for code in range(0, len(CARDS), 3)
            if code not in cards
        ]
        return _expected(later)


_LOOKED_THROUGH = 3
"""Lines of so many cards are judged by all continuations, shorter ones by some."""


def _expected(later: list[Promise]) -> Promise:
    """The better of two cards where somebody tends the line, else any card."""
    size = len(later)
    first, second, mean = (sorted(column) for column in zip(*later, strict=True))
    return (
        sum(x * (2 * i + 1) for i, x in enumerate(first)) / size**2,
        sum(x * (2 * i + 1) for i, x in enumerate(second)) / size**2,
        sum(mean) / size,
    )


def _key(cards: tuple[int, ...]) -> Key:
    """The cards without the names of colours and the direction of counting."""
    up: list[list[int]] = [[] for _ in COLOURS]
    down: list[list[int]] = [[] for _ in COLOURS]
    jokers = 0
    for code in cards:
        if (row := _ROW_OF[code]) < 0:
            jokers += 1
            continue
        up[row].append(_NUMBER_OF[code])
        down[row].append(7 - _NUMBER_OF[code])
    return ((jokers,), *min(_sorted(up), _sorted(down)))


def _representative(key: Key) -> tuple[int, ...]:
    (jokers,), *rows = key
    codes = [len(NUMBER) * row // len(COLOURS) + n - 1 for row, ns in enumerate(rows) for n in ns]
    return (*codes, *[CODE[JOKER]] * jokers)


def _sorted(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(row)) for row in rows if row))


@lru_cache(maxsize=8)
def lines_of(points: Points) -> Lines:
    """All lines under a table of points, made once."""
    return Lines(points)
