"""What searching bots share: quick chance, and sequential halving over dealt worlds."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Generic, TypeVar

from quartett.core.seeds import Rng

A = TypeVar("A")
W = TypeVar("W")


ABSURD = 4.0
"""What is so many times a temperature worse than the best is not in doubt any more."""


class Candidate(Generic[A]):
    """A choice, the sum of the results of its playouts so far, and their number."""

    __slots__ = ("action", "played", "total")

    def __init__(self, action: A) -> None:
        self.action = action
        self.total = 0.0
        self.played = 0

    @property
    def mean(self) -> float:
        """The mean result so far."""
        return self.total / max(1, self.played)


def chance_of(rng: Rng) -> Random:
    """A quick source of chance for a search, wholly determined by the seeded one."""
    return Random(rng.below(1 << 62))


def softly(options: Sequence[A], likings: Sequence[float], temperature: float, chance: Random) -> A:
    """An option by chance: one that is liked more by `temperature` is e times as likely.

    What looks much worse than the best is never taken: even who is in doubt sees that.
    """
    best = max(likings)
    if temperature <= 0:
        return options[likings.index(best)]
    doubts = [(best - liking) / temperature for liking in likings]
    weights = [exp(-doubt) if doubt <= ABSURD else 0.0 for doubt in doubts]
    return chance.choices(options, weights)[0]


def halving(
    actions: Sequence[A],
    nodes: int,
    deal: Callable[[], W],
    try_out: Callable[[A, W], float],
    min_deals: int = 1,
) -> list[Candidate[A]]:
    """All choices, the best first, after about `nodes` tries by sequential halving.

    In each round every choice still in is tried on the same worlds, `min_deals` of them at least;
    then the worse half leaves.
    Ties go to the choice listed first.
    """
    left = [Candidate(action) for action in actions]
    out: list[Candidate[A]] = []
    rounds = max(1, (len(left) - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(min_deals, nodes // (rounds * len(left)))):
            world = deal()
            for candidate in left:
                candidate.total += try_out(candidate.action, world)
                candidate.played += 1
        left.sort(key=lambda each: -each.mean)
        keep = max(1, (len(left) + 1) // 2)
        left, out = left[:keep], left[keep:] + out
    return left + out
