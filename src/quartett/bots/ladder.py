"""The ladder: ten opponents a game in even strides, from a first-timer to the master.

Each step errs as people do: in doubt it takes what looks nearly as good, it overlooks part of the
table, looks less far ahead, or has slower hands. None does something just to do it badly. `easy`,
`medium`, `hard` and `master` are four of the steps. In the arena, and wherever a bot is named, a
step goes by its number.
"""

import sys
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from math import floor, log10
from typing import TypeVar

from quartett.bots import rivals
from quartett.bots.base import MASTER, STEPS, AnyBot
from quartett.bots.characters import characters
from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.plugins import part_of

B = TypeVar("B", bound=AnyBot)

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


def levels_of(game: str) -> list[str]:
    """The steps of a game by the names under which they play: those of levels, or their numbers.

    >>> levels_of("souvenirs")[:3]
    ['1', 'easy', '3']
    """
    return [step_name(game, number) or number for number in steps(game)]


def on_ladder(game: str, level: str) -> bool:
    """Whether a level is a step: its number or name, the rival there, or a character as strong.

    >>> on_ladder("souvenirs", "4"), on_ladder("souvenirs", "rival-4"), on_ladder("souvenirs", "no")
    (True, True, False)
    """
    known = {*steps(game), *levels_of(game), *characters(game)}
    return (rivals.number_of(level) or level) in known


def step_name(game: str, number: str) -> str:
    """The name that a step has beside its number, or an empty text."""
    part = part_of("bots", game)
    named = import_module(part).BOTS if part else {}
    return next((name for name, kind in named.items() if kind is steps(game)[number]), "")


@lru_cache(1024)
def step_of(game: str, level: str) -> float:
    """The place of a level on the ladder: of a name, a number, or a fraction between two steps.

    A rival is where the step is that it plays like, a character where the step as strong is.

    >>> step_of("souvenirs", "medium"), step_of("souvenirs", "6.5")
    (7.0, 6.5)
    """
    if level in characters(game):
        return float(characters(game)[level].step)
    level = rivals.number_of(level) or level
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
    strides = tuple(_strides(game))
    return _summed(strides) if strides else ()


def place_of(game: str, points: float) -> float:
    """The place on the ladder of somebody this strong; nobody is off the ladder.

    >>> place_of("souvenirs", 1000), place_of("souvenirs", 5000)
    (1.0, 10.0)
    """
    known = strengths(game)
    below = min(max(bisect_right(known, points), 1), STEPS - 1)
    low, high = known[below - 1 : below + 1]
    return min(max(below + (points - low) / (high - low), 1.0), float(STEPS))


def expected_share(strength: float, others: Sequence[float], sharpness: float = 1.0) -> float:
    """The share of the victories that a player of this strength can expect at a table of others.

    >>> round(expected_share(1100, [1000]), 2), round(expected_share(1000, [1000, 1000]), 2)
    (0.64, 0.33)
    """
    scale = POINTS_PER_DECADE / sharpness
    return 1 / (1 + sum(10 ** ((each - strength) / scale) for each in others))


def of_two(share: float, others: int) -> float:
    """A share at a table of several, converted to that of a match of two (Bradley and Terry).

    >>> round(of_two(0.5, others=2), 2)
    0.67
    """
    return share / (share + (1 - share) / others)


def sharpness(game: str, options: Json) -> float:
    """How much a difference in strength counts in a match with these options.

    It is 1 where the strides were measured, more in longer matches, and 0 where they say nothing:
    the ladder is that of the whole game.

    >>> sharpness("souvenirs", {}), sharpness("flow", {"target": 200})
    (1.0, 2.0)
    >>> sharpness("jericho", {"size": "small"})
    0.0
    """
    if options.get("size", "full") != "full":
        return 0.0
    part = part_of("bots", game)
    found: Callable[[Json], float] | None = (
        getattr(import_module(part), "sharpness", None) if part else None
    )
    return 1.0 if found is None else found(options)


@lru_cache
def _summed(strides: tuple[float, ...]) -> tuple[float, ...]:
    points = (POINTS_PER_DECADE * log10(share / (1 - share)) for share in strides)
    return tuple(accumulate(points, initial=FIRST_STRENGTH))


def _strides(game: str) -> Sequence[float]:
    """What each step from 2 on wins of two-player matches against the one below."""
    part = part_of("bots", game)
    found: Sequence[float] = getattr(import_module(part), "STRIDES", ()) if part else ()
    return found
