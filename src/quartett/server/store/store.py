"""What a server keeps: tables as documents and their logs, written together or not at all.

To write a table, a process claims it. A claim raises the table's epoch, and every write compares
version and epoch with what is stored: so nothing that an earlier owner still tries to write, be it
an action or an undo, ever lands. Nothing is taken out of a log but with the whole table.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import msgspec

from quartett.core.errors import QuartettError

Status = Literal["waiting", "running", "over", "closed"]

Row: TypeAlias = Sequence[Any]
"""A row of a query: as many values as it asks for, of the types of their columns."""

Statement: TypeAlias = tuple[str, Sequence[object]]
"""A statement of both engines with its values; a value's place in it is ?1, ?2, …"""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is stored: what is searched for, and the rest as one JSON document."""

    id: str
    game: str
    status: Status
    public: bool
    created_at: int
    updated_at: int
    document: bytes
    browsers: tuple[str, ...] = ()
    """Whose own table this is; written, but not read with the table."""


class StoredRow(msgspec.Struct, frozen=True):
    """One entry of a table's log as JSON; `match` counts the rematches, `number` the entries."""

    table: str
    match: int
    number: int
    entry: bytes


AttachmentKind = Literal["review", "deal", "result"]


class Attachment(msgspec.Struct, frozen=True):
    """Something that is kept beside tables and goes with one: there is one for each name and who.

    A review (`name`: its table and match), a deal that is shared (its id), a result on a deal (the
    deal's id; `who`: the browser).
    """

    kind: AttachmentKind
    name: str
    who: str
    table: str | None
    """The table with which it is forgotten; None: it stays."""
    document: bytes


class Hold:
    """A claimed table: what the next write must find in the store. Only the store changes it."""

    __slots__ = ("epoch", "head", "id", "unsure", "version")

    def __init__(self, id: str, epoch: int, version: int, head: bytes) -> None:
        self.id = id
        self.epoch = epoch
        self.version = version
        self.head = head
        """The hash of the newest log row; the next one is chained to it."""
        self.unsure: bytes | None = None
        """What was sent when the connection broke, so that it may be stored or not."""


class Damage(msgspec.Struct, frozen=True):
    """A table that cannot be read, and why."""

    id: str
    why: str


class Expired(msgspec.Struct, frozen=True):
    """A table that was not changed for long."""

    id: str
    updated_at: int
    of_people: bool
    """Whether somebody sits there who keeps their name."""


class Size(msgspec.Struct, frozen=True):
    """How much is stored."""

    tables: int
    bytes: int
    """What the tables and their logs take, without what the database could use again."""


