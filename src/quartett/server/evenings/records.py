"""Evenings in the database: documents with versions, so that nobody overwrites what they never saw.

Whoever writes names the version they have read; of several writers one goes on, and the others
read again. So any process may change an evening, and none owns it.
"""

from contextlib import suppress

import msgspec

from quartett.server.evenings.model import Evening
from quartett.server.store.store import Row, Statement, Store, TakenError

MAX_LISTED = 100
MAX_DUE = 100

_ADD = """
INSERT INTO evenings (id, version, updated_at, due_at, document) VALUES (?1, 1, ?2, ?3, ?4)"""

_WRITE = """
UPDATE evenings SET version = version + 1, updated_at = ?3, due_at = ?4, document = ?5
WHERE id = ?1 AND version = ?2"""

# A line too many does no harm: whose an evening is stands in its document.
_NOTE = """
INSERT INTO evening_browsers (browser, evening_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"""
_FORGET = "DELETE FROM evening_browsers WHERE browser = ?1 AND evening_id = ?2"

_OF = """
SELECT evenings.id, version, document, damage FROM evenings
JOIN evening_browsers ON evening_id = evenings.id WHERE browser = ?1
ORDER BY updated_at DESC, evenings.id LIMIT ?2"""

_OLD = """
SELECT id FROM evenings WHERE updated_at < ?1 AND damage IS NULL ORDER BY updated_at LIMIT ?2"""

# What is put aside waits until somebody can read it again.
_DUE = """
SELECT id FROM evenings WHERE due_at <= ?1 AND damage IS NULL ORDER BY due_at, id LIMIT ?2"""
_ENDS = """
SELECT table_id, evening_id FROM evening_ends WHERE NOT EXISTS (
    SELECT 1 FROM evenings WHERE id = evening_id AND damage IS NOT NULL)
ORDER BY table_id LIMIT ?1"""
_MARK = "UPDATE evenings SET damage = ?3 WHERE id = ?1 AND version = ?2"
UNREADABLE = "its document cannot be read"


class DamagedEveningError(Exception):
    """What is stored of an evening cannot be read; it is put aside, and nothing is deleted."""


class Versioned(msgspec.Struct, frozen=True, eq=False, weakref=True):
    """An evening as it was read, and its version."""

    evening: Evening
    version: int


class EveningRecords:
    """The evenings of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, evening: Evening) -> Versioned:
        """Store a new evening."""
        values = (evening.id, evening.created_at, evening.due_at, msgspec.json.encode(evening))
        await self._store.change((_ADD, values), *_noted(None, evening))
        return Versioned(evening, 1)

    async def read(self, id: str) -> Versioned | None:
        """An evening as it is now; DamagedEveningError if it cannot be read."""
        query = "SELECT id, version, document, damage FROM evenings WHERE id = ?1"
        rows = await self._store.rows(query, id)
        return await self._read(rows[0]) if rows else None

    async def _read(self, row: Row) -> Versioned:
        """One that cannot be read is marked, and one that can be again, is not any more."""
        id, version, document, damage = row
        try:
            found = Versioned(msgspec.json.decode(document, type=Evening), version)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if damage is None:
                await self._store.change((_MARK, (id, version, UNREADABLE)))
            raise DamagedEveningError(id) from None
        if damage is not None:
            await self._store.change((_MARK, (id, version, None)))
        return found

    async def write(self, before: Versioned, after: Evening, now: int) -> Versioned | None:
        """Store a changed evening; None: somebody else has changed it first."""
        values = (after.id, before.version, now, after.due_at, msgspec.json.encode(after))
        try:
            changed, *_ = await self._store.change((_WRITE, values), *_noted(before.evening, after))
        except TakenError:  # it was deleted meanwhile
            return None
        return Versioned(after, before.version + 1) if changed else None

    async def of(self, browser: str) -> list[Versioned]:
        """The evenings of a browser that can be read, the latest first."""
        found = list[Versioned]()
        for row in await self._store.rows(_OF, browser, MAX_LISTED):
            with suppress(DamagedEveningError):
                found.append(await self._read(row))
        return found

    async def due(self, now: int) -> list[str]:
        """The evenings for which something has to be done, the most urgent first."""
        return [id for (id,) in await self._store.rows(_DUE, now, MAX_DUE)]

    async def put_off(self, id: str, version: int, until: int) -> None:
        """Look after an evening later, unless it changes before."""
        query = "UPDATE evenings SET due_at = ?3 WHERE id = ?1 AND version = ?2"
        await self._store.change((query, (id, version, until)))

    async def ends(self) -> list[tuple[str, str]]:
        """The tables whose end has still to be counted, and their evenings."""
        return [(table, evening) for table, evening in await self._store.rows(_ENDS, MAX_DUE)]

    async def counted(self, table: str) -> None:
        """A table's end needs to be counted no more."""
        await self._store.change(("DELETE FROM evening_ends WHERE table_id = ?1", (table,)))

    async def forget(self, before: int, most: int) -> int:
        """Delete evenings that nobody has changed since a moment; how many went."""
        found = [id for (id,) in await self._store.rows(_OLD, before, most)]
        query = "DELETE FROM evenings WHERE id = ?1 AND updated_at < ?2"
        if found:
            await self._store.change(*((query, (id, before)) for id in found))
        return len(found)


def _noted(before: Evening | None, after: Evening) -> list[Statement]:
    """What changes in the list of whose evenings there are."""
    old, new = _browsers(before), _browsers(after)
    gone = [(_FORGET, (browser, after.id)) for browser in sorted(old - new)]
    return [*gone, *((_NOTE, (browser, after.id)) for browser in sorted(new - old))]


def _browsers(evening: Evening | None) -> set[str]:
    if evening is None:
        return set()
    return {each.browser for each in evening.members if each.browser} | set(evening.invited)
