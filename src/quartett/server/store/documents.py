"""What is kept of a table: one document, and the log's entries with the ids that asked for them."""

import time
from typing import Any, Generic, TypeVar

import msgspec

from quartett.core.game import AnyGame
from quartett.core.log import Entry, Header
from quartett.core.outcome import Outcome
from quartett.protocol.messages import ChatMode, Said
from quartett.server.store.store import LogRow, Status, TableRow

A = TypeVar("A")
E = TypeVar("E")


class Person(msgspec.Struct, frozen=True):
    """Somebody at a table: a name, and the browsers that are theirs."""

    name: str
    browsers: tuple[str, ...] = ()
    labels: dict[str, str] = {}
    """What is known of these browsers, such as `Firefox, Linux`."""
    issue: int = 0
    """Counts how often the person's links were revoked; older tokens are no longer valid."""


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: open (neither person nor level), a person's, or a bot's."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    wait: bool = False
    """Whether the host chose to wait for the person rather than let a bot play."""

    @property
    def open(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None


class Deal(msgspec.Struct, frozen=True):
    """Where a deal's chance comes from: the server's secret, promised before the others' part."""

    secret: str
    commitment: str
    contributions: dict[str, str] = {}


class Finished(msgspec.Struct, frozen=True):
    """A match that is over, with all that proves its deal."""

    match: int
    header: Header
    deal: Deal | None
    """None for a match from a file: what its header reveals is all that is known."""
    names: tuple[str, ...]
    outcome: Outcome


class TableDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table but its logs."""

    id: str
    game: str
    name: str
    host: str
    people: dict[str, Person]
    places: tuple[SeatRecord, ...]
    deal: Deal
    options: dict[str, Any] = {}
    status: Status = "waiting"
    match: int = 1
    header: Header | None = None
    public: bool = False
    spectators: bool = True
    chat: ChatMode = "phrases"
    turn_seconds: int | None = None
    away_seconds: int | None = None
    turn_bank_seconds: int | None = None
    turn_increment_seconds: int = 0
    hints: bool = True
    rematch: tuple[str, ...] = ()
    """The people who want another match, once one is over."""
    said: tuple[Said, ...] = ()
    past: tuple[Finished, ...] = ()
    revision: int = 0
    created_at: int = 0
    updated_at: int = 0


class StoredEntry(Entry[A, E], Generic[A, E], frozen=True, omit_defaults=True):
    """An entry as it is stored: with the id of the request and the wall clock's time (ms)."""

    id: str | None = None
    on: int = 0
    forced: bool = False
    """Whether the turn clock, not the player, made this action."""


_documents = msgspec.json.Decoder(TableDocument)


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


def to_row(doc: TableDocument) -> TableRow:
    """A table as the store keeps it."""
    return TableRow(
        id=doc.id,
        game=doc.game,
        status=doc.status,
        public=doc.public,
        version=doc.revision,
        created_at=doc.created_at,
        updated_at=doc.updated_at,
        document=msgspec.json.encode(doc),
    )


def from_row(row: TableRow) -> TableDocument:
    """The table that a row keeps."""
    return _documents.decode(row.document)


def to_log_row(doc: TableDocument, number: int, kept: StoredEntry[Any, Any]) -> LogRow:
    """An entry of the table's current match as the store keeps it."""
    return LogRow(doc.id, doc.match, number, msgspec.json.encode(kept))


def from_log_row(game: AnyGame, row: LogRow) -> StoredEntry[Any, Any]:
    """The entry that a row keeps, typed by the game."""
    kind = StoredEntry[game.action_type, game.event_type]  # type: ignore[name-defined]
    kept: StoredEntry[Any, Any] = msgspec.json.decode(row.entry, type=kind)
    return kept
