"""Taking back: whether a table allows it, and asking those who have seen what was done."""

from collections.abc import Callable, Collection

import msgspec

from quartett.protocol.messages import UndoAsked
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.store.documents import TableDocument

ASK_SECONDS = 30.0
"""How long those who are asked have time to answer; after that it stays as it is."""

Reply = Callable[[int | Exception], None]
"""Takes the version that an undo led to, or why there was none."""


class Question(msgspec.Struct):
    """An undo that others have to agree to."""

    seat: int
    id: str
    version: int
    """The version that is to be taken back."""
    until: float
    """When (ticking) it is too late to answer."""
    waits_for: set[str]
    """The people who have not answered yet."""
    reply: Reply

    def told(self, doc: TableDocument, now: float) -> UndoAsked:
        """The question as everybody sees it."""
        places = enumerate(doc.places)
        waits_for = [seat for seat, place in places if place.person in self.waits_for]
        left = max(0, int((self.until - now) * 1000))
        return UndoAsked(seat=self.seat, waits_for=waits_for, left=left)


def others_seats(doc: TableDocument, seat: int) -> tuple[int, ...]:
    """The seats of the other people."""
    own = doc.places[seat].person
    places = enumerate(doc.places)
    return tuple(each for each, place in places if place.person not in (None, own))


def may_ask_undo(doc: TableDocument, play: VersionedMatch, seat: int) -> bool:
    """Whether it is worth asking to take a seat's last action back."""
    return doc.undo != "off" and play.can_undo(seat, others_seats(doc, seat))


def may_undo(doc: TableDocument, play: VersionedMatch, seat: int) -> bool:
    """The same, looked at more closely: for when it comes to it."""
    return doc.undo != "off" and play.may_undo(seat, others_seats(doc, seat))


def affected(doc: TableDocument, seat: int, seen_by: Collection[str]) -> set[str]:
    """Who has to agree to an undo: the other players who have seen what is to be taken back."""
    if doc.undo == "free":
        return set()
    places = [doc.places[each] for each in others_seats(doc, seat)]
    others = {place.person for place in places if place.person and not place.away}
    return others & set(seen_by)
