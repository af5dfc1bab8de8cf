"""Jericho played ahead as version 0.1 did it, for `hard@1` and the rules of thumb of medium.

Everything is counted in cards won. The chance to win a colour is a smooth function of the lead of
one's own wall over the longest other; a play is worth what it changes in that chance, times the
cards at stake in that colour. Hands keep their order, which decides between equals; of the supply
only the number of cards in each colour counts, and a trumpet there is as good as removed.
"""

from math import exp
from typing import Final

from quartett.fast.jericho import (
    BRASS,
    COLOUR,
    FROM_THE_TOP,
    LAST_ROUND,
    RANKS,
    SEAT_WALLS,
    SHOW,
    VALUE,
    WALL_SIZE,
)
from quartett.fast.jericho_leads import look_at_trumpet, measure_leads

PUT: Final = 32
BLOW: Final = 64
"""A play is a card to build, one to put into the supply + PUT, or a colour + BLOW."""

SPREAD: Final = 4.0
"""How far ahead a wall must be to be fairly safe."""

FAR: Final = 80
CHANCE: Final = [1 / (1 + exp(-lead / SPREAD)) for lead in range(-FAR, FAR + 1)]
"""The chance to win a colour by lead + FAR."""

COMING: Final = [0.0, 4.0, 3.0, 1.5]
"""Cards that a colour's supply is still expected to get, by round; walls stay, so later rounds
count."""

ONE: Final = 0.9
"""What a card of value 1 in one's own wall is worth at the end."""

GIVEN_AWAY: Final = 0.35
"""What a supply card that others win costs."""

HOLD: Final = [0.12, 0.22, 0.3, 0.4, 0.55] * 5 + [0.45]
"""What a card in the hand is worth for later, by kind."""

BUILT: Final = [(ONE if VALUE[kind] == 1 else 0.0) - HOLD[kind] for kind in range(25)]
"""What building a card is worth apart from the lead it gives, by kind."""


