"""Possible Jericho tables for a viewer, and the value of an action in them.

A playout ends with its round. The expected result of a seat at that point was fitted to the learned
network's estimates in 300 matches of self-play, and explains nine tenths of their variance.
"""

from math import exp
from random import Random
from typing import Final

from quartett.core.outcome import share_of
from quartett.fast.chance import shuffled
from quartett.fast.jericho import (
    BRASS,
    KINDS,
    OVER,
    SEAT_WALLS,
    SHOW,
    VALUE,
    WALL_SIZE,
    Jericho,
)
from quartett.fast.jericho_playout import FAR, Thumb

BEFORE_THE_BEST: Final = [0.0, 0.08, 0.08, 0.17]
BEFORE_THE_OTHERS: Final = [0.0, 0.16, 0.16, 0.13]
"""The weight of a lead of one card over the best and over the mean of the others, by round."""

IN_HAND: Final = 0.04
"""The cost of each point of value still in the hand when a round begins."""

COMING: Final = 3.0
"""The cards of each colour that a round will bring into the supply."""

FLAT: Final = [exp(-behind / 12.0) for behind in range(FAR + 1)]
"""How a colour's cards are shared in the long run: a wall's weight by how far it is behind."""

LEAD: Final = 0.03
"""The weight of a lead of one card beside the victory: a tie-break between equal chances."""


class Worlds:
    """A source of tables consistent with what a viewer sees."""

    def __init__(
        self,
        known: Jericho,
        seat: int,
        pool: list[int],
        hidden_faces: list[int],
        hand_sizes: list[int],
        hidden_supply: list[int],
        scoring_piles: list[tuple[int, int]],
        pile_size: int,
    ) -> None:
        self.known = known
        """The table as far as the viewer sees it."""
        self.seat = seat
        self.rounds = 1
        """After how many rounds a playout ends."""
        self._pool = pool
        self._hidden_faces = hidden_faces
        """The seats whose first card lies face down."""
        self._hand_sizes = hand_sizes
        self._hidden_supply = hidden_supply
        """For each unseen supply card, the seat that put it there, or -1."""
        self._scoring_piles = scoring_piles
        """Alternately bottom and size of each pile that still has a scoring card."""
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
        for bottom, room in self._scoring_piles:
            places.append(bottom + int(chance.random() * room))
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
        return share_of(winners, self.seat), own - max(scores)


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
