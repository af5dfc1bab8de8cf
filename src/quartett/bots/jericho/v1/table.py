"""A lean Jericho table for playing ahead: whole numbers for cards, changed in place.

It knows only what a playout needs: cards are `colour * 5 + kind`, walls are lists of values (a
trumpet is a 2), and of the supply only the number of cards in each colour counts.
"""

from collections.abc import Sequence

from quartett.games.jericho.cards import COLOUR_INDEX, COPIES, TRUMPET, WALL_CARDS

COLOURS = 5
VALUES = tuple(COPIES)
BRASS = len(WALL_CARDS)
"""The number of a trumpet."""

SHOW = BRASS + 1
"""The number of a scoring card."""

NUMBER = {card: number for number, card in enumerate(WALL_CARDS)} | {TRUMPET: BRASS}
NAME = {number: card for card, number in NUMBER.items()}
COLOUR = tuple(COLOUR_INDEX[card] for card in WALL_CARDS)
VALUE = (*(VALUES[number % len(VALUES)] for number in range(BRASS)), 2)
LAST_ROUND = 3

Play = tuple[int, int]
"""A way to play: BUILD or PUT with a card, or BLOW with a colour."""

BUILD, PUT, BLOW = range(3)

Blown = tuple[list[int], int]
"""What a trumpet would make of a colour: the lead of each seat that plays it, the cards fallen."""


