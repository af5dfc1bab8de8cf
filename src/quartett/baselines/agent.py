"""Somebody who plays a seat of a fast match, and what may be spent on making one."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from quartett.fast import FastMatch


class Budget(NamedTuple):
    """What an algorithm may spend."""

    steps: int
    """Steps in the environment, for what learns."""
    simulations: int
    """Playouts for each decision, for what searches."""


class Agent(Protocol):
    """Somebody who plays one seat."""

    def __call__(self, match: FastMatch, seat: int, chance: Random) -> int:
        """The id that the seat chooses, of those that are legal now."""


LOOKS = 5
"""So often is a learner looked at on its way, the first time before it has learned anything."""

Look = Callable[[int, Agent], None]
"""Told of a learner on its way, now and then: after so many steps, what it plays like so far."""
