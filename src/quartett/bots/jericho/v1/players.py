"""The hard bot of version 0.1: every choice is played out on the same dealt tables.

So luck is the same for all of them; after each round the worse half drops out (sequential halving),
so that most playouts go into the close decisions.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Generic, TypeVar

from quartett.bots.base import Bot
from quartett.bots.jericho.v1.worlds import as_play, worlds_of
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.fast.jericho_hard_1 import Table
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

A = TypeVar("A")
W = TypeVar("W")

HARD_NODES = 400
"""How many games ahead it played per move."""

LEAD = 0.03
"""What a card's lead counts beside the victory itself; it tells apart what wins equally often."""

TRIED = 8
"""How many choices are played ahead at most."""


class Candidate(Generic[A]):
    """A choice and the results of its playouts so far."""

    __slots__ = ("action", "results")

    def __init__(self, action: A) -> None:
        self.action = action
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        """The mean result; nothing tried yet is as bad as can be."""
        return fmean(self.results) if self.results else float("-inf")


def halving(
    actions: Sequence[A],
    nodes: int,
    deal: Callable[[], W],
    try_out: Callable[[A, W], float],
) -> list[Candidate[A]]:
    """All choices, the best first, after about `nodes` tries by sequential halving."""
    left = [Candidate(action) for action in actions]
    out: list[Candidate[A]] = []
    rounds = max(1, (len(left) - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, nodes // (rounds * len(left)))):
            world = deal()
            for candidate in left:
                candidate.results.append(try_out(candidate.action, world))
        left.sort(key=lambda each: -each.mean)
        keep = max(1, (len(left) + 1) // 2)
        left, out = left[:keep], left[keep:] + out
    return left + out


def search(
    view: View, legal: Sequence[Action], nodes: int, chance: Random
) -> list[Candidate[Action]]:
    """The choices with their mean results, the best first."""
    worlds = worlds_of(view)
    seat = worlds.seat

    def try_out(action: Action, world: Table) -> float:
        table = worlds.played_out(as_play(action), world)
        return table.share(seat) + LEAD * table.lead(seat)

    promising: Sequence[Action] = legal
    if view.phase != "first":
        liked = sorted(legal, key=lambda action: -worlds.known.worth(seat, as_play(action)))
        promising = liked[:TRIED]
    return halving(promising, nodes, lambda: worlds.deal(chance), try_out)


class Hard(Bot[View, Action]):
    """Plays every promising choice ahead on many tables that it could be sitting at."""

    level = "hard@1"

    def __init__(self, nodes: int = HARD_NODES) -> None:
        super().__init__(nodes)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The choice that did best on average."""
        if len(legal) == 1:
            return legal[0]
        return search(view, legal, self.nodes, chance_of(rng))[0].action
