"""Jericho playouts by rules of thumb.

The chance to win a colour is a smooth function of the lead of one's own wall over the longest
other. How good a play is depends on how it changes that chance, on the cards at stake in that
colour, and on what may fall soon. The numbers were fitted to what the learned network likes in 300
matches with itself: a difference of 1 makes a choice e times as likely, and the best one is the
network's in half of all plays.
"""

from math import exp
from typing import Final

from quartett.fast.jericho import (
    BRASS,
    COLOUR,
    FEED_ID,
    FEED_PHASE,
    KINDS,
    OVER,
    PLAY_PHASE,
    RANKS,
    SPOT,
    SUPPLY_ID,
    TRUMPET_ID,
    VALUE,
    WALL_ID,
    WALL_SIZE,
    Jericho,
)

HIGH_RANKS: Final = (4, 3, 2, 1)
"""The places of a wall whose values are more than 2, the highest first."""

FAR: Final = 110
WIDE: Final = [1 / (1 + exp(-lead / 4.0)) for lead in range(-FAR, FAR + 1)]
"""The chance to win a colour by lead + FAR, while much can still change."""

NARROW: Final = [1 / (1 + exp(-lead / 1.5)) for lead in range(-FAR, FAR + 1)]
"""The same when a scoring may come at any moment."""

BUILD: Final = [3.33, 2.72, 2.17, 1.70, 0.97] * 5
"""How good it is to build a card, by kind: low ones stand longest."""

BUILD_LEAD: Final = 3.0
BUILD_STAKE: Final = 0.41
"""The weight of a better chance, by itself and for each card at stake."""

EXPOSED: Final = 1.58
"""The cost of building what the next trumpet brings down."""

ALIKE: Final = 0.19
"""The cost of each equal card that already stands: they fall together."""

PUT: Final = [-5.06, -2.45, -2.57, -2.38, -2.59] * 5
"""How good it is to put a card into the supply, by kind."""

PUT_BRASS: Final = -3.84
PUT_CHANCE: Final = 4.48

FEED: Final = [-3.63, -0.09, 1.56, 2.68, 1.99] * 5
"""How good it is to feed a card, by kind."""

FEED_BRASS: Final = -1.37
FEED_CHANCE: Final = 3.83
FEED_COMPANY: Final = 0.28
"""The weights of the chance to win the card and of each point held in the same colour."""

FIRST: Final = [-0.09, 1.55, 1.12, -0.92, -3.75] * 5
"""How good a first card is, by kind."""

FIRST_COMPANY: Final = 0.2
"""The cost of each point of value held in the same colour."""

BLOW: Final = -0.96
BLOW_LEAD: Final = 4.11
BLOW_STAKE: Final = 0.88
FALLING: Final = 0.67
FALLING_AWAY: Final = 0.22
"""What each card that falls into the supply counts, times the chance to win it, and against it."""


