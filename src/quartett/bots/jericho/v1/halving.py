"""Sequential halving as it was in version 0.1."""

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Generic, TypeVar

A = TypeVar("A")
W = TypeVar("W")


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
