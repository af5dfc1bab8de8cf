"""Who sits where: each change gives a new document of the table, or is refused."""

import unicodedata
from collections.abc import Iterable

from msgspec.structs import replace

from quartett import games
from quartett.protocol.bodies import ChangeSeat
from quartett.server.bots.names import free_name
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Person, SeatRecord, TableDocument
from quartett.server.tokens import new_id

OPEN = SeatRecord()


def clean(text: str) -> str:
    """A name or a text on one line, without characters that steer the display."""
    kept = (c if c == " " or unicodedata.category(c)[0] not in "CZ" else " " for c in text)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def join(doc: TableDocument, name: str, browser: str | None) -> tuple[TableDocument, str]:
    """Come to the table as somebody new."""
    called = clean(name)
    if not called:
        raise Refusal("name_missing", 422)
    person = new_id()
    known = Person(called, (browser,) if browser else ())
    return replace(doc, people={**doc.people, person: known}), person


def recognise(
    doc: TableDocument, person: str, browser: str | None, label: str = ""
) -> TableDocument:
    """Let another browser be the same person."""
    known = doc.people[person]
    if browser is None or (browser in known.browsers and known.labels.get(browser, "") == label):
        return doc
    if browser in known.browsers:
        known = replace(known, labels={**known.labels, browser: label})
        return replace(doc, people={**doc.people, person: known})
    people = {
        id: replace(each, browsers=tuple(b for b in each.browsers if b != browser))
        for id, each in doc.people.items()
    }
    browsers = (*known.browsers[-7:], browser)
    labels = {each: known.labels[each] for each in browsers if each in known.labels}
    if label:
        labels[browser] = label
    people[person] = replace(known, browsers=browsers, labels=labels)
    return replace(doc, people=people)


def seats_of(doc: TableDocument, person: str | None) -> list[int]:
    """The seats of a person."""
    return [i for i, place in enumerate(doc.places) if person and place.person == person]


def first_open(doc: TableDocument) -> int | None:
    """The first seat that nobody has taken."""
    return next((i for i, place in enumerate(doc.places) if place.open), None)


def sit(
    doc: TableDocument, person: str, seat: int, name: str = "", contribution: str = ""
) -> TableDocument:
    """Take an open seat, under one's own name or that of somebody beside one."""
    _waiting(doc)
    if not seat_record(doc, seat).open:
        raise Refusal("seat_taken")
    if contribution:
        doc = contributed(doc, person, contribution)
    return with_seat(doc, seat, SeatRecord(person, clean(name) or doc.people[person].name))


def stand(doc: TableDocument, person: str, seat: int) -> TableDocument:
    """Give a seat up before the match."""
    _waiting(doc)
    if seat_record(doc, seat).person != person:
        raise Refusal("not_seated", 403)
    return with_seat(doc, seat, OPEN)


def change(doc: TableDocument, request: ChangeSeat) -> TableDocument:
    """Arrange a seat: the number after the last adds one."""
    _waiting(doc)
    if request.kind == "none":
        seat_record(doc, request.seat)
        return replace(doc, places=doc.places[: request.seat] + doc.places[request.seat + 1 :])
    place = bot(doc.game, request.level, doc.places) if request.kind == "bot" else OPEN
    if request.seat != len(doc.places):
        seat_record(doc, request.seat)
        return with_seat(doc, request.seat, place)
    most = games.get(doc.game).players[-1]
    if len(doc.places) >= most:
        raise Refusal("too_many_seats", most=most)
    return replace(doc, places=(*doc.places, place))


def bot(game: str, level: str | None, others: Iterable[SeatRecord]) -> SeatRecord:
    """A seat that a bot plays, under a name that the others do not have."""
    return SeatRecord(name=free_name(game, [place.name for place in others]), level=level)


def leave(doc: TableDocument, person: str) -> TableDocument:
    """Go for good: before a match the seat is free again, during one a bot plays on."""
    away = [_left(doc, place) if place.person == person else place for place in doc.places]
    left = replace(doc, places=tuple(away))
    return _with_host(left, person)


def rename(doc: TableDocument, person: str, name: str, seat: int | None) -> TableDocument:
    """Go by another name: everywhere, or in one seat."""
    called = clean(name)
    if not called:
        raise Refusal("name_missing", 422)
    if seat is not None:
        if seat_record(doc, seat).person != person:
            raise Refusal("not_seated", 403)
        return with_seat(doc, seat, replace(doc.places[seat], name=called))
    old = doc.people[person].name
    places = (
        replace(place, name=called) if (place.person, place.name) == (person, old) else place
        for place in doc.places
    )
    people = {**doc.people, person: replace(doc.people[person], name=called)}
    return replace(doc, people=people, places=tuple(places))


def set_away(doc: TableDocument, seats: Iterable[int], away: bool) -> TableDocument:
    """Let a bot play for these seats for now, or hand them back."""
    chosen = set(seats)
    places = [
        replace(place, away=away, wait=False, late=0) if i in chosen and place.person else place
        for i, place in enumerate(doc.places)
    ]
    return replace(doc, places=tuple(places))


def seated(doc: TableDocument) -> TableDocument:
    """The table as a match begins: without the seats that stayed open."""
    return replace(doc, places=tuple(place for place in doc.places if not place.open))


def rotated(doc: TableDocument) -> TableDocument:
    """Everybody one seat on, so that somebody else begins."""
    return replace(doc, places=doc.places[1:] + doc.places[:1])


def contributed(doc: TableDocument, person: str, text: str) -> TableDocument:
    """A person's part in the chance of the next deal."""
    _waiting(doc)
    parts = {**doc.deal.contributions, person: clean(text)}
    return replace(doc, deal=replace(doc.deal, contributions=parts))


def _left(doc: TableDocument, place: SeatRecord) -> SeatRecord:
    return OPEN if doc.status == "waiting" else replace(place, away=True)


def _with_host(doc: TableDocument, leaver: str) -> TableDocument:
    if doc.host != leaver:
        return doc
    others = [p.person for p in doc.places if p.person and p.person != leaver and not p.away]
    return replace(doc, host=others[0]) if others else doc


def _waiting(doc: TableDocument) -> None:
    if doc.status != "waiting":
        raise Refusal("not_waiting")


def seat_record(doc: TableDocument, seat: int) -> SeatRecord:
    """A seat of the table; refused where there is none of this number."""
    if not 0 <= seat < len(doc.places):
        raise Refusal("no_such_seat", 422, seat=seat)
    return doc.places[seat]


def with_seat(doc: TableDocument, seat: int, place: SeatRecord) -> TableDocument:
    """The table with one seat changed."""
    places = (*doc.places[:seat], place, *doc.places[seat + 1 :])
    return replace(doc, places=places)
