"""Jericho played ahead: the rules of thumb of all playouts, and tables that could be the real one.

Everything is counted in cards won. The chance to win a colour is a smooth function of the lead of
one's own wall over the longest other; a play is worth what it changes in that chance, times the
cards at stake in that colour.
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
    FIRST_PHASE,
    FROM_THE_TOP,
    KINDS,
    OVER,
    PLAY_PHASE,
    RANKS,
    SEAT_WALLS,
    SHOW,
    SUPPLY_ID,
    TRUMPET_ID,
    VALUE,
    WALL_ID,
    WALL_SIZE,
    Jericho,
)

SPREAD: Final = 4.0
"""How far ahead a wall must be to be fairly safe."""

FAR: Final = 110
CHANCE: Final = [1 / (1 + exp(-lead / SPREAD)) for lead in range(-FAR, FAR + 1)]
"""The chance to win a colour by lead + FAR."""

COMING: Final = [0.0, 4.0, 3.0, 1.5]
"""Cards that a colour's supply is still expected to get, by round; walls stay, so later rounds
count."""

ONE: Final = 0.9
"""What a card of value 1 in one's own wall is worth at the end."""

GIVEN_AWAY: Final = 0.35
"""What a supply card that others win costs."""

AT_STAKE: Final = 1.35
"""What lies between winning a supply card and leaving it to others."""

_HOLD_VALUE: Final = {1: 0.12, 2: 0.45, 3: 0.22, 4: 0.3, 5: 0.4, 7: 0.55}
HOLD: Final = [_HOLD_VALUE[value] for value in VALUE]
"""What a card in the hand is worth for later; a trumpet has value 2."""

BUILT: Final = [(ONE if value == 1 else 0.0) - _HOLD_VALUE[value] for value in VALUE]
"""What building a card is worth apart from the lead it gives."""

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

    def worth(self, seat: int, action: int) -> float:
        """What an action is worth; feeding is like putting into the supply."""
        if action >= SUPPLY_ID:
            return self._put_worth(seat, action - SUPPLY_ID)
        if action >= TRUMPET_ID:
            return self.blow_worth(seat, action - TRUMPET_ID)
        if action < WALL_ID:
            kind = action - FEED_ID if action >= FEED_ID else action
            return self._put_worth(seat, kind)
        kind = action - WALL_ID
        colour = COLOUR[kind]
        lead = self.leads[seat * 5 + colour] + FAR
        stake = self.stakes[colour] + COMING[self.game.round]
        return (CHANCE[lead + VALUE[kind]] - CHANCE[lead]) * stake + BUILT[kind]

    def blow_worth(self, seat: int, colour: int) -> float:
        """What a trumpet on a colour is worth: the lead it changes and the cards that fall."""
        fallen = self.fallen[colour]
        if fallen < 0.0:
            fallen = self.look(colour)
        at = seat * 5 + colour
        after = CHANCE[self.blown[at] + FAR]
        before = CHANCE[self.leads[at] + FAR]
        stake = self.stakes[colour] + COMING[self.game.round]
        falling = fallen * (after * AT_STAKE - GIVEN_AWAY)
        return (after - before) * stake + falling - HOLD[BRASS]

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
        """The play that the rules of thumb like best. One long loop, for all playouts live here."""
        leads, stakes, game = self.leads, self.stakes, self.game
        coming, base = COMING[game.round], seat * 5
        best, most = -1, -9.0
        for action in game.plays[seat]:
            if action >= SUPPLY_ID:
                kind = action - SUPPLY_ID
                if kind == BRASS:
                    gain = -HOLD[BRASS]
                else:
                    gain = (
                        CHANCE[leads[base + COLOUR[kind]] + FAR] * AT_STAKE
                        - GIVEN_AWAY
                        - HOLD[kind]
                    )
            elif action < TRUMPET_ID:
                kind = action - WALL_ID
                colour = COLOUR[kind]
                lead = leads[base + colour] + FAR
                stake = stakes[colour] + coming
                gain = (CHANCE[lead + VALUE[kind]] - CHANCE[lead]) * stake + BUILT[kind]
            else:
                gain = self.blow_worth(seat, action - TRUMPET_ID)
            if gain > most:
                best = action
                most = gain
        return best

    def best_feed(self, seat: int) -> int:
        """The hand card that costs least, or wins most, in the supply."""
        best, most = -1, -9.0
        for action in self.game.plays[seat]:
            if action >= SUPPLY_ID:
                gain = self._put_worth(seat, action - SUPPLY_ID)
                if gain > most:
                    best = action
                    most = gain
        return best - SUPPLY_ID + FEED_ID

    def best_first(self, seat: int) -> int:
        """The first card of a layout: the middle of the colour that is longest in the hand."""
        hands = self.game.hands
        base = seat * KINDS
        sums = [0, 0, 0, 0, 0]
        for kind in range(25):
            sums[kind // 5] += hands[base + kind] * VALUE[kind]
        best, most = BRASS, -1
        for kind in range(25):
            if hands[base + kind]:
                # Not the highest: it is the first to fall to a trumpet.
                liking = 10 * sums[kind // 5] + 9 - abs(VALUE[kind] - 3)
                if liking > most:
                    best = kind
                    most = liking
        return best

    def play_out(self) -> None:
        """Everybody plays by the rules of thumb until the end of the match."""
        while self.game.phase != OVER:
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
        """What it is worth to put a card into the supply."""
        if kind == BRASS:
            return -HOLD[BRASS]
        chance = CHANCE[self.leads[seat * 5 + COLOUR[kind]] + FAR]
        return chance * AT_STAKE - GIVEN_AWAY - HOLD[kind]


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
        scores, winners = game.scores(), game.winners()
        own = scores[self.seat]
        scores[self.seat] = -1
        share = 1.0 / len(winners) if self.seat in winners else 0.0
        return share, own - max(scores)

    def value(self, action: int, world: Jericho) -> float:
        """How good an action turned out to be in one playout."""
        share, lead = self.share_and_lead(world, action)
        return share + LEAD * lead

    def is_first(self) -> bool:
        """Whether the first cards are being chosen."""
        return self.known.phase == FIRST_PHASE
