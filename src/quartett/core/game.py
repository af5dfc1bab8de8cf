"""What a game is: a stateless rules object over immutable values."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast

import msgspec

from quartett.core.errors import RuleError
from quartett.core.forms import parse
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng

Seat: TypeAlias = int
"""A place at the table, counted from 0; the next higher number sits to the left."""

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

AnyGame: TypeAlias = "Game[Any, Any, Any, Any, Any]"
"""Any game, for code that serves all of them."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """The base of states, views and their parts: immutable, and never part of a cycle."""


class Fact(Value, frozen=True, tag_field="type"):
    """The base of events: each kind carries its own `tag`."""


class Hidden(Fact, frozen=True, tag="hidden"):
    """What a viewer is told of an event that is none of the viewer's business: that it happened."""


class Game(ABC, Generic[O, S, A, E, V]):
    """The rules of one game: pure, with no clock and no chance of its own."""

    id: ClassVar[str]
    players: ClassVar[range]
    deck: ClassVar[tuple[str, ...]]
    options_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]
    form_type: ClassVar[Any]
    """How a state is written in a position; its `seats` are one for each player."""
    timed: ClassVar[bool] = False
    """Whether moments matter: then `now`, `wake` and `tick` tell the time."""
    unlisted: ClassVar[frozenset[type]] = frozenset()
    """The kinds of action of which `legal` lists only the best that are known."""
    revealing: ClassVar[frozenset[type]] = frozenset()
    """The events that turn cards over for everybody, though no view goes on showing them."""

    @abstractmethod
    def start(self, options: O, players: int, rng: Rng) -> tuple[S, tuple[E, ...]]:
        """The bare table of a new match, and the events that deal the cards onto it."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """The seats that may act now; empty when the match is over or only time can go on."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Every legal action of a seat; where they cannot be listed, the best that are known."""

    def more(self, state: S, seat: Seat) -> bool:
        """Whether the seat has legal actions beyond those that `legal` lists."""
        return False

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise RuleError unless the seat may do this now: the one source of legality."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, action: A, at: int, rng: Rng) -> tuple[E, ...]:
        """What a legal action brings about, with chance resolved into the events."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after one event: total, without chance and without checks."""

    def now(self, state: S) -> int:
        """The match's own clock in milliseconds; a game without time stays at 0."""
        return 0

    def wake(self, state: S) -> int | None:
        """The next moment at which time itself acts, or None."""
        return None

    def tick(self, state: S, at: int, rng: Rng) -> tuple[E, ...]:
        """What happens by itself until the moment `at`, that moment included."""
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """What a seat (or, for None, a spectator) may see, built by copying in."""

    @abstractmethod
    def redact(self, event: E, state: S, viewer: Seat | None) -> E | Hidden:
        """What a viewer may know of an event that happened to this state (before it)."""

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> S:
        """A full state in which this viewer would see exactly this."""

    @abstractmethod
    def check_options(self, options: O, players: int) -> None:
        """Raise RuleError if these options, or this number of players, cannot be played."""

    def load(self, options: O, data: Any) -> S:
        """The state written as JSON values in a position; RuleError if it breaks a rule."""
        form = parse(self.form_type, data, "state")
        self.check_players(len(form.seats))
        self.check_options(options, len(form.seats))
        return self.read(options, form)

    @abstractmethod
    def read(self, options: O, form: Any) -> S:
        """The state that a `form_type` describes; RuleError if it breaks a rule."""

    @abstractmethod
    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON values, complete, with the keys of the game's rules page."""

    def options_of(self, state: S) -> O:
        """The options the match is played with: the state's `options`, unless a game says else."""
        options: O = cast(Any, state).options
        return options

    def turn(self, state: S) -> Any:
        """What tells one turn from the next: the state's `turn`; None where all act at once."""
        return getattr(state, "turn", None)

    def seats(self, state: S) -> int:
        """How many players sit at the table: the state's `seats`, unless a game says else."""
        return len(cast(Any, state).seats)

    def fold(self, state: S, events: Sequence[E]) -> S:
        """The state after all these events."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def check_players(self, players: int) -> None:
        """Raise RuleError unless the game is made for this number of players."""
        if players not in self.players:
            raise RuleError(
                None,
                "core.players",
                players=players,
                fewest=self.players[0],
                most=self.players[-1],
            )

    def check_starter(self, starter: Seat, players: int, rule: str) -> None:
        """Raise RuleError unless the seat that is to begin is one of the table's."""
        if not 0 <= starter < players:
            raise RuleError(rule, "core.no_such_starter", value=starter, last=players - 1)

    def check_seat(self, state: S, seat: Seat) -> None:
        """Raise RuleError unless somebody sits there."""
        if not 0 <= seat < self.seats(state):
            raise RuleError(None, "core.no_such_seat", seat=seat, last=self.seats(state) - 1)
