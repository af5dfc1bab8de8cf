"""A review as plain text for the terminal."""

from collections.abc import Iterator, Sequence

from quartett.core.numerals import percent
from quartett.core.texts import say
from quartett.review import wording
from quartett.review.results import Review, ReviewStep, SpeedReview
from quartett.review.wording import say_about

BLOCKS = "▁▂▃▄▅▆▇█"
MAX_CURVE = 60
"""A curve takes at most this many characters."""


def text(review: Review | SpeedReview, language: str) -> str:
    """The whole review, ready to be printed."""
    lines = (
        _speed(review, language) if isinstance(review, SpeedReview) else _turns(review, language)
    )
    return "\n".join(lines) + "\n"


def _title(game: str, language: str) -> str:
    return say_about(game, "review.title", {"game": say(f"{game}.name", None, language)}, language)


def _speed(review: SpeedReview, language: str) -> Iterator[str]:
    yield _title(review.game, language)
    for seat in review.seats:
        yield wording.speed_line(review, seat, language)


def _turns(review: Review, language: str) -> Iterator[str]:
    game = review.game

    def said(key: str) -> str:
        return say_about(game, f"review.{key}", {"evaluator": review.evaluator}, language)

    yield _title(game, language)
    yield said("evaluator")
    yield ""
    yield from _seats(review, language, said)
    yield ""
    yield said("turning")
    steps = {step.entry: step for step in review.steps}
    yield from _list(review, [steps[entry] for entry in review.turning_points], language, said)
    yield ""
    yield said("costly")
    costly = wording.costliest(review)
    if not costly:
        yield "  " + said("nothing_costly")
    yield from _list(review, costly, language, said)
    yield ""
    yield said("insights")
    for line in wording.insight_lines(review, language):
        yield f"  {line}"


def _seats(review: Review, language: str, said: wording.Said) -> Iterator[str]:
    """What each seat's result is made of, and how it stood from step to step."""
    names = [wording.seat_name(review, seat.seat, language) for seat in review.seats]
    for seat, name in zip(review.seats, names, strict=True):
        yield name
        numbers = zip(wording.COLUMNS, wording.row(seat, language), strict=True)
        yield "  " + ", ".join(f"{said(column)} {number}" for column, number in numbers)
    yield ""
    yield said("curve")
    for seat, name in zip(review.seats, names, strict=True):
        yield f"  {name}  {_curve([step.value[seat.seat] for step in review.steps])}"


def _list(
    review: Review, steps: Sequence[ReviewStep], language: str, said: wording.Said
) -> Iterator[str]:
    for step, why in zip(steps, wording.reasons(steps, language), strict=True):
        yield from _told(review, step, why, language, said)


def _told(
    review: Review, step: ReviewStep, why: str, language: str, said: wording.Said
) -> Iterator[str]:
    values = " / ".join(percent(value, language) for value in step.value)
    who = "" if step.seat is None else wording.seat_name(review, step.seat, language)
    delta = wording.signed(step.delta, language)
    yield f"  {said('entry')} {step.entry}, {who}: {delta} → {values}"
    if step.is_mistake:
        better = wording.better(review, step, language)
        yield f"    {said('better')}: {better}. {why}".rstrip()


def _curve(values: list[float]) -> str:
    stride = max(1, -(-len(values) // MAX_CURVE))
    return "".join(BLOCKS[min(7, int(value * 8))] for value in values[::stride])
