"""The tables of one browser's owner, read from what is stored: no table is woken for a list."""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from quartett.core.errors import FormatError
from quartett.core.outcome import Outcome
from quartett.protocol.bodies import Home, MySeat, MyTable
from quartett.protocol.messages import Pace
from quartett.server.notices import answers
from quartett.server.parts.pace import DAYS_SECONDS
from quartett.server.store.documents import SeatRecord, TurnRecord
from quartett.server.store.reading import WHOLE
from quartett.server.store.store import Row, Status, Store

MAX_OPEN = 500
"""How many waiting and running tables a list has."""

PAGE = 20
"""How many finished tables a page has."""

_COLUMNS = "id, status, updated_at, document, turn, seen_at"
_MINE = f"FROM browsers JOIN tables ON id = table_id WHERE browser = ?1 AND {WHOLE}"

_OPEN = f"""
SELECT {_COLUMNS} {_MINE} AND status IN ('waiting', 'running')
ORDER BY updated_at DESC, id LIMIT ?2"""

# The documents are read only once it is known which ones.
_FINISHED = f"""
SELECT {_COLUMNS} {_MINE} AND id IN (
    SELECT id {_MINE} AND status = 'over'
    AND (updated_at < ?2 OR (updated_at = ?2 AND id{{by_bytes}} > ?3))
    ORDER BY updated_at DESC, id{{by_bytes}} LIMIT ?4)
ORDER BY updated_at DESC, id{{by_bytes}}"""


class _Person(msgspec.Struct):
    name: str
    browsers: tuple[str, ...] = ()


_NOTHING = msgspec.Raw(b"null")


class _Past(msgspec.Struct):
    match: int
    outcome: Outcome
    deal: msgspec.Raw = _NOTHING
    """Not there for a match from a file."""


class _Document(msgspec.Struct):
    """What a list needs of a table's document, in any format."""

    game: str
    name: str
    people: dict[str, _Person]
    places: tuple[SeatRecord, ...]
    match: int = 1
    turn_seconds: int | None = None
    removed: tuple[str, ...] = ()
    rematch: tuple[str, ...] = ()
    past: tuple[_Past, ...] = ()


_documents = msgspec.json.Decoder(_Document)
_turns = msgspec.json.Decoder(TurnRecord)


async def home(store: Store, browser: str | None, before: str | None = None) -> Home:
    """The tables of a browser's owner; only a page of finished ones after `before`."""
    place = _place(before)
    if browser is None:
        return Home([], [], [], [])
    now = await store.now()
    opened = await store.rows(_OPEN, browser, MAX_OPEN) if before is None else ()
    query = _FINISHED.format(by_bytes=store.by_bytes)
    finished = await store.rows(query, browser, *place, PAGE + 1)
    tables = _told(opened, browser, now)
    past = _told(finished[:PAGE], browser, now)
    mine = [each for each in [*tables, *past] if each.my_turn and before is None]
    last = finished[PAGE - 1] if len(finished) > PAGE else None
    return Home(
        turns=sorted(mine, key=lambda each: (each.left_ms is None, each.left_ms or 0)),
        running=[each for each in tables if each.status == "running" and not each.my_turn],
        waiting=sorted(
            (each for each in tables if each.status == "waiting"),
            key=lambda each: not each.invited,
        ),
        finished=[each for each in past if each not in mine],
        next=None if last is None else f"{last[2]}.{last[0]}",
        answers=await answers.listed(store, browser) if before is None else [],
    )


def _place(before: str | None) -> tuple[int, str]:
    """After which table a page begins: by when it was changed last, and its id."""
    if before is None:
        return 1 << 62, ""
    changed, _, id = before.partition(".")
    if not (changed.isascii() and changed.isdigit() and len(changed) < 16 and id):
        raise FormatError("`before`: not a place in the list")
    return int(changed), id


def _told(rows: Iterable[Row], browser: str, now: int) -> list[MyTable]:
    found = []
    for row in rows:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # found when it is opened
            table = _table(browser, now, *row)
            if table is not None:
                found.append(table)
    return found


def _table(
    browser: str,
    now: int,
    id: str,
    status: Status,
    changed_at: int,
    document: bytes,
    turn: bytes | None,
    seen_at: int | None,
) -> MyTable | None:
    doc = _documents.decode(document)
    me = next((who for who, each in doc.people.items() if browser in each.browsers), None)
    if me is None or me in doc.removed:
        return None
    own = {seat for seat, each in enumerate(doc.places) if each.person == me}
    on_turn = _on_turn(doc, status, own, turn)
    due = [on_turn.due[seat] for seat in own if seat in on_turn.due]
    invited = status == "waiting" and not own and any(each.open for each in doc.places)
    asked = status == "over" and bool(doc.rematch) and bool(own) and me not in doc.rematch
    return MyTable(
        id=id,
        game=doc.game,
        name=doc.name,
        path=f"/t/{id}",
        status=status,
        match=doc.match,
        pace=_pace(doc),
        seats=[
            _seat(doc, status, seat, each, seat in own, seat in on_turn.seats)
            for seat, each in enumerate(doc.places)
        ],
        changed_at=changed_at,
        my_turn=asked or any(seat in own for seat in on_turn.seats),
        left_ms=max(0, min(due) - now) if due else None,
        invited=invited,
        news=seen_at is not None and changed_at > seen_at,
        imported=any(each.deal == _NOTHING for each in doc.past),
    )


def _on_turn(doc: _Document, status: Status, own: set[int], turn: bytes | None) -> TurnRecord:
    if status != "running":
        return TurnRecord(())
    if turn is not None:
        return _turns.decode(turn)
    # Nothing was played since this is written down: with bots alone, the table waits for its owner.
    alone = not any(each.person and seat not in own for seat, each in enumerate(doc.places))
    return TurnRecord(tuple(sorted(own)) if alone else ())


def _seat(
    doc: _Document, status: Status, seat: int, place: SeatRecord, mine: bool, to_act: bool
) -> MySeat:
    kind = "open" if place.open else "bot" if place.person is None else "person"
    came = None
    if status == "over" and doc.past and doc.past[-1].match == doc.match:
        came = _place_of(doc.past[-1].outcome, seat)
    return MySeat(kind, place.name, mine, to_act, came)  # type: ignore[arg-type]


def _place_of(outcome: Outcome, seat: int) -> int:
    """Which place a seat came to: whoever won is first, whatever the scores."""
    if seat in outcome.winners:
        return 1
    place = 1 + sum(other > outcome.scores[seat] for other in outcome.scores)
    return max(place, 2) if outcome.winners else place


def _pace(doc: _Document) -> Pace:
    return "days" if (doc.turn_seconds or 0) >= DAYS_SECONDS else "live"
