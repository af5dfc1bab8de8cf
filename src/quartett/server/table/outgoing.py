"""What a table tells: its description, and what one viewer may see of the match."""

from collections.abc import Collection

from quartett.core.forms import Json
from quartett.protocol.bodies import InGame, Standing, Standings
from quartett.protocol.messages import (
    PROTOCOL,
    Clock,
    Events,
    NextMatch,
    OfEvening,
    PastMatch,
    PersonInfo,
    RoundLooked,
    Said,
    SeatInfo,
    Snapshot,
    TableInfo,
    UndoAsked,
    You,
)
from quartett.server.parts.faces import shown_face
from quartett.server.parts.pace import away_seconds, pace
from quartett.server.parts.versioned import Step, VersionedMatch
from quartett.server.store.documents import ChatLine, Finished, SeatRecord, TableDocument, Tally
from quartett.server.table.matches import is_hidden, is_shared, revealed
from quartett.server.table.members import number_of
from quartett.server.table.seats import seats_of
from quartett.server.table.standings import Key, added, key_of, tallied
from quartett.server.table.undoing import may_ask_undo

NO_CLOCK = Clock()


def table(
    doc: TableDocument,
    here: Collection[str] = (),
    watching: int = 0,
    clock: Clock = NO_CLOCK,
    undo_asked: UndoAsked | None = None,
    looking: RoundLooked | None = None,
) -> TableInfo:
    """The table as everybody who may see it sees it."""
    return TableInfo(
        id=doc.id,
        game=doc.game,
        name=doc.name,
        status=doc.status,
        match=doc.match,
        options=doc.options,
        seats=[_seat(doc, place, here) for place in doc.places],
        public=doc.public,
        spectators=doc.spectators,
        chat=doc.chat,
        turn_seconds=doc.turn_seconds,
        away_seconds=away_seconds(doc),
        pace=pace(doc),
        turn_bank_seconds=doc.turn_bank_seconds,
        turn_increment_seconds=doc.turn_increment_seconds,
        hints=doc.hints,
        undo=doc.undo,
        undo_asked=undo_asked,
        looking=looking,
        show_what_fits=doc.show_what_fits,
        rated=doc.rated,
        removed=[person_info(doc, person) for person in doc.removed],
        imported=any(each.deal is None for each in doc.past),
        next=_next(doc),
        rematch=[i for i, place in enumerate(doc.places) if place.person in doc.rematch],
        clock=clock,
        commitment=doc.deal.commitment,
        watching=watching,
        created_at=doc.created_at,
        updated_at=doc.updated_at,
        path=f"/t/{doc.id}",
        past=[_past(doc, each) for each in doc.past],
        shared=_shared(doc),
        evening=_evening(doc),
    )


def _shared(doc: TableDocument) -> str | None:
    """The deal to which results can be compared; an evening compares its own."""
    if doc.shared is None or doc.evening is not None or not is_shared(doc, doc.match):
        return None
    return doc.shared.deal


def _evening(doc: TableDocument) -> OfEvening | None:
    if (of := doc.evening) is None:
        return None
    return OfEvening(path=f"/evening/{of.id}", name=of.name, round=of.round, rounds=of.rounds)


def you(doc: TableDocument, person: str | None, path: str | None) -> You:
    """Who somebody is at the table; `path` is their private link."""
    if person is None:
        return You(name=None, seats=[], host=False, path=None)
    return You(
        name=doc.people[person].name,
        seats=seats_of(doc, person),
        host=doc.host == person,
        path=path,
    )


def snapshot(
    doc: TableDocument,
    play: VersionedMatch | None,
    seat: int | None,
    table: TableInfo,
    me: You,
    clock: Clock,
) -> Snapshot:
    """Everything that one viewer may see now."""
    shown = _shown(doc, play, seat) if play else _NOTHING
    return Snapshot(
        match=doc.match,
        version=play.version if play else 0,
        seat=seat,
        clock=clock,
        table=table,
        you=me,
        chat=[_said(doc, line) for line in doc.said],
        protocol=PROTOCOL,
        **shown,
    )


def events(
    doc: TableDocument,
    play: VersionedMatch,
    seat: int | None,
    since: int,
    steps: list[Step],
    clock: Clock,
) -> Events:
    """What happened, as one viewer may know it, and what the viewer sees now."""
    return Events(
        match=doc.match,
        since=since,
        version=play.version,
        events=play.seen(steps, seat),
        clock=clock,
        forced=play.forced_since(since),
        by_bot=play.by_bot_since(since),
        **_shown(doc, play, seat),
    )


