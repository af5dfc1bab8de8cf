"""Optional features: a game declares one by inheriting from its class."""

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
        """The time on the match's clock."""

    @abstractmethod
    def wake(self, state: S) -> int | None:
        """The next moment at which time itself acts, or None."""

    @abstractmethod
    def tick(self, state: S, at: int, rng: Rng) -> tuple[E, ...]:
        """The automatic events up to and including the moment `at`."""

    @abstractmethod
    def ready_at(self, state: S, seat: Seat) -> int:
        """When a seat's hand is free again; no later than `now` if it is free."""

    @abstractmethod
    def once_ready(self, state: S, seat: Seat) -> Sequence[A]:
        """The actions that would be legal now if the seat's hand were free."""

    @abstractmethod
    def check_ready(self, state: S, seat: Seat, action: A) -> None:
        """Raise RuleError unless the action would be legal now if the seat's hand were free."""


class Contested(ABC, Generic[S, A]):
    """A game in which several players may want the same thing at once."""

    @abstractmethod
    def target(self, state: S, seat: Seat, action: A) -> str | None:
        """The thing that a legal action takes and somebody else may want, or None."""


class Previews(ABC, Generic[S, P]):
    """A game that can check a draft before it is played."""

    preview_type: ClassVar[object]
    """The type of `preview`'s answer, for schemas."""

    @abstractmethod
    def preview(self, state: S, seat: Seat, draft: object) -> P:
        """The rules' verdict on a seat's draft, given as JSON values; nothing is played."""


class Rounds(ABC, Generic[E]):
    """A game whose rounds end with something that players should see before the next one."""

    @abstractmethod
    def ends_round(self, event: E) -> bool:
        """Whether a round ends with this event."""


class Undoable(ABC, Generic[S, A, E]):
    """A game that decides itself which actions revealed nothing."""

    @abstractmethod
    def undoable(self, before: S, last: Entry[A, E]) -> bool:
        """Whether this action, made in this state, may be taken back."""
