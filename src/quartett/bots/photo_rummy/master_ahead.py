"""A learned player looks ahead: its favourites are tried on deals that could be the real one.

Everybody goes on as the network would until the turn has come round; what the network then expects
is the result. All deals go on together, so that each step asks the network once.
"""

from random import Random

from quartett.bots import network
from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master_round import Round, turned
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.bots.photo_rummy.reckon import bits_of, boards_of, goes_out
from quartett.fast.photo_rummy import BITS
from quartett.fast.photo_rummy import board as board_of
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

    def expected(self, choices: list[After], deals: int) -> list[float]:
        """The mean share of the victory to be expected of each choice, on the same deals."""
        worlds = [self.imagine() for _ in range(deals)]
        rounds, results = [], [0.0] * (deals * len(choices))
        for choice in choices:
            for world in worlds:
                rounds.append(world.copy())
                self._lay(rounds, results, len(rounds) - 1, choice)
        self._come_round(rounds, results)
        return [sum(results[at * deals : (at + 1) * deals]) / deals for at in range(len(choices))]

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

    def _come_round(self, rounds: list[Round], results: list[float]) -> None:
        """Play on until it is the seat's turn again, and see what it can make of that."""
        for _ in range(self._players - 1):
            going = [at for at, each in enumerate(rounds) if each.turn not in (-1, self._seat)]
            if not going:
                break
            drawn = [rounds[at].draw() for at in going]
            for at, options, (place, _) in zip(going, drawn, self._best(drawn), strict=True):
                self._lay(rounds, results, at, options[place])
        going = [at for at, each in enumerate(rounds) if each.turn == self._seat]
        drawn = [rounds[at].draw() for at in going]
        for at, (_, worth) in zip(going, self._best(drawn), strict=True):
            results[at] = worth

    def _lay(self, rounds: list[Round], results: list[float], at: int, after: After) -> None:
        points = rounds[at].lay(after)
        if points is not None:
            rounds[at].turn = -1
            results[at] = self._worth(points)

    def _best(self, drawn: list[list[After]]) -> list[tuple[int, float]]:
        """The place of the best option of each, and what it is worth."""
        if not drawn:
            return []
        values = odds_of(self._weights, [each for options in drawn for each in options])
        found, at = [], 0
        for options in drawn:
            some = values[at : at + len(options)]
            place = int(self._np.argmax(some))
            found.append((place, share_of(float(some[place]))))
            at += len(options)
        return found

    def _worth(self, points: list[int]) -> float:
        """The share of the victory that the round's points lead to."""
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
