"""Taking back, as pure steps: those who have seen what was done are asked, and answer or do not."""

from collections.abc import Collection

from msgspec.structs import replace

from quartett.server.parts.moment import Moment, Question
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.refusals import Refusal
from quartett.server.store.documents import TableDocument
from quartett.server.table import playing
from quartett.server.table.effects import Answer, Around, Effects, Tell, without_question

ASK_SECONDS = 30.0
"""How long those who are asked have time to answer; after that it stays as it is."""


def ask(now: Moment, seat: int, id: str, around: Around) -> Effects:
    """Take a seat's last action back, or ask those first who have seen it."""
    play = now.playing()
    if now.asked is not None and (now.asked.seat, now.asked.id) == (seat, id):
        return Effects(now)
    _check(now, seat)
    if not (people := affected(now.doc, seat, now.seen_by)):
        return _granted(now, seat, id, around)
    if now.asked is not None or now.declined == (now.doc.match, play.version):
        raise Refusal("undo_not_agreed")
    until = around.ticking + ASK_SECONDS
    asked = Question(seat, id, play.version, until, frozenset(people))
    return Effects(replace(now, asked=asked), tell=(Tell.TABLE,))


def answer(now: Moment, person: str | None, agree: bool, around: Around) -> Effects:
    """Somebody agrees to an undo, or does not; a late answer changes nothing."""
    asked = now.asked
    if asked is None or person not in asked.waits_for:
        return Effects(now)
    if not agree:
        return end(now)
    if waits_for := asked.waits_for - {person}:
        return Effects(replace(now, asked=replace(asked, waits_for=waits_for)), tell=(Tell.TABLE,))
    try:
        _check(now, asked.seat)
    except Refusal as why:
        return end(now, why)
    return _granted(now, asked.seat, asked.id, around)


def expire(now: Moment, around: Around) -> Effects:
    """Nobody has answered in time."""
    if now.asked is None or now.asked.until > around.ticking:
        return Effects(now)
    return end(now)


def end(now: Moment, why: Refusal | None = None) -> Effects:
    """The question is over, and nothing is undone."""
    after, answers = without_question(now, why)
    return Effects(after, tell=(Tell.TABLE,) if answers else (), answers=answers)


def _granted(now: Moment, seat: int, id: str, around: Around) -> Effects:
    effects = playing.take_back(now, seat, id, around)
    version = effects.after.playing().version
    return replace(effects, answers=(Answer(seat, id, version),))


def _check(now: Moment, seat: int) -> None:
    if now.doc.undo == "off":
        raise Refusal("undo_off")
    if not may_undo(now.doc, now.playing(), seat) or not now.turns.has_time_after_undo(seat):
        raise Refusal("no_undo")


def others_seats(doc: TableDocument, seat: int) -> tuple[int, ...]:
    """The seats of the other people."""
    own = doc.places[seat].person
    places = enumerate(doc.places)
    return tuple(each for each, place in places if place.person not in (None, own))


def may_ask_undo(doc: TableDocument, play: VersionedMatch, seat: int) -> bool:
    """Whether it is worth asking to take a seat's last action back."""
    if doc.undo == "off" or seat != play.last_seat:
        return False
    return play.can_undo(seat, others_seats(doc, seat))


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
