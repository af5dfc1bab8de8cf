"""The log is the truth: a match is its options, its seed and what happened, in order."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Form, parse, parse_json
from quartett.core.game import AnyGame, Seat

A = TypeVar("A")
E = TypeVar("E")

_SEAL = b'{"sha256":"'


class Entry(msgspec.Struct, Generic[A, E], frozen=True, omit_defaults=True):
    """One step of a match: who did what and when (nobody: time or the deal), what came of it."""

    events: tuple[E, ...]
    seat: Seat | None = None
    action: A | None = None
    at: int = 0


class Reveal(Form, frozen=True):
    """Where a seed came from: the promise made before, the secret kept, what the players added."""

    commitment: str
    secret: str
    contributions: tuple[str, ...] = ()


class Header(Form, frozen=True):
    """How a match began; with the seed, everything that chance did can be recomputed."""

    game: str
    players: int
    seed: int | str
    options: dict[str, Any] = {}
    format: int = 1
    deal: Reveal | msgspec.UnsetType = msgspec.UNSET


class Log(msgspec.Struct, frozen=True):
    """A whole match: how it began and every entry since, the deal first."""

    header: Header
    entries: tuple[Entry[Any, Any], ...]


def states(game: AnyGame, bare: Any, entries: Iterable[Entry[Any, Any]]) -> Iterator[Any]:
    """The state after each entry, folded from the bare table; needs no chance."""
    state = bare
    for entry in entries:
        state = game.fold(state, entry.events)
        yield state


def dump_log(log: Log) -> bytes:
    """The log as JSON Lines: the header, then an entry a line, then the seal."""
    lines = [log.header, *log.entries]
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return text + seal(text)


def seal(text: bytes) -> bytes:
    """The last line of a log file: the SHA-256 of all bytes before it, their line end included."""
    return _SEAL + sha256(text).hexdigest().encode() + b'"}\n'


def split_seal(text: bytes) -> tuple[bytes, bytes]:
    """A log file without its seal, and the seal; empty if the last line is none."""
    end = text.rstrip(b"\r\n").rfind(b"\n") + 1
    return (text[:end], text[end:]) if text.startswith(_SEAL, end) else (text, b"")


def load_header(text: bytes) -> Header:
    """The header of a log file."""
    first = text.split(b"\n", 1)[0]
    header: Header = parse(Header, parse_json(first), "header")
    return header


def load_log(game: AnyGame, text: bytes) -> Log:
    """The log in a JSON Lines file, typed by the game whose header it carries."""
    kind = Entry[game.action_type, game.event_type]  # type: ignore[name-defined]
    unsealed, _ = split_seal(text)
    entries = [
        _entry(kind, line, number)
        for number, line in enumerate(unsealed.splitlines()[1:], start=2)
        if line.strip()
    ]
    return Log(load_header(text), tuple(entries))


def _entry(kind: Any, line: bytes, number: int) -> Entry[Any, Any]:
    try:
        entry: Entry[Any, Any] = parse(kind, parse_json(line), "entry")
    except FormatError as error:
        raise FormatError(f"line {number}: {error}") from None
    return entry