class Table:
    """Everything a playout changes; lengths and leads are indexed by seat * 5 + colour.

    A lead is how much longer a wall is than the longest other of its colour. Leads and what
    trumpets would do are kept, for they are asked far more often than they change.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.faces = [-1] * players
        """The first cards that lie face down."""
        self.walls = [0] * (players * SEAT_WALLS)
        self.standing = [0] * SEAT_WALLS
        """The cards of all walls by colour and place."""
        self.lengths = [0] * (players * 5)
        self.leads = [0] * (players * 5)
        self.blown = [0] * (players * 5)
        """The leads after a trumpet of the seat; right where `fallen` is known."""
        self.fallen = [-1] * 5
        """The cards that a trumpet would bring into the supply, or -1 where not yet looked at."""
        self.supply = [0] * 5
        self.won = [0] * players
        self.pile: list[int] = []
        self.round = 1
        self.turn = 0
        self.starter = 0

    def copy(self) -> "Table":
        """A table of its own to go on from."""
        other = Table(0)
        other.players = self.players
        other.hands = [hand[:] for hand in self.hands]
        other.faces = self.faces[:]
        other.walls = self.walls[:]
        other.standing = self.standing[:]
        other.lengths = self.lengths[:]
        other.leads = self.leads[:]
        other.blown = self.blown[:]
        other.fallen = self.fallen[:]
        other.supply = self.supply[:]
        other.won = self.won[:]
        other.pile = self.pile[:]
        other.round = self.round
        other.turn = self.turn
        other.starter = self.starter
        return other

    def stand(self, seat: int, colour: int, rank: int) -> None:
        """A card from nowhere joins a seat's wall (JE-09)."""
        spot = colour * WALL_SIZE + rank
        self.walls[seat * SEAT_WALLS + spot] += 1
        self.standing[spot] += 1
        self.lengths[seat * 5 + colour] += RANKS[rank]
        self.measure(colour)

    def measure(self, colour: int) -> None:
        """Keep the leads of a colour right after its walls have changed."""
        measure_leads(self.lengths, colour, self.leads)
        self.fallen[colour] = -1

    def reveal(self) -> None:
        """The face-down cards join the layouts; a trumpet is removed (JE-07)."""
        for seat in range(self.players):
            kind = self.faces[seat]
            if kind >= 0 and kind != BRASS:
                self.stand(seat, COLOUR[kind], kind % 5)
            self.faces[seat] = -1

    def put(self, kind: int) -> None:
        """A card goes into the supply."""
        if kind != BRASS:
            self.supply[COLOUR[kind]] += 1

    def play(self, seat: int, play: int) -> None:
        """One turn's card leaves the hand and does its work; drawing comes after."""
        hand = self.hands[seat]
        if play >= BLOW:
            hand.remove(BRASS)
            self._blow(seat, play - BLOW)
        elif play >= PUT:
            hand.remove(play - PUT)
            self.put(play - PUT)
        else:
            hand.remove(play)
            self.stand(seat, COLOUR[play], play % 5)

    def _blow(self, seat: int, colour: int) -> None:
        """A trumpet brings down the highest cards of a colour and may stay (JE-11 to JE-13)."""
        standing, walls, lengths = self.standing, self.walls, self.lengths
        base = colour * WALL_SIZE
        for rank in FROM_THE_TOP:
            fallen = standing[base + rank]
            if fallen:
                standing[base + rank] = 0
                if rank != 5:
                    self.supply[colour] += fallen
                for other in range(self.players):
                    at = other * SEAT_WALLS + base
                    cards = walls[at + rank]
                    if cards:
                        walls[at + rank] = 0
                        left = lengths[other * 5 + colour] - cards * RANKS[rank]
                        brass = walls[at + 5]
                        if brass and left == 2 * brass:
                            walls[at + 5] = 0
                            standing[base + 5] -= brass
                            left = 0
                        lengths[other * 5 + colour] = left
                break
        if lengths[seat * 5 + colour]:
            lengths[seat * 5 + colour] += 2
            walls[seat * SEAT_WALLS + base + 5] += 1
            standing[base + 5] += 1
        self.measure(colour)

    def look(self, colour: int) -> int:
        """See what a trumpet on a colour would do, whoever plays it; the cards that would fall."""
        fallen = look_at_trumpet(self.walls, self.standing, self.lengths, colour, self.blown)
        self.fallen[colour] = fallen
        return fallen

    def score(self) -> None:
        """A scoring: each colour's supply goes to the longest wall (JE-16 to JE-18)."""
        for colour in range(5):
            cards = self.supply[colour]
            lengths = self.lengths[colour::5]
            best = max(lengths)
            if not cards or not best:
                continue
            winners = lengths.count(best)
            each = cards // winners
            for seat in range(self.players):
                if lengths[seat] == best:
                    self.won[seat] += each
            self.supply[colour] = cards - each * winners

    def finish(self) -> None:
        """The final scoring: ones in the walls are won (JE-20)."""
        for seat in range(self.players):
            for colour in range(5):
                self.won[seat] += self.walls[seat * SEAT_WALLS + colour * WALL_SIZE]

    def share(self, seat: int) -> float:
        """A seat's share of the victory (JE-22)."""
        best = max(self.won)
        if self.won[seat] < best:
            return 0.0
        leaders = [each for each in range(self.players) if self.won[each] == best]
        if len(leaders) == 1:
            return 1.0
        left = [self._left(each) for each in leaders]
        most = max(left)
        return 1.0 / left.count(most) if left[leaders.index(seat)] == most else 0.0

    def lead(self, seat: int) -> int:
        """How many cards more a seat has won than the best of the others."""
        return self.won[seat] - max(self.won[:seat] + self.won[seat + 1 :])

    def _left(self, seat: int) -> int:
        """The cards of the walls that stay after the final scoring (JE-21)."""
        found = 0
        for at in range(seat * SEAT_WALLS, (seat + 1) * SEAT_WALLS, WALL_SIZE):
            others = sum(self.walls[at + 1 : at + 5])
            if others:
                found += others + self.walls[at + 5]
        return found

    def worth(self, seat: int, play: int) -> float:
        """What a play is worth by the rules of thumb."""
        if play >= BLOW:
            return self.blow_worth(seat, play - BLOW)
        if play >= PUT:
            return self.put_worth(seat, play - PUT)
        colour = COLOUR[play]
        lead = self.leads[seat * 5 + colour] + FAR
        stake = self.supply[colour] + COMING[self.round]
        return (CHANCE[lead + VALUE[play]] - CHANCE[lead]) * stake + BUILT[play]

    def put_worth(self, seat: int, kind: int) -> float:
        """What it is worth to put a card into the supply."""
        if kind == BRASS:
            return -HOLD[BRASS]
        chance = CHANCE[self.leads[seat * 5 + COLOUR[kind]] + FAR]
        return chance * (1 + GIVEN_AWAY) - GIVEN_AWAY - HOLD[kind]

    def blow_worth(self, seat: int, colour: int) -> float:
        """What a trumpet on a colour is worth: the lead it changes and the cards that fall."""
        fallen = self.fallen[colour]
        if fallen < 0:
            fallen = self.look(colour)
        after = CHANCE[self.blown[seat * 5 + colour] + FAR]
        before = CHANCE[self.leads[seat * 5 + colour] + FAR]
        falling = fallen * (after * (1 + GIVEN_AWAY) - GIVEN_AWAY)
        stake = self.supply[colour] + COMING[self.round]
        return (after - before) * stake + falling - HOLD[BRASS]

    def best_play(self, seat: int) -> int:
        """The play that the rules of thumb like best. One long loop, for all playouts live here."""
        leads, supply, coming = self.leads, self.supply, COMING[self.round]
        base = seat * 5
        hand = self.hands[seat]
        best, most = PUT + hand[0], -9.0
        brass = False
        for card in hand:
            if card == BRASS:
                brass = True
                continue
            colour = COLOUR[card]
            lead = leads[base + colour] + FAR
            chance = CHANCE[lead]
            gain = (CHANCE[lead + VALUE[card]] - chance) * (supply[colour] + coming) + BUILT[card]
            if gain > most:
                best = card
                most = gain
            gain = chance * (1 + GIVEN_AWAY) - GIVEN_AWAY - HOLD[card]
            if gain > most:
                best = PUT + card
                most = gain
        if brass:
            for colour in range(5):
                gain = self.blow_worth(seat, colour)
                if gain > most:
                    best = BLOW + colour
                    most = gain
        return best

    def play_out(self) -> None:
        """Everybody plays by the rules of thumb until the end of the match."""
        while self.pile:
            seat = self.turn
            if self.hands[seat]:
                self.play(seat, self.best_play(seat))
            if self.draw(seat):
                return
        self.finish()

    def draw(self, seat: int) -> bool:
        """Draw a card; a scoring card brings a scoring and the next round. Whether it is over."""
        card = self.pile.pop()
        if card != SHOW:
            self.hands[seat].append(card)
            self.turn = (seat + 1) % self.players
            return False
        self.score()
        if self.round == LAST_ROUND:
            self.finish()
            return True
        self.round += 1
        if self.pile:
            self.hands[seat].append(self.pile.pop())
        for other in range(self.players):
            self.feed(other)
        self.turn = (seat + 1) % self.players
        return False

    def feed(self, seat: int) -> None:
        """A seat feeds what costs least, or wins most, whatever the others feed (JE-06)."""
        hand = self.hands[seat]
        if not hand:
            return
        best, most = -1, -9.0
        for card in hand:
            gain = self.put_worth(seat, card)
            if gain > most:
                best = card
                most = gain
        hand.remove(best)
        self.put(best)


def best_first(hand: list[int]) -> int:
    """The first card of a layout: of the colour with the longest wall in the hand, its middle."""
    sums = [0] * 5
    for card in hand:
        if card != BRASS:
            sums[COLOUR[card]] += VALUE[card]
    best, longest, off = BRASS, 0, 0
    for card in hand:
        if card != BRASS:
            # Not the highest: it is the first to fall to a trumpet.
            length, middle = sums[COLOUR[card]], abs(VALUE[card] - 3)
            if length > longest or (length == longest and middle < off):
                best = card
                longest = length
                off = middle
    return best
