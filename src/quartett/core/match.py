"""A match in memory: the game, its log, and the state that the log folds to."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from quartett.core.branch import Branch
from quartett.core.capabilities import Timed, Undoable
from quartett.core.errors import FormatError, QuartettError, RuleError
from quartett.core.forms import parse
from quartett.core.game import Game, Hidden, Seat
from quartett.core.history import History, history
from quartett.core.log import FORMAT, Entry, Header, Log
from quartett.core.outcome import Outcome
from quartett.core.positions import Position, load_position, write_line
from quartett.core.seeds import Rng, check_seed

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

AnyMatch: TypeAlias = "Match[Any, Any, Any, Any, Any]"
"""A match of any game, for code that serves all of them."""

WORLDS = 12
"""In how many sampled worlds an undone action must have looked the same to the player."""


class Match(Generic[O, S, A, E, V]):
    """One match from its start to its end; it changes through `play`, `wait` and `undo` alone.

    `Match.start` deals a new match, `Match(game, state)` continues from a state.

    >>> import quartett
    >>> match = quartett.start("souvenirs", players=2, seed=1)
    >>> events = match.play(0, match.legal(0)[0])
    >>> match.can_undo(0)
    True
    >>> match.undone().to_act
    frozenset({0})
    """

    drawing: "ClassVar[Callable[[AnyMatch, Literal['plain', 'html']], str] | None]" = None
    """Draws a match for people; registered from outside, because `core` cannot draw."""

    game: Game[O, S, A, E, V]
    """The rules."""
    seed: int | str
    """The seed of all random draws."""
    state: S
    """The whole state, hidden cards included; what a seat may know of it is its `view`."""

    def __init__(self, game: Game[O, S, A, E, V], state: S, seed: int | str = 0) -> None:
        if _saved_and_loaded(game, state) != state:
            raise FormatError("state: a position cannot express it, so it could not be saved")
        self._begin(game, state, seed, dealt=False)

    def _begin(self, game: Game[O, S, A, E, V], first: S, seed: int | str, dealt: bool) -> None:
        self.game = game
        self.seed = check_seed(seed)
        self.state = first
        self._log: Branch[Entry[A, E]] = Branch()
        self._shown: tuple[Entry[A, E], ...] | None = None  # the log, once somebody has asked
        self._first = first
        self._dealt = dealt
        self._line: Branch[Entry[A, E]] = Branch()  # the entries that still count
        self._latest: tuple[tuple[S, E], ...] = ()
        self._before: S | None = None  # the state before the last of them, where it is known
        self._clock: Timed[S, A, E] | None = game if isinstance(game, Timed) else None
        self._acting: tuple[S, frozenset[Seat]] | None = None

    @classmethod
    def _of(
        cls, game: Game[O, S, A, E, V], first: S, seed: int | str, dealt: bool
    ) -> "Match[O, S, A, E, V]":
        match = cls.__new__(cls)
        match._begin(game, first, seed, dealt)
        return match

    @classmethod
    def start(
        cls,
        game: Game[O, S, A, E, V],
        players: int | None = None,
        seed: int | str = 0,
        options: O | Mapping[str, object] | None = None,
    ) -> "Match[O, S, A, E, V]":
        """A new match, dealt; `options` are the game's options, also as plain JSON values.

        `{"starter": "lot"}` draws the seat that begins.
        """
        players = game.usual_players if players is None else parse(int, players, "players")
        given = {} if options is None else options
        chosen = game.agreed(given, players, Rng(check_seed(seed), "starter"))
        bare, events = game.start(chosen, players, Rng(check_seed(seed), 0))
        match = cls._of(game, bare, seed, dealt=True)
        match._append(Entry(events), match._unfolded(bare, events))
        return match

    @classmethod
    def load(
        cls, game: Game[O, S, A, E, V], position: Position, seed: int | str = 0
    ) -> "Match[O, S, A, E, V]":
        """A match that continues from a position; its log begins there."""
        return cls._of(game, load_position(game, position), seed, dealt=False)

    @classmethod
    def replay(cls, game: Game[O, S, A, E, V], log: Log[A, E]) -> "Match[O, S, A, E, V]":
        """The match in a log, folded from its events alone."""
        return cls.told_by(history(game, log), log.header)

    @classmethod
    def told_by(cls, told: History[S, A, E], header: Header) -> "Match[O, S, A, E, V]":
        """The match of a log that is already folded."""
        dealt = not isinstance(header.start, dict)
        match = cls._of(told.game, told.first, header.seed, dealt)
        match._log = Branch(step.entry for step in told.steps)
        match._line = Branch(step.entry for step in told.line)
        match.state = told.state
        return match

    # What may be done

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now; cached for each state."""
        if self._acting is None or self._acting[0] is not self.state:
            self._acting = (self.state, self.game.to_act(self.state))
        return self._acting[1]

    def legal(self, seat: Seat) -> list[A]:
        """The legal actions of a seat; `play` accepts each of them now."""
        self.game.check_seat(self.state, seat)
        return list(self.game.legal(self.state, seat))

    @property
    def now(self) -> int:
        """The match's clock in milliseconds; 0 in games without time."""
        return 0 if self._clock is None else self._clock.now(self.state)

    def ready_at(self, seat: Seat) -> int:
        """When a seat's hand is free again; `now` if it is free, and in games without time."""
        self.game.check_seat(self.state, seat)
        if self._clock is None:
            return self.now
        return max(self.now, self._clock.ready_at(self.state, seat))

    def once_ready(self, seat: Seat) -> list[A]:
        """The actions of a seat if its hand were free; `legal` in games without time."""
        if self._clock is None:
            return self.legal(seat)
        self.game.check_seat(self.state, seat)
        return list(self._clock.once_ready(self.state, seat))

    @property
    def to_act_once_ready(self) -> frozenset[Seat]:
        """The seats that may act now, or as soon as their hands are free."""
        if self._clock is None:
            return self.to_act
        clock, state = self._clock, self.state
        seats = range(self.game.seats(state))
        return frozenset([seat for seat in seats if clock.once_ready(state, seat)])

    @property
    def able(self) -> frozenset[Seat]:
        """Deprecated: use `to_act_once_ready`."""
        warnings.warn("use Match.to_act_once_ready", DeprecationWarning, stacklevel=2)
        return self.to_act_once_ready

    def earliest(self, seat: Seat, action: A | Mapping[str, object] | str) -> int | None:
        """The first moment from now on at which the rules allow an action, if nothing changes.

        None where they do not; `action` also as JSON values.
        """
        typed = self.game.parse_action(action)
        self.game.check_seat(self.state, seat)
        try:
            self.game.check(self.state, seat, typed)
        except RuleError:
            return self._once_free(seat, typed)
        return self.now

    @property
    def wake(self) -> int | None:
        """The moment of the next automatic event; None if nothing is due."""
        return None if self._clock is None else self._clock.wake(self.state)

    # What is done

    def play(
        self, seat: Seat, action: A | Mapping[str, object] | str, at: int | None = None
    ) -> tuple[E, ...]:
        """Let a seat act (`action` also as JSON values); RuleError, and no change, if illegal."""
        typed = self.game.parse_action(action)
        passed = self._passed(at)
        waited = self._unfolded(self.state, passed)
        state = waited.after
        self.game.check_seat(state, seat)
        self.game.check(state, seat, typed)
        moment = 0 if self._clock is None else self._clock.now(state)
        number = len(self._line) + bool(passed)
        events = self.game.decide(state, seat, typed, moment, Rng(self.seed, number))
        acted = self._unfolded(state, events)
        if passed:
            self._append(Entry(passed, at=moment), waited)
        self._append(Entry(events, seat, typed, moment), acted)
        self._latest = waited.steps + acted.steps
        return passed + events

    def wait(self, at: int) -> tuple[E, ...]:
        """Let time pass until a moment; nothing happens in games without time."""
        events = self._passed(at)
        self._latest = ()
        if events:
            self._append(Entry(events, at=at), self._unfolded(self.state, events))
        return events

    # Taking back

    def can_undo(self, seat: Seat, worlds: int = WORLDS) -> bool:
        """Whether the last action was this seat's and revealed nothing."""
        self.game.check_seat(self.state, seat)
        last = self.last
        if last is None or last.seat != seat or self.game.timed or self.outcome is not None:
            return False
        before = self._state_before()
        if isinstance(self.game, Undoable):
            return bool(self.game.undoable(before, last))
        return self._foreseen(before, last, worlds)

    def undo(self) -> None:
        """Take the last action back; the same random draws come up again."""
        if not self._line or self._line[-1].seat is None:
            raise RuleError(None, "core.nothing_to_undo")
        last, self.state = self._line[-1], self._state_before()
        self._line, self._before = self._line.shorter(), None
        self._log = self._log.plus(Entry((), last.seat, undo=True))
        self._shown, self._latest = None, ()

    def undone(self) -> "Match[O, S, A, E, V]":
        """A copy with the last action taken back; this match does not change."""
        match = self.fork()
        match.undo()
        return match

    def fork(self) -> "Match[O, S, A, E, V]":
        """An independent match to try something on; it shares all values, which are immutable."""
        match = type(self).__new__(type(self))
        match.__dict__.update(self.__dict__)
        return match

    __copy__ = fork

    def __deepcopy__(self, memo: dict[int, object]) -> "Match[O, S, A, E, V]":
        return self.fork()

    # What is seen and kept

    def view(self, viewer: Seat | None = None) -> V:
        """What a seat, or a spectator, may see."""
        if viewer is not None:
            self.game.check_seat(self.state, viewer)
        return self.game.view(self.state, viewer)

    def told(self, viewer: Seat | None = None, since: int = 0) -> tuple[E | Hidden, ...]:
        """The events as a viewer saw them, without undone ones, from an entry number on."""
        if viewer is not None:
            self.game.check_seat(self.state, viewer)
        state = self._refolded(self._line[:since])
        events = [event for entry in self._line[since:] for event in entry.events]
        return self.game.told(state, events, viewer)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None before the end."""
        return self.game.outcome(self.state)

    @property
    def bare(self) -> S:
        """The state in which the log begins: the table before the deal, or the position."""
        return self._first

    @property
    def log(self) -> tuple[Entry[A, E], ...]:
        """Everything that happened, the deal first; undos are entries too."""
        if self._shown is None:
            self._shown = tuple(self._log)
        return self._shown

    @property
    def entries(self) -> tuple[Entry[A, E], ...]:
        """The entries that still count: the log without undos and what they took back."""
        return tuple(self._line)

    @property
    def last(self) -> Entry[A, E] | None:
        """The last entry that still counts; None before the first."""
        return self._line[-1] if self._line else None

    def since(self, number: int) -> tuple[Entry[A, E], ...]:
        """The entries of the log from a number on."""
        return self._log[number:]

    @property
    def latest(self) -> tuple[tuple[S, E], ...]:
        """The events of the last `play` or `wait`, each with the state before it."""
        return self._latest

    def text(self) -> str:
        """The position in one line of text, which `quartett.load` reads.

        >>> import quartett
        >>> table = {"phase": "play", "turn": 0, "seats": [{"hand": ["red-3", "trumpet"]}, {}, {}]}
        >>> match = quartett.load({"game": "jericho", "state": table})
        >>> match.text()
        'jericho seats=[(hand=[r3,T]),(),()] phase=play turn=0 starter=0'
        >>> quartett.load(match.text()).state == match.state
        True
        """
        return write_line(self.game, self.state)

    def header(self) -> Header:
        """How this match began."""
        options = msgspec.to_builtins(self.game.options_of(self.state))
        players = self.game.seats(self.state)
        start = msgspec.UNSET if self._dealt else self.game.dump(self._first)
        return Header(self.game.id, players, self.seed, options, FORMAT, start=start)

    def record(self) -> Log[A, E]:
        """The whole match as a log that can be saved and replayed."""
        return Log(self.header(), self.log)

    def history(self) -> History[S, A, E]:
        """Each entry between its states, and what was taken back; folded afresh at each call."""
        told = History(self.game, self._first)
        for entry in self._log:
            told.take(entry)
        return told

    def states(self) -> list[S]:
        """The state after each entry of the log."""
        return [step.after for step in self.history().steps]

    def __str__(self) -> str:
        return self._drawn("plain")

    def _repr_html_(self) -> str:
        """The table as a picture, for notebooks."""
        return self._drawn("html")

    def _drawn(self, style: Literal["plain", "html"]) -> str:
        return repr(self) if Match.drawing is None else Match.drawing(self, style)

    def __repr__(self) -> str:
        outcome = self.outcome
        if outcome is not None:
            stands = f"won by {' and '.join(f'seat {seat}' for seat in outcome.winners)}"
        else:
            acting = ", ".join(map(str, sorted(self.to_act)))
            stands = f"to act: {acting}" if acting else "waiting for time to pass"
        players = self.game.seats(self.state)
        return (
            f"<Match of {self.game.id}: {players} players, seed {self.seed!r}, "
            f"{len(self._log)} entries, {stands}>"
        )

    # Inside

    def _once_free(self, seat: Seat, action: A) -> int | None:
        if self._clock is None or (ready := self._clock.ready_at(self.state, seat)) <= self.now:
            return None
        try:
            self._clock.check_ready(self.state, seat, action)
        except RuleError:
            return None
        return ready

    def _passed(self, at: int | None) -> tuple[E, ...]:
        if at is not None and type(at) is not int:
            parse(int, at, "at")
        if self._clock is None:
            return ()
        now = self._clock.now(self.state)
        if at is None:
            at = now
        elif at < now:
            raise RuleError(None, "core.time_runs_forward", at=at, now=now)
        return self._clock.tick(self.state, at, Rng(self.seed, len(self._line)))

    def _unfolded(self, state: S, events: tuple[E, ...]) -> "_Unfolded[S, E]":
        """The state before each event, and after all of them."""
        steps = list[tuple[S, E]]()
        for event in events:
            steps.append((state, event))
            state = self.game.evolve(state, event)
        return _Unfolded(tuple(steps), state)

    def _append(self, entry: Entry[A, E], unfolded: "_Unfolded[S, E]") -> None:
        self._before, self.state, self._latest = self.state, unfolded.after, unfolded.steps
        self._log = self._log.plus(entry)
        self._line = self._line.plus(entry)
        self._shown = None

    def _refolded(self, entries: Sequence[Entry[A, E]]) -> S:
        events = (event for entry in entries for event in entry.events)
        return self.game.fold(self._first, events)

    def _state_before(self) -> S:
        """The state before the last entry that counts."""
        if self._before is None:
            self._before = self._refolded(self._line[:-1])
        return self._before

    def _foreseen(self, before: S, last: Entry[A, E], worlds: int) -> bool:
        """Whether the player would have seen the same in any world that could have been theirs."""
        assert last.seat is not None and last.action is not None  # noqa: PT018
        game, seat, view = self.game, last.seat, self.game.view(before, last.seat)
        found = game.told(before, last.events, seat)
        if any(isinstance(event, Hidden) for event in found):
            return False
        for number in range(worlds):
            world = game.determinize(view, Rng("other worlds", number))
            chance = Rng("chance", number)
            try:
                events = game.decide(world, seat, last.action, last.at, chance)
            except QuartettError:
                return False
            if game.told(world, events, seat) != found:
                return False
        return True


class _Unfolded(NamedTuple, Generic[S, E]):
    """Events, each with the state before it, and the state after them."""

    steps: tuple[tuple[S, E], ...]
    after: S


def _saved_and_loaded(game: Game[O, S, A, E, V], state: S) -> S:
    """The state as it would come back from a file; lists and other shapes would not."""
    try:
        return game.load(game.parse_options(game.options_of(state)), game.dump(state))
    except QuartettError:
        raise
    except Exception as error:  # whatever a wrong shape leads to in a game's own code
        raise FormatError(f"state: not a state of {game.id} ({type(error).__name__})") from None
