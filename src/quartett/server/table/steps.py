"""What people arrange at a table: pure steps from one document to the next, and what follows.

What is to be stored, told and woken is worked out from the two documents, once for all steps.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    ChangeTable,
    Nothing,
    Readiness,
    Rematch,
    Rename,
    Sit,
    Stand,
    StandIn,
    Suggest,
    Swap,
)
from quartett.server.parts.moment import Moment
from quartett.server.parts.pace import turn_rules
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, TableDocument
from quartett.server.table import host, members, next_match, playing, seats
from quartett.server.table.effects import Answer, Around, Effects, Tell, without_question

R = TypeVar("R")
Step = Callable[[TableDocument, str, R, Around], TableDocument]
"""What becomes of a document when a person asks for something; or a refusal."""


def sit(doc: TableDocument, person: str, request: Sit, _: Around) -> TableDocument:
    """Take an open seat; a second one only where the host has opened it for the same device."""
    return seats.sit(doc, person, request.seat, request.name, request.contribution)


def stand(doc: TableDocument, person: str, request: Stand, _: Around) -> TableDocument:
    """Give a seat up before the match."""
    return seats.stand(doc, person, request.seat)


def swap(doc: TableDocument, person: str, request: Swap, _: Around) -> TableDocument:
    """Exchange two seats: one's own with one where no other person sits, the host any two."""
    own, places = seats.seats_of(doc, person), doc.places[request.to : request.to + 1]
    if person != doc.host:
        if request.seat not in own:
            raise Refusal("not_seated", 403)
        if any(place.person not in (None, person) for place in places):
            raise Refusal("only_host", 403)
    return seats.swapped(doc, request.seat, request.to)


def ready(doc: TableDocument, person: str, request: Readiness, _: Around) -> TableDocument:
    """Say that the match can begin, as far as one is concerned."""
    return seats.ready(doc, person, request.ready)


def rename(doc: TableDocument, person: str, request: Rename, _: Around) -> TableDocument:
    """Go by another name."""
    return seats.rename(doc, person, request.name, request.seat)


def change_seat(doc: TableDocument, _: str, request: ChangeSeat, around: Around) -> TableDocument:
    """The host opens a seat, puts a bot there, adds one or takes it away."""
    return host.change_seat(doc, request, around.bots)


def change_table(doc: TableDocument, _: str, request: ChangeTable, around: Around) -> TableDocument:
    """The host changes game, options and settings before a match; what is left out stays."""
    return host.change_table(doc, request, around.bots)


def suggest(doc: TableDocument, person: str, request: Suggest, around: Around) -> TableDocument:
    """Suggest what to play next, once a match is over; whoever suggests wants it."""
    return next_match.suggested(doc, person, request.game, request.options, around.bots)


def rematch(doc: TableDocument, person: str, request: Rematch, _: Around) -> TableDocument:
    """Ask for another match or agree to one, or decline."""
    return next_match.want_rematch(doc, person, request)


def absent(doc: TableDocument, _: str, request: Absent, around: Around) -> TableDocument:
    """The host decides about a player: a bot plays for who is gone, or wait, or remove them."""
    return host.absent(doc, request, around.bots, around.missed)


def remove(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host sends somebody away: they lose their seats, and cannot sit down or speak."""
    return host.remove(doc, members.numbered(doc, request.person), around.bots)


def admit(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host lets somebody in again who was sent away."""
    return members.admitted(doc, members.numbered(doc, request.person))


def hand_over(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host makes somebody else the host."""
    return host.handed_over(doc, members.numbered(doc, request.person))


def stand_in(doc: TableDocument, person: str, request: StandIn, _: Around) -> TableDocument:
    """Let a bot play one's own seat until one acts again."""
    if request.seat not in seats.seats_of(doc, person):
        raise Refusal("not_seated", 403)
    if doc.status != "running":
        raise Refusal("not_running")
    return seats.set_away(doc, [request.seat], True)


def leave(doc: TableDocument, person: str, _: Nothing, around: Around) -> TableDocument:
    """Go for good; during a match a bot plays on."""
    return host.leave(doc, person, around.here)


def arranged(now: Moment, doc: TableDocument, around: Around) -> Effects:
    """What follows from a changed document.

    Once all who are there want another match, it begins at once; where a seat has become free, the
    table waits for its host.
    """
    if doc.status == "over" and next_match.all_want_rematch(doc, around.here):
        doc = next_match.agreed(doc, around.bots)
        if next_match.is_complete(doc):
            return playing.deal(now, doc, around)
    if doc is now.doc:
        return Effects(now)
    if doc.match != now.doc.match:
        return playing.begin(now, doc, around)
    return _changed(now, doc, around)


def noted(now: Moment, doc: TableDocument, around: Around) -> Effects:
    """What follows from a change that is to be stored, and that nobody need be told of."""
    if doc is now.doc:
        return Effects(now)
    return Effects(replace(now, doc=replace(doc, updated_at=around.on)), document=True)


def _changed(now: Moment, doc: TableDocument, around: Around) -> Effects:
    pairs = list(zip(now.doc.places, doc.places, strict=False))
    moved = len(now.doc.places) != len(doc.places) or any(
        old.person != new.person for old, new in pairs
    )
    others = tuple(n for n, (old, new) in enumerate(pairs) if _plays(old) != _plays(new))
    answers: tuple[Answer, ...] = ()
    if now.asked is not None and now.asked.seat in others:
        now, answers = without_question(now, Refusal("no_undo"))
    shown = moved and now.doc.status == doc.status != "waiting"
    rules = turn_rules(doc)
    turns = now.turns if rules == now.turns.rules else now.turns.fork(rules)
    after = replace(now, doc=replace(doc, updated_at=around.on), turns=turns)
    return Effects(
        after.timed_from(around.on),
        document=True,
        others=others,
        tell=(Tell.TABLE, Tell.SNAPSHOT) if shown else (Tell.TABLE,),
        answers=answers,
    )


def _plays(place: SeatRecord) -> tuple[str | None, str | None, bool]:
    return place.person, place.level, place.away
