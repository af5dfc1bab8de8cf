"""Puzzles: decisions from real matches with a clear best answer, and hints that lead to it."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.plugins import part_of, parts_in
from quartett.core.positions import Position, load_position
from quartett.core.texts import say
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from quartett.review.wording import say_about

FILE = "puzzles.jsonl"
MAX_DIFFICULTY = 5


class Question(msgspec.Struct, frozen=True):
    """What is asked: a key of the review's texts, and its fields."""

    key: str
    about: Json = {}


class Puzzle(msgspec.Struct, frozen=True):
    """A position, a seat, a question, and the actions that answer it."""

    id: str
    game: str
    position: Json
    seat: int
    question: Question
    answers: tuple[Json, ...]
    """Accepted actions; of Photo Rummy's lays others may be as good (see `accepts`)."""
    margin: float
    """By how much every other action is worse: a share of the victory, or cards."""
    difficulty: int
    """From 1 to 5."""

    def state(self) -> GameValue:
        """The state of the puzzle."""
        return load_position(get(self.game), msgspec.convert(self.position, Position))

    def document(self, language: str | None = None) -> Json:
        """The puzzle as JSON; in a language, its question is a sentence."""
        found: Json = msgspec.to_builtins(self)
        if language is not None:
            found["question"] = self.ask(language)
        return found

    def ask(self, language: str) -> str:
        """The question in a language."""
        return say_about(self.game, self.question.key, self.question.about, language)

    def accepts(self, action: GameValue) -> bool:
        """Whether a legal action answers it."""
        game = get(self.game)
        if any(action == game.parse_action(answer) for answer in self.answers):
            return True
        wanted: int | None = self.question.about.get("count")
        if wanted is None:
            return False
        return evaluator_of(self.game).achieved(self.state(), self.seat, action) >= wanted


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easy ones first; FormatError where it has none."""
    get(game)
    found = _shipped(game)
    if not found:
        raise FormatError(f"{game} has no puzzles; {', '.join(with_puzzles())} have some")
    return found


def with_puzzles() -> list[str]:
    """The games with puzzles."""
    return [game for game in parts_in("review") if _shipped(game)]


def puzzle_of_the_day(day: date, game: str | None = None) -> Puzzle:
    """The one puzzle of a date, the same for everybody; a game's own where one is named."""
    pool = [each for name in ([game] if game else with_puzzles()) for each in puzzles_of(name)]
    return min(pool, key=lambda each: sha256(f"{day.isoformat()} {each.id}".encode()).digest())


def write_puzzles(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as JSON Lines, as they are shipped."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in puzzles)


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    part = part_of("review", game)
    source = None if part is None else files(part).joinpath(FILE)
    if source is None or not source.is_file():
        return ()
    lines = source.read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def hints(puzzle: Puzzle, language: str) -> list[str]:
    """What to think of, then why; the answer itself is not among them."""
    answer = puzzle.answers[0]
    state = puzzle.state()
    about = {name: value for name, value in answer.items() if name != "type"}
    about["moved"] = evaluator_of(puzzle.game).moved(state, puzzle.seat)
    found = [say_about(puzzle.game, f"puzzle.kind.{answer['type']}", about, language)]
    part = evaluator_of(puzzle.game).part(state, answer)
    if part is not None:
        return [*found, say_about(puzzle.game, "puzzle.part", {"cards": part}, language)]
    return [*found, *_reason(puzzle, state, language)]


def explanation(puzzle: Puzzle, language: str) -> list[str]:
    """Why the answer is right, and what anything else would cost."""
    if "count" in puzzle.question.about:
        seen = int(puzzle.question.about["count"] - puzzle.margin)
        return [say_about(puzzle.game, "puzzle.margin_cards", {"seen": seen}, language)]
    percent = round(100 * puzzle.margin)
    margin = say_about(puzzle.game, "puzzle.margin", {"percent": percent}, language)
    return [*_reason(puzzle, puzzle.state(), language), margin]


def _reason(puzzle: Puzzle, state: GameValue, language: str) -> list[str]:
    game = get(puzzle.game)
    action = game.parse_action(puzzle.answers[0])
    reason = evaluator_of(puzzle.game).reason(game.view(state, puzzle.seat), action)
    return [] if reason is None else [say(reason.key, reason.about, language)]
