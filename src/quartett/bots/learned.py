"""What the players share that a network guides: its weights, its favourites, a look ahead."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.lookahead import Lookahead
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.fast import FastMatch

A = TypeVar("A")
V = TypeVar("V")

ADVICE_TABLES = 48
"""On how many tables the two best choices are compared for advice."""

_load = cache(network.load)


class Learned(Bot[V, A]):
    """A bot with a network's weights; a subclass may name another file of them."""

    weights: ClassVar[Path]

    def __init__(self, nodes: int = 1) -> None:
        super().__init__(nodes)
        _load(self.weights)  # now, so that the first move takes no longer than the others

    def numbers(self) -> network.Weights:
        """The weights themselves."""
        return _load(self.weights)


class Imagined(NamedTuple, Generic[A]):
    """A seat's place at the table: its seat, tables that could be the real one, what ids mean."""

    seat: int
    deal: Callable[[], FastMatch]
    action_of: Callable[[int], A]


class Favourites(Learned[V, A]):
    """Does what the network likes best, without looking ahead."""

    level = "network"
    net: network.Net

    @abstractmethod
    def imagine(self, view: V, chance: Random) -> Imagined[A]:
        """The table as the viewer knows it."""

    def choose(self, view: V, legal: Sequence[A], rng: Rng) -> A:
        """The action that the network, or the look ahead, puts first."""
        if len(legal) == 1:
            return legal[0]
        chance = chance_of(rng)
        seat, deal, action_of = self.imagine(view, chance)
        return action_of(self.pick(Lookahead(self.net, self.numbers(), seat, deal, chance)))

    def pick(self, ahead: Lookahead) -> int:
        """The id of the network's favourite."""
        return ahead.likings()[0][1]


class LooksAhead(Favourites[V, A]):
    """Tries the network's favourites on tables that it could be sitting at."""

    level = "master"

    def pick(self, ahead: Lookahead) -> int:
        """The id of the favourite with the best prospects."""
        return ahead.search(self.nodes)[0].action

    def advice(self, view: V, rng: Rng) -> tuple[A, float]:
        """What it would do, and how much more of the victory that promises than the next best."""
        chance = chance_of(rng)
        seat, deal, action_of = self.imagine(view, chance)
        ahead = Lookahead(self.net, self.numbers(), seat, deal, chance)
        best = self.pick(ahead)
        others = [action for _, action in ahead.likings() if action != best]
        first, *second = ahead.compared([best, *others[:1]], ADVICE_TABLES)
        return action_of(best), max(0.0, first - second[0]) if second else 0.0
