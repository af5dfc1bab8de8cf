"""Who judges: one evaluator per game, which plays matches ahead as the hard bot does."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import ClassVar, Generic, NamedTuple, TypeVar, cast

from quartett.bots import get as get_bot
from quartett.bots import proposal
from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import GameValue
from quartett.core.history import Step
from quartett.core.outcome import share_of
from quartett.core.plugins import part_of
from quartett.core.seeds import Rng
from quartett.review.results import Reason, Shares

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
T = TypeVar("T")

Renamed = Callable[[int | None], int | None]
"""The new number of a seat; None stays None."""


class Ending(NamedTuple):
    """How one playout ended: the shares of the victory, and the scores."""

    shares: Shares
    scores: tuple[float, ...]


class Evaluator(ABC, Generic[S, A, V, T]):
    """Judges the states of one game; `T` is a table of `quartett.fast` to play ahead on."""

    name: ClassVar[str] = "hard"
    """The bot whose choices and playouts these are."""
    deals: ClassVar[int] = 64
    """How many worlds a state or a choice is judged on unless told otherwise."""
    nodes: ClassVar[int]
    """How much the bot looks at to find its choice; fewer deals look at less."""

    @abstractmethod
    def reshuffled(self, state: S, rng: Rng) -> S:
        """The state with all cards that no seat can see dealt again."""

    @abstractmethod
    def table(self, state: S) -> T:
        """The state as a table to play ahead on."""

    @abstractmethod
    def play_out(self, table: T, seat: int | None = None, action: A | None = None) -> Ending:
        """How a match ends if a seat does this and all go on like the bot; the table stays."""

    @abstractmethod
    def insights(self, line: Sequence[Step[S, A, GameValue]]) -> GameValue:
        """What only this game has to tell of a match; found without playing ahead."""

    @abstractmethod
    def reason(self, view: V, action: A) -> Reason | None:
        """Why an action is good, as far as a rule of thumb can say."""

    def is_choice(self, action: A, legal: Sequence[A]) -> bool:
        """Whether a seat that did this had another choice that matters."""
        return len(legal) > 1 or action not in legal

    def choose(self, game: str, view: V, legal: Sequence[A], rng: Rng, nodes: int) -> A:
        """What the bot would do with this search effort, knowing only this view."""
        choice: A = get_bot(game, self.name, nodes).choose(view, list(legal), rng)
        return choice

    def proposed(self, game: str, view: V, legal: Sequence[A]) -> A | None:
        """What a hint proposes here: the choice of the strongest player that answers in time."""
        return cast("A | None", proposal(game, view, legal))

    def is_same(self, action: A, other: A) -> bool:
        """Whether two actions of a seat have the same effect."""
        return action == other

    def places(self, before: S, shown: S, action: A) -> Json:
        """What somebody who looks at a shown state calls the places of an action before it.

        They are fields of its words.
        """
        return {}

    def usual_places(self, fields: Json) -> Json:
        """What the terminal calls the places that an action or an insight names as JSON values."""
        return {}

    relative: ClassVar[frozenset[str]] = frozenset()
    """Which of `places` depend on how far a board has grown; the terminal never renames any."""

    def told(self, insights: Json) -> list[Json]:
        """The insights one by one, as JSON values."""
        found: list[Json] = insights.get("seats", [])
        return found

    def moved(self, state: S, seat: int) -> int:
        """How many cards that lie open the best action of a seat moves elsewhere."""
        return 0

    def achieved(self, state: S, seat: int, action: A) -> int:
        """How much of what a puzzle counts an action of a seat comes to."""
        return 0

    def part(self, state: S, action: Json) -> list[str] | None:
        """The cards of a part of an action, as a hint; None where its reason is the better one."""
        return None

    def renumber(self, position: Json, renamed: Renamed) -> None:
        """Rename the seats in a position's own fields, beside `turn` and `starter`."""

    def enrich(self, insights: GameValue, start: Sequence[Ending]) -> GameValue:
        """The insights with what the playouts from the start add to them."""
        return insights


AnyEvaluator = Evaluator[GameValue, GameValue, GameValue, GameValue]


def evaluator_of(game: str) -> AnyEvaluator:
    """The evaluator of a game; FormatError where it has none."""
    evaluator = getattr(_part(game), "EVALUATOR", None)
    if evaluator is None:
        raise FormatError(f"{game} cannot be reviewed")
    found: AnyEvaluator = evaluator
    return found


def speed_review_of(game: str) -> GameValue:
    """How a timed game is reviewed; FormatError where it is not."""
    review = getattr(_part(game), "review", None)
    if review is None:
        raise FormatError(f"{game} cannot be reviewed")
    return review


def _part(game: str) -> GameValue:
    part = part_of("review", game)
    return None if part is None else import_module(part)


def shared(scores: Sequence[float]) -> Shares:
    """The shares of the victory where the highest score wins and equal ones share."""
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    return shares_of(winners, len(scores))


def shares_of(winners: Sequence[int], players: int) -> Shares:
    """The shares of a victory that these seats have together."""
    return tuple(share_of(winners, seat) for seat in range(players))
