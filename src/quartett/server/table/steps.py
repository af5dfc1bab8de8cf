"""What people arrange at a table: pure steps from one document to the next, and what follows.

A step knows nothing of clocks, sockets or the store. What is to be stored, told and woken is worked
out from the two documents, once for all steps.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

import msgspec

from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    ChangeTable,
    Nothing,
    Rematch,
    Rename,
    Sit,
    Stand,
    StandIn,
    Suggest,
)
from quartett.server.bots.policy import BotPolicy
from quartett.server.refusals import Refusal
from quartett.server.store.documents import SeatRecord, TableDocument
from quartett.server.table import host, people, rooms, seats


class Around(msgspec.Struct, frozen=True):
    """What a step may have to know besides the document."""

    bots: BotPolicy
    here: Sequence[str] = ()
    """The people who are connected, the longest first."""
    missed: Collection[int] = ()
    """The seats whose people have been gone for half a minute."""


R = TypeVar("R")
Step = Callable[[TableDocument, str, R, Around], TableDocument]
"""What becomes of a document when a person asks for something; or a refusal."""


def sit(doc: TableDocument, person: str, request: Sit, _: Around) -> TableDocument:
    """Take an open seat; a second one only where the host has opened it for the same device."""
    return seats.sit(doc, person, request.seat, request.name, request.contribution)


def stand(doc: TableDocument, person: str, request: Stand, _: Around) -> TableDocument:
    """Give a seat up before the match."""
    return seats.stand(doc, person, request.seat)


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
    return rooms.suggested(doc, person, request.game, request.options, around.bots)


def rematch(doc: TableDocument, person: str, request: Rematch, _: Around) -> TableDocument:
    """Ask for another match or agree to one, or decline."""
    return rooms.want_rematch(doc, person, request)


def absent(doc: TableDocument, _: str, request: Absent, around: Around) -> TableDocument:
    """The host decides about a player: a bot plays for who is gone, or wait, or remove them."""
    return host.absent(doc, request, around.bots, around.missed)


def remove(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host sends somebody away: they lose their seats, and cannot sit down or speak."""
    return host.remove(doc, people.numbered(doc, request.person), around.bots)


def admit(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host lets somebody in again who was sent away."""
    return people.admitted(doc, people.numbered(doc, request.person))


def hand_over(doc: TableDocument, _: str, request: ByNumber, around: Around) -> TableDocument:
    """The host makes somebody else the host."""
    return host.handed_over(doc, people.numbered(doc, request.person))


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


class Effects(msgspec.Struct, frozen=True):
    """What follows from a changed document."""

    store: bool = False
    """Whether it is to be stored, and everybody told how the table is now."""
    show: bool = False
    """Whether somebody looks on from elsewhere now, and is shown the match anew."""
    others: tuple[int, ...] = ()
    """The seats that somebody else plays now: what was under way for them is dropped."""
    rules: bool = False
    """Whether turns are timed in another way."""


def effects(before: TableDocument, after: TableDocument) -> Effects:
    """What follows from a step."""
    if after is before:
        return Effects()
    pairs = list(zip(before.places, after.places, strict=False))
    moved = len(before.places) != len(after.places) or any(
        old.person != new.person for old, new in pairs
    )
    return Effects(
        store=True,
        show=moved and before.status == after.status != "waiting",
        others=tuple(n for n, (old, new) in enumerate(pairs) if _plays(old) != _plays(new)),
        rules=host.turn_rules(before) != host.turn_rules(after),
    )


def _plays(place: SeatRecord) -> tuple[str | None, str | None, bool]:
    return place.person, place.level, place.away
