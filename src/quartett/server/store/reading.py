"""What both engines read with the same queries; a value's place in them is ?1, ?2, …"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import ClassVar

from quartett.server.store.chain import Link, check
from quartett.server.store.store import (
    Attachment,
    AttachmentKind,
    Damage,
    DamagedError,
    Expired,
    Row,
    Status,
    StoredRow,
    StoredTable,
)

COLUMNS = "id, game, status, public, created_at, updated_at, document"
ATTACHMENT = "kind, name, who, table_id, document"
WHOLE = "damage IS NULL"
_EXPIRED = f"""
SELECT id, updated_at, EXISTS (SELECT 1 FROM browsers
    JOIN people ON people.browser = browsers.browser WHERE table_id = old.id)
FROM (SELECT id, updated_at FROM tables WHERE updated_at < ?1 AND status IN ({{states}})
    AND {WHOLE} AND updated_at >= ?3 AND (updated_at > ?3 OR id > ?4)
    ORDER BY updated_at, id LIMIT ?2) AS old
ORDER BY updated_at, id"""
OPEN = " AND status <> 'closed'"
ANYTHING = "SELECT EXISTS (SELECT 1 FROM tables), EXISTS (SELECT 1 FROM log)"
"""Looks for every table: an error if the database is empty."""

LOG = """
SELECT match, number, entry, hash FROM log
WHERE table_id = ?1 AND match = ?2 AND number >= ?3 ORDER BY number"""

PREVIOUS_HASH = """
SELECT hash FROM log WHERE table_id = ?1 AND hash IS NOT NULL AND (match, number) < (?2, ?3)
ORDER BY match DESC, number DESC LIMIT 1"""

LAST_HASH = """
SELECT hash FROM log WHERE table_id = ?1 AND hash IS NOT NULL
ORDER BY match DESC, number DESC LIMIT 1"""


class Reading:
    """Reads tables, logs and what is kept beside them."""

    by_bytes: ClassVar[str] = ""
    """How to sort text by its bytes, where the engine would not."""

    skip_locked: ClassVar[str] = ""
    """How to select rows to be changed that nobody else is changing, where several could."""

    async def rows(self, query: str, *values: object) -> Sequence[Row]:
        """What a query finds."""
        raise NotImplementedError

    async def quarantine(self, id: str, why: str) -> None:
        """Mark a table as damaged: it is neither listed nor opened any more, and not deleted."""
        raise NotImplementedError

    @asynccontextmanager
    async def noticing_damage(self, id: str) -> AsyncIterator[None]:
        """Mark a table that is found to be damaged."""
        try:
            yield
        except DamagedError as error:
            await self.quarantine(id, error.why)
            raise

    async def table(self, id: str) -> StoredTable | None:
        """A table by its id; DamagedError if it is marked as damaged."""
        async with self.noticing_damage(id):
            found = await self.rows(f"SELECT {COLUMNS}, damage FROM tables WHERE id = ?1", id)
        for *columns, damage in found:
            if damage is not None:
                raise DamagedError(id, damage)
            return to_table(columns)
        return None

    async def log(self, id: str, match: int, since: int = 0) -> list[StoredRow]:
        """The entries of one match from a number on, in order."""
        async with self.noticing_damage(id):
            rows = await self.rows(LOG, id, match, since)
            previous = await self.rows(PREVIOUS_HASH, id, match, since)
            links = [Link(*row) for row in rows]
            return check(id, previous[0][0] if previous else b"", since, links)

    async def tables(
        self,
        status: Sequence[Status],
        public: bool | None = None,
        limit: int = 200,
        before: StoredTable | None = None,
    ) -> list[StoredTable]:
        """Tables with one of these states, the latest changed first, from below `before` on."""
        if not status:
            return []
        values: list[object] = [limit]
        conditions = [WHOLE]
        if public is not None:
            conditions.append("public" if public else "NOT public")
        if before is not None:
            values += [before.updated_at, before.id]
            last = f"(updated_at = ?2 AND id{self.by_bytes} > ?3)"
            conditions.append(f"(updated_at < ?2 OR {last})")
        order = f"ORDER BY updated_at DESC, id{self.by_bytes} LIMIT ?1"
        # Each state for itself: so the index gives the latest ones without looking at the rest.
        each = []
        for state in status:
            values.append(state)
            where = " AND ".join([*conditions, f"status = ?{len(values)}"])
            each.append(f"SELECT * FROM (SELECT * FROM tables WHERE {where} {order}) AS one")
        query = f"SELECT {COLUMNS} FROM ({' UNION ALL '.join(each)}) AS found {order}"
        return [to_table(row) for row in await self.rows(query, *values)]

    async def tables_of(
        self, browser: str, limit: int = 50, closed: bool = False
    ) -> list[StoredTable]:
        """A browser's own tables, the latest changed first; closed ones only if they are asked."""
        query = (
            f"SELECT {COLUMNS} FROM tables JOIN browsers ON table_id = id WHERE browser = ?1"
            f"{'' if closed else OPEN} AND {WHOLE} ORDER BY updated_at DESC, id LIMIT ?2"
        )
        return [to_table(row) for row in await self.rows(query, browser, limit)]

    async def due(self, moment: int, limit: int = 200) -> list[str]:
        """Tables that need an owner at this moment (ms), the longest overdue first."""
        query = f"SELECT id FROM tables WHERE due_at <= ?1 AND {WHOLE} ORDER BY due_at LIMIT ?2"
        return [row[0] for row in await self.rows(query, moment, limit)]

    async def quarantined(self, limit: int = 200) -> list[Damage]:
        """The tables that are marked as damaged."""
        query = "SELECT id, damage FROM tables WHERE damage IS NOT NULL ORDER BY id LIMIT ?1"
        return [Damage(*row) for row in await self.rows(query, limit)]

    async def setting(self, name: str) -> str | None:
        """A value that was remembered under a name."""
        rows = await self.rows("SELECT value FROM settings WHERE name = ?1", name)
        return rows[0][0] if rows else None

    async def attached(
        self, kind: AttachmentKind, name: str, who: str | None = None, limit: int = 1000
    ) -> list[Attachment]:
        """What is kept under a name, the oldest first; only one's own where `who` is given."""
        own, values = ("", ()) if who is None else (" AND who = ?4", (who,))
        query = (
            f"SELECT {ATTACHMENT} FROM keepsakes WHERE kind = ?1 AND name = ?2{own}"
            f" ORDER BY kept_at, who{self.by_bytes} LIMIT ?3"
        )
        return [Attachment(*row) for row in await self.rows(query, kind, name, limit, *values)]

    async def attached_tables(self, kind: AttachmentKind, name: str, limit: int) -> dict[str, int]:
        """The tables to which something of this name belongs; when (ms) each was last changed."""
        query = (
            "SELECT id, updated_at FROM keepsakes JOIN tables ON id = table_id"
            " WHERE kind = ?1 AND name = ?2 LIMIT ?3"
        )
        return {row[0]: int(row[1]) for row in await self.rows(query, kind, name, limit)}

    async def latest(self) -> int:
        """The newest moment (ms) at which any table was changed; 0 if there is none."""
        rows = await self.rows("SELECT coalesce(max(updated_at), 0) FROM tables")
        return int(rows[0][0])

    async def expired(
        self, before: int, status: Sequence[Status], limit: int, after: Expired | None = None
    ) -> list[Expired]:
        """Tables of these states not changed since a moment (ms), the oldest first.

        Those that come after one of them, or the very oldest.
        """
        states = ", ".join(f"?{number}" for number, _ in enumerate(status, start=5))
        query = _EXPIRED.format(states=states)
        place = (0, "") if after is None else (after.updated_at, after.id)
        rows = await self.rows(query, before, limit, *place, *status)
        return [Expired(id, updated_at, bool(people)) for id, updated_at, people in rows]


def to_table(columns: Row) -> StoredTable:
    """A table from the values of `COLUMNS`."""
    id, game, status, public, *rest = columns
    return StoredTable(id, game, status, bool(public), *rest)
