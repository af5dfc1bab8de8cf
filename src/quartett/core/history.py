"""The history of a log: each entry with its states, what was undone, and what still counts."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse, plain
from quartett.core.game import Game
from quartett.core.log import Entry, Header, Log, entry_type
from quartett.core.seeds import Rng, check_seed

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Step(msgspec.Struct, Generic[S, A, E], frozen=True):
    """An entry of a log, between the states before and after it."""

    number: int
    """Its number in the log."""
    counted: int
    """The number of counting entries before it; it draws from `Rng(seed, counted)`."""
    entry: Entry[A, E]
    before: S
    after: S


AnyStep = Step[Any, Any, Any]
"""A step of a match of any game."""


class History(Generic[S, A, E]):
    """A log folded entry by entry; `history` folds a whole one at once.

    >>> import quartett
    >>> match = quartett.start("souvenirs", players=2, seed=1)
    >>> events = match.play(0, match.legal(0)[0])
    >>> match.undo()
    >>> told = match.history()
    >>> [step.entry.undo for step in told.steps]
    [False, False, True]
    >>> [step.number for step in told.line], told.undone[1].entry.seat
    ([0], 0)
    """

    def __init__(self, game: Game[Any, S, A, E, Any], first: S) -> None:
        self.game = game
        self.first = first
        """The state in which the log begins."""
        self.steps: list[Step[S, A, E]] = []
        """Every entry in the order of the log, undos included."""
        self.line: list[Step[S, A, E]] = []
        """The entries that still count: without undos and what they took back."""
        self.undone: dict[int, Step[S, A, E]] = {}
        """For each undone entry, by number: the undo."""

    def __iter__(self) -> Iterator[Step[S, A, E]]:
        return iter(self.steps)

    @property
    def state(self) -> S:
        """The state to which the log folds so far."""
        return self.line[-1].after if self.line else self.first

    def take(self, entry: Entry[A, E]) -> Step[S, A, E]:
        """Fold the next entry; FormatError, and no change, if an undo finds no action."""
        number, before = len(self.steps), self.state
        if not entry.undo:
            after = self.game.fold(before, entry.events)
            step = Step(number, len(self.line), entry, before, after)
            self.line.append(step)
        elif self.line and self.line[-1].entry.seat is not None:
            last = self.line.pop()
            step = Step(number, len(self.line) + 1, entry, before, last.before)
            self.undone[last.number] = step
        else:
            raise FormatError("there is no move to take back.")
        self.steps.append(step)
        return step


AnyHistory = History[Any, Any, Any]
"""The history of a match of any game."""


def history(game: Game[O, S, A, E, V], log: Log[A, E]) -> History[S, A, E]:
    """A log folded from its events alone; FormatError if they are inconsistent."""
    first, _ = begin(game, log.header)
    told = History(game, first)
    for number, entry in enumerate(log.entries):
        try:
            told.take(_immutable(game, entry))
        except QuartettError as error:
            raise FormatError(f"entry {number}: {error}") from None
        except Exception as error:  # whatever made-up events lead to in a game's own code
            raise FormatError(f"entry {number} does not fit what was before: {error!r}") from None
    return told


def begin(game: Game[O, S, A, E, V], header: Header) -> tuple[S, tuple[E, ...]]:
    """The state in which a match began, and the events of its deal (none from a position)."""
    options = game.parse_options(header.options)
    game.check_players(header.players)
    game.check_options(options, header.players)
    if not isinstance(header.start, dict):
        return game.start(options, header.players, Rng(check_seed(header.seed), 0))
    state = game.load(options, header.start)
    if game.seats(state) != header.players:
        raise FormatError(f"header: `start` has {game.seats(state)} seats, not {header.players}")
    return state, ()


def _immutable(game: Game[O, S, A, E, V], entry: Entry[A, E]) -> Entry[A, E]:
    """An entry as it is, or rebuilt with tuples if it was built with lists."""
    try:
        hash(entry)
    except TypeError:
        return parse(entry_type(game), plain(entry, "entry"), "entry")
    return entry