_NOTHING: Json = {
    "view": None,
    "legal": [],
    "more": False,
    "to_act": [],
    "outcome": None,
    "can_undo": False,
}


def _shown(doc: TableDocument, play: VersionedMatch, seat: int | None) -> Json:
    legal, more = play.listed(seat)
    return {
        "view": play.game.view(play.match.state, seat),
        "legal": legal,
        "more": more,
        "to_act": play.to_act,
        "outcome": play.outcome,
        "can_undo": seat is not None and may_ask_undo(doc, play, seat),
    }


def _seat(doc: TableDocument, place: SeatRecord, here: Collection[str]) -> SeatInfo:
    if place.person is None:
        return SeatInfo(
            kind="open" if place.level is None else "bot",
            name=place.name,
            level=place.level,
            meant_for=number_of(doc, place.meant_for),
        )
    return SeatInfo(
        kind="person",
        name=place.name,
        host=place.person == doc.host,
        here=place.person in here,
        away=place.away,
        wait=place.wait,
        person=number_of(doc, place.person),
        ready=doc.status == "waiting" and place.person in doc.ready,
        face=_face(doc, place),
    )


def _face(doc: TableDocument, place: SeatRecord) -> str | None:
    """The portrait of whoever sits here; somebody beside the person has none."""
    known = doc.people.get(place.person or "")
    return shown_face(known.face) if known is not None and known.name == place.name else None


def person_info(doc: TableDocument, person: str) -> PersonInfo:
    """Somebody at the table as the others know them."""
    known, number = doc.people[person], number_of(doc, person) or 0
    return PersonInfo(person=number, name=known.name, face=shown_face(known.face))


def _next(doc: TableDocument) -> NextMatch | None:
    if (wish := doc.next) is None:
        return None
    name = doc.people[wish.person].name if wish.person in doc.people else ""
    person = number_of(doc, wish.person)
    return NextMatch(
        number=wish.number, game=wish.game, options=wish.options, name=name, person=person
    )


def _past(doc: TableDocument, each: Finished) -> PastMatch:
    hidden = is_hidden(doc, each.match)
    return PastMatch(
        match=each.match,
        game=each.header.game,
        commitment=_promise(each),
        names=list(each.names),
        outcome=each.outcome,
        seed="" if hidden else str(each.header.seed),
        deal=None if hidden else revealed(each),
        imported=each.deal is None,
        people=[number_of(doc, person) for person in each.people],
        replaced=list(each.replaced),
        left=list(each.left),
    )


def _promise(each: Finished) -> str:
    deal = each.deal or each.header.deal or None
    return deal.commitment if deal else ""


def _said(doc: TableDocument, line: ChatLine) -> Said:
    seat = line.seat if line.person is None else _seat_now(doc, line)
    return Said(seat=seat, name=line.name, phrase=line.phrase, text=line.text, at=line.at)


def _seat_now(doc: TableDocument, line: ChatLine) -> int | None:
    """Where somebody sits by now who said something in their seat: their colour stays theirs."""
    if line.seat is None:
        return None
    own = seats_of(doc, line.person)
    return next(
        (seat for seat in own if doc.places[seat].name == line.name), min(own, default=None)
    )


# Standings


def standings(doc: TableDocument) -> Standings:
    """Who has done how well at a table, whatever the game."""
    everybody: dict[Key, list[Tally]] = {}
    for each in tallied(doc.tallies, doc.past, doc.people):
        everybody.setdefault(key_of(each), []).append(each)
    rows = [_standing(doc, each) for each in everybody.values()]
    rows.sort(key=lambda row: (row.bot, -row.points, -row.won, row.matches, row.name))
    return Standings(matches=doc.forgotten + len(doc.past), standings=rows)


def _standing(doc: TableDocument, of: list[Tally]) -> Standing:
    one, places = of[-1], tuple[int, ...]()
    for each in of:
        places = added(places, each.places)
    known = doc.people.get(one.person or "") if not one.beside else None
    return Standing(
        name=known.name if known else one.name,
        person=number_of(doc, one.person),
        bot=one.bot,
        matches=sum(each.matches for each in of),
        won=sum(each.won for each in of),
        points=sum(each.points for each in of),
        places=list(places),
        replaced=sum(each.replaced for each in of),
        games=[
            InGame(game=each.game, matches=each.matches, won=each.won, score=each.score)
            for each in sorted(of, key=lambda each: each.game)
        ],
    )
