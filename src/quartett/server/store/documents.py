"""What is kept of a table: one document, and the log's entries with the ids that asked for them.

A document carries the number of its format and is converted when it is read; what 0.1 wrote has
no number. Nothing here is shared with the messages that travel: each may change alone.
"""

import time
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.core.game import AnyGame
from quartett.core.log import Entry, Header
from quartett.core.outcome import Outcome
from quartett.server.store.store import DamagedError, Status, StoredRow, StoredTable

A = TypeVar("A")
E = TypeVar("E")

FORMAT = 2
"""The format in which documents are written."""

NAMELESS = "…"
"""How somebody is called who was forgotten."""

ChatMode = Literal["off", "phrases", "free"]
UndoMode = Literal["free", "ask", "off"]


class Person(msgspec.Struct, frozen=True):
    """Somebody at a table: a name, and the browsers that are theirs."""

    name: str
    browsers: tuple[str, ...] = ()
    labels: dict[str, str] = {}
    """What is known of these browsers, such as `Firefox, Linux`."""
    issue: int = 0
    """Counts how often the person's links were revoked; older tokens are no longer valid."""
    owner: str = ""
    """The browser on which they came to the table: it may take links back."""
    number: int | None = None
    """By which everybody may know them; None: their place in the order of coming."""
    face: str = ""
    """The portrait that they had chosen when they were last here."""


class Replaced(msgspec.Struct, frozen=True):
    """Somebody who sat in a seat until they were sent away during the match."""

    person: str
    name: str


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: open (neither person nor level), a person's, or a bot's."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    wait: bool = False
    """Whether the host chose to wait for the person rather than let a bot play."""
    late: int = 0
    """How many turns in a row a stand-in has played since the person's time was up."""
    meant_for: str | None = None
    """The person for whom the host opened this seat beside their own."""
    instead_of: Replaced | None = None
    """Whose seat it was when the match began, if a bot has it now for good."""

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
    """A finished match, with what proves its deal."""

    match: int
    header: Header
    deal: Deal | None
    """None for a match from a file: only its header is known."""
    names: tuple[str, ...]
    outcome: Outcome
    people: tuple[str | None, ...] = ()
    """Who sat in each seat; nobody is known of a match from a file or from version 0.1."""
    replaced: tuple[int, ...] = ()
    """The seats of people for whom a stand-in has played, or who were gone at the end."""
    left: tuple[int, ...] = ()
    """The seats of people who were gone at the end: they left, or were sent away."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said at a table: a ready phrase by its key, or free text."""

    seat: int | None
    name: str
    phrase: str | None
    text: str | None
    at: int
    person: str | None = None
    """Who said it, whatever they are called by now; nobody is known of a line from before 0.2."""


class SharedMatch(msgspec.Struct, frozen=True):
    """A match whose deal others play too: which, and when (ms) its secret may be shown."""

    deal: str
    reveal_at: int = 0
    match: int = 1
    origin: str = ""
    """The deal whose cards were sent on, if this is a challenge to play them too."""


class OfEvening(msgspec.Struct, frozen=True):
    """The evening to which a table belongs, and its round there."""

    id: str
    name: str
    round: int
    rounds: int


class Suggestion(msgspec.Struct, frozen=True):
    """What somebody would like the table to play next."""

    number: int
    """Counts the suggestions, so that nobody agrees to one that they have not seen."""
    game: str
    options: Json
    person: str


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody has done in one game, over all matches that are remembered no longer."""

    person: str | None
    """None: a bot, or somebody of whom only the name is known."""
    name: str
    bot: bool
    beside: bool = False
    """Whether this is somebody who sat beside the person, at the same device."""
    game: str
    matches: int
    won: int
    points: float
    score: int
    places: tuple[int, ...]
    """How often they came first, second and so on."""
    replaced: int = 0


class TableDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table but its logs."""

    id: str
    game: str
    name: str
    host: str
    people: dict[str, Person]
    places: tuple[SeatRecord, ...]
    deal: Deal
    options: Json = {}
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
    undo: UndoMode = "ask"
    """Whether actions can be taken back, or only if those agree who have seen them."""
    show_what_fits: bool = True
    """Whether players may be shown what can be played, where all play at once."""
    rated: bool = False
    """Whether matches count for the ratings of people who keep their name."""
    uncovered: tuple[int, int] | None = None
    """The seat that was the last to be taken at a shared device, and when (wall ms)."""
    looked: tuple[tuple[int, ...], int] | None = None
    """The seats whose clocks began when a round's end had been looked at, and when (wall ms)."""
    ready: tuple[str, ...] = ()
    """The people who have said that the match can begin."""
    removed: tuple[str, ...] = ()
    """The people whom the host has sent away, until they are let in again."""
    rematch: tuple[str, ...] = ()
    """The people who want another match, once one is over."""
    next: Suggestion | None = None
    """What they want to play then; None: the same again."""
    shared: SharedMatch | None = None
    evening: OfEvening | None = None
    """Only what its first match comes to counts there."""
    said: tuple[ChatLine, ...] = ()
    past: tuple[Finished, ...] = ()
    tallies: tuple[Tally, ...] = ()
    """What came of the matches that are in `past` no longer."""
    forgotten: int = 0
    """How many these are."""
    created_at: int = 0
    updated_at: int = 0
    format: int = FORMAT


class TurnRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose turn it is at a table, stored beside its document for lists of tables."""

    seats: tuple[int, ...]
    """The seats that can act."""
    due: dict[int, int] = {}
    """When (wall ms) each one's turn is up, where a clock runs."""


class StoredEntry(Entry[A, E], Generic[A, E], frozen=True, omit_defaults=True):
    """An entry as it is stored: with the id of the request and the wall clock's time (ms)."""

    id: str | None = None
    on: int = 0
    forced: bool = False
    """Whether the turn clock, not the player, made this action."""
    by: Literal["bot"] | None = None
    """`bot`: a stand-in acted for the person whose seat it is."""
    covered: tuple[int, ...] = ()
    """The seats whose clocks waited from then on for their owner to take the device, or for
    those who looked at the end of a round."""
    began: int = 0
    """When (wall ms) the clock of such a seat began, once it has acted."""


AnyStoredEntry: TypeAlias = StoredEntry[Any, Any]
"""An entry of any game."""


class _Format(msgspec.Struct):
    format: int = 1


CONVERSIONS: tuple[Callable[[Json], Json], ...] = (
    # From 0.1: the version is the store's affair now.
    lambda document: {name: document[name] for name in document if name != "revision"},
)
"""How a document of format 1, 2, … becomes one of the next."""

_documents = msgspec.json.Decoder(TableDocument)
_formats = msgspec.json.Decoder(_Format)


def now_ms() -> int:
    """The wall clock in milliseconds."""
    return time.time_ns() // 1_000_000


def to_stored(doc: TableDocument) -> StoredTable:
    """A table as the store keeps it."""
    return StoredTable(
        id=doc.id,
        game=doc.game,
        status=doc.status,
        public=doc.public,
        created_at=doc.created_at,
        updated_at=doc.updated_at,
        document=msgspec.json.encode(doc),
        browsers=tuple(dict.fromkeys(b for p in doc.people.values() for b in p.browsers)),
    )


def from_stored(table: StoredTable) -> TableDocument:
    """The table that was stored, by whichever version; DamagedError if it cannot be read."""
    try:
        return _read_document(table.document)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedError(table.id, f"its document cannot be read: {_where(error)}") from None


def _read_document(document: bytes) -> TableDocument:
    format = _formats.decode(document).format
    if format == FORMAT:
        return _documents.decode(document)
    if not 1 <= format < FORMAT:
        raise FormatError("A newer version of Quartett has written this table.")
    values = msgspec.json.decode(document, type=Json)
    for convert in CONVERSIONS[format - 1 :]:
        values = convert(values)
    return msgspec.convert({**values, "format": FORMAT}, TableDocument)


def to_row(doc: TableDocument, number: int, entry: AnyStoredEntry) -> StoredRow:
    """An entry of the table's current match as the store keeps it."""
    return StoredRow(doc.id, doc.match, number, msgspec.json.encode(entry))


def from_row(game: AnyGame, row: StoredRow) -> AnyStoredEntry:
    """The entry that was stored, typed by the game; DamagedError if it cannot be read."""
    kind = StoredEntry[game.action_type, game.event_type]  # type: ignore[name-defined]
    try:
        entry: AnyStoredEntry = msgspec.json.decode(row.entry, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        where = f"entry {row.number} of match {row.match} cannot be read: {_where(error)}"
        raise DamagedError(row.table, where) from None
    return entry


def _where(error: Exception) -> str:
    """Where something cannot be read; never what stands there, which may be a hidden card."""
    _, at, place = str(error).rpartition(" - at ")
    return f"at {place}" if at else "it is not JSON"
