"""What is worth counting in each game: a module here, named after the game, may offer

- `notable(before, event)`: names of what an event means, given the state before it;
- `ALTERNATIVES`: other options to compare with, by name;
- `answers(figures)`: questions about this game's rulings, answered from the figures.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from quartett.arena.match import Watch
from quartett.report.figures import Figures

Answer = tuple[str, str]
"""A question and what the figures say about it."""


def watch_of(game: str) -> Watch | None:
    """What names the notable events of a game, if anything does."""
    found: Watch | None = _offered(game, "notable")
    return found


def alternatives_of(game: str) -> Mapping[str, dict[str, Any]]:
    """Other options of a game that are worth a comparison, by name."""
    found: Mapping[str, dict[str, Any]] | None = _offered(game, "ALTERNATIVES")
    return found or {}


def answers_of(game: str, figures: Figures) -> Sequence[Answer]:
    """The game's own questions, answered."""
    found: Callable[[Figures], Sequence[Answer]] | None = _offered(game, "answers")
    return found(figures) if found else []


def plain(name: str) -> str:
    """A name from the protocol as words."""
    return name.replace("_", " ")


def _offered(game: str, name: str) -> Any:
    if find_spec(f"{__name__}.{game}") is None:
        return None
    return getattr(import_module(f"{__name__}.{game}"), name, None)
