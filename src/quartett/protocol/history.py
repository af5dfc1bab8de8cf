"""What travels over HTTP where somebody looks back at what they have played."""

from typing import Annotated, Literal

from msgspec import Meta

from quartett.core.forms import Form
from quartett.protocol.messages import Natural, Pace, Shape

Against = Literal["all", "people", "bots"]
Fate = Literal["played", "replaced", "left"]


class PlayedSeat(Shape, frozen=True):
    """A seat of a finished match, and what it came to."""

    kind: Literal["me", "person", "beside", "bot"]
    """`beside`: somebody at the same device as somebody else."""
    name: str
    opponent: str | None
    """By what one may ask for all matches with this person."""
    level: str | None
    place: int
    score: int
    fate: Fate
    """Whether they played to the end, a bot played for them at times (`replaced`), or in the end
    (`left`)."""
    face: str | None = None
    """The portrait that they have chosen by now."""


class PlayedMatch(Shape, frozen=True):
    """A finished match as one of its players looks back at it."""

    table: str
    match: int
    game: str
    ended_at: int
    pace: Pace
    deal: str | None
    """The deal that others play too."""
    rating: Literal["off", "due", "counts", "guests", "short", "near"]
    """Whether it counts for ratings: nobody wanted that, it will, it does, or why it does not:
    somebody does not keep their name, hardly played, or was where another player was."""
    seats: list[PlayedSeat]
    kept: bool
    """Whether the match itself is still kept, to be stepped through."""
    reviewed: bool


class HistoryPage(Shape, frozen=True):
    """Finished matches, the latest first."""

    matches: list[PlayedMatch]
    next: str | None = None
    """Asked for as `before`, this gives the next page."""


class Summary(Shape, frozen=True):
    """What came of some matches."""

    matches: int = 0
    won: int = 0
    share: float = 0.0
    """The share of the victories, shared ones counting in part."""
    points: float = 0.0
    """One for everybody who was left behind, half a one for everybody level."""
    places: list[int] = []
    """How often one came first, second and so on."""


class PlayedPoint(Shape, frozen=True):
    """One match on the line of all matches of a game."""

    ended_at: int
    score: int
    place: int
    players: int
    people: bool
    """Whether it was played with people."""


class BestResult(Shape, frozen=True):
    """A match that went well."""

    table: str
    match: int
    ended_at: int
    score: int
    place: int
    players: int


class Opponent(Shape, frozen=True):
    """Somebody whom one has played with."""

    id: str
    name: str
    matches: int
    ahead: int
    """In how many of these one was ahead of them."""
    behind: int
    face: str | None = None


class RatingShown(Shape, frozen=True):
    """How strong somebody is among people."""

    points: int
    within: int
    """How far off that may be: in 19 of 20 cases no further."""
    matches: int
    provisional: bool
    """Whether there are too few matches, or too few different opponents, to say much."""


class PlaysLike(Shape, frozen=True):
    """Which of the bots somebody plays like, by the results against bots."""

    step: int
    """The step of the ladder, from 1 to 10."""
    low: int
    high: int
    """Between which steps it is, in 19 of 20 cases."""
    level: str
    """The name of the step; or its number, where it has none."""
    matches: int


class Rivals(Shape, frozen=True):
    """Where somebody's rival is: an opponent that adapts to them, from results alone."""

    levels: dict[str, str]
    """By game, the level of a bot's seat: `rival-6.5` plays like step 6."""


class GameStatistics(Shape, frozen=True):
    """What came of one's matches of one game."""

    game: str
    people: Summary
    """Against people; bots may have been there too."""
    bots: Summary
    """Against bots alone."""
    line: list[PlayedPoint]
    """The latest matches, in order."""
    best: list[BestResult]
    opponents: list[Opponent]
    rating: RatingShown | None
    plays_like: PlaysLike | None


class Statistics(Shape, frozen=True):
    """How one has played, game by game."""

    games: list[GameStatistics]
    known: int
    """How many matches it rests on; of very many, the latest."""


class CostlyDecision(Shape, frozen=True):
    """A decision that cost much, as a review has it."""

    table: str
    match: int
    entry: int
    ended_at: int
    lost: float
    """The share of the victory that it cost."""
    played: str | None
    best: str | None


class CostlyDecisions(Shape, frozen=True):
    """The decisions that cost most in the latest matches that were reviewed."""

    reviewed: int
    decisions: list[CostlyDecision]


class ForgetHistory(Form, frozen=True, kw_only=True):
    """Forget what came of one's matches."""

    before: Natural | None = None
    """Only those that ended before this moment (ms)."""


ShortText = Annotated[str, Meta(max_length=120)]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Trend(Form, frozen=True, kw_only=True):
    """A match that was looked back at, as a page remembers it."""

    key: ShortText
    game: ShortText
    at: Natural
    place: Natural
    players: Natural
    decisions: float
    luck: float
    costs: Annotated[dict[ShortText, float], Meta(max_length=40)] = {}


class Learnt(Form, frozen=True, kw_only=True):
    """What a page remembers of learning, to be had on one's other devices too."""

    solved: Annotated[list[ShortText], Meta(max_length=2000)] = []
    """Puzzles."""
    days: Annotated[list[Day], Meta(max_length=400)] = []
    """Days on which that day's puzzle was solved."""
    trends: Annotated[list[Trend], Meta(max_length=200)] = []
