"""The ladder: ten opponents a game in even strides, from a first-timer to the master.

Each step errs as people do: in doubt it takes what looks nearly as good, it overlooks part of the
table, looks less far ahead, or has slower hands. None does something just to do it badly. `easy`,
`medium`, `hard` and `master` are four of the steps. In the arena, and wherever a bot is named, a
step goes by its number.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TypeVar

from quartett.bots.base import AnyBot
from quartett.core.plugins import part_of

B = TypeVar("B", bound=AnyBot)

STEPS = 10
"""How many there are, where the master is at hand; without NumPy the tenth is missing."""


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
