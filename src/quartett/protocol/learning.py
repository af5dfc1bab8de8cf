"""What travels over HTTP where people learn: lessons, puzzles, reviews, shared deals."""

from typing import Literal

from quartett.core.forms import Form
from quartett.core.game import GameValue
from quartett.protocol.bodies import Problem
from quartett.protocol.messages import Name, Natural, Shape


class Answered(Shape, frozen=True):
    """An action in an exercise, and what comes of it."""

    action: GameValue
    events: list[GameValue]
    view: GameValue
    to_act: list[int]


class Exercise(Shape, frozen=True):
    """A position with a task, complete: a page needs no rules for it, only the answers."""

    id: str
    game: str
    seat: int
    players: int
    text: str
    """What is asked, in the reader's language."""
    view: GameValue
    legal: list[GameValue]
    more: bool
    """There are more legal actions, and perhaps more answers, than are listed: ask the server."""
    to_act: list[int]
    foretold: GameValue
    """What the rules say of an empty draft (Jericho's trumpets); null where drafts are asked."""
    answers: list[Answered]


class Lesson(Shape, frozen=True):
    """A game's lesson, step by step."""

    game: str
    steps: list[Exercise]


class PuzzleLine(Shape, frozen=True):
    """A puzzle in the list."""

    id: str
    game: str
    difficulty: int


class Puzzles(Shape, frozen=True):
    """All puzzles, and which is the day's (UTC)."""

    day: str
    today: str
    puzzles: list[PuzzleLine]


class PuzzleSheet(Shape, frozen=True):
    """A puzzle with its ladder of hints and its explanation."""

    exercise: Exercise
    difficulty: int
    hints: list[str]
    explanation: list[str]
    solution: str
    """The first answer in words."""


class TryOut(Form, frozen=True, kw_only=True):
    """An action in an exercise, or a draft of one, to be looked at by the rules."""

    action: dict[str, GameValue] | None = None
    draft: dict[str, GameValue] | None = None


class Tried(Shape, frozen=True):
    """What the rules say: of an action whether it answers, of a draft their verdict."""

    accepted: bool
    answer: Answered | None
    verdict: GameValue
    problem: Problem | None


class StepShown(Shape, frozen=True):
    """One entry of a match as the evaluator sees it, in words."""

    entry: int
    """The entry's number among those that count."""
    at: int
    """The step of the replay that shows it."""
    seat: int | None
    kind: Literal["luck", "decision"]
    delta: float
    interval: float
    value: list[float]
    played: str | None
    """What was done."""
    action: str | None
    """Its kind, such as `wall`."""
    best: str | None
    """What the evaluator would have done; null where it is the same, or nothing was chosen."""
    reason: str | None
    master: str | None = None
    """What a hint would have proposed, where the evaluator would have done something else."""
    why: str | None = None
    """What kind of reason it is: the key of its text."""
    hinted: bool = False
    """Whether a hint would have proposed what was done: it is charged nothing."""
    at_end: str | None = None
    """What was done, with the names that places have on the final table."""


class SeatShown(Shape, frozen=True):
    """What a match was for one seat."""

    seat: int
    result: float
    expected: float
    luck: float
    cards: float
    others: float
    decisions: float
    interval: float
    sentence: str
    """One kind sentence about luck."""


class InsightShown(Shape, frozen=True):
    """What only this game has to tell of a seat."""

    seat: int
    text: str


class ReviewShown(Shape, frozen=True):
    """A review as far as it is there."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0
    total: int = 0
    evaluator: str = ""
    seats: list[SeatShown] = []
    steps: list[StepShown] = []
    turning_points: list[int] = []
    """Entries."""
    insights: list[InsightShown] = []


class Again(Form, frozen=True, kw_only=True):
    """Play on from a moment of a finished match, before an entry, in a seat."""

    entry: Natural
    seat: Natural
    match: Natural | None = None
    you: Name = ""


class PlayDeal(Form, frozen=True, kw_only=True):
    """Play a shared deal, under a name."""

    you: Name = ""


class Challenge(Form, frozen=True, kw_only=True):
    """Let others try to beat one's own result on the deal of this table's match."""

    match: Natural | None = None


class Challenged(Shape, frozen=True):
    """The link to send."""

    id: str
    path: str


class ResultShown(Shape, frozen=True):
    """How somebody did on a deal."""

    name: str
    score: int
    place: int
    won: bool
    this: bool = False
    """Whether it is one's own."""
    face: str | None = None
    """The portrait of somebody with whom one has played."""


class Share(Shape, frozen=True):
    """How many reached a score."""

    score: int
    count: int


class SharedDeal(Shape, frozen=True):
    """A deal that many play: the day's, or a friend's challenge."""

    id: str
    game: str
    day: str | None
    """The day (UTC) whose deal it is."""
    levels: list[str | None]
    """The bots seat by seat; null is where one sits."""
    state: Literal["new", "playing", "done", "over"]
    """Not begun, under way, finished by this browser; over: the day has passed."""
    path: str | None
    """One's own table, once begun."""
    mine: ResultShown | None
    hard: ResultShown | None
    """What *hard* reaches in the same seat, once it is known and one has played."""
    rival: ResultShown | None
    """Who sent the challenge."""
    played: int
    """How many have finished."""
    results: list[Share]
    """All results by score; shown to those who have played."""
    names: list[ResultShown]
    """All results of a challenge by name; shown to those who have played."""
    circle: list[ResultShown]
    """On the day's deal one's own result and those of people with whom one has played a match to
    its end; shown to those who have played."""
    commitment: str
    seed: str | None
    """The seed, once the day is over."""
    secret: str | None
