"""Comparing candidates on the same imagined deals, with most of the effort on the good ones."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

C = TypeVar("C")
D = TypeVar("D")

MIN_DEALS = 2
"""Every candidate is tried on at least so many deals."""


class Halving(Generic[C, D]):
    """Tries candidates on imagined deals, all on the same ones; half of them leave each stage."""

    def __init__(self, candidates: Iterable[C], trials: int) -> None:
        self.totals: dict[C, float] = dict.fromkeys(candidates, 0.0)
        self.played: dict[C, int] = dict.fromkeys(self.totals, 0)
        self._trials = trials

    def run(self, imagine: Callable[[], D], value: Callable[[C, D], float]) -> C:
        """The candidate that did best in about so many trials; of equals the one named first."""
        staying = list(self.totals)
        stages = max(1, (len(staying) - 1).bit_length())
        for _ in range(stages):
            for _ in range(max(MIN_DEALS, self._trials // (stages * len(staying)))):
                deal = imagine()
                for candidate in staying:
                    self.totals[candidate] += value(candidate, deal)
                    self.played[candidate] += 1
            staying.sort(key=self.mean, reverse=True)
            del staying[max(1, (len(staying) + 1) // 2) :]
        return staying[0]

    def mean(self, candidate: C) -> float:
        """How well a candidate did so far."""
        return self.totals[candidate] / max(1, self.played[candidate])