class Thumb:
    """A table as the rules of thumb see it; leads and effects of trumpets are cached.

    A lead is how much longer a wall is than the longest other of its colour.
    """

    def __init__(self, game: Jericho) -> None:
        self.game = game
        self.leads = [0] * (5 * game.players)
        self.blown = [0] * (5 * game.players)
        """The leads after a trumpet of the seat; valid where `fallen` is known."""
        self.fallen = [-1.0] * 5
        """The cards that a trumpet would bring into the supply, or -1 where unknown."""
        self.tops = [0] * 5
        """The highest value that stands in each colour, where it is more than 2."""
        self.stakes = [0.0] * 5
        """The cards of each colour in the supply."""
        self.refresh()

    def refresh(self) -> None:
        """Recompute everything for the whole table."""
        supply = self.game.supply
        for colour in range(5):
            self.stakes[colour] = float(sum(supply[colour * 5 : colour * 5 + 5]))
            self.measure(colour)

    def measure(self, colour: int) -> None:
        """Update the leads of a colour after its walls have changed."""
        lengths, leads = self.game.lengths, self.leads
        best, second, holder = _best_two(lengths, colour, 5)
        for at in range(colour, len(lengths), 5):
            leads[at] = lengths[at] - (second if at == holder else best)
        self.fallen[colour] = -1.0
        self.tops[colour] = 0
        for rank in HIGH_RANKS:
            if self.game.standing[colour * WALL_SIZE + rank]:
                self.tops[colour] = RANKS[rank]
                break

    def worth(self, seat: int, action: int) -> float:
        """How good an action is."""
        if action >= SUPPLY_ID:
            return self._put_worth(seat, action - SUPPLY_ID)
        if action >= TRUMPET_ID:
            return self.blow_worth(seat, action - TRUMPET_ID)
        if action < WALL_ID:
            if action >= FEED_ID:
                return self.feed_worth(seat, action - FEED_ID)
            return self.first_worth(seat, action)
        return self.build_worth(seat, action - WALL_ID)

    def build_worth(self, seat: int, kind: int) -> float:
        """How good it is to build a card: the lead it gives, and how long it may stand."""
        colour, value = COLOUR[kind], VALUE[kind]
        before = self.leads[seat * 5 + colour] + FAR
        after = before + value
        gain = (
            BUILD[kind]
            + (WIDE[after] - WIDE[before]) * BUILD_LEAD
            + (NARROW[after] - NARROW[before]) * BUILD_STAKE * self.stakes[colour]
            - ALIKE * self.game.standing[SPOT[kind]]
        )
        return gain - EXPOSED if value >= self.tops[colour] else gain

    def blow_worth(self, seat: int, colour: int) -> float:
        """How good a trumpet on a colour is: the lead it changes and the cards that fall."""
        fallen = self.fallen[colour]
        if fallen < 0.0:
            fallen = self.look(colour)
        after = self.blown[seat * 5 + colour] + FAR
        before = self.leads[seat * 5 + colour] + FAR
        return (
            BLOW
            + (WIDE[after] - WIDE[before]) * BLOW_LEAD
            + (NARROW[after] - NARROW[before]) * BLOW_STAKE * self.stakes[colour]
            + fallen * (WIDE[after] * FALLING - FALLING_AWAY)
        )

    def look(self, colour: int) -> float:
        """Work out what a trumpet on a colour would do, for any seat: the cards that fall."""
        game, blown = self.game, self.blown
        rank, fallen = game.target(colour), 0.0
        if rank < 0:
            after = game.lengths[colour::5]
        else:
            after = game.lengths_without(colour, rank)
            if rank != 5:  # a trumpet goes into the supply too, but nobody wins it there
                fallen = float(game.standing[colour * WALL_SIZE + rank])
        best, second, holder = _best_two(after, 0, 1)
        for seat in range(len(after)):
            own = after[seat]
            other = second if seat == holder else best
            blown[seat * 5 + colour] = (own + 2 if own else 0) - other
        self.fallen[colour] = fallen
        return fallen

    def best_play(self, seat: int) -> int:
        """The play that the rules of thumb like best."""
        best, most = -1, -99.0
        for action in self.game.plays[seat]:
            if action >= SUPPLY_ID:
                gain = self._put_worth(seat, action - SUPPLY_ID)
            elif action < TRUMPET_ID:
                gain = self.build_worth(seat, action - WALL_ID)
            else:
                gain = self.blow_worth(seat, action - TRUMPET_ID)
            if gain > most:
                best = action
                most = gain
        return best

    def best_feed(self, seat: int) -> int:
        """The hand card to feed."""
        best, most = -1, -99.0
        for action in self.game.plays[seat]:
            if action >= SUPPLY_ID:
                gain = self.feed_worth(seat, action - SUPPLY_ID)
                if gain > most:
                    best = action
                    most = gain
        return best - SUPPLY_ID + FEED_ID

    def feed_worth(self, seat: int, kind: int) -> float:
        """How good it is to feed a card: the chance to win it, and more of its colour to come."""
        if kind == BRASS:
            return FEED_BRASS
        chance = NARROW[self.leads[seat * 5 + COLOUR[kind]] + FAR]
        return FEED[kind] + FEED_CHANCE * chance + FEED_COMPANY * self._company(seat, kind)

    def best_first(self, seat: int) -> int:
        """The first card of a layout."""
        best, most = BRASS, -99.0
        for action in self.game.plays[seat]:
            if action < TRUMPET_ID:
                gain = self.first_worth(seat, action - WALL_ID)
                if gain > most:
                    best = action - WALL_ID
                    most = gain
        return best

    def first_worth(self, seat: int, kind: int) -> float:
        """How good a first card is: neither high nor of a colour that can still grow secretly."""
        if kind == BRASS:
            return 0.0
        return FIRST[kind] - FIRST_COMPANY * self._company(seat, kind)

    def _company(self, seat: int, kind: int) -> int:
        """The value of the other cards of the same colour in the hand."""
        hands, colour, found = self.game.hands, COLOUR[kind], -VALUE[kind]
        for at in range(colour * 5, colour * 5 + 5):
            found += hands[seat * KINDS + at] * VALUE[at]
        return found

    def play_out(self) -> None:
        """Everybody plays by the rules of thumb until the end of the match."""
        while self.game.phase != OVER:
            self.step()

    def play_rounds(self, rounds: int) -> None:
        """Everybody plays by the rules of thumb until `rounds` rounds are over."""
        last = self.game.round + rounds
        while self.game.phase != OVER and self.game.round < last:
            self.step()

    def step(self) -> None:
        """One decision by the rules of thumb."""
        game = self.game
        seat, phase = game.turn, game.phase
        if phase == PLAY_PHASE:
            if not game.pile or not game.plays[seat]:  # only in positions written by hand
                game.finish()
                return
            action = self.best_play(seat)
            game.apply(seat, action)
            if action < TRUMPET_ID:
                self.measure(COLOUR[action - WALL_ID])
            elif action < SUPPLY_ID:
                colour = action - TRUMPET_ID
                self.stakes[colour] += self.fallen[colour]
                self.measure(colour)
            elif action < SUPPLY_ID + BRASS:
                self.stakes[COLOUR[action - SUPPLY_ID]] += 1.0
        elif seat < 0:  # likewise
            game.finish()
        elif phase == FEED_PHASE:
            game.apply(seat, self.best_feed(seat))
            if game.phase == PLAY_PHASE:
                self.refresh()
        else:
            game.apply(seat, self.best_first(seat))

    def _put_worth(self, seat: int, kind: int) -> float:
        """How good it is to put a card into the supply."""
        if kind == BRASS:
            return PUT_BRASS
        return PUT[kind] + NARROW[self.leads[seat * 5 + COLOUR[kind]] + FAR] * PUT_CHANCE


def _best_two(lengths: list[int], first: int, step: int) -> tuple[int, int, int]:
    """The longest of every `step`-th length, the second longest, and where the longest is."""
    best, second, holder = -1, -1, -1
    at = first
    while at < len(lengths):
        length = lengths[at]
        if length > best:
            second = best
            best = length
            holder = at
        elif length > second:
            second = length
        at += step
    return best, second, holder
