"""Looking at the end of a round, as pure steps: bots and turn clocks wait, for so long at most."""

from collections.abc import Collection

from msgspec.structs import replace

from quartett.server.parts.clock import WAIT_MS
from quartett.server.parts.moment import Look, Moment
from quartett.server.parts.pace import pace
from quartett.server.store.documents import TableDocument
from quartett.server.table import seats
from quartett.server.table.effects import Around, Effects, Tell


def begun(doc: TableDocument, around: Around) -> Look | None:
    """A round has ended; None where nobody is shown it, and in matches that are over or take days.

    Waited for are the players who are there and whose devices show it.
    """
    if doc.status != "running" or pace(doc) == "days":
        return None
    players = {place.person for place in doc.places if place.person and not place.away}
    waits_for = players & set(around.attentive)
    until = around.ticking + WAIT_MS / 1000
    return Look(until, frozenset(waits_for)) if waits_for else None


def readiness(doc: TableDocument, around: Around) -> Look | None:
    """A race among friends waits until they are ready; None where fewer than two are there.

    In an evening, its people have been waited for already.
    """
    found = begun(doc, around) if doc.evening is None else None
    return replace(found, begins=True) if found and len(found.waits_for) > 1 else None


def go_on(now: Moment, person: str | None, around: Around) -> Effects:
    """Somebody has looked; said late or twice, it changes nothing."""
    if now.look is None or person not in now.look.waits_for:
        return Effects(now)
    look = replace(now.look, waits_for=now.look.waits_for - {person})
    after = replace(now, look=look)
    return Effects(after, tell=(Tell.TABLE,)) if after.lookers else _end(now, around)


def expire(now: Moment, around: Around) -> Effects:
    """Nobody who is there looks any more, or it has been long enough."""
    if now.look is None or (now.lookers and now.look.until > around.ticking):
        return Effects(now)
    return _end(now, around)


def _end(now: Moment, around: Around) -> Effects:
    """It goes on: the clocks that waited begin, but for those that wait for a shared device."""
    after, turns = replace(now, look=None), now.turns.fork()
    hidden = covered(now.doc, now.on_turn, around.looking)
    shown = [seat for seat in sorted(now.on_turn) if seat not in hidden]
    began = tuple(seat for seat in shown if turns.uncovered(seat, around.on))
    if began:
        doc = replace(now.doc, looked=(began, around.on), updated_at=around.on)
        after = replace(after, doc=doc, turns=turns)
    # where a race begins, everybody is told its clock
    told = Tell.SNAPSHOT if now.look is not None and now.look.begins else Tell.TABLE
    return Effects(after, document=bool(began), tell=(told,))


def covered(
    doc: TableDocument, on_turn: Collection[int], looking: Collection[int | None]
) -> tuple[int, ...]:
    """The seats on turn whose owner has to be handed a shared device first."""
    return tuple(
        seat
        for seat in on_turn
        if seat not in looking and len(seats.seats_of(doc, doc.places[seat].person)) > 1
    )
