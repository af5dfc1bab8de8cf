"""What a game adds to its reports: what to count, which rulings to compare, which questions to ask.

A folder here, named after the game, offers it as `REPORT`, with `texts/` in six languages; a game
without one is reported plainly.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from quartett.arena.match import Watch
from quartett.core.forms import Json
from quartett.core.plugins import part_of
from quartett.report.figures import Figures
from quartett.report.wording import Answer, Wording


class GameReport(NamedTuple):
    """What is worth reporting about one game."""

    watch: Watch | None = None
    """Names what an event means, given the state before it."""
    alternatives: Mapping[str, Json] = {}
    """Other options to compare with, by name."""
    answers: Callable[[Figures, Wording], Sequence[Answer]] = lambda figures, wording: ()
    """Questions about the game's own rulings, answered from the figures in a reader's words."""


def game_report_of(game: str) -> GameReport:
    """What is worth reporting about a game."""
    part = part_of("report", game)
    found: GameReport = GameReport() if part is None else import_module(part).REPORT
    return found
