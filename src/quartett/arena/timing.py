"""Times per move in small: a histogram on a logarithmic scale, exact to about two per cent."""

from math import exp, log

import msgspec

STEP = log(1.04)
"""Each bucket reaches 4 % further than the one before."""


class Times(msgspec.Struct):
    """How long moves took: how many fell into each bucket, and the longest, in nanoseconds."""

    buckets: dict[int, int] = {}
    longest: int = 0

    def add(self, nanoseconds: int) -> None:
        """Count one move."""
        bucket = round(log(max(nanoseconds, 1)) / STEP)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1
        self.longest = max(self.longest, nanoseconds)

    def merge(self, other: "Times") -> None:
        """Count all moves of another."""
        for bucket, count in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + count
        self.longest = max(self.longest, other.longest)

    @property
    def moves(self) -> int:
        """How many moves were counted."""
        return sum(self.buckets.values())

    def quantile_ms(self, share: float) -> float:
        """The time in milliseconds that this share of the moves does not exceed."""
        wanted = share * self.moves
        for bucket in sorted(self.buckets):
            wanted -= self.buckets[bucket]
            if wanted <= 0:
                return min(exp(bucket * STEP), self.longest) / 1e6
        return self.longest / 1e6
