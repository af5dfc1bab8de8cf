"""Souvenirs playouts: an evaluation of tables, and a sound policy for all seats.

The evaluation adds what booked lines promise their owners and what unplaced cubes are worth.
"""

from math import exp
from random import Random
from typing import Final

from quartett.fast.souvenirs import LINE_COUNT, WIDTH, Souvenirs
from quartett.fast.souvenirs_lines import Lines, Node, lines_of

WAIT: Final = 1.0
"""The extra points a line must promise for each turn that could still bring a better one."""

LEAST: Final = 4.0
"""What a line must promise when there are just as many turns as cubes left."""

MOST: Final = 6.5
"""A line that promises this much is booked at once, however early."""

EAGER: Final = 0.25
"""The weight of improving a line that nobody has booked yet."""

CUBE: Final = 5.0
"""What an unplaced cube seems to be worth."""

TURNS: Final = 5
"""How far ahead a match is played; beyond that, chance outweighs play."""

WIDE: Final = 4.0
"""By how many points a lead must grow to make a win about three times as likely as a loss."""

Laying = tuple[int, int]
"""A card and the cell it goes to."""


class Thought:
    """An imagined match: the table, and the node of each of its lines.

    Unseen places hold imagined cards; the real ones are never used.
    """

    def __init__(self, game: Souvenirs, lines: Lines, nodes: list[Node]) -> None:
        self.game = game
        self.players = game.players
        self.lines = lines
        self.nodes = nodes
        self._others = -1 / (game.players - 1)
        """The weight of a point of one of the others."""

    def copy(self) -> "Thought":
        """An independent copy of this table."""
        return Thought(self.game.copy(), self.lines, self.nodes[:])

    def imagine(self, seat: int, pool: list[int], pile_size: int, chance: Random) -> "Thought":
        """A copy in which a seat's unseen cards are dealt at random to the hands and the pile.

        The hands of the others hold as many cards as they should; which does not matter.
        """
        cards = pool[:]
        chance.shuffle(cards)
        other = self.copy()
        hands = other.game.hands
        for each in range(self.players):
            if each != seat:
                hands[each] = [cards.pop() for _ in range(len(hands[each]))]
        other.game.pile = cards[:pile_size]
        return other

    def free(self) -> int:
        """The cells that are still to be filled."""
        return self.game.full - self.game.taken

    def lay(self, card: int, cell: int) -> None:
        """Put a card onto a cell."""
        row, column = cell // WIDTH, WIDTH + cell % WIDTH
        self.game.lay(card, cell)
        self.nodes[row] = self.lines.after(self.nodes[row], card)
        self.nodes[column] = self.lines.after(self.nodes[column], card)

    def lay_from_hand(self, seat: int, card: int, cell: int) -> None:
        """Move a card from a hand to the grid."""
        self.game.hands[seat].remove(card)
        self.lay(card, cell)

    def may_book(self, seat: int) -> bool:
        """Whether a seat that has just laid a card may still place a cube."""
        return self.game.cubes[seat] > 0 and (self.free() > 0 or self.game.last_cube)

    def bookings_left(self) -> int:
        """The later turns in which the seat that has just laid will be able to book."""
        turns, rest = self.free() // self.players, self.free() % self.players
        return turns - 1 if turns and not rest and not self.game.last_cube else turns

    def owners(self, line: int) -> list[int]:
        """The seats that booked a line, the first of them first."""
        both = (self.game.owners[line], self.game.owners[line + LINE_COUNT])
        return [seat for seat in both if seat >= 0]

    def scores(self) -> list[float]:
        """What every seat would get if the match ended now and every line were full."""
        totals = [0.0] * self.players
        owners = self.game.owners
        for line in range(LINE_COUNT):
            if owners[line] >= 0:
                totals[owners[line]] += self.nodes[line].first
                if owners[line + LINE_COUNT] >= 0:
                    totals[owners[line + LINE_COUNT]] += self.nodes[line].second
        return totals

    def promise(self, line: int, node: Node, seat: int) -> float:
        """What a line like this node promises a seat, less what it promises the others.

        If one owner tends it and the others spoil it, its cards are as good as random.
        """
        owners, others = self.game.owners, self._others
        first = owners[line]
        if first < 0:
            return 0.0
        second = owners[line + LINE_COUNT]
        if second < 0:
            return (1.0 if first == seat else others) * node.mean
        return (1.0 if first == seat else others) * node.first + (
            1.0 if second == seat else others
        ) * node.second

    def outlook(self, seat: int) -> float:
        """By how many points a seat seems to lead, unplaced cubes counted."""
        lead = 0.0
        for line in range(LINE_COUNT):
            lead += self.promise(line, self.nodes[line], seat)
        left = self.bookings_left()
        own, others = 0.0, 0.0
        for each in range(self.players):
            worth = CUBE * min(self.game.cubes[each], left)
            if each == seat:
                own = worth
            else:
                others += worth
        return lead + own - others / (self.players - 1)

    def chance_to_win(self, seat: int) -> float:
        """How likely a lead as it looks now is to last, from 0 to 1."""
        return 1 / (1 + exp(-self.outlook(seat) / WIDE))

    def laying_gain(self, seat: int, line: int, card: int) -> float:
        """How much better a line looks to a seat with one more card."""
        node = self.nodes[line]
        then = node.next[card]
        if then is None:
            then = self.lines.after(node, card)
        owners = self.game.owners
        first = owners[line]
        if first < 0:
            return EAGER * (then.mean - node.mean) if self.game.cubes[seat] else 0.0
        if owners[line + LINE_COUNT] < 0:
            return (1.0 if first == seat else self._others) * (then.mean - node.mean)
        return self.promise(line, then, seat) - self.promise(line, node, seat)

    def laying_gains(self, seat: int) -> list[tuple[float, int, int]]:
        """How much better the table looks after each laying: gain, card, cell."""
        found: list[tuple[float, int, int]] = []
        for card in dict.fromkeys(self.game.hands[seat]):
            for cell in self.game.cells:
                gain = self.laying_gain(seat, cell // WIDTH, card)
                gain += self.laying_gain(seat, WIDTH + cell % WIDTH, card)
                found.append((gain, card, cell))
        return found

    def best_laying(self, seat: int) -> Laying:
        """The laying that makes the table look best to a seat."""
        hand, cells = self.game.hands[seat], self.game.cells
        best_card, best_cell, best = -1, -1, 0.0
        for at in range(len(hand)):
            card = hand[at]
            if at and card in hand[:at]:
                continue
            # A line is judged once a card, though many of its cells may be open.
            known = [0.0] * LINE_COUNT
            seen = [0] * LINE_COUNT
            for cell in cells:
                row, column = cell // WIDTH, WIDTH + cell % WIDTH
                if not seen[row]:
                    seen[row] = 1
                    known[row] = self.laying_gain(seat, row, card)
                if not seen[column]:
                    seen[column] = 1
                    known[column] = self.laying_gain(seat, column, card)
                gain = known[row] + known[column]
                if best_card < 0 or gain > best:
                    best_card, best_cell, best = card, cell, gain
        return best_card, best_cell

    def booking_gain(self, seat: int, line: int) -> float:
        """How much better the table looks to a seat once it has booked this line."""
        node = self.nodes[line]
        if self.game.owners[line] < 0:
            return node.mean
        booked = self._others * node.first + 1.0 * node.second
        return booked - self._others * node.mean

    def awaited(self, seat: int) -> float:
        """What a line must promise a seat to be booked now."""
        spare = self.bookings_left() + 1 - self.game.cubes[seat]
        return min(MOST, LEAST + WAIT * spare) if spare > 0 else 0.0

    def best_booking(self, seat: int) -> int:
        """The line to book now, or -1 to wait for a better one."""
        if not self.may_book(seat):
            return -1
        best = self.awaited(seat)
        found = -1
        for line in self.game.open_lines(seat):
            gain = self.booking_gain(seat, line)
            if gain > best:
                found, best = line, gain
        return found

    def book_if_good(self, seat: int) -> None:
        """Place a cube where it looks worth it."""
        line = self.best_booking(seat)
        if line >= 0:
            self.game.book(seat, line)

    def play_on(self, last: int) -> None:
        """Everybody plays soundly for a few turns, after the turn of seat `last`."""
        seat = last
        game = self.game
        for _ in range(min(TURNS, self.free())):
            seat = (seat + 1) % self.players
            game.draw(seat)
            if not game.hands[seat]:
                return
            card, cell = self.best_laying(seat)
            self.lay_from_hand(seat, card, cell)
            self.book_if_good(seat)

    def after_laying(self, seat: int, card: int, cell: int) -> float:
        """How likely a seat is to win after a laying, as one playout says."""
        table = self.copy()
        table.lay_from_hand(seat, card, cell)
        table.book_if_good(seat)
        table.play_on(seat)
        return table.chance_to_win(seat)

    def after_booking(self, seat: int, line: int) -> float:
        """How likely a seat is to win after a booking (-1: no cube), likewise."""
        table = self.copy()
        if line >= 0:
            table.game.book(seat, line)
        table.play_on(seat)
        return table.chance_to_win(seat)


def thought_of(game: Souvenirs) -> Thought:
    """The current table, with the nodes of its lines."""
    lines = lines_of(game.options.points, game.size)
    nodes = [lines.empty] * LINE_COUNT
    for cell, card in enumerate(game.grid):
        if card >= 0:
            row, column = cell // WIDTH, WIDTH + cell % WIDTH
            nodes[row] = lines.after(nodes[row], card)
            nodes[column] = lines.after(nodes[column], card)
    return Thought(game, lines, nodes)
