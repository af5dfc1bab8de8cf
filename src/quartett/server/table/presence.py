"""Who is there and who is gone, and since when."""

from collections.abc import Collection

from quartett.server.parts.clock import Time
from quartett.server.parts.pace import away_seconds
from quartett.server.store.documents import TableDocument

ABSENT_SECONDS = 5.0
"""Somebody disconnected for this long counts as absent; reloading a page is quicker."""

MISSED_SECONDS = 30.0
"""The others are informed after somebody has been gone for this long."""

HOST_SECONDS = 60.0
"""A host who is gone for this long while others wait for a match loses the role."""


class Presence:
    """Since when (ticking) the people of a table are gone, and waited for."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._gone: dict[str, float] = {}
        self._waited: dict[str, float] = {}
        self._hostless: tuple[str, float] | None = None
        """The host who is not here, and since when others are without them."""

    def update(self, doc: TableDocument, here: Collection[str]) -> None:
        """Note who of the seated people is here and who is not, as of now."""
        now, seated = self._time.ticking(), _seated(doc)
        self._gone = {p: self._gone.get(p, now) for p in seated if p not in here}
        others = set(here).difference(doc.removed)
        if doc.host in here or not others:
            self._hostless = None
        elif self._hostless is None or self._hostless[0] != doc.host:
            self._hostless = (doc.host, now)

    def wait_for(self, doc: TableDocument, on_turn: Collection[int]) -> None:
        """Note whose turn it is: those who are gone are waited for, if somebody is there."""
        if not self._gone:
            self._waited = {}
            return
        now, seated = self._time.ticking(), _seated(doc)
        awaited = {doc.places[seat].person for seat in on_turn}
        alone = len(self._gone) == len(seated)
        self._waited = {
            person: self._waited.get(person, now)
            for person in self._gone
            if person in awaited and not alone
        }

    def marks(self, doc: TableDocument) -> tuple[list[int], list[int]]:
        """The seats whose people are absent, and those who are missed."""
        return self.gone(doc, ABSENT_SECONDS), self.gone(doc, MISSED_SECONDS)

    def gone(self, doc: TableDocument, seconds: float) -> list[int]:
        """The seats whose people have been gone for this long."""
        limit = self._time.ticking() - seconds
        gone = {person for person, at in self._gone.items() if at <= limit}
        return [i for i, place in enumerate(doc.places) if place.person in gone]

    @property
    def anybody_gone(self) -> bool:
        """Whether somebody who sits here is not connected."""
        return bool(self._gone)

    def next_mark(self) -> float | None:
        """When (ticking) the next seat counts as absent or missed."""
        now = self._time.ticking()
        marks = [at + s for at in self._gone.values() for s in (ABSENT_SECONDS, MISSED_SECONDS)]
        return min((mark for mark in marks if mark > now), default=None)

    def next_heir(self, doc: TableDocument) -> float | None:
        """When (ticking) somebody else becomes the host; never once there is a match."""
        waits = doc.status == "waiting" and self._hostless is not None
        return self._hostless[1] + HOST_SECONDS if waits and self._hostless else None

    def is_hostless(self, doc: TableDocument) -> bool:
        """Whether somebody else becomes the host now."""
        due = self.next_heir(doc)
        return due is not None and due <= self._time.ticking()

    def next_replaced(self, doc: TableDocument) -> float | None:
        """When (ticking) a bot takes the next seat; never while no other person waits."""
        seconds = away_seconds(doc)
        if seconds is None or doc.status != "running":
            return None
        due = self._awaited(doc).values()
        return min(due) + seconds if due else None

    def replaced(self, doc: TableDocument) -> list[int]:
        """The seats that a bot takes now."""
        moment = self.next_replaced(doc)
        if moment is None or moment > self._time.ticking():
            return []
        limit = self._time.ticking() - (away_seconds(doc) or 0)
        return [seat for seat, at in self._awaited(doc).items() if at <= limit]

    def _awaited(self, doc: TableDocument) -> dict[int, float]:
        """The seats that a bot may take, and since when they are waited for."""
        return {
            seat: self._waited[place.person]
            for seat, place in enumerate(doc.places)
            if place.person in self._waited and not place.away and not place.wait
        }


def _seated(doc: TableDocument) -> set[str]:
    return {place.person for place in doc.places if place.person}
