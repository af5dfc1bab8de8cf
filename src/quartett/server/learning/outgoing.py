"""A review in the reader's language."""

from collections.abc import Callable, Sequence

import msgspec

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.protocol.learning import InsightShown, ReviewShown, SeatShown, StepShown
from quartett.review import Review, ReviewStep
from quartett.review.wording import in_words, insights_said, seat_sentence, speed_said, why
from quartett.server.learning.reviews import KeptReview, Making, action_of

Acted = Callable[[int], Json | None]
"""What was done in an entry, as JSON."""


def shown(found: KeptReview | Making | None, language: str) -> ReviewShown:
    """A review as far as it is there."""
    if found is None:
        return ReviewShown(state="none")
    if isinstance(found, Making):
        return _so_far(found, language)
    if found.speed is not None:
        lines = [
            InsightShown(seat=seat.seat, text=speed_said(found.speed, seat, language))
            for seat in found.speed.seats
        ]
        return ReviewShown(state="done", insights=lines)
    assert found.turns is not None
    return _whole(found.turns, found, language)


def _whole(review: Review, kept: KeptReview, language: str) -> ReviewShown:
    total = len(kept.places)
    return ReviewShown(
        state="done",
        done=total,
        total=total,
        evaluator=review.evaluator,
        seats=[
            SeatShown(
                **msgspec.structs.asdict(seat), sentence=seat_sentence(review.game, seat, language)
            )
            for seat in review.seats
        ],
        steps=_steps(review.game, review.steps, kept.actions.__getitem__, language),
        turning_points=list(review.turning_points),
        insights=_insights(review.game, review.insights, language),
    )


def _so_far(making: Making, language: str) -> ReviewShown:
    log, draft = making.log, making.draft
    game, places = log.header.game, making.places
    if making.failed:
        return ReviewShown(state="failed")
    return ReviewShown(
        state="working" if making.working else "waiting",
        done=len(draft.steps),
        total=len(places),
        steps=_steps(game, draft.steps, lambda at: action_of(log, places[at]), language),
        insights=_insights(game, draft.insights, language) if draft.parts else [],
    )


def _insights(game: str, found: GameValue, language: str) -> list[InsightShown]:
    said = insights_said(game, found, language)
    return [InsightShown(seat=seat, text=text) for seat, text in said]


def _steps(game: str, steps: Sequence[ReviewStep], acted: Acted, language: str) -> list[StepShown]:
    return [_step(game, step, acted(step.entry), language) for step in steps]


def _step(game: str, step: ReviewStep, action: Json | None, language: str) -> StepShown:
    other = step.best is not None and step.delta != 0
    return StepShown(
        entry=step.entry,
        at=step.entry,
        seat=step.seat,
        kind=step.kind,
        delta=step.delta,
        interval=step.interval,
        value=list(step.value),
        played=None if action is None else in_words(game, action, language, step.places),
        action=None if action is None else str(action["type"]),
        best=in_words(game, step.best, language, step.best_places) if other else None,
        reason=why(step, language) or None,
        why=None if step.reason is None else step.reason.key,
        master=None
        if step.master is None
        else in_words(game, step.master, language, step.master_places),
        hinted=step.hinted,
        at_end=None
        if action is None
        else in_words(game, action, language, step.end_places or step.places),
    )
