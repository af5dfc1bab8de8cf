"""A match played in thought: a mutable table that lays cards and cubes quickly, without checks.

It holds whatever cards somebody imagines in the unseen places; the real ones never come here.
"""

from collections import Counter
from random import Random

from quartett.bots.souvenirs.lines import CODE, Lines, Node, lines_of
from quartett.games.souvenirs.cards import COUNTS
from quartett.games.souvenirs.grid import CELL_OF, INDEX, LINES, SIZE, Grid, open_cells, places
from quartett.games.souvenirs.state import CUBES_PER_LINE
from quartett.games.souvenirs.view import View

CELLS_IN_ALL = SIZE * SIZE
_WIDTH = len(LINES) // 2
Owners = tuple[int, ...]


def unseen(view: View) -> list[int]:
    """The cards that the viewer sees nowhere, as codes, in a fixed order."""
    seen = Counter(view.grid.values())
    for player in view.seats:
        seen.update(player.hand or ())
    return sorted(CODE[card] for card in (COUNTS - seen).elements())


class Thought:
    """A table in thought; lines are counted as in the grid, rows first."""

    __slots__ = (
        "columns", "cubes", "deck", "free", "hands", "last_cube", "lines", "nodes", "owners",
        "players", "rows", "taken",
    )  # fmt: skip

    lines: Lines
    nodes: list[Node]
    owners: list[Owners]
    hands: list[list[int]]
    cubes: list[int]
    deck: list[int]
    taken: int
    rows: int
    columns: int
    free: int
    players: int
    last_cube: bool

    @classmethod
    def of(cls, view: View) -> "Thought":
        """The table as a viewer sees it: hands of others are empty, the deck too."""
        self = cls()
        self.lines = lines_of(view.options.points)
        self.last_cube = view.options.last_cube
        self.players = len(view.seats)
        self.nodes = [self.lines.empty] * len(LINES)
        self.owners = [tuple(view.cubes.get(line, ())) for line in LINES]
        self.hands = [[CODE[card] for card in player.hand or ()] for player in view.seats]
        self.cubes = [player.cubes for player in view.seats]
        self.deck = []
        self.taken = self.rows = self.columns = 0
        self.free = CELLS_IN_ALL
        for name, card in view.grid.items():
            self.lay(CODE[card], INDEX[CELL_OF[name]])
        return self

    def copy(self) -> "Thought":
        """The same table, to be changed on its own."""
        other = Thought()
        other.lines, other.last_cube, other.players = self.lines, self.last_cube, self.players
        other.nodes, other.owners = self.nodes[:], self.owners[:]
        other.hands = [hand[:] for hand in self.hands]
        other.cubes, other.deck = self.cubes[:], self.deck[:]
        other.taken, other.rows, other.columns = self.taken, self.rows, self.columns
        other.free = self.free
        return other

    def imagine(self, view: View, pool: list[int], chance: Random) -> "Thought":
        """A copy in which the unseen cards are dealt at random."""
        cards = pool[:]
        chance.shuffle(cards)
        other = self.copy()
        for seat, player in enumerate(view.seats):
            if player.hand is None:
                other.hands[seat] = [cards.pop() for _ in range(player.hand_size)]
        other.deck = cards[: view.draw_pile]
        return other

    def lay(self, card: int, place: int) -> None:
        """Put a card onto a counted cell."""
        row, column = divmod(place, _WIDTH)
        after = self.lines.after
        self.nodes[row] = after(self.nodes[row], card)
        self.nodes[_WIDTH + column] = after(self.nodes[_WIDTH + column], card)
        self.taken |= 1 << place
        self.rows |= 1 << row
        self.columns |= 1 << column
        self.free -= 1

    def book(self, seat: int, line: int) -> None:
        """Put a cube of a seat onto a counted line."""
        self.owners[line] = (*self.owners[line], seat)
        self.cubes[seat] -= 1

    def draw(self, seat: int) -> None:
        """Let a seat draw, if there is a card."""
        if self.deck:
            self.hands[seat].append(self.deck.pop())

    def open_places(self) -> list[int]:
        """The counted cells a card may be laid on."""
        return places(open_cells(Grid((), self.taken, self.rows, self.columns)))

    def open_lines(self, seat: int) -> list[int]:
        """The counted lines a seat may book."""
        held = self.rows | self.columns << _WIDTH
        return [
            line
            for line, owners in enumerate(self.owners)
            if held >> line & 1 and len(owners) < CUBES_PER_LINE and seat not in owners
        ]

    def may_book(self, seat: int) -> bool:
        """Whether a seat that has just laid a card may still place a cube."""
        return self.cubes[seat] > 0 and (self.free > 0 or self.last_cube)

    def bookings_left(self) -> int:
        """How often whoever has just laid a card will be able to book after this turn."""
        turns, rest = divmod(self.free, self.players)
        return turns - 1 if turns and not rest and not self.last_cube else turns

    def scores(self) -> list[float]:
        """What every seat would get if the game ended now and every line were full."""
        totals = [0.0] * self.players
        for owners, node in zip(self.owners, self.nodes, strict=True):
            for seat, points in zip(owners, (node.first, node.second), strict=False):
                totals[seat] += points
        return totals


def lines_at(place: int) -> tuple[int, int]:
    """The counted row and column of a counted cell."""
    row, column = divmod(place, _WIDTH)
    return row, _WIDTH + column
