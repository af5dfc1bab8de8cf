"""What people arrange at a table besides playing: each gives a new document, or is refused."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from quartett import games
from quartett.protocol.bodies import Absent, ChangeSeat, ChangeTable, CreateTable, Join, SeatSetup
from quartett.server.bots.policy import BotPolicy
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, TableDocument
from quartett.server.table import matches, members, next_match, seats
from quartett.server.table.names import clean
from quartett.server.table.next_match import bot_level
from quartett.server.table.permissions import Caller, check_removal, check_stand_in, identified
from quartett.server.tokens import new_id


def new_table(
    request: CreateTable, browser: str | None, bots: BotPolicy, now: int
) -> tuple[TableDocument, str]:
    """A new table as its creator wants it, and who the creator is there."""
    if request.game not in games.names():
        raise Refusal("no_such_game", 422, game=request.game)
    game = games.get(request.game)
    setups = request.seats or [SeatSetup() for _ in range(game.players[0])]
    if len(setups) > game.players[-1]:
        raise Refusal("too_many_seats", 422, most=game.players[-1])
    game.agreed(request.options, max(len(setups), game.players[0]))
    doc = TableDocument(
        id=new_id(),
        game=request.game,
        name=clean(request.name),
        host="",
        people={},
        places=_places(setups, bots, request.game),
        deal=matches.promised(),
        options=dict(request.options),
        public=request.public,
        spectators=request.spectators,
        chat=request.chat or ("phrases" if request.public else "free"),
        turn_seconds=request.turn_seconds,
        away_seconds=request.away_seconds,
        turn_bank_seconds=request.turn_bank_seconds,
        turn_increment_seconds=request.turn_increment_seconds,
        hints=request.hints,
        undo=request.undo,
        show_what_fits=request.show_what_fits,
        rated=request.rated,
        created_at=now,
        updated_at=now,
    )
    doc, person = members.join(doc, request.you, browser)
    doc = replace(doc, host=person)
    seat = seats.first_open(doc, person)
    if request.sit and seat is not None:
        doc = seats.sit(doc, person, seat)
    return seats.contributed(doc, person, request.contribution), person


def join(
    doc: TableDocument,
    caller: Caller,
    request: Join,
    here: Collection[str] = (),
    in_use: Collection[str] = (),
) -> tuple[TableDocument, str]:
    """Come to the table, or come back to it; and who one is there.

    `here` are the people who are connected, `in_use` their browsers.
    """
    person = identified(doc, caller)
    if person is None:
        doc, person = members.join(doc, request.name, caller.browser, here)
    if person in doc.removed:
        raise Refusal("removed", 403)
    doc = members.recognise(doc, person, caller, in_use)
    seat = seats.first_open(doc, person)
    waiting = doc.status == "waiting"
    if request.sit and waiting and seat is not None and not seats.seats_of(doc, person):
        doc = seats.sit(doc, person, seat)
    if request.contribution and waiting:
        doc = seats.contributed(doc, person, request.contribution)
    return doc, person


def change_seat(doc: TableDocument, request: ChangeSeat, bots: BotPolicy) -> TableDocument:
    """The host arranges a seat."""
    if request.kind == "bot":
        request = replace(request, level=bot_level(request.level, bots, doc.game))
    meant_for = None if request.person is None else members.numbered(doc, request.person)
    return seats.change(doc, request, meant_for)


def change_table(doc: TableDocument, request: ChangeTable, bots: BotPolicy) -> TableDocument:
    """The host changes the game, its options and the table's other settings before a match.

    After a match, that takes everybody on to the next.
    """
    between = next_match.between(doc)
    changes = request.changes()
    game = changes.pop("game", doc.game)
    if game != doc.game:
        between = next_match.with_game(between, game, changes.get("options", {}), bots)
    named = {"name": clean(request.name)} if isinstance(request.name, str) else {}
    changed = next_match.checked(replace(between, **{**changes, **named}))
    # Whoever was ready was ready for what had been agreed until then.
    return doc if changed == doc else replace(changed, ready=())


def absent(
    doc: TableDocument, request: Absent, bots: BotPolicy, gone: Collection[int]
) -> TableDocument:
    """The host decides about a player: a bot plays, the table waits, or the player goes.

    A bot takes the seat only of somebody who is missed: one of those in `gone`.
    """
    place = seats.seat_record(doc, request.seat)
    if place.person is None or place.person == doc.host:
        raise Refusal("nobody_to_replace", seat=request.seat)
    if request.choice == "remove":
        return remove(doc, place.person, bots)
    if request.choice == "wait":
        return seats.with_seat(doc, request.seat, replace(place, wait=True))
    check_stand_in(doc, request.seat, gone)
    return seats.set_away(doc, [request.seat], True)


def remove(doc: TableDocument, person: str, bots: BotPolicy) -> TableDocument:
    """The host sends somebody away for good, and ends their seats."""
    if person == doc.host:
        raise Refusal("no_such_person", 404)
    check_removal(doc, person)
    doc = seats.ended(doc, person, bot_level(None, bots, doc.game))
    return members.removed(doc, person)


def handed_over(doc: TableDocument, person: str) -> TableDocument:
    """The table with another host."""
    if person in doc.removed:
        raise Refusal("no_such_person", 404)
    return replace(doc, host=person)


def heir(doc: TableDocument, here: Sequence[str]) -> str | None:
    """Who becomes the host when the host is gone; `here` are those connected, the longest first.

    People with a seat come before those who look on.
    """
    seated = [place.person for place in doc.places if place.person and not place.away]
    there = [each for each in here if each != doc.host and each not in doc.removed]
    first = [each for each in there if each in seated] + there
    return next((each for each in [*first, *seated] if each != doc.host), None)


def leave(doc: TableDocument, person: str, here: Sequence[str]) -> TableDocument:
    """Go for good; a table that everybody has left is closed."""
    mattered = person == doc.host or bool(seats.seats_of(doc, person))
    left = seats.leave(doc, person)
    others = [each for each in here if each != person]
    if person == doc.host:
        left = replace(left, host=heir(left, others) or person)
    stays = any(place.person and not place.away for place in left.places)
    stays = stays or (left.status == "waiting" and left.host in others)
    if mattered and not stays and left.status in ("waiting", "running"):
        return replace(left, status="closed")
    return left


def _places(setups: Sequence[SeatSetup], bots: BotPolicy, game: str) -> tuple[SeatRecord, ...]:
    places: list[SeatRecord] = []
    for setup in setups:
        if setup.kind == "open":
            places.append(seats.OPEN)
        else:
            places.append(seats.bot(game, bot_level(setup.level, bots, game), places))
    return tuple(places)
