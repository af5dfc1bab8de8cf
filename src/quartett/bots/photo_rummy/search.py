"""Looking ahead: each candidate is played to the end of the round on the same imagined deals.

In these playouts nobody lays anything until everything can be laid at once, because laying
piecemeal opens the table to the others. Only a player who has laid piecemeal before continues to.
"""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from quartett.bots.photo_rummy.bits import bits_of, boards_of, minus_of
from quartett.bots.photo_rummy.candidates import Choice
from quartett.fast.photo_rummy import BITS, CARDS_OF
from quartett.fast.photo_rummy import board as board_of
from quartett.fast.photo_rummy_playout import Thought
from quartett.games.photo_rummy.actions import Lay
from quartett.games.photo_rummy.solving.board import board
from quartett.games.photo_rummy.view import View


class Deal(NamedTuple):
    """An imagined deal: the racks as bits, and the numbers of the cards in the order of drawing."""

    racks: tuple[int, ...]
    draws: list[int]


class Ahead:
    """The rest of a round as one seat sees it."""

    def __init__(self, view: View, chance: Random) -> None:
        assert view.viewer is not None
        self.view, self.seat = view, view.viewer
        self.players = len(view.seats)
        self._chance = chance
        self._own = board(view.seats[self.seat].rack or ())
        seen = bits_of(view.table) | self._own
        self._pool = [card for card in CARDS_OF[view.options.size] if not seen & BITS[card]]
        lays = [each.opened and at != self.seat for at, each in enumerate(view.seats)]
        self._thought = Thought(self.seat, lays)

    def imagine(self) -> Deal:
        """The unseen cards dealt at random."""
        cards = self._pool[:]
        self._chance.shuffle(cards)
        racks = [
            self._own if at == self.seat else board_of([cards.pop() for _ in range(each.rack_size)])
            for at, each in enumerate(self.view.seats)
        ]
        return Deal(tuple(racks), cards[: sum(self.view.stacks)])

    def value(self, choice: Choice, deal: Deal) -> float:
        """How the match looks once this choice has been made and the round is over, 0 to 1."""
        table, racks = self.view.table, list(deal.racks)
        opened = [each.opened for each in self.view.seats]
        if isinstance(choice, Lay):
            # Everything that leaves the table in a lay is a joker taken onto the rack.
            together = bits_of(table) | racks[self.seat]
            table = choice.table
            racks[self.seat] = together & ~bits_of(table)
            opened[self.seat] = True
        winner = self._thought.play_out([*boards_of(table)], racks, opened, deal.draws)
        scores = [player.score for player in self.view.seats]
        return outlook(scores, winner, racks, self.seat, self.view.options.rounds - self.view.round)

    def best(self, choices: Sequence[Choice], nodes: int) -> Choice:
        """The first of the choices, unless another is clearly better on the same deals."""
        usual, *others = choices
        gains: dict[Choice, list[float]] = {choice: [] for choice in others}
        for number in range(max(MIN_DEALS, nodes // (NODES_PER_TRIAL * len(choices)))):
            if number >= MIN_DEALS and self._thought.spent >= nodes:
                break
            deal = self.imagine()
            value = self.value(usual, deal)
            for choice in others:
                gains[choice].append(self.value(choice, deal) - value)
        sure = {choice: _at_least(each) for choice, each in gains.items()}
        return max([usual, *others], key=lambda choice: sure.get(choice, 0.0))


def outlook(scores: list[int], winner: int, racks: list[int], seat: int, rounds: int) -> float:
    """A seat's lead after a round as a chance to win the match; nobody may have gone out (-1).

    `racks` are what was left then, `rounds` how many are to come.
    """
    if winner >= 0:
        losses = [minus_of(rack) for rack in racks]
        losses[winner] = -sum(losses)
        scores = [score - loss for score, loss in zip(scores, losses, strict=True)]
    highest = max(scores[:seat] + scores[seat + 1 :])
    return 1 / (1 + exp((highest - scores[seat]) / (NARROW + WIDE * rounds**0.5)))


def _at_least(gains: list[float]) -> float:
    """What is surely gained, as far as so few deals can tell."""
    return fmean(gains) - DOUBT * stdev(gains) / sqrt(len(gains))


NARROW = 3.0
"""In the last round nearly every lead is a win."""

WIDE = 10.0
"""How many points a round to come is worth, about."""

MIN_DEALS = 8
NODES_PER_TRIAL = 10
"""About what a round played in thought costs; more trials than this allows change nothing."""

DOUBT = 1.5
"""How many standard errors a gain must be worth, for there is no way back from a lay."""
