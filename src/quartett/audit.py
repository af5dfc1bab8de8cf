"""Recomputes a match from its log and says whether it happened that way."""

from collections.abc import Iterator

import msgspec

from quartett.core import deals
from quartett.core.capabilities import Timed
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame, GameValue
from quartett.core.log import (
    AnyEntry,
    AnyLog,
    Entry,
    Header,
    load_header,
    load_log,
    seal,
    split_seal,
)
from quartett.core.match import begin
from quartett.core.seeds import Rng
from quartett.games import get


class Mismatch(QuartettError):  # noqa: N818
    """The log and what the rules and the seed make of it differ."""


class Step(msgspec.Struct, frozen=True):
    """An entry of a log with the state before and after it."""

    number: int
    entry: AnyEntry
    before: GameValue
    after: GameValue
    from_position: bool = False
    """Whether the match began from a position, so that its first entry is not a deal."""


def read(text: bytes) -> tuple[AnyGame, AnyLog]:
    """The match in a log file; FormatError if it is not one."""
    try:
        header = load_header(text)
        game = get(header.game)
        log = load_log(game, text)
    except FormatError as error:
        raise FormatError(f"This is not a log of a match: {error}") from None
    if not log.entries and not header.start:
        raise FormatError("This is not a log of a match: it has no entries.")
    return game, log


def check_seal(text: bytes) -> None:
    """Raise Mismatch unless the last line is the digest of all bytes before it."""
    body, found = split_seal(text)
    if not found:
        raise Mismatch("The seal is missing: the file was cut off or changed.")
    if found != seal(body):
        raise Mismatch("The seal does not fit: the file was changed after it was written.")


def check_deal(header: Header, commitment: str | None = None) -> None:
    """Raise Mismatch unless secret, commitment and seed belong together."""
    shown = header.deal
    if not shown:
        if commitment is not None:
            raise Mismatch("The log does not reveal the secret of its deal.")
        return
    if not deals.holds(shown):
        raise Mismatch("The secret is not the one that the commitment promised.")
    if commitment is not None and shown.commitment != commitment:
        raise Mismatch("The log's commitment is not the one that was given.")
    if deals.seed_of(shown) != header.seed:
        raise Mismatch("The seed does not follow from the secret and the contributions.")


def recompute(game: AnyGame, log: AnyLog) -> Iterator[Step]:
    """Play the match again with the seed; Mismatch at the first entry that differs."""
    line, dealt = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        before = line.state
        try:
            line.take(_again(game, log.header.seed, line, entry, dealt if number == 0 else None))
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        if _bytes(line.last) != _bytes(entry):
            raise Mismatch(f"Entry {number} differs from what the rules and the seed make of it.")
        yield Step(number, entry, before, line.state, dealt is None)


def retell(game: AnyGame, log: AnyLog) -> Iterator[Step]:
    """Fold the log without its seed, checking that each action was legal and each event folds."""
    line, dealt = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        before = line.state
        try:
            if entry.seat is not None and not entry.undo:
                _check(game, before, entry)
            line.take(entry)
            game.outcome(line.state)
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        yield Step(number, entry, before, line.state, dealt is None)


class _Line:
    """The entries that still count, with the states between them."""

    def __init__(self, game: AnyGame, first: GameValue) -> None:
        self._game = game
        self._entries: list[AnyEntry] = []
        self._states = [first]
        self.last: AnyEntry | None = None
        """What was taken in last, an undo included."""

    @property
    def state(self) -> GameValue:
        return self._states[-1]

    @property
    def length(self) -> int:
        return len(self._entries)

    def take(self, entry: AnyEntry) -> None:
        self.last = entry
        if not entry.undo:
            self._states.append(self._game.fold(self.state, entry.events))
            self._entries.append(entry)
            return
        if not self._entries or self._entries[-1].seat is None:
            raise Mismatch("there is no action to take back.")
        if entry.seat != self._entries[-1].seat:
            raise Mismatch("the last action was another seat's.")
        self._states.pop()
        self._entries.pop()


def _start(game: AnyGame, header: Header) -> tuple[_Line, tuple[GameValue, ...] | None]:
    """Where it began, and the deal if there was one; the options' own errors are said plainly."""
    try:
        state, events = begin(game, header)
    except QuartettError:
        raise
    except Exception as error:
        raise FormatError(f"This match cannot begin: {_plain(error)}") from None
    return _Line(game, state), None if header.start else events


def _again(
    game: AnyGame,
    seed: int | str,
    line: _Line,
    entry: AnyEntry,
    dealt: tuple[GameValue, ...] | None,
) -> AnyEntry:
    """The entry as it should be: what the rules make of its action, or of the time until it."""
    if dealt is not None:
        return Entry(dealt)
    if entry.undo:
        return Entry((), entry.seat, undo=True)
    rng = Rng(seed, line.length)
    if entry.seat is None:
        events = game.tick(line.state, entry.at, rng) if isinstance(game, Timed) else ()
        return Entry(events, at=entry.at)
    _check(game, line.state, entry)
    events = game.decide(line.state, entry.seat, entry.action, entry.at, rng)
    return Entry(events, entry.seat, entry.action, entry.at)


def _check(game: AnyGame, state: GameValue, entry: AnyEntry) -> None:
    assert entry.seat is not None
    game.check_seat(state, entry.seat)
    if entry.action is None:
        raise Mismatch("a seat acts, but no action is given.")
    now = game.now(state) if isinstance(game, Timed) else 0
    if entry.at != now:
        raise Mismatch(f"its time is {entry.at}, the match's clock shows {now}.")
    game.check(state, entry.seat, entry.action)


def _bytes(value: object) -> bytes:
    return msgspec.json.encode(value)


def _plain(error: Exception) -> str:
    if isinstance(error, QuartettError):
        return str(error)
    return f"its contents make no sense ({type(error).__name__})."
