"""Recomputes a match from its log and says whether it happened that way."""

from collections.abc import Iterator

import msgspec

from quartett.core.capabilities import Timed
from quartett.core.commitment import holds, seed_of
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame, GameValue
from quartett.core.history import AnyHistory, AnyStep, History, begin
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
from quartett.core.seeds import Rng
from quartett.games import get


class Mismatch(QuartettError):  # noqa: N818
    """The log and what the rules and the seed make of it differ."""


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
    if not holds(shown):
        raise Mismatch("The secret is not the one that the commitment promised.")
    if commitment is not None and shown.commitment != commitment:
        raise Mismatch("The log's commitment is not the one that was given.")
    if seed_of(shown) != header.seed:
        raise Mismatch("The seed does not follow from the secret and the contributions.")


def recompute(game: AnyGame, log: AnyLog) -> AnyHistory:
    """The match played again with the seed; Mismatch at the first entry that differs."""
    told, dealt = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        try:
            again = _again(game, log.header.seed, told, entry, dealt if number == 0 else None)
            _take(told, again)
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        if _ruled(again) != _ruled(entry):
            raise Mismatch(f"Entry {number} differs from what the rules and the seed make of it.")
    return told


def retell(game: AnyGame, log: AnyLog) -> Iterator[AnyStep]:
    """Fold the log without its seed, checking that each action was legal and each event folds."""
    told, _ = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        try:
            if entry.seat is not None and not entry.undo:
                _check(game, told.state, entry)
            step = _take(told, entry)
            game.outcome(step.after)
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        yield step


def _take(told: AnyHistory, entry: AnyEntry) -> AnyStep:
    """Fold the next entry; everybody can only take back an action of their own."""
    if entry.undo and told.line and told.line[-1].entry.seat not in (None, entry.seat):
        raise Mismatch("the last action was another seat's.")
    return told.take(entry)


def _start(game: AnyGame, header: Header) -> tuple[AnyHistory, tuple[GameValue, ...] | None]:
    """Where it began, and the deal if there was one; the options' own errors are said plainly."""
    try:
        state, events = begin(game, header)
    except QuartettError:
        raise
    except Exception as error:
        raise FormatError(f"This match cannot begin: {_plain(error)}") from None
    return History(game, state), None if header.start else events


def _again(
    game: AnyGame,
    seed: int | str,
    told: AnyHistory,
    entry: AnyEntry,
    dealt: tuple[GameValue, ...] | None,
) -> AnyEntry:
    """The entry as it should be: what the rules make of its action, or of the time until it."""
    if dealt is not None:
        return Entry(dealt)
    if entry.undo:
        return Entry((), entry.seat, undo=True)
    rng = Rng(seed, len(told.line))
    if entry.seat is None:
        events = game.tick(told.state, entry.at, rng) if isinstance(game, Timed) else ()
        return Entry(events, at=entry.at)
    _check(game, told.state, entry)
    events = game.decide(told.state, entry.seat, entry.action, entry.at, rng)
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


def _ruled(entry: AnyEntry) -> bytes:
    """What the rules have a say in, as it is written; a server may note more with an entry."""
    return msgspec.json.encode((entry.events, entry.seat, entry.action, entry.at, entry.undo))


def _plain(error: Exception) -> str:
    if isinstance(error, QuartettError):
        return str(error)
    return f"its contents make no sense ({type(error).__name__})."
