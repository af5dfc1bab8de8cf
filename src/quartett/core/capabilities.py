"""What only some games can do: a game declares it by inheriting from one of these."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from quartett.core.game import Seat
from quartett.core.log import Entry
from quartett.core.seeds import Rng

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
P = TypeVar("P")


class Timed(ABC, Generic[S, A, E]):
    """A game with a clock: moments are milliseconds since the start of the match."""

    timed: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.timed = True

    @abstractmethod
    def now(self, state: S) -> int:
        """What the match's clock shows."""

    @abstractmethod
    def wake(self, state: S) -> int | None:
        """The next moment at which time itself acts, or None."""

    @abstractmethod
    def tick(self, state: S, at: int, rng: Rng) -> tuple[E, ...]:
        """What happens by itself until the moment `at`, that moment included."""

    @abstractmethod
    def ready_at(self, state: S, seat: Seat) -> int:
        """When a seat's hand is free again; no later than `now` if it is free."""

    @abstractmethod
    def once_ready(self, state: S, seat: Seat) -> Sequence[A]:
        """What a seat could do now if its hand were free: `legal`, but for a busy hand."""

    @abstractmethod
    def check_ready(self, state: S, seat: Seat, action: A) -> None:
        """Raise RuleError unless the seat could do this now if its hand were free."""


class Contested(ABC, Generic[S, A]):
    """A game in which several may reach for the same thing at once."""

    @abstractmethod
    def target(self, state: S, seat: Seat, action: A) -> str | None:
        """The one thing that a legal action takes and that somebody else may want, or None."""


class Previews(ABC, Generic[S, P]):
    """A game that says what an idea would lead to, before it is played."""

    preview_type: ClassVar[object]
    """What `preview` answers, for schemas."""

    @abstractmethod
    def preview(self, state: S, seat: Seat, draft: object) -> P:
        """What the rules say of a seat's draft, given as JSON values; nothing happens."""


class Undoable(ABC, Generic[S, A, E]):
    """A game that knows itself which actions brought nothing to light."""

    @abstractmethod
    def undoable(self, before: S, last: Entry[A, E]) -> bool:
        """Whether this action, made in this state, may be taken back."""