class Table:
    """Everything a playout changes; walls, lengths and leads are indexed by seat * 5 + colour.

    A lead is how much longer a wall is than the longest other of its colour. Leads and what
    trumpets would do are kept, for they are asked far more often than they change.
    """

    __slots__ = (
        "_blown",
        "hands",
        "leads",
        "lengths",
        "pile",
        "players",
        "round",
        "starter",
        "supply",
        "turn",
        "walls",
        "won",
    )

    def __init__(self, players: int) -> None:
        self.players = players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.walls: list[list[int]] = [[] for _ in range(players * COLOURS)]
        self.lengths = [0] * (players * COLOURS)
        self.leads = [0] * (players * COLOURS)
        self._blown: list[Blown | None] = [None] * COLOURS
        self.supply = [0] * COLOURS
        self.won = [0] * players
        self.pile: list[int] = []
        self.round = 1
        self.turn = 0
        self.starter = 0

    def copy(self) -> "Table":
        """A table of its own to go on from."""
        other = Table.__new__(Table)
        other.players = self.players
        other.hands = [hand[:] for hand in self.hands]
        other.walls = [wall[:] for wall in self.walls]
        other.lengths = self.lengths[:]
        other.leads = self.leads[:]
        other._blown = self._blown[:]
        other.supply = self.supply[:]
        other.won = self.won[:]
        other.pile = self.pile[:]
        other.round, other.turn, other.starter = self.round, self.turn, self.starter
        return other

    def build(self, seat: int, card: int) -> None:
        """A card from nowhere joins a seat's wall (JE-09)."""
        colour = COLOUR[card]
        at = seat * COLOURS + colour
        self.walls[at].append(VALUE[card])
        self.lengths[at] += VALUE[card]
        self.measure(colour)

    def measure(self, colour: int) -> None:
        """Keep the leads of a colour right after its walls have changed."""
        lengths = self.lengths[colour::COLOURS]
        best = max(lengths)
        alone = lengths.count(best) == 1
        second = max([each for each in lengths if each != best], default=0) if alone else best
        at = colour
        for length in lengths:
            self.leads[at] = length - (second if length == best else best)
            at += COLOURS
        self._blown[colour] = None

    def put(self, card: int) -> None:
        """A card goes into the supply; a trumpet there is as good as removed (JE-14, JE-16)."""
        if card != BRASS:
            self.supply[COLOUR[card]] += 1

    def blown(self, colour: int) -> Blown:
        """What a trumpet on a colour would do, by the seat that plays it."""
        found = self._blown[colour]
        if found is None:
            found = self._blown[colour] = _blown(
                self.walls[colour::COLOURS], self.lengths[colour::COLOURS]
            )
        return found

    def blow(self, seat: int, colour: int) -> None:
        """A trumpet brings down the highest cards of a colour and may stay (JE-11 to JE-13)."""
        walls = self.walls[colour::COLOURS]
        top = _top(walls)
        walls = [_without(wall, top) for wall in walls]
        self.supply[colour] += self.blown(colour)[1]
        if walls[seat]:
            walls[seat].append(2)
        for each, wall in enumerate(walls):
            self.walls[each * COLOURS + colour] = wall
            self.lengths[each * COLOURS + colour] = sum(wall)
        self.measure(colour)

    def play(self, seat: int, play: Play) -> None:
        """One turn's card leaves the hand and does its work; drawing comes after."""
        kind, what = play
        if kind == BLOW:
            self.hands[seat].remove(BRASS)
            self.blow(seat, what)
            return
        self.hands[seat].remove(what)
        if kind == BUILD:
            self.build(seat, what)
        else:
            self.put(what)

    def score(self, drawer: int) -> None:
        """A scoring: each colour's supply goes to the longest wall (JE-16 to JE-18)."""
        for colour in range(COLOURS):
            cards = self.supply[colour]
            lengths = self.lengths[colour::COLOURS]
            best = max(lengths)
            if not cards or not best:
                continue
            winners = [seat for seat, length in enumerate(lengths) if length == best]
            each = cards // len(winners)
            for seat in winners:
                self.won[seat] += each
            self.supply[colour] = cards - each * len(winners)

    def finish(self) -> None:
        """The final scoring: ones in the walls are won (JE-20)."""
        for at, wall in enumerate(self.walls):
            self.won[at // COLOURS] += wall.count(1)

    def result(self, seat: int) -> tuple[float, float]:
        """A seat's share of the victory, and its lead over the best of the others (JE-22)."""
        best = max(self.won)
        leaders = [each for each, won in enumerate(self.won) if won == best]
        if len(leaders) > 1:
            left = [self._left(each) for each in leaders]
            leaders = [
                each for each, cards in zip(leaders, left, strict=True) if cards == max(left)
            ]
        share = 1 / len(leaders) if seat in leaders else 0.0
        others = max(won for each, won in enumerate(self.won) if each != seat)
        return share, self.won[seat] - others

    def _left(self, seat: int) -> int:
        walls = self.walls[seat * COLOURS : (seat + 1) * COLOURS]
        return sum(_remaining(wall) for wall in walls)


def _top(walls: Sequence[list[int]]) -> int:
    """The highest value in all walls of a colour."""
    top = 0
    for wall in walls:
        if wall and (highest := max(wall)) > top:
            top = highest
    return top


def _without(wall: list[int], top: int) -> list[int]:
    """What stays of a wall when the highest cards fall: nothing, if only trumpets would."""
    if top not in wall:
        return wall
    kept = [value for value in wall if value != top]
    return kept if kept.count(2) < len(kept) else []


def _blown(walls: Sequence[list[int]], lengths: list[int]) -> Blown:
    top = _top(walls)
    fallen = 0
    for seat, wall in enumerate(walls):
        if top in wall:
            fallen += wall.count(top)
            lengths[seat] = sum(_without(wall, top))
    leads = [_lead_with_trumpet(lengths, seat) for seat in range(len(lengths))]
    # A trumpet that falls goes into the supply too, but nobody wins it there.
    return leads, 0 if top == 2 else fallen


def _lead_with_trumpet(lengths: list[int], seat: int) -> int:
    own = lengths[seat]
    others = max(lengths[:seat] + lengths[seat + 1 :])
    return (own + 2 if own else 0) - others


def _remaining(wall: Sequence[int]) -> int:
    """The cards of a wall that stay after the final scoring (JE-21)."""
    kept = [value for value in wall if value != 1]
    return len(kept) if any(value != 2 for value in kept) else 0
