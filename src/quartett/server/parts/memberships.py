"""What each person has seen of their tables, on whichever of their devices.

Looks are noted in memory and written together about once a second: hundreds who come back at the
same time cost one transaction. After a crash, the last second's looks are told as news once more.
"""

from collections.abc import Collection

import msgspec

from quartett.server.store.store import Statement, Store


class Seen(msgspec.Struct, frozen=True):
    """What somebody had seen of a table when they last looked at it."""

    match: int
    version: int
    at: int
    """When that was (wall ms)."""


_NOTE = """
UPDATE browsers SET seen_match = ?3, seen_version = ?4, seen_at = ?5
WHERE browser = ?1 AND table_id = ?2 AND (seen_at IS NULL OR seen_at <= ?5)"""

_SEEN = """
SELECT seen_match, seen_version, seen_at FROM browsers
WHERE table_id = ?1 AND browser IN ({browsers}) AND seen_at IS NOT NULL
ORDER BY seen_at DESC LIMIT 1"""


class Memberships:
    """Who has seen what; one for a server."""

    def __init__(self) -> None:
        self._looks: dict[tuple[str, str], Seen] = {}
        """What is not stored yet, by browser and table."""

    def look(self, table: str, browsers: Collection[str], seen: Seen) -> None:
        """Somebody, known by these browsers, has seen a table as it is."""
        for browser in browsers:
            self._looks[browser, table] = seen

    async def seen(self, store: Store, table: str, browsers: Collection[str]) -> Seen | None:
        """What somebody had seen of a table when they last looked; None: they never did."""
        if not browsers:
            return None
        noted = [self._looks[each, table] for each in browsers if (each, table) in self._looks]
        if noted:
            return max(noted, key=lambda seen: seen.at)
        places = ", ".join(f"?{number}" for number, _ in enumerate(browsers, start=2))
        rows = await store.rows(_SEEN.format(browsers=places), table, *browsers)
        return Seen(*rows[0]) if rows else None

    async def write(self, store: Store) -> None:
        """Store what was noted; whatever cannot be stored now stays noted."""
        noted = dict(self._looks)
        if not noted:
            return
        statements = (each for key in sorted(noted) for each in _noted(key, noted[key]))
        await store.change(*statements)
        # Only now: until it is stored, whoever comes back reads it here.
        self._looks = {key: seen for key, seen in self._looks.items() if noted.get(key) is not seen}


# Whoever looks at a table knows that it is their turn, if it was by then: at most a reminder is
# needed later. A notice of a turn that began after the look stays.
_KNOWS = """
UPDATE notices SET stage = 'reminder', due_at = remind_at, claim = NULL, tries = 0, served = ''
WHERE who = ?1 AND table_id = ?2 AND stage <> 'reminder' AND began_at <= ?3"""
_REMINDED = "DELETE FROM notices WHERE who = ?1 AND table_id = ?2 AND remind_at <= ?3"


def _noted(key: tuple[str, str], seen: Seen) -> tuple[Statement, ...]:
    known = (*key, seen.at)
    return (
        (_NOTE, (*key, seen.match, seen.version, seen.at)),
        (_REMINDED, known),
        (_KNOWS, known),
    )
