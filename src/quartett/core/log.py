"""The log is the truth: a match is its start, its seed and what happened, in order.

A file is JSON Lines: the header, an entry a line, the seal. Format 2 says where a match began
(`start`: a position's state; left out, the first entry is the deal) and holds undo as an entry;
format 1, which knew only deals, remains readable.
"""

from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Form, Json, parse, parse_json
from quartett.core.game import Game, Seat

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

FORMAT = 2
"""The format that is written."""

_SEAL = b'{"sha256":"'


class Entry(msgspec.Struct, Generic[A, E], frozen=True, omit_defaults=True):
    """One step of a match: who did what and when (nobody: time or the deal), what came of it.

    An `undo` takes back the last entry that still counts; nothing is ever removed from a log.
    """

    events: tuple[E, ...]
    seat: Seat | None = None
    action: A | None = None
    at: int = 0
    undo: bool = False


AnyEntry = Entry[Any, Any]
"""An entry of any game."""


class Reveal(Form, frozen=True):
    """The origin of a seed: commitment, secret, and the players' contributions."""

    commitment: str
    secret: str
    contributions: tuple[str, ...] = ()


class Header(Form, frozen=True):
    """How a match began; with the seed, every random draw can be recomputed."""

    game: str
    players: int
    seed: int | str
    options: Json = {}
    format: int = 1
    deal: Reveal | msgspec.UnsetType = msgspec.UNSET
    start: Json | msgspec.UnsetType = msgspec.UNSET
    """The state of the position it began from; none for a match that was dealt."""


class Log(msgspec.Struct, Generic[A, E], frozen=True):
    """A whole match: how it began and every entry since, the deal first if there was one."""

    header: Header
    entries: tuple[Entry[A, E], ...]


AnyLog = Log[Any, Any]
"""A log of any game."""


def dump_log(log: AnyLog) -> bytes:
    """The log as JSON Lines: the header, then an entry a line, then the seal."""
    lines: list[object] = [log.header, *log.entries]
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return text + seal(text)


def seal(text: bytes) -> bytes:
    """The last line of a log file: the SHA-256 of all bytes before it, their line end included."""
    return _SEAL + sha256(text).hexdigest().encode() + b'"}\n'


def split_seal(text: bytes) -> tuple[bytes, bytes]:
    """A log file without its seal, and the seal; empty if the last line is not one."""
    end = text.rstrip(b"\r\n").rfind(b"\n") + 1
    return (text[:end], text[end:]) if text.startswith(_SEAL, end) else (text, b"")


def load_header(text: bytes) -> Header:
    """The header of a log file."""
    if not isinstance(text, bytes):
        raise FormatError(f"a log is bytes, not {type(text).__name__}")
    first = text.split(b"\n", 1)[0]
    header = parse(Header, parse_json(first), "header")
    if not 1 <= header.format <= FORMAT:
        raise FormatError(f"header: the format {header.format} is unknown")
    return header


def load_log(game: Game[O, S, A, E, V], text: bytes) -> Log[A, E]:
    """The log in a JSON Lines file, typed by the game whose header it carries."""
    header = load_header(text)
    kind = entry_type(game)
    unsealed, _ = split_seal(text)
    entries = [
        _entry(kind, line, number)
        for number, line in enumerate(unsealed.splitlines()[1:], start=2)
        if line.strip()
    ]
    return Log(header, tuple(entries))


def entry_type(game: Game[O, S, A, E, V]) -> type[Entry[A, E]]:
    """The type of a game's entries, for decoders."""
    kind: type[Entry[A, E]] = Entry[game.action_type, game.event_type]  # type: ignore[name-defined]
    return kind


def _entry(kind: type[Entry[A, E]], line: bytes, number: int) -> Entry[A, E]:
    try:
        return parse(kind, parse_json(line), "entry")
    except FormatError as error:
        raise FormatError(f"line {number}: {error}") from None
