"""How fast a hand is: reaction times as people have them, from seeded chance.

All times are measured by that of the random bot, so that one number slows the whole company down.
"""

from collections.abc import Sequence
from math import exp

import msgspec

from quartett.bots.base import MIN_REACTION_MS, REACTION_MS
from quartett.bots.flow.table import seat_of
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.games.flow.actions import Action
from quartett.games.flow.view import View


class Pace(msgspec.Struct, frozen=True):
    """The reaction times of a player: lognormal around a median that the table moves."""

    median: float
    """The usual time at a table of two, as a share of the random bot's."""
    spread: float
    """The standard deviation of the times' logarithm."""
    choice: float
    """What every further choice adds, as a share of the random bot's time."""
    change: float
    """What it adds, likewise, that somebody else has changed the table meanwhile."""
    patience: float
    """How long to wait for something better, likewise."""
    crowd: tuple[float, float] = (1.0, 1.0)
    """How many times the usual time it takes among three and among four, where more happens."""

    def around(self, median: float, three: float, four: float) -> "Pace":
        """The same hand, quicker or slower, and what a larger table does to it."""
        return msgspec.structs.replace(self, median=median, crowd=(three, four))

    def usual(self, players: int) -> float:
        """The usual time at a table of so many."""
        return self.median * (1.0, *self.crowd)[players - 2]

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        """How long it takes to see what to do and to do it; never before the hand is free."""
        you = view.seats[seat_of(view)]
        median = self.usual(len(view.seats)) + self.choice * (len(legal) - 1)
        if view.acted_at > you.busy_until - view.options.hand_ms:
            median += self.change
        return max(self._around(median, rng), you.busy_until - view.clock)

    def waiting_ms(self, rng: Rng) -> int:
        """How long to wait and see."""
        return self._around(self.patience, rng)

    def _around(self, median: float, rng: Rng) -> int:
        factor = exp(chance_of(rng).gauss(0, self.spread))
        return max(MIN_REACTION_MS, round(REACTION_MS * median * factor))
