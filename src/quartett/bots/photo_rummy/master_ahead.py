"""A learned player looks ahead: its favourites are tried on deals that could be the real one.

In thought nobody lays anything until everything can be laid at once, as the hard bot imagines it;
what the scores after the round are worth has been learned.
"""

from random import Random

from quartett.bots import network
from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_round import Round, turned
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.bots.photo_rummy.reckon import bits_of, boards_of, goes_out, minus_of
from quartett.fast.photo_rummy import BITS
from quartett.fast.photo_rummy import board as board_of
from quartett.fast.photo_rummy_playout import Thought
from quartett.games.photo_rummy.deal import RACK_SIZE
from quartett.games.photo_rummy.solving.board import board
from quartett.games.photo_rummy.view import View

TRIES = 4
"""So often a rack is dealt anew that its owner would have laid as a whole."""


class Ahead:
    """The rest of a round as one seat sees it."""

    def __init__(self, view: View, weights: Weights, chance: Random) -> None:
        assert view.viewer is not None
        self._np = network.numpy()
        self._view, self._seat, self._weights, self._chance = view, view.viewer, weights, chance
        self._players = len(view.seats)
        self._own = board(view.seats[self._seat].rack or ())
        seen = bits_of(view.table) | self._own
        self._pool = [card for card, bit in enumerate(BITS) if not seen & bit]
        self._known: dict[tuple[int, ...], float] = {}

    def expected(self, choices: list[After], deals: int) -> list[float]:
        """The mean share of the victory to be expected of each choice, on the same deals."""
        worlds = [self.imagine() for _ in range(deals)]
        return [sum(self._result(each, world) for world in worlds) / deals for each in choices]

    def imagine(self) -> Round:
        """The unseen cards dealt at random, but nobody sits on a rack that could have gone out."""
        cards = self._pool[:]
        self._chance.shuffle(cards)
        racks = [
            self._own if at == self._seat else self._rack(at, cards) for at in range(self._players)
        ]
        view = self._view
        return Round(
            boards_of(view.table),
            racks,
            [int(each.opened) for each in view.seats],
            cards[: sum(view.stacks)],
            self._seat,
            [each.score for each in view.seats],
            (view.round, view.options.rounds),
        )

    def worth(self, points: list[int]) -> float:
        """The share of the victory that the round's points lead to."""
        known = self._known.get(tuple(points))
        if known is None:
            known = self._known[tuple(points)] = self._judged(points)
        return known

    def _rack(self, seat: int, cards: list[int]) -> int:
        """A rack for somebody else, taken from the shuffled cards."""
        view = self._view
        size, opened = view.seats[seat].rack_size, view.seats[seat].opened
        has_waited = size > RACK_SIZE and not view.table
        was_last = seat == (self._seat - 1) % self._players and (size > RACK_SIZE or opened)
        for _ in range(TRIES if has_waited or was_last else 0):
            if not goes_out(view.table, bits_of(view.table), board_of(cards[-size:]), opened):
                break
            self._chance.shuffle(cards)
        rack = board_of(cards[-size:])
        del cards[-size:]
        return rack

    def _result(self, choice: After, world: Round) -> float:
        """What a deal comes to once this choice has been made and the round is over."""
        racks, opened = world.racks[:], [bool(each) for each in world.opened]
        thought = Thought(self._seat, [each and at != self._seat for at, each in enumerate(opened)])
        racks[self._seat], opened[self._seat] = choice.rack, choice.opened
        winner = thought.play_out([*choice.table], racks, opened, world.pile)
        losses = [minus_of(rack) for rack in racks] if winner >= 0 else [0] * self._players
        losses[winner] -= sum(losses)
        return self.worth([-loss for loss in losses])

    def _judged(self, points: list[int]) -> float:
        view = self._view
        scores = [each.score + more for each, more in zip(view.seats, points, strict=True)]
        left = view.options.rounds - view.round
        if not left:
            best = max(scores)
            return (scores[self._seat] == best) / scores.count(best)
        starter = (view.starter + 1 - self._seat) % self._players
        known = master_net.between(left, starter, turned(scores, self._seat))
        odds = master_net.evaluate_scores(self._np, self._weights, self._np.array([known]))
        return share_of(float(odds[0]))


def odds_of(weights: Weights, choices: list[After]) -> Array:
    """The log-odds of victory after each choice, as the network sees them."""
    return master_net.evaluate(network.numpy(), weights, observations(choices))[0]


def share_of(odds: float) -> float:
    """Log-odds as a share of the victory."""
    return 1 / (1 + float(network.numpy().exp(-odds)))
