"""What a review says, as typed values; `document` writes the JSON of `quartett review --json`."""

from typing import Literal

import msgspec

from quartett.core.forms import Json
from quartett.core.game import GameValue

CLEARLY_WORSE = 0.02
"""What a choice must cost, as a share of the victory, to be called a mistake."""

Shares = tuple[float, ...]
"""The share of the victory by seat; they add up to 1."""


class Reason(msgspec.Struct, frozen=True):
    """Why an action is good: a key of the game's texts, and its fields."""

    key: str
    about: Json


class ReviewStep(msgspec.Struct, frozen=True):
    """One entry of the match as the evaluator sees it."""

    entry: int
    """The entry's number among those that count, undone ones left out."""
    seat: int | None
    kind: Literal["luck", "decision"]
    delta: float
    """What the seat's choice was worth beside the best; without a choice, what chance changed."""
    best: GameValue
    """What the evaluator would have done; None where there was nothing to choose."""
    value: Shares
    """The chances to win after it; after all of them where everybody chooses at once."""
    interval: float = 0.0
    """The 95 % half-width of a decision's delta."""
    reason: Reason | None = None
    """Why the better action is better, where this one was clearly worse."""
    places: Json = {}
    """What those who see the table after it call the places of the action, such as row 1."""
    best_places: Json = {}
    """The same for the better action."""
    master: GameValue = None
    """What the strongest player, whose choices hints are, would have done instead."""
    master_places: Json = {}
    hinted: bool = False
    """Whether a hint would have proposed what was done: nobody is charged for taking advice."""
    end_places: Json = {}
    """What the places of the action are called on the final table."""

    @property
    def is_mistake(self) -> bool:
        """Whether this was worse than the best by more than chance can explain."""
        return self.kind == "decision" and self.delta < -max(CLEARLY_WORSE, self.interval)


class SeatReview(msgspec.Struct, frozen=True):
    """What a match was for one seat: `result = expected + luck + decisions`."""

    seat: int
    result: float
    expected: float
    luck: float
    cards: float
    others: float
    decisions: float
    interval: float
    """The 95 % half-width of `decisions`."""


class Review(msgspec.Struct, frozen=True):
    """A finished match looked back on, as its evaluator sees it."""

    game: str
    evaluator: str
    seats: tuple[SeatReview, ...]
    steps: tuple[ReviewStep, ...]
    turning_points: tuple[int, ...]
    """The entries of the choices at which the chances moved most, in the order of the match."""
    insights: GameValue
    """What only this game has to tell: see the game's `Insights`."""

    def document(self) -> Json:
        """The review as the JSON object that the command line prints."""
        steps = [
            {
                "entry": step.entry,
                "seat": step.seat,
                "kind": step.kind,
                "delta": step.delta,
                "best": msgspec.to_builtins(step.best),
                "value": list(step.value),
            }
            for step in self.steps
        ]
        return {
            "game": self.game,
            "evaluator": self.evaluator,
            "seats": msgspec.to_builtins(self.seats),
            "steps": steps,
            "turning_points": list(self.turning_points),
        }


class SpeedSeat(msgspec.Struct, frozen=True):
    """How quick one seat was in a match where all play at once."""

    seat: int
    actions: int
    median_ms: int | None
    """The median time from when a card could be played or stolen until it was."""
    missed_ms: int
    """How long the hand was free and a card could be played or stolen, all in all."""
    contests_won: int
    contests_lost: int
    margin_ms: int | None
    """The median time that the slower one of a contest had had the card within reach."""


class SpeedReview(msgspec.Struct, frozen=True):
    """A finished match in real time looked back on: speed, and no luck."""

    game: str
    seats: tuple[SpeedSeat, ...]

    def document(self) -> Json:
        """The review as the JSON object that the command line prints."""
        return {"game": self.game, "seats": msgspec.to_builtins(self.seats)}


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far a review is; what it knows already can be shown."""

    done: int
    total: int
    insights: GameValue
    steps: tuple[ReviewStep, ...]


class ReviewDraft(msgspec.Struct):
    """A review in progress: everything that another process needs to continue it."""

    parts: int = 0
    """How much is done: the insights, the start, and each step is a part."""
    insights: GameValue = None
    expected: Shares = ()
    value: Shares = ()
    """The chances after the last step that was judged."""
    steps: list[ReviewStep] = []
    decisions: list[float] = []
    others: list[float] = []
    variances: list[float] = []
    swings: list[tuple[float, int]] = []
    """How far each choice moved the chances, and its entry."""

    def progress(self, total: int) -> ReviewProgress:
        """How far it is, of this many entries."""
        return ReviewProgress(len(self.steps), total, self.insights, tuple(self.steps))
