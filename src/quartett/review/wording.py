"""What reviews, puzzles and lessons say, in six languages, filled with the games' own words.

A key `jericho.step` is found in the texts of that game's folder here, any other beside this file.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.numerals import written
from quartett.core.texts import Words, room_texts, say
from quartett.review.evaluator import evaluator_of
from quartett.review.results import Review, ReviewStep, SeatReview, SpeedReview, SpeedSeat

Said = Callable[[str], str]
"""A text of the review by its short key."""

NOTABLE = 0.1
"""What luck or decisions must come to, as a share of the victory, to be spoken of."""

COSTLY = 5
"""How many of the costliest choices are told."""


def signed(value: float, language: str) -> str:
    """A share of the victory with its sign."""
    return written(value, language, "+.2f")


def in_words(
    game: str, action: GameValue, language: str, places: Mapping[str, object] | None = None
) -> str:
    """An action in a player's words; places are called what the terminal calls them, or as told."""
    fields: Json = msgspec.to_builtins(action)
    kind = fields.pop("type")
    about = fields | evaluator_of(game).usual_places(fields) | dict(places or {})
    return say_about(game, f"{game}.action.{kind}", about, language)


def better(review: Review, step: ReviewStep, language: str) -> str:
    """What the evaluator would have done, where the places are those of the terminal."""
    relative = evaluator_of(review.game).relative
    fixed = {name: value for name, value in step.best_places.items() if name not in relative}
    return in_words(review.game, step.best, language, fixed)


def sentence(review: Review, seat: int, language: str) -> str:
    """One kind sentence about luck for the end of a match."""
    return seat_sentence(review.game, review.seats[seat], language)


def seat_sentence(game: str, own: SeatReview, language: str) -> str:
    """The same, of a seat's numbers alone."""
    about = {"luck": signed(own.luck, language), "decisions": signed(own.decisions, language)}
    return say_about(game, f"review.{_mood(own)}", about, language)


def _mood(own: SeatReview) -> str:
    mistaken = own.decisions <= -NOTABLE
    if own.luck >= NOTABLE:
        return "lucky"
    if own.luck > -NOTABLE:
        return "fair" if mistaken else "even"
    if own.decisions >= NOTABLE:
        return "better_than_cards"
    return "against" if mistaken else "unlucky"


def costliest(review: Review) -> list[ReviewStep]:
    """The choices that cost their seat most, in the order of the match."""
    mistakes = [step for step in review.steps if step.is_mistake]
    most = sorted(mistakes, key=lambda step: step.delta)[:COSTLY]
    return sorted(most, key=lambda step: step.entry)


def why(step: ReviewStep, language: str) -> str:
    """Why the better action is better; nothing where no reason is known."""
    return "" if step.reason is None else say(step.reason.key, step.reason.about, language)


def reasons(steps: Sequence[ReviewStep], language: str) -> list[str]:
    """Why the better actions are better; what a list has explained once is not repeated."""
    told: set[str] = set()
    found = []
    for step in steps:
        key = "" if step.reason is None else step.reason.key
        found.append("" if key in told else why(step, language))
        told.add(key)
    return found


def seat_name(review: Review | SpeedReview, seat: int, language: str) -> str:
    """How a seat is called."""
    return say_about(review.game, "review.seat", {"seat": seat}, language)


def row(seat: SeatReview, language: str) -> list[str]:
    """The numbers of one seat in the order of the table's columns."""
    decisions = f"{signed(seat.decisions, language)} ± {written(seat.interval, language)}"
    return [
        written(seat.result, language),
        written(seat.expected, language),
        *(signed(each, language) for each in (seat.luck, seat.cards, seat.others)),
        decisions,
    ]


COLUMNS = ("result", "expected", "luck", "cards", "others", "decisions")
"""The columns of the seats' table."""


def insight_lines(review: Review, language: str) -> list[str]:
    """What only this game has to tell, line by line."""
    evaluator = evaluator_of(review.game)
    return [
        f"{seat_name(review, item['seat'], language)}: "
        + _insight(review.game, item | evaluator.usual_places(item), language)
        for item in evaluator.told(msgspec.to_builtins(review.insights))
    ]


def insights_said(game: str, insights: GameValue, language: str) -> list[tuple[int, str]]:
    """What only this game has to tell: whom each line is about, and what it says."""
    evaluator = evaluator_of(game)
    return [
        (item["seat"], _insight(game, evaluator.usual_places(item) | item, language))
        for item in evaluator.told(msgspec.to_builtins(insights))
    ]


def _insight(game: str, item: Json, language: str) -> str:
    about = {name: _plain(value, language) for name, value in item.items()}
    return say_about(game, f"{game}.insight", about, language)


def _plain(value: GameValue, language: str) -> str:
    if value is None:
        return "…"
    if isinstance(value, list | tuple):
        return " + ".join(map(str, value))
    return written(value, language, ".1f") if isinstance(value, float) else str(value)


def speed_line(review: SpeedReview, seat: SpeedSeat, language: str) -> str:
    """How quick a seat was."""
    return f"{seat_name(review, seat.seat, language)}: {speed_said(review, seat, language)}"


def speed_said(review: SpeedReview, seat: SpeedSeat, language: str) -> str:
    """The same, without the seat's name: only what there is something to say about."""
    medians = [each.median_ms for each in review.seats if each.median_ms is not None]
    races = seat.contests_won + seat.contests_lost
    said = {
        "review.speed": True,
        "review.speed.quickest": len(medians) > 1 and seat.median_ms == min(medians),
        "review.speed.wait": seat.median_ms is not None,
        "review.speed.races": races > 0,
    }
    about = {
        "actions": seat.actions,
        "median": _duration(seat.median_ms or 0, language),
        "missed": _duration(seat.missed_ms, language),
        "won": seat.contests_won,
        "races": races,
        "margin": _duration(seat.margin_ms or 0, language),
    }
    keys = [key for key, holds in said.items() if holds]
    return " ".join(say_about(review.game, key, about, language) for key in keys)


_JOINED = "\N{NO-BREAK SPACE}"


def _duration(milliseconds: int, language: str) -> str:
    minutes, rest = divmod(milliseconds / 1000, 60)
    if minutes:
        return f"{int(minutes)}{_JOINED}min {int(rest)}{_JOINED}s"
    return f"{written(rest, language, '.1f')}{_JOINED}s"


texts = partial(room_texts, "review")
"""The review's own texts in one language, or those that it has for a game."""


def say_about(game: str, key: str, about: Mapping[str, object], language: str) -> str:
    """The text of a key in a language; cards and colours are called what the game calls them."""
    own, _, name = key.partition(".")
    found = texts(language, game)[name] if own == game else texts(language)[key]
    return Words(game, language).vformat(found, (), about)
