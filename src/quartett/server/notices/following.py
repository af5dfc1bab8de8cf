"""Which notices follow from what happens at a table; they are stored with it, or not at all.

There is one row for each person and table: a new turn takes the place of an earlier one, and what
ends the turn takes the row away. So a crash loses no notice and leaves none that is out of date.
"""

from collections.abc import Iterator, Sequence

import msgspec

from quartett.server.parts.moment import Moment
from quartett.server.parts.pace import pace
from quartett.server.store.store import Statement

DELAY_MS = 15_000
"""How long a notice waits: whoever plays on at once needs none."""

REMIND_AT = 4
"""The reminder is sent when one part in so many is left of the turn."""


class Turn(msgspec.Struct, frozen=True):
    """A turn of a person at a table; the same as long as both are."""

    match: int
    ends_at: int
    """When (wall ms) the first of their seats is out of time."""


_BEGIN = """
INSERT INTO notices
    (who, table_id, match, stage, began_at, ends_at, remind_at, due_at, tries, served)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, '')
ON CONFLICT (who, table_id) DO UPDATE SET match = excluded.match, stage = excluded.stage,
    began_at = excluded.began_at, ends_at = excluded.ends_at, remind_at = excluded.remind_at,
    due_at = excluded.due_at, tries = 0, served = '', claim = NULL, why = NULL,
    deal = NULL"""

_END = "DELETE FROM notices WHERE who = ?1 AND table_id = ?2"


def follow_turns(before: Moment, after: Moment, on: int) -> Sequence[Statement]:
    """The notices that begin and end when a table changes; only where people play over days."""
    was, now = turns_of(before), turns_of(after)
    if was == now:
        return ()
    table, looking = after.doc.id, looking_at(after)
    statements: list[Statement] = [(_END, (who, table)) for who in sorted(was.keys() - now.keys())]
    for who, turn in sorted(now.items()):
        if was.get(who) != turn:
            statements.append((_BEGIN, _begun(who, table, turn, on, who in looking)))
    return statements


def turns_of(moment: Moment) -> dict[str, Turn]:
    """Who is on turn, by the browser under which they are known; nobody where play is live."""
    if moment.doc.status != "running" or pace(moment.doc) != "days":
        return {}
    ends = dict(moment.turns.ends())
    found: dict[str, Turn] = {}
    for who, seat in _on_turn(moment):
        if seat in ends and (who not in found or ends[seat] < found[who].ends_at):
            found[who] = Turn(moment.doc.match, ends[seat])
    return found


def looking_at(moment: Moment) -> set[str]:
    """The browsers of those who are at the table now."""
    people = moment.doc.people
    return {browser for id in moment.here if id in people for browser in people[id].browsers}


def _on_turn(moment: Moment) -> Iterator[tuple[str, int]]:
    people = moment.doc.people
    for seat in moment.on_turn:
        place = moment.doc.places[seat]
        person = people.get(place.person or "")
        if person is not None and not place.away:
            # Whoever has the private link only may look, but the turn is the owner's.
            who = person.owner or next(iter(person.browsers), "")
            if who:
                yield who, seat


def _begun(who: str, table: str, turn: Turn, on: int, looks: bool) -> tuple[object, ...]:
    remind_at = turn.ends_at - (turn.ends_at - on) // REMIND_AT
    due_at = remind_at if looks else min(on + DELAY_MS, remind_at)
    stage = "reminder" if looks else "turn"
    return who, table, turn.match, stage, on, turn.ends_at, remind_at, due_at
