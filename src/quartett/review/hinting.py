"""A ladder of hints for a puzzle: each says a little more, and the explanation comes last."""

from quartett.core.game import GameValue
from quartett.core.texts import say
from quartett.games import get
from quartett.review.evaluator import evaluator_of
from quartett.review.puzzles import Puzzle
from quartett.review.texts import say_about


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
