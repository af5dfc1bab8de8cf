"""Lessons and puzzles as the page gets them: positions with all accepted answers."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache

import msgspec

from quartett.core.capabilities import Previews
from quartett.core.errors import QuartettError
from quartett.core.game import AnyGame, GameValue
from quartett.core.match import AnyMatch, Match
from quartett.core.positions import Position
from quartett.games import get
from quartett.protocol.learning import (
    Answered,
    Exercise,
    Lesson,
    PuzzleLine,
    Puzzles,
    PuzzleSheet,
    Tried,
    TryOut,
)
from quartett.review import (
    LessonStep,
    Puzzle,
    lesson_of,
    puzzle_of_the_day,
    puzzles_of,
    with_lessons,
    with_puzzles,
)
from quartett.review.evaluator import evaluator_of
from quartett.review.puzzles import explanation, hints
from quartett.review.wording import in_words
from quartett.server.refusals import Refusal, problem

Task = LessonStep | Puzzle


@cache
def lesson(game: str, language: str) -> Lesson:
    """A game's lesson in a language."""
    if game not in with_lessons():
        raise Refusal("no_lesson", 404, game=game)
    steps = [_exercise(step, _step_id(step), step.text(language)) for step in lesson_of(game)]
    return Lesson(game=game, steps=steps)


def puzzles(day: date) -> Puzzles:
    """All puzzles, the easy ones first, and the day's."""
    return Puzzles(day=day.isoformat(), today=puzzle_of_the_day(day).id, puzzles=_lines())


@lru_cache(maxsize=64)
def puzzle(id: str, language: str) -> PuzzleSheet:
    """A puzzle in a language."""
    found = _puzzle(id)
    return PuzzleSheet(
        exercise=_exercise(found, found.id, found.ask(language)),
        difficulty=found.difficulty,
        hints=hints(found, language),
        explanation=explanation(found, language),
        solution=_solution(found, language),
    )


def _solution(puzzle: Puzzle, language: str) -> str:
    """The answer in the words of those who see the table."""
    answer, state = get(puzzle.game).parse_action(puzzle.answers[0]), puzzle.state()
    places = evaluator_of(puzzle.game).places(state, state, answer)
    return in_words(puzzle.game, answer, language, places)


def try_out(id: str, wish: TryOut, language: str) -> Tried:
    """What the rules say of an action or a draft in an exercise."""
    task = _task(id)
    match, game = _match(task), get(task.game)
    if wish.draft is not None:
        if not isinstance(game, Previews):
            raise Refusal("no_verdict")
        verdict = game.preview(match.state, task.seat, wish.draft)
        return Tried(accepted=False, answer=None, verdict=verdict, problem=None)
    try:
        action = game.parse_action(wish.action or {})
        answered = _answered(task, match, action)
    except QuartettError as error:
        said = problem(error, language)
        return Tried(accepted=False, answer=None, verdict=None, problem=said)
    accepted = _accepts(task, action)
    shown = answered if accepted else None
    return Tried(accepted=accepted, answer=shown, verdict=None, problem=None)


@cache
def _lines() -> list[PuzzleLine]:
    each = [found for game in with_puzzles() for found in puzzles_of(game)]
    return [PuzzleLine(id=one.id, game=one.game, difficulty=one.difficulty) for one in each]


def _task(id: str) -> Task:
    kind, _, rest = id.partition(":")
    if kind != "lesson":
        return _puzzle(id)
    game, _, step = rest.partition(":")
    found = lesson_of(game) if game in with_lessons() else ()
    task = next((each for each in found if each.id == step), None)
    if task is None:
        raise Refusal("no_such_exercise", 404)
    return task


def _puzzle(id: str) -> Puzzle:
    games = (game for game in with_puzzles() if id.startswith(f"{game}-"))
    found = (each for game in games for each in puzzles_of(game) if each.id == id)
    task = next(found, None)
    if task is None:
        raise Refusal("no_such_exercise", 404)
    return task


def _step_id(step: LessonStep) -> str:
    return f"lesson:{step.game}:{step.id}"


def _match(task: Task) -> AnyMatch:
    return Match.load(get(task.game), msgspec.convert(task.position, Position))


def _exercise(task: Task, id: str, text: str) -> Exercise:
    match, game = _match(task), get(task.game)
    legal = match.once_ready(task.seat)
    return Exercise(
        id=id,
        game=task.game,
        seat=task.seat,
        players=game.seats(match.state),
        text=text,
        view=match.view(task.seat),
        legal=legal,
        more=game.more(match.state, task.seat),
        to_act=sorted(match.to_act_once_ready),
        foretold=_foretold(game, match, task.seat),
        answers=[_answered(task, match, each) for each in _answers(task, game, legal)],
    )


def _answers(task: Task, game: AnyGame, legal: list[GameValue]) -> list[GameValue]:
    """Every listed action that answers, and those that are written but not listed."""
    listed = [action for action in legal if _accepts(task, action)]
    written = task.awaits if isinstance(task, LessonStep) else task.answers
    others = []
    for each in written:
        with suppress(QuartettError):
            action = game.parse_action(each)
            if action not in listed and not _covered(task, listed, each):
                others.append(action)
    return listed + others


def _covered(task: Task, listed: list[GameValue], written: GameValue) -> bool:
    """Whether a step's awaited action leaves something out that the listed ones say."""
    if not isinstance(task, LessonStep):
        return False
    plain = [msgspec.to_builtins(action) for action in listed]
    return any(all(each.get(key) == written[key] for key in written) for each in plain)


def _accepts(task: Task, action: GameValue) -> bool:
    return task.is_awaited(action) if isinstance(task, LessonStep) else task.accepts(action)


def _answered(task: Task, match: AnyMatch, action: GameValue) -> Answered:
    """What comes of an action, at the first moment at which it may be done."""
    after, game, seat = match.fork(), match.game, task.seat
    events = after.play(seat, action, match.earliest(seat, action) if game.timed else None)
    state, shown = after.state, list(events)
    if isinstance(task, Puzzle):
        state, shown = _in_the_same_round(game, match.state, events)
    return Answered(
        action=action,
        events=list(game.told(match.state, shown, seat)),
        view=game.view(state, seat),
        to_act=sorted(game.to_act(state)),
    )


def _in_the_same_round(
    game: AnyGame, state: GameValue, events: Sequence[GameValue]
) -> tuple[GameValue, list[GameValue]]:
    """What happens until the next round is dealt: that would hide what was done."""
    shown: list[GameValue] = []
    for event in events:
        after = game.evolve(state, event)
        if getattr(after, "round", 0) != getattr(state, "round", 0):
            break
        state = after
        shown.append(event)
    return state, shown


def _foretold(game: AnyGame, match: AnyMatch, seat: int) -> GameValue:
    if not isinstance(game, Previews):
        return None
    with suppress(QuartettError):
        return game.preview(match.state, seat, {})
    return None
