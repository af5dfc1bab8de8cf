"""Jericho played ahead: the rules of thumb of all playouts, and tables that could be the real one.

The chance to win a colour is a smooth function of the lead of one's own wall over the longest
other. How good a play is depends on what it changes in that chance, on the cards at stake in that
colour, and on what may fall soon. The numbers were fitted to what the learned network likes and
expects in 300 matches with itself: a difference of 1 makes a choice e times as likely, the best one
is the network's in half of all plays, and what is expected at the start of a round explains nine
tenths of what the network expects.
"""

from math import exp
from random import Random
from typing import Final

from quartett.fast.chance import shuffled
from quartett.fast.jericho import (
    BRASS,
    COLOUR,
    FEED_ID,
    FEED_PHASE,
    FROM_THE_TOP,
    KINDS,
    OVER,
    PLAY_PHASE,
    RANKS,
    SEAT_WALLS,
    SHOW,
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
"""The chance to win a colour by lead + FAR, while much may still happen to it."""

NARROW: Final = [1 / (1 + exp(-lead / 1.5)) for lead in range(-FAR, FAR + 1)]
"""The same for a scoring that may come any moment."""

BUILD: Final = [3.33, 2.72, 2.17, 1.70, 0.97] * 5
"""How good it is to build a card, by kind: low ones stand longest."""

BUILD_LEAD: Final = 3.0
BUILD_STAKE: Final = 0.41
"""What a better chance counts, by itself and for each card at stake."""

EXPOSED: Final = 1.58
"""What it costs to build what the next trumpet brings down."""

ALIKE: Final = 0.19
"""What each like card costs that stands already: they fall together."""

PUT: Final = [-5.06, -2.45, -2.57, -2.38, -2.59] * 5
"""How good it is to put a card into the supply, by kind."""

PUT_BRASS: Final = -3.84
PUT_CHANCE: Final = 4.48

FEED: Final = [-3.63, -0.09, 1.56, 2.68, 1.99] * 5
"""How good it is to feed a card, by kind."""

FEED_BRASS: Final = -1.37
FEED_CHANCE: Final = 3.83
FEED_COMPANY: Final = 0.28
"""What the chance to win the card counts, and each point of value held in the same colour."""

FIRST: Final = [-0.09, 1.55, 1.12, -0.92, -3.75] * 5
"""How good a first card is, by kind."""

FIRST_COMPANY: Final = 0.2
"""What each point of value costs that is held in the same colour."""

BLOW: Final = -0.96
BLOW_LEAD: Final = 4.11
BLOW_STAKE: Final = 0.88
FALLING: Final = 0.67
FALLING_AWAY: Final = 0.22
"""What each card that falls into the supply counts, times the chance to win it, and against it."""

BEFORE_THE_BEST: Final = [0.0, 0.08, 0.08, 0.17]
BEFORE_THE_OTHERS: Final = [0.0, 0.16, 0.16, 0.13]
"""What a card more than the best and than the mean of the others counts, by the coming round."""

IN_HAND: Final = 0.04
"""What each point of value costs that is still in the hand when a round begins."""

COMING: Final = 3.0
"""The cards of each colour that a round will bring into the supply."""

FLAT: Final = [exp(-behind / 12.0) for behind in range(FAR + 1)]
"""How a colour's cards are shared in the long run: a wall's weight by how far it is behind."""

LEAD: Final = 0.03
"""What a card's lead counts beside the victory itself; it tells apart what wins equally often."""


class Thumb:
    """A table as the rules of thumb see it; leads and what trumpets would do are kept.

    A lead is how much longer a wall is than the longest other of its colour.
    """

    def __init__(self, game: Jericho) -> None:
        self.game = game
        self.leads = [0] * (5 * game.players)
        self.blown = [0] * (5 * game.players)
        """The leads after a trumpet of the seat; right where `fallen` is known."""
        self.fallen = [-1.0] * 5
        """The cards that a trumpet would bring into the supply, or -1 where not yet looked at."""
        self.tops = [0] * 5
        """The highest value that stands in each colour, where it is more than 2."""
        self.stakes = [0.0] * 5
        """The cards of each colour in the supply."""
        self.refresh()

    def refresh(self) -> None:
        """See the whole table anew."""
        supply = self.game.supply
        for colour in range(5):
            self.stakes[colour] = float(sum(supply[colour * 5 : colour * 5 + 5]))
            self.measure(colour)

    def measure(self, colour: int) -> None:
        """Keep the leads of a colour right after its walls have changed."""
        lengths, leads = self.game.lengths, self.leads
        best, second, holder = -1, -1, -1
        for at in range(colour, len(lengths), 5):
            length = lengths[at]
            if length > best:
                second = best
                best = length
                holder = at
            elif length > second:
                second = length
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
        """See what a trumpet on a colour would do, whoever plays it; the cards that would fall."""
        game = self.game
        walls, standing, base = game.walls, game.standing, colour * WALL_SIZE
        after = game.lengths[colour::5]
        fallen = 0.0
        for rank in FROM_THE_TOP:
            if standing[base + rank]:
                # A trumpet that falls goes into the supply too, but nobody wins it there.
                fallen = 0.0 if rank == 5 else float(standing[base + rank])
                at = base + rank
                for seat in range(game.players):
                    cards = walls[at]
                    if cards:
                        left = after[seat] - cards * RANKS[rank]
                        brass = 0 if rank == 5 else walls[at - rank + 5]
                        after[seat] = 0 if left == 2 * brass else left
                    at += SEAT_WALLS
                break
        best, second, holder = -1, -1, -1
        for seat in range(game.players):
            if after[seat] > best:
                second = best
                best = after[seat]
                holder = seat
            elif after[seat] > second:
                second = after[seat]
        for seat in range(game.players):
            own = after[seat]
            other = second if seat == holder else best
            self.blown[seat * 5 + colour] = (own + 2 if own else 0) - other
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
        """Everybody plays by the rules of thumb until so many rounds are over."""
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


class Worlds:
    """A source of tables that a viewer could be sitting at: what is seen stays."""

    def __init__(
        self,
        known: Jericho,
        seat: int,
        pool: list[int],
        hidden_faces: list[int],
        hand_sizes: list[int],
        hidden_supply: list[int],
        scoring_piles: list[int],
        pile_size: int,
    ) -> None:
        self.known = known
        """The table as far as the viewer sees it."""
        self.seat = seat
        self.rounds = 1
        """After so many rounds a playout ends."""
        self._pool = pool
        self._hidden_faces = hidden_faces
        """The seats whose first card lies face down."""
        self._hand_sizes = hand_sizes
        self._hidden_supply = hidden_supply
        """For each supply card that is not seen the seat that put it there, or -1."""
        self._scoring_piles = scoring_piles
        """Bottom and room, by turns, of each pile that still has a scoring card."""
        self._pile_size = pile_size

    def deal(self, chance: Random) -> Jericho:
        """One such table: the unseen cards dealt at random."""
        game = self.known.copy()
        pool = shuffled(self._pool, chance)
        for seat in self._hidden_faces:
            # A hidden first card is a wall card, if any is left (JE-04).
            at = len(pool) - 1
            while at > 0 and pool[at] == BRASS:
                at -= 1
            game.faces[seat] = pool.pop(at)
        for seat in self._hidden_supply:
            card = pool.pop()
            game.supply[card] += 1
            if seat >= 0:
                game.puts[seat * KINDS + card] += 1
        for seat in range(game.players):
            if seat != self.seat:
                for _ in range(self._hand_sizes[seat]):
                    game.draw(seat, pool.pop())
        places: list[int] = []
        for at in range(0, len(self._scoring_piles), 2):
            room = self._scoring_piles[at + 1]
            places.append(self._scoring_piles[at] + int(chance.random() * room))
        height = min(self._pile_size, len(pool) + len(places))
        game.pile = [SHOW if at in places else pool.pop() for at in range(height)]
        game.begin(game.phase, game.turn)
        return game

    def share_and_lead(self, world: Jericho, action: int) -> tuple[float, int]:
        """A seat's share of the victory and its lead after an action and a playout (JE-22)."""
        game = world.copy()
        game.apply(self.seat, action)
        Thumb(game).play_out()
        return self._result(game)

    def value(self, action: int, world: Jericho) -> float:
        """How good an action turned out to be once the round was over."""
        game = world.copy()
        game.apply(self.seat, action)
        Thumb(game).play_rounds(self.rounds)
        if game.phase != OVER:
            return outlook(game, self.seat)
        share, lead = self._result(game)
        return share + LEAD * lead

    def _result(self, game: Jericho) -> tuple[float, int]:
        scores, winners = game.scores(), game.winners()
        own = scores[self.seat]
        scores[self.seat] = -1
        share = 1.0 / len(winners) if self.seat in winners else 0.0
        return share, own - max(scores)


def outlook(game: Jericho, seat: int) -> float:
    """The share of the victory that a seat may expect when a round begins."""
    expected = expected_scores(game)
    own, others = expected[seat], 0.0
    best = -1.0
    for other in range(game.players):
        if other != seat:
            others += expected[other]
            best = max(best, expected[other])
    hand = 0
    for kind in range(25):
        hand += game.hands[seat * KINDS + kind] * VALUE[kind]
    liking = (
        BEFORE_THE_BEST[game.round] * (own - best)
        + BEFORE_THE_OTHERS[game.round] * (own - others / (game.players - 1))
        - IN_HAND * hand
    )
    return 1 / (1 + exp(-liking))


def expected_scores(game: Jericho) -> list[float]:
    """The cards that each seat may expect in the end: those it has, its ones, and its colours."""
    players, walls, lengths = game.players, game.walls, game.lengths
    found = [float(score) for score in game.scores()]
    for colour in range(5):
        stake = COMING + sum(game.supply[colour * 5 : colour * 5 + 5])
        best = max(lengths[colour::5])
        weights = [FLAT[best - lengths[seat * 5 + colour]] for seat in range(players)]
        together = sum(weights)
        for seat in range(players):
            found[seat] += stake * weights[seat] / together
            found[seat] += walls[seat * SEAT_WALLS + colour * WALL_SIZE]
    return found
