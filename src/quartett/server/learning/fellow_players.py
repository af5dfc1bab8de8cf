"""Whose results on the day's deal somebody may see by name: people with whom they have played."""

import msgspec

from quartett.server.parts.faces import shown_face
from quartett.server.store.store import Store

# A match that both finished; a person who has deleted their history is no longer in it.
_MET = """
SELECT other.who, other.name, people.face
FROM results AS mine
JOIN results AS other ON other.table_id = mine.table_id AND other.match = mine.match
JOIN keepsakes ON keepsakes.kind = 'result' AND keepsakes.name = ?2 AND keepsakes.who = other.who
LEFT JOIN people ON people.browser = other.who
WHERE mine.who = ?1 AND mine.kind = 'person' AND mine.people > 1
AND other.kind = 'person' AND other.who <> ?1
ORDER BY other.ended_at, other.table_id, other.match"""


class Known(msgspec.Struct, frozen=True):
    """Somebody as one knows them from a table: by the name that they had there."""

    name: str
    face: str | None


async def circle(store: Store, me: str, deal: str) -> dict[str, Known]:
    """Those of somebody's fellow players who have begun a deal, by browser."""
    rows = await store.rows(_MET, me, deal)
    return {who: Known(name, shown_face(face)) for who, name, face in rows}
