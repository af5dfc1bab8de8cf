"""What a game is: a stateless rules object over immutable values."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from functools import cache
from typing import (
    Any,
    ClassVar,
    Generic,
    NoReturn,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
)

import msgspec

from quartett.core import notation
from quartett.core.errors import MAX_WORD, FormatError, QuartettError, RuleError
from quartett.core.forms import Form, Json, parse, plain
from quartett.core.outcome import Outcome
from quartett.core.seeds import Rng
from quartett.core.texts import shortened

Seat: TypeAlias = int
"""A place at the table, counted from 0; the next higher number sits to the left."""

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
T = TypeVar("T")
K = TypeVar("K")

GameValue: TypeAlias = Any
"""A game-specific value (state, view, action, event) in code for all games."""

AnyGame: TypeAlias = "Game[Any, Any, Any, Any, Any]"
"""Any game, for code that serves all of them."""

USUAL_PLAYERS = 3

LOT = "lot"
"""The agreement, in place of a seat, that the starting seat is drawn by lot."""
"""The default number of players: with three, every rule can matter and nobody waits long."""

NOBODY: frozenset[Seat] = frozenset()
"""Nobody may act."""

ONLY: tuple[frozenset[Seat], ...] = tuple(frozenset((seat,)) for seat in range(16))
"""By seat: only this seat may act."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """The base of states, views and their parts: immutable, and never part of a cycle."""


class FrozenDict(dict[K, T]):
    """An immutable dict, for named values in views; encoded like any other dict.

    >>> lengths = FrozenDict(red=3)
    >>> lengths["red"] = 4
    Traceback (most recent call last):
        ...
    TypeError: values of a match cannot be changed
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        """Refuse: values of a match cannot be changed."""
        raise TypeError("values of a match cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, T]]]:
        return type(self), (dict(self),)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


class Fact(Value, frozen=True, tag_field="type"):
    """The base of events: each kind carries its own `tag`."""


class Hidden(Fact, frozen=True, tag="hidden"):
    """What a viewer learns of an event they may not see: only that it happened."""


class _Seated(Protocol):
    """A state with options and seats, as most have."""

    @property
    def options(self) -> object: ...
    @property
    def seats(self) -> Sized: ...


class Game(ABC, Generic[O, S, A, E, V]):
    """The rules of one game: pure, without a clock or random numbers of their own.

    Features that only some games have are in `quartett.core.capabilities`.
    """

    id: ClassVar[str]
    players: ClassVar[range]
    deck: ClassVar[tuple[str, ...]]
    short_names: ClassVar[Mapping[str, str]] = {}
    """How cards are written in the one-line notation."""
    options_type: ClassVar[type[Form]]
    action_type: ClassVar[Any]  # mostly a union, which Python types as no `type`
    event_type: ClassVar[Any]
    view_type: ClassVar[type[Value]]
    form_type: ClassVar[type[Form]]
    """The type of a state in a position; its `seats` has one entry per player."""
    timed: ClassVar[bool] = False
    """Whether time matters: true for every `Timed` game."""
    unlisted: ClassVar[frozenset[type]] = frozenset()
    """The types of action of which `legal` lists only the best known ones."""
    revealing: ClassVar[frozenset[type]] = frozenset()
    """The events that reveal cards to everybody that later views do not show."""
    action_kinds: ClassVar[frozenset[type]] = frozenset()
    """The types in `action_type`; determined automatically."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "action_type" in cls.__dict__:
            cls.action_kinds = frozenset(get_args(cls.action_type) or (cls.action_type,))

    @abstractmethod
    def start(self, options: O, players: int, rng: Rng) -> tuple[S, tuple[E, ...]]:
        """The bare table of a new match, and the events that deal the cards onto it."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """The seats that may act now; empty when the match is over or only time can pass."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """The legal actions of a seat; where they cannot be listed, the best known ones."""

    def more(self, state: S, seat: Seat) -> bool:
        """Whether the seat has legal actions beyond those that `legal` lists."""
        return False

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise RuleError unless the action is legal now: the only judge of legality."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, action: A, at: int, rng: Rng) -> tuple[E, ...]:
        """The events of a legal action, with all random draws made."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after one event: total, without randomness or checks."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The outcome, or None before the end."""

    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V:
        """What a seat (or, for None, a spectator) may see, built by copying in."""

    @abstractmethod
    def redact(self, event: E, state: S, viewer: Seat | None) -> E | Hidden:
        """What a viewer may know of an event, given the state before it."""

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> S:
        """A full state consistent with a view."""

    @abstractmethod
    def check_options(self, options: O, players: int) -> None:
        """Raise RuleError if the options are invalid for this number of players."""

    @abstractmethod
    def read(self, options: O, form: Any) -> S:  # a game's own `form_type`
        """The state that a `form_type` describes; RuleError if it breaks a rule."""

    @abstractmethod
    def dump(self, state: S) -> Json:
        """The state as JSON values, complete, with the keys of the game's rules page."""

    # What follows from these

    def load(self, options: O, data: object) -> S:
        """The state written as JSON values in a position; RuleError if it breaks a rule."""
        form = parse(self.form_type, plain(data, "state"), "state")
        players = len(cast(_Seated, form).seats)
        self.check_players(players)
        self.check_options(options, players)
        return self.read(options, form)

    def fold(self, state: S, events: Iterable[E]) -> S:
        """The state after all these events."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def told(self, state: S, events: Iterable[E], viewer: Seat | None) -> tuple[E | Hidden, ...]:
        """The events as a viewer sees them, starting from this state."""
        shown: list[E | Hidden] = []
        for event in events:
            shown.append(self.redact(event, state, viewer))
            state = self.evolve(state, event)
        return tuple(shown)

    def action_text(self, action: A) -> str:
        """An action in one line, which `parse_action` and so `Match.play` read back.

        >>> import quartett
        >>> match = quartett.start("souvenirs", seed=1)
        >>> match.game.action_text(match.legal(0)[0])
        'place J [0,-1]'
        >>> match.game.parse_action("place r3 [0,-1]")
        Place(card='red-3', at=(0, -1))
        """
        return notation.write_action(action, self.short_names)

    def parse_action(self, data: object, what: str = "action") -> A:
        """An action, also as JSON values or in one line; FormatError where it is not one.

        What comes back is immutable throughout, whatever the action was built from.
        """
        if isinstance(data, str):
            data = notation.read_action(data, self._action_kinds(), self.short_names)
        kind = type(data)
        if kind in self.action_kinds:
            return cast(A, _rebuilt(kind, data, what))
        try:
            action: A = parse(self.action_type, data, what)
        except FormatError as error:
            raise self._no_such_action(data, what) or error from None
        return action

    def parse_options(self, data: object, what: str = "options") -> O:
        """The options, also from JSON values; FormatError lists the valid names."""
        known = self.options_type.__struct_fields__
        if isinstance(data, self.options_type | Mapping):
            data = plain(dict(data) if isinstance(data, Mapping) else data, what)
        if isinstance(data, dict) and (unknown := [key for key in data if key not in known]):
            there = f"the options are {', '.join(known)}" if known else "there are no options"
            raise FormatError(f"{what}: {self.id} has no option `{unknown[0]}`; {there}")
        return cast(O, parse(self.options_type, data, what))

    def agreed(
        self, data: object, players: int, rng: Rng | None = None, what: str = "options"
    ) -> O:
        """The options for this number of players, or the error that says what is wrong.

        Where `starter` is `"lot"`, `rng` draws the seat that begins.
        """
        if isinstance(data, Mapping) and data.get("starter") == LOT and players in self.players:
            data = {**data, "starter": 0 if rng is None else rng.below(players)}
        options = self.parse_options(data, what)
        self.check_players(players)
        self.check_options(options, players)
        return options

    def _action_kinds(self) -> Sequence[type[msgspec.Struct]]:
        """The types of action, in the order of the rules."""
        kinds: tuple[type[msgspec.Struct], ...] = get_args(self.action_type)
        return kinds or (self.action_type,)

    def _no_such_action(self, data: object, what: str) -> FormatError | None:
        """The error for an unknown type of action."""
        if isinstance(data, msgspec.Struct):
            return FormatError(f"{what}: {type(data).__name__} is not an action of {self.id}")
        kinds = [str(each.__struct_config__.tag) for each in self._action_kinds()]
        kind = data.get("type") if isinstance(data, Mapping) else None
        if kind is None or kind in kinds:
            return None
        there = f"the types are {', '.join(kinds)}"
        written = shortened(repr(kind), MAX_WORD)
        return FormatError(f"{what}: {self.id} has no action of type {written}; {there}")

    def options_of(self, state: S) -> O:
        """The options the match is played with: the state's `options` unless overridden."""
        return cast(O, cast(_Seated, state).options)

    @property
    def usual_players(self) -> int:
        """The default number of players: three, or the closest possible number."""
        return min(max(USUAL_PLAYERS, self.players[0]), self.players[-1])

    def turn(self, state: S) -> Hashable:
        """Identifies a turn; None if all act at once."""
        return None

    def seats(self, state: S) -> int:
        """How many players sit at the table: the state's `seats` unless overridden."""
        return len(cast(_Seated, state).seats)

    def check_players(self, players: int) -> None:
        """Raise RuleError unless the game is made for this number of players."""
        check_number(players, self.players)

    def check_seat(self, state: S, seat: Seat) -> None:
        """Raise RuleError if there is no such seat, FormatError if it is not a number."""
        if type(seat) is not int:
            parse(int, seat, "seat")
        if not 0 <= seat < self.seats(state):
            raise RuleError(None, "core.no_such_seat", seat=seat, last=self.seats(state) - 1)


def _rebuilt(kind: type[T], action: object, what: str) -> T:
    """A validated copy of an action: lists become tuples, and wrong types are refused."""
    for name in _of_fixed_length(cast(type, kind)):
        if isinstance(given := getattr(action, name), list):
            raise FormatError(f"{what}: `{name}`: {shortened(repr(given), MAX_WORD)} is no tuple")
    return parse(kind, plain(action, what), what)


@cache
def _of_fixed_length(kind: type) -> tuple[str, ...]:
    """The fields of a struct that are tuples with a place for each value, such as a cell."""
    fields = msgspec.structs.fields(kind)
    return tuple(
        each.name
        for each in fields
        if get_origin(each.type) is tuple and Ellipsis not in get_args(each.type)
    )


def own_seat(viewer: Seat | None, seats: Sequence[T]) -> T:
    """A viewer's seat; QuartettError for a spectator."""
    if viewer is None:
        raise QuartettError("a spectator has no seat at the table")
    return seats[viewer]


def check_number(players: int, allowed: range) -> None:
    """Raise RuleError unless so many may play."""
    if players not in allowed:
        about = {"players": players, "fewest": allowed[0], "most": allowed[-1]}
        raise RuleError(None, "core.players", **about)


def check_starter(starter: Seat, players: int, rule: str) -> None:
    """Raise RuleError unless the starting seat exists."""
    if not 0 <= starter < players:
        raise RuleError(rule, "core.no_such_starter", value=starter, last=players - 1)


def check_range(rule: str | None, field: str, value: int, low: int, high: int) -> None:
    """Raise RuleError, naming the field, unless the value is in the range."""
    if not low <= value <= high:
        about = {"field": field, "fewest": low, "most": high, "value": value}
        raise RuleError(rule, "core.not_in_range", **about)
