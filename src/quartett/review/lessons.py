"""Lessons: a few positions in a row, each with one idea and the move that shows it."""

from functools import cache
from importlib.resources import files

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import AnyGame, GameValue
from quartett.core.match import AnyMatch, Match
from quartett.core.plugins import part_of, parts_in
from quartett.core.positions import Position
from quartett.games import get
from quartett.review.wording import say_about

FILE = "lesson.json"
LEARNER = 0
"""The seat of the person who learns."""


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as it is written in the lesson's file."""

    id: str
    state: Json
    awaits: tuple[Json, ...]
    about: Json = {}
    options: Json = {}


class LessonStep(msgspec.Struct, frozen=True):
    """One idea: a position, what the coach says, and the moves that show it."""

    id: str
    game: str
    position: Json
    seat: int
    awaits: tuple[Json, ...]
    about: Json
    """The fields of what the coach says."""

    @property
    def key(self) -> str:
        """The key of what the coach says."""
        return f"{self.game}.lesson.{self.id}"

    def text(self, language: str = "en") -> str:
        """What the coach says."""
        return say_about(self.game, self.key, self.about, language)

    def begin(self) -> AnyMatch:
        """A match that continues from this step's position."""
        return Match.load(get(self.game), msgspec.convert(self.position, Position))

    def is_awaited(self, action: GameValue) -> bool:
        """Whether an action is one that the step asks for."""
        game = get(self.game)
        return any(is_alike(game, action, awaited) for awaited in self.awaits)

    def document(self, language: str = "en") -> Json:
        """The step as JSON, in a language."""
        return {
            "position": self.position,
            "seat": self.seat,
            "awaits": list(self.awaits),
            "text": self.text(language),
        }


def lesson_of(game: str) -> tuple[LessonStep, ...]:
    """The lesson of a game; FormatError where it has none."""
    get(game)
    steps = _steps(game)
    if not steps:
        raise FormatError(f"{game} has no lesson; {', '.join(with_lessons())} have one")
    return steps


def with_lessons() -> list[str]:
    """The games with a lesson."""
    return [game for game in parts_in("review") if _steps(game)]


def is_alike(game: AnyGame, action: GameValue, written: Json) -> bool:
    """Whether an action is the one that is written, apart from order and what may be left out."""
    given: Json = msgspec.to_builtins(action)
    wanted: Json = msgspec.to_builtins(game.parse_action(written))
    if isinstance(given.get("table"), list | tuple) and "table" in wanted:
        return _in_order(given["table"]) == _in_order(wanted["table"])
    return all(given.get(key) == wanted.get(key) for key in written)


def _in_order(table: GameValue) -> list[list[str]]:
    return sorted(sorted(cards) for cards in table)


@cache
def _steps(game: str) -> tuple[LessonStep, ...]:
    part = part_of("review", game)
    source = None if part is None else files(part).joinpath(FILE)
    if source is None or not source.is_file():
        return ()
    written = msgspec.json.decode(source.read_bytes(), type=list[_Written])
    return tuple(
        LessonStep(
            each.id,
            game,
            {"game": game, "options": each.options, "state": each.state},
            LEARNER,
            each.awaits,
            each.about,
        )
        for each in written
    )