class Store(Protocol):
    """Where tables live. A write that returned has survived a crash and a power loss.

    Every method raises StoreUnavailableError while the database is away, full, read-only or locked,
    and recovers automatically once it is back.
    """

    by_bytes: ClassVar[str]
    """How a query has text sorted by its bytes, where the engine would not do so."""

    skip_locked: ClassVar[str]
    """How a query selects rows to be changed that nobody else is changing, where several could."""

    @property
    def written(self) -> int:
        """How many bytes of documents and logs were written since the store was opened."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what is being written and disconnect; closing twice does no harm."""

    async def reconnect(self) -> None:
        """Give up connections that may be dead without anybody having noticed."""

    async def ping(self) -> None:
        """Return if the database can be written to."""

    async def create(
        self, table: StoredTable, entries: Sequence[StoredRow] = (), due_at: int | None = None
    ) -> Hold:
        """Store a new table, which is claimed at once; StaleWriteError if its id is taken."""

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner: whatever earlier owners still write is refused from now on.

        None if there is no such table; DamagedError if it is, or was found to be, damaged.
        """

    async def write(
        self,
        hold: Hold,
        table: StoredTable | None = None,
        entries: Sequence[StoredRow] = (),
        due_at: int | None = None,
        beside: Sequence[Statement] = (),
        turn: bytes | None = None,
    ) -> None:
        """Write a table's document (None: it stays) and append log entries, all or nothing.

        `due_at` is when the table needs an owner next (ms; None: never), `turn` whose turn it is.
        `beside` is executed in the same transaction, in order; it must not violate a constraint,
        whatever is stored. Raises
        StaleWriteError, with nothing written, unless version and epoch are still those of the
        hold. After StoreUnavailableError nothing or all was written; the same write may be tried
        again and is stored once.
        """

    async def table(self, id: str) -> StoredTable | None:
        """A table by its id; DamagedError if it is marked as damaged."""

    async def log(self, id: str, match: int, since: int = 0) -> list[StoredRow]:
        """The entries of one match from a number on, in order.

        DamagedError if one is missing or was changed; the table is marked as damaged.
        """

    async def tables(
        self,
        status: Sequence[Status],
        public: bool | None = None,
        limit: int = 200,
        before: StoredTable | None = None,
    ) -> list[StoredTable]:
        """Tables with one of these states, the latest changed first, from below `before` on."""

    async def tables_of(
        self, browser: str, limit: int = 50, closed: bool = False
    ) -> list[StoredTable]:
        """A browser's own tables, the latest changed first; closed ones only if they are asked."""

    async def due(self, moment: int, limit: int = 200) -> list[str]:
        """Tables that need an owner at this moment (ms), the longest overdue first."""

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""

    async def quarantined(self, limit: int = 200) -> list[Damage]:
        """The tables that are marked as damaged."""

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of this name, made once for all who share the database."""

    async def setting(self, name: str) -> str | None:
        """A value that was remembered under a name."""

    async def remember(self, name: str, value: str) -> None:
        """Remember a value under a name."""

    async def attach(self, attachment: Attachment, replace: bool = False) -> Attachment:
        """Keep something; what is there already stays unless it is to be replaced.

        Gives what is kept now. Where several want to be the first, exactly one is.
        """

    async def attached(
        self, kind: AttachmentKind, name: str, who: str | None = None, limit: int = 1000
    ) -> list[Attachment]:
        """What is kept under a name, the oldest first; only one's own where `who` is given."""

    async def attached_tables(self, kind: AttachmentKind, name: str, limit: int) -> dict[str, int]:
        """The tables to which something of this name belongs; when (ms) each was last changed."""

    async def rows(self, query: str, *values: object) -> Sequence[Row]:
        """What a query of both engines finds; a value's place in it is ?1, ?2, …"""

    async def change(self, *statements: Statement) -> list[int]:
        """Execute statements of both engines, all or none; how many rows each one changed."""

    async def size(self) -> Size:
        """How much is stored; this may take its time."""

    async def now(self) -> int:
        """The wall clock (ms): the database's own where several servers share it."""

    async def latest(self) -> int:
        """The newest moment (ms) at which any table was changed; 0 if there is none."""

    async def expired(
        self, before: int, status: Sequence[Status], limit: int, after: "Expired | None" = None
    ) -> list["Expired"]:
        """Tables of these states not changed since a moment (ms), the oldest first.

        Those that come after one of them, or the very oldest.
        """

    async def delete(self, ids: Sequence[str], before: int) -> int:
        """Delete those of these tables that were not changed since a moment; how many went."""


class Owner(msgspec.Struct, frozen=True):
    """The node to which a table belongs."""

    id: str
    url: str
    left_ms: int
    """What is left of its lease."""


class OwnedError(QuartettError):
    """A table belongs to another node, which is alive."""

    def __init__(self, id: str, owner: Owner) -> None:
        super().__init__(f"table {id} belongs to {owner.url}")
        self.owner = owner


class StaleWriteError(Exception):
    """Somebody else owns or has written this table in the meantime; nothing was written."""


class TakenError(QuartettError):
    """What was to be stored has the place of something else, or belongs to what is gone."""

    def __init__(self) -> None:
        super().__init__("the place is taken, or gone")


class StoreUnavailableError(QuartettError):
    """The database cannot be used just now; says why, and never what was to be stored."""


class DamagedError(QuartettError):
    """What is stored of a table cannot be read."""

    def __init__(self, id: str, why: str) -> None:
        super().__init__(f"table {id} is damaged: {why}")
        self.id = id
        self.why = why
