"""Recomputes a match from its log and says whether it happened that way."""

from collections.abc import Iterator
from typing import Any

import msgspec

from quartett.core import deals
from quartett.core.errors import FormatError, QuartettError
from quartett.core.forms import parse
from quartett.core.game import AnyGame
from quartett.core.log import Entry, Header, Log, load_header, load_log, seal, split_seal
from quartett.core.seeds import Rng
from quartett.games import get


class Mismatch(QuartettError):  # noqa: N818
    """The log and what the rules and the seed make of it differ."""


class Step(msgspec.Struct, frozen=True):
    """An entry of a log with the state before and after it."""

    number: int
    entry: Entry[Any, Any]
    before: Any
    after: Any


def read(text: bytes) -> tuple[AnyGame, Log]:
    """The match in a log file; FormatError if it is none."""
    try:
        header = load_header(text)
        game = get(header.game)
        log = load_log(game, text)
    except FormatError as error:
        raise FormatError(f"This is no log of a match: {error}") from None
    if header.format != 1:
        raise FormatError(f"This log has the unknown format {header.format}.")
    if not log.entries:
        raise FormatError("This is no log of a match: it has no entries.")
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


def recompute(game: AnyGame, log: Log) -> Iterator[Step]:
    """Play the match again with the seed; Mismatch at the first entry that differs."""
    state, dealt = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        try:
            events = _again(game, log.header, state, number, entry) if number else dealt
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        if _bytes(_expected(entry, number, events)) != _bytes(entry):
            raise Mismatch(f"Entry {number} differs from what the rules and the seed make of it.")
        after = game.fold(state, events)
        yield Step(number, entry, state, after)
        state = after


def retell(game: AnyGame, log: Log) -> Iterator[Step]:
    """Fold the log without its seed, checking that each action was legal and each event folds."""
    state, _ = _start(game, log.header)
    for number, entry in enumerate(log.entries):
        try:
            if entry.seat is not None:
                _check(game, state, entry)
            after = game.fold(state, entry.events)
            game.outcome(after)
        except Exception as error:
            raise Mismatch(f"Entry {number} cannot be: {_plain(error)}") from None
        yield Step(number, entry, state, after)
        state = after


def _start(game: AnyGame, header: Header) -> tuple[Any, tuple[Any, ...]]:
    """The bare table and the deal; the options' own errors are said as they are."""
    try:
        options = parse(game.options_type, header.options, "options")
        game.check_players(header.players)
        game.check_options(options, header.players)
        state, events = game.start(options, header.players, Rng(header.seed, 0))
    except QuartettError:
        raise
    except Exception as error:
        raise FormatError(f"This match cannot begin: {_plain(error)}") from None
    return state, events


def _again(
    game: AnyGame, header: Header, state: Any, number: int, entry: Entry[Any, Any]
) -> tuple[Any, ...]:
    """What the rules make of an entry's action, or of the time until it."""
    rng = Rng(header.seed, number)
    if entry.seat is None:
        return game.tick(state, entry.at, rng)
    _check(game, state, entry)
    return game.decide(state, entry.seat, entry.action, entry.at, rng)


def _check(game: AnyGame, state: Any, entry: Entry[Any, Any]) -> None:
    assert entry.seat is not None
    game.check_seat(state, entry.seat)
    if entry.action is None:
        raise Mismatch("a seat acts, but no action is given.")
    if entry.at != game.now(state):
        raise Mismatch(f"its time is {entry.at}, the match's clock shows {game.now(state)}.")
    game.check(state, entry.seat, entry.action)


def _expected(entry: Entry[Any, Any], number: int, events: tuple[Any, ...]) -> Entry[Any, Any]:
    """The entry as it should be: with these events, and nothing that its kind does not carry."""
    if number == 0:
        return Entry(events)
    if entry.seat is None:
        return Entry(events, at=entry.at)
    return Entry(events, entry.seat, entry.action, entry.at)


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _plain(error: Exception) -> str:
    if isinstance(error, QuartettError):
        return str(error)
    return f"its contents make no sense ({type(error).__name__})."
