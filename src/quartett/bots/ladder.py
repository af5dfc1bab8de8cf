"""The ladder: ten opponents a game in even strides, from a first-timer to the master.

Each step errs as people do: in doubt it takes what looks nearly as good, it overlooks part of the
table, looks less far ahead, or has slower hands. None does something just to do it badly. `easy`,
`medium`, `hard` and `master` are four of the steps. In the arena, and wherever a bot is named, a
step goes by its number.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import accumulate
from math import floor, log10
from typing import TypeVar

from quartett.bots.base import MASTER, AnyBot
from quartett.core.errors import FormatError
from quartett.core.plugins import part_of

B = TypeVar("B", bound=AnyBot)

STEPS = 10
"""How many there are, where the master is at hand; without NumPy the tenth is missing."""

FIRST_STRENGTH = 1000.0
"""The strength of every game's first step, by definition."""

POINTS_PER_DECADE = 400
"""Who is this much stronger wins ten of eleven two-player matches, as on the Elo scale."""


def stepped(kind: type[B], level: str, **figures: object) -> type[B]:
    """A kind of player with other figures; where its kind is, so that pickles find it."""
    name, place = f"{kind.__name__}{level}", sys.modules[kind.__module__]
    found: type[B] = type(name, (kind,), {"level": level, "__module__": place.__name__, **figures})
    setattr(place, name, found)
    return found


def steps(game: str) -> dict[str, type[AnyBot]]:
    """The steps of a game's ladder by number, the weakest first; none where it has no ladder."""
    part = part_of("bots", game)
    found: Sequence[type[AnyBot]] = getattr(import_module(part), "LADDER", ()) if part else ()
    return {str(number): kind for number, kind in enumerate(found, start=1)}


def step_name(game: str, number: str) -> str:
    """The name that a step has beside its number, or an empty text."""
    part = part_of("bots", game)
    named = import_module(part).BOTS if part else {}
    return next((name for name, kind in named.items() if kind is steps(game)[number]), "")


def step_of(game: str, level: str) -> float:
    """The place of a level on the ladder: of a name, a number, or a fraction between two steps.

    >>> step_of("souvenirs", "medium"), step_of("souvenirs", "6.5")
    (7.0, 6.5)
    """
    named = {step_name(game, number): float(number) for number in steps(game)} | {MASTER: STEPS}
    try:
        place = named[level] if level in named and level else float(level)
    except ValueError:
        place = 0.0
    if not strengths(game) or not 1 <= place <= STEPS:
        raise FormatError(f"{level!r} is not on the ladder of {game}")
    return place


def strength(game: str, level: str) -> float:
    """The measured strength of a level or step, in Elo points; each game's first step has 1000.

    It adds up the measured strides of docs/ladder.md. Between two steps it is interpolated.

    >>> strength("souvenirs", "1")
    1000.0
    >>> round(strength("souvenirs", "hard") - strength("souvenirs", "8"))  # wins 63.8 %
    98
    """
    place = step_of(game, level)
    below = min(floor(place), STEPS - 1)
    low, high = strengths(game)[below - 1 : below + 1]
    return low + (place - below) * (high - low)


def strengths(game: str) -> tuple[float, ...]:
    """The strengths of all steps, the weakest first; none where a game has no measured ladder."""
    strides = _strides(game)
    if not strides:
        return ()
    points = (POINTS_PER_DECADE * log10(share / (1 - share)) for share in strides)
    return tuple(accumulate(points, initial=FIRST_STRENGTH))


def expected_share(strength: float, others: Sequence[float]) -> float:
    """The share of the victories that a player of this strength can expect at a table of others.

    >>> round(expected_share(1100, [1000]), 2), round(expected_share(1000, [1000, 1000]), 2)
    (0.64, 0.33)
    """
    return 1 / (1 + sum(10 ** ((each - strength) / POINTS_PER_DECADE) for each in others))


def _strides(game: str) -> Sequence[float]:
    """What each step from 2 on wins of two-player matches against the one below."""
    part = part_of("bots", game)
    found: Sequence[float] = getattr(import_module(part), "STRIDES", ()) if part else ()
    return found
