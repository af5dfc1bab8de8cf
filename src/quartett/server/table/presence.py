"""Who is there and who is gone, and since when."""

from collections.abc import Collection

from quartett.server.store.documents import TableDocument
from quartett.server.table.clock import ticking

ABSENT_SECONDS = 5.0
"""Gone for so long, somebody counts as absent: a page that is loaded again takes less."""

MISSED_SECONDS = 30.0
"""Gone for so long, the others are told that somebody is missed."""


class Presence:
    """Since when (ticking) the people of a table are gone."""

    def __init__(self) -> None:
        self._gone: dict[str, float] = {}

    def update(self, doc: TableDocument, here: Collection[str]) -> None:
        """Note who of the seated people is here and who is not, as of now."""
        now, seated = ticking(), _seated(doc)
        self._gone = {p: self._gone.get(p, now) for p in seated if p not in here}

    def marks(self, doc: TableDocument) -> tuple[list[int], list[int]]:
        """The seats whose people are absent, and those who are missed."""
        return self.gone(doc, ABSENT_SECONDS), self.gone(doc, MISSED_SECONDS)

    def gone(self, doc: TableDocument, seconds: float) -> list[int]:
        """The seats whose people have been gone for so long."""
        limit = ticking() - seconds
        gone = {person for person, at in self._gone.items() if at <= limit}
        return [i for i, place in enumerate(doc.places) if place.person in gone]

    @property
    def anybody_gone(self) -> bool:
        """Whether somebody who sits here is not connected."""
        return bool(self._gone)

    def next_mark(self) -> float | None:
        """When (ticking) the next seat counts as absent or missed."""
        now = ticking()
        marks = [at + s for at in self._gone.values() for s in (ABSENT_SECONDS, MISSED_SECONDS)]
        return min((mark for mark in marks if mark > now), default=None)

    def next_replaced(self, doc: TableDocument, is_played: bool) -> float | None:
        """When (ticking) a bot takes the next seat; never while nobody is there to wait."""
        if doc.away_seconds is None or doc.status != "running" or not is_played:
            return None
        waited_for = {p.person for p in doc.places if p.person and not p.away and not p.wait}
        gone = [at for person, at in self._gone.items() if person in waited_for]
        return min(gone) + doc.away_seconds if gone else None

    def replaced(self, doc: TableDocument, is_played: bool) -> list[int]:
        """The seats that a bot takes now."""
        moment = self.next_replaced(doc, is_played)
        if moment is None or moment > ticking():
            return []
        late = self.gone(doc, doc.away_seconds or 0)
        return [i for i in late if not doc.places[i].away and not doc.places[i].wait]


def _seated(doc: TableDocument) -> set[str]:
    return {place.person for place in doc.places if place.person}
