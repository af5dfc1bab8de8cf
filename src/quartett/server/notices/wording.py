"""What a notice says, in its reader's language: whose turn, where and how long, or who has
answered a challenge and whether they beat it; never a card."""

from hashlib import sha256

import msgspec

from quartett.core.texts import catalogue
from quartett.server.notices.answers import Came
from quartett.server.notices.outbox import Notice
from quartett.server.refusals import sentence
from quartett.server.store.documents import SeatRecord

UNITS = (("days", 86_400_000), ("hours", 3_600_000), ("minutes", 60_000))


class Message(msgspec.Struct, frozen=True):
    """A notice as it is shown."""

    title: str
    text: str
    path: str
    """Where the table is, below the server's address."""
    tag: str
    """The same for whatever is said of this turn: what comes later takes the place of what came."""
    left_ms: int
    """How long it is worth being shown."""


class _Person(msgspec.Struct):
    name: str
    browsers: tuple[str, ...] = ()


class _Document(msgspec.Struct):
    """What a notice needs of a table's document, in any format."""

    game: str
    people: dict[str, _Person]
    places: tuple[SeatRecord, ...]


_documents = msgspec.json.Decoder(_Document)


def told(
    notice: Notice, document: bytes, language: str, now: int, came: Came | None = None
) -> Message:
    """A notice in words; of an answer to a challenge, how it `came` out."""
    doc, left = _documents.decode(document), max(0, notice.ends_at - now)
    where = " · ".join([catalogue(doc.game, language)["name"], *_names(doc, notice.who)])
    if notice.deal is not None:
        path = f"/challenge/{notice.deal}"
        title = say("notice.answer" if came is None else f"notice.answer.{came}", language)
        return Message(title, where, path, tag_of(notice), left)
    return Message(
        title=say("notice.turn" if notice.stage == "turn" else "notice.reminder", language),
        text=f"{where}\n{say('notice.left', language, left=time_left(left, language))}",
        path=f"/t/{notice.table}",
        tag=tag_of(notice),
        left_ms=left,
    )


def say(key: str, language: str, **about: object) -> str:
    """One of the server's texts."""
    return sentence(key, about, language)


def time_left(left: int, language: str) -> str:
    """About how long that is, in the unit of which there are two at least."""
    unit, size = next((each for each in UNITS if left >= 2 * each[1]), UNITS[-1])
    return say(f"notice.{unit}", language, count=max(2, left // size))


def tag_of(notice: Notice) -> str:
    """What tells this turn from all others, without saying whose it is or where."""
    turn = f"{notice.who} {notice.table} {notice.match} {notice.began_at}"
    return sha256(turn.encode()).hexdigest()[:24]


def _names(doc: _Document, who: str) -> list[str]:
    """The other people at the table, as one text if there are any."""
    own = {id for id, person in doc.people.items() if who in person.browsers}
    names = (place.name for place in doc.places if place.person and place.person not in own)
    return [found] if (found := ", ".join(dict.fromkeys(names))) else []
