"""Who sits where: each change gives a new document of the table, or is refused."""

from collections.abc import Iterable

from msgspec.structs import replace

from quartett import games
from quartett.bots import name_of, names_of
from quartett.protocol.bodies import ChangeSeat
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Replaced, SeatRecord, TableDocument
from quartett.server.table.names import called, clean, names_of_others

OPEN = SeatRecord()


def seats_of(doc: TableDocument, person: str | None) -> list[int]:
    """The seats of a person."""
    return [i for i, place in enumerate(doc.places) if person and place.person == person]


def first_open(doc: TableDocument, person: str) -> int | None:
    """The first seat that somebody may take."""
    free = (None, person)
    places = enumerate(doc.places)
    return next((i for i, place in places if place.open and place.meant_for in free), None)


def sit(
    doc: TableDocument, person: str, seat: int, name: str = "", contribution: str = ""
) -> TableDocument:
    """Take an open seat, under one's own name or that of somebody beside one."""
    _waiting(doc)
    place = seat_record(doc, seat)
    if not place.open or place.meant_for not in (None, person):
        raise Refusal("seat_taken")
    own = [place.name for place in doc.places if place.person == person]
    if own and person not in (doc.host, place.meant_for):
        raise Refusal("one_seat")
    if contribution:
        doc = contributed(doc, person, contribution)
    wanted = clean(name) or doc.people[person].name
    shown = called(wanted, [*names_of_others(doc, person), *own])
    return with_seat(doc, seat, SeatRecord(person, shown))


def stand(doc: TableDocument, person: str, seat: int) -> TableDocument:
    """Give a seat up before the match."""
    _waiting(doc)
    if seat_record(doc, seat).person != person:
        raise Refusal("not_seated", 403)
    return unready(with_seat(doc, seat, OPEN), person)


def swapped(doc: TableDocument, seat: int, to: int) -> TableDocument:
    """Two seats exchanged, with whoever sits there."""
    _waiting(doc)
    first, second = seat_record(doc, seat), seat_record(doc, to)
    return with_seat(with_seat(doc, seat, second), to, first)


def ready(doc: TableDocument, person: str, is_ready: bool) -> TableDocument:
    """Somebody says that the match can begin, or that it cannot yet."""
    _waiting(doc)
    waiting = unready(doc, person)
    return replace(waiting, ready=(*waiting.ready, person)) if is_ready else waiting


def unready(doc: TableDocument, person: str) -> TableDocument:
    """Somebody has not said that the match can begin, or says so no longer."""
    if person not in doc.ready:
        return doc
    return replace(doc, ready=tuple(each for each in doc.ready if each != person))


def change(doc: TableDocument, request: ChangeSeat, meant_for: str | None) -> TableDocument:
    """Arrange a seat: the number after the last adds one."""
    _waiting(doc)
    if request.kind == "none":
        seat_record(doc, request.seat)
        return replace(doc, places=doc.places[: request.seat] + doc.places[request.seat + 1 :])
    place = SeatRecord(meant_for=meant_for)
    if request.kind == "bot":
        others = (*doc.places[: request.seat], *doc.places[request.seat + 1 :])
        place = bot(doc.game, request.level, others)
    if request.seat != len(doc.places):
        seat_record(doc, request.seat)
        return with_seat(doc, request.seat, place)
    most = games.get(doc.game).players[-1]
    if len(doc.places) >= most:
        raise Refusal("too_many_seats", most=most)
    return replace(doc, places=(*doc.places, place))


def bot(game: str, level: str | None, others: Iterable[SeatRecord]) -> SeatRecord:
    """A seat that a bot plays, under a name that the others do not have."""
    taken = [place.name for place in others]
    return SeatRecord(name=free_name(game, level, taken), level=level)


def leave(doc: TableDocument, person: str) -> TableDocument:
    """Go for good: before a match the seat is free again, during one a bot plays on."""
    away = [_left(doc, place) if place.person == person else place for place in doc.places]
    return unready(replace(doc, places=tuple(away)), person)


def rename(doc: TableDocument, person: str, name: str, seat: int | None) -> TableDocument:
    """Go by another name: everywhere, or in one seat."""
    if seat is not None:
        if seat_record(doc, seat).person != person:
            raise Refusal("not_seated", 403)
        beside = [doc.places[each].name for each in seats_of(doc, person) if each != seat]
        shown = called(name, [*names_of_others(doc, person), *beside])
        return with_seat(doc, seat, replace(doc.places[seat], name=shown))
    old, shown = doc.people[person].name, called(name, names_of_others(doc, person))
    places = (
        replace(place, name=shown) if (place.person, place.name) == (person, old) else place
        for place in doc.places
    )
    people = {**doc.people, person: replace(doc.people[person], name=shown)}
    return replace(doc, people=people, places=tuple(places))


def set_away(doc: TableDocument, seats: Iterable[int], away: bool) -> TableDocument:
    """Let a bot play for these seats for now, or hand them back."""
    chosen = set(seats)
    places = [
        replace(place, away=away, wait=False, late=0) if i in chosen and place.person else place
        for i, place in enumerate(doc.places)
    ]
    return replace(doc, places=tuple(places))


def ended(doc: TableDocument, person: str, bot_level: str) -> TableDocument:
    """End all of a person's seats: they are open before a match, and a bot's from then on."""
    for seat in seats_of(doc, person):
        if doc.status == "waiting":
            doc = with_seat(doc, seat, OPEN)
            continue
        before = Replaced(person, doc.places[seat].name) if doc.status == "running" else None
        place = bot(doc.game, bot_level, doc.places)
        doc = with_seat(doc, seat, replace(place, instead_of=before))
    return unready(doc, person)


def seated(doc: TableDocument) -> TableDocument:
    """The table as a match begins: without the seats that stayed open."""
    places = tuple(place for place in doc.places if not place.open)
    return replace(doc, places=places, ready=())


def rotated(doc: TableDocument) -> TableDocument:
    """Everybody one seat on, so that somebody else begins."""
    return replace(doc, places=doc.places[1:] + doc.places[:1])


def contributed(doc: TableDocument, person: str, text: str) -> TableDocument:
    """A person's part in the chance of the next deal."""
    if doc.status not in ("waiting", "over"):
        raise Refusal("not_waiting")
    parts = {**doc.deal.contributions, person: clean(text)}
    return replace(doc, deal=replace(doc.deal, contributions=parts))


def _left(doc: TableDocument, place: SeatRecord) -> SeatRecord:
    return OPEN if doc.status == "waiting" else replace(place, away=True)


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


def free_name(game: str, level: str | None, taken: Iterable[str]) -> str:
    """A name that nobody at the table has: that of the step which the bot plays, if it is free."""
    used, names = set(taken), names_of(game)
    own = level and name_of(game, level)
    free = (name for name in (own, *names) if name and name not in used)
    return next(free, names[0])
