"""What a finished match can teach: luck, decisions, missed chances, puzzles, lessons.

>>> from quartett.review import lesson_of
>>> lesson_of("jericho")[0].id
'first'
"""

from quartett.core.errors import FormatError
from quartett.core.log import AnyLog, Log
from quartett.core.seeds import check_seed
from quartett.review import judging
from quartett.review.evaluator import speed_review_of
from quartett.review.judging import Told, go_on
from quartett.review.lessons import LessonStep, lesson_of, with_lessons
from quartett.review.puzzles import Puzzle, puzzle_of_the_day, puzzles_of, with_puzzles
from quartett.review.results import (
    Reason,
    Review,
    ReviewDraft,
    ReviewProgress,
    ReviewStep,
    SeatReview,
    SpeedReview,
    SpeedSeat,
)

__all__ = [
    "LessonStep",
    "Puzzle",
    "Reason",
    "Review",
    "ReviewDraft",
    "ReviewProgress",
    "ReviewStep",
    "SeatReview",
    "SpeedReview",
    "SpeedSeat",
    "go_on",
    "lesson_of",
    "puzzle_of_the_day",
    "puzzles_of",
    "review",
    "with_lessons",
    "with_puzzles",
]

MAX_DEALS = 10_000


def review(
    log: AnyLog,
    *,
    deals: int | None = None,
    seed: int | str = 0,
    progress: Told | None = None,
) -> Review | SpeedReview:
    """A finished match looked back on; the same seed and number of deals give the same review.

    `deals` is how many worlds each state and each choice is judged on, `progress` is called with a
    `ReviewProgress` as often as there is something new. A timed game gets a `SpeedReview`.
    """
    from quartett.games import get

    if not isinstance(log, Log):
        raise FormatError(f"a review takes a log (`match.record()`), not {type(log).__name__}")
    if deals is not None and not 1 <= deals <= MAX_DEALS:
        raise FormatError(f"deals must be from 1 to {MAX_DEALS}, not {deals}")
    check_seed(seed)
    game = get(log.header.game)
    if game.timed:
        found: SpeedReview = speed_review_of(game.id)(log)
        return found
    return judging.review(log, deals, seed, progress)
