"""What a game adds to its reports: what to count, which rulings to compare, which questions to ask.

A folder here, named after the game, offers it as `REPORT`; a game without one is reported plainly.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from quartett.arena.match import Watch
from quartett.core.forms import Json
from quartett.core.plugins import part_of
from quartett.core.texts import LANGUAGES, catalogue, room_texts
from quartett.report.figures import Figures

Answer = tuple[str, str]
"""A question and what the figures say about it."""


class GameReport(NamedTuple):
    """What is worth reporting about one game."""

    watch: Watch | None = None
    """Names what an event means, given the state before it."""
    alternatives: Mapping[str, Json] = {}
    """Other options to compare with, by name."""
    answers: Callable[[Figures], Sequence[Answer]] = lambda figures: ()
    """Questions about the game's own rulings, answered from the figures."""
    words: Mapping[str, str] = {}
    """What events, notable things and alternatives are called in a report."""

    def called(self, name: str) -> str:
        """A kind of event, something notable or an alternative, in words."""
        kind, _, which = name.partition(".")
        if name in self.words or not which:
            return self.words.get(name, plain(name))
        return f"{self.words.get(kind, plain(kind))}: {plain(which)}"


def game_report_of(game: str) -> GameReport:
    """What is worth reporting about a game."""
    part = part_of("report", game)
    found: GameReport = GameReport() if part is None else import_module(part).REPORT
    return found


def words_of(game: str) -> Mapping[str, str]:
    """What reports say about a game; they speak English, as those who make games do."""
    return room_texts("report", LANGUAGES[0], game)


def asked(game: str, about: str, **figures: object) -> Answer:
    """A question of a game's own with its answer, filled with figures."""
    words = words_of(game)
    return words[f"ask.{about}"], words[f"tell.{about}"].format(**figures)


def ending(game: str, reason: str) -> str:
    """Why a match ended, in the game's own words."""
    return catalogue(game, LANGUAGES[0]).get(f"outcome.{reason}", plain(reason))


def plain(name: str) -> str:
    """A name from the protocol as words."""
    return name.replace("_", " ")
