"""How a match ended."""

from collections.abc import Collection

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """Scores in seat order, the seats that won, and why it ended (a key of the game's texts).

    >>> outcome = Outcome(scores=(31, 31, 12), winners=(0, 1), reason="shared")
    >>> outcome.share(0), outcome.share(2)
    (0.5, 0.0)
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    def share(self, seat: int) -> float:
        """A seat's share of the victory: all shares add up to 1, even if nobody won."""
        return share_of(self.winners or range(len(self.scores)), seat)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        return tuple(self.share(seat) for seat in range(len(self.scores)))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place: the winners are first, the others follow by score; ties share one.

        Where few points are good, the winners have the fewest.

        >>> Outcome(scores=(31, 12, 12), winners=(0,), reason="most").places
        (1, 2, 2)
        """
        best = self.scores[self.winners[0]] if self.winners else max(self.scores)
        sign = -1 if best == max(self.scores) else 1
        keys = [(seat not in self.winners, sign * each) for seat, each in enumerate(self.scores)]
        return tuple(1 + sum(other < key for other in keys) for key in keys)


def share_of(winners: Collection[int], seat: int) -> float:
    """A seat's share of a victory that these seats have together."""
    return 1 / len(winners) if seat in winners else 0.0
