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

    def __init__(self, doc: TableDocument) -> None:
        self._gone: dict[str, float] = dict.fromkeys(_seated(doc), ticking())

    def came(self, person: str | None) -> None:
        """Somebody is here."""
        if person is not None:
            self._gone.pop(person, None)

    def went(self, person: str | None) -> None:
        """Somebody has no connection any more."""
        if person is not None:
            self._gone.setdefault(person, ticking())

    def absent(self, doc: TableDocument, seconds: float) -> list[int]:
        """The seats whose people have been gone for so long."""
        limit = ticking() - seconds
        gone = {person for person, at in self._gone.items() if at <= limit}
        return [i for i, place in enumerate(doc.places) if place.person in gone]

    def next_mark(self, doc: TableDocument) -> float | None:
        """When (ticking) the next seat counts as absent or missed."""
        now = ticking()
        gone = [at for person, at in self._gone.items() if person in _seated(doc)]
        marks = [at + s for at in gone for s in (ABSENT_SECONDS, MISSED_SECONDS)]
        return min((mark for mark in marks if mark > now), default=None)

    def next_replaced(self, doc: TableDocument, here: Collection[str]) -> float | None:
        """When (ticking) a bot takes the next seat; never while nobody is there to wait."""
        if doc.away_seconds is None or doc.status != "running" or not _seated(doc) & set(here):
            return None
        waited_for = {p.person for p in doc.places if p.person and not p.away and not p.wait}
        gone = [at for person, at in self._gone.items() if person in waited_for]
        return min(gone) + doc.away_seconds if gone else None

    def replaced(self, doc: TableDocument, here: Collection[str]) -> list[int]:
        """The seats that a bot takes now."""
        moment = self.next_replaced(doc, here)
        if moment is None or moment > ticking():
            return []
        late = self.absent(doc, doc.away_seconds or 0)
        return [i for i in late if not doc.places[i].away and not doc.places[i].wait]


def _seated(doc: TableDocument) -> set[str]:
    return {place.person for place in doc.places if place.person}
