"""A step is pure: it gives the next moment, and says what is stored, told and dropped."""

from typing import Any

from msgspec.structs import replace

from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    ChangeTable,
    Nothing,
    Rename,
    Sit,
    StandIn,
)
from quartett.server.bots.policy import BotPolicy
from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.moment import Moment
from quartett.server.parts.pace import turn_rules
from quartett.server.store.documents import Person, SeatRecord, TableDocument
from quartett.server.table import matches, steps
from quartett.server.table.effects import Around, Effects, Tell
from server.refusing import refuses
from server.still_time import StillTime

AROUND = Around(BotPolicy((), 1.0, lambda *_: None), here=("anna", "ben"), missed=(1,))


def _table(status: str = "waiting") -> TableDocument:
    return TableDocument(
        id="t",
        game="jericho",
        name="",
        host="anna",
        people={each: Person(each.title()) for each in ("anna", "ben", "cleo")},
        places=(SeatRecord("anna", "Anna"), SeatRecord("ben", "Ben"), SeatRecord()),
        deal=matches.promised(),
        status=status,  # type: ignore[arg-type]
    )


def _now(doc: TableDocument) -> Moment:
    return Moment(doc, None, TurnClocks(turn_rules(doc), StillTime()))


def _follows(doc: TableDocument, after: TableDocument) -> dict[str, Any]:
    """What follows from a changed document, apart from the moment itself."""
    found = steps.arranged(_now(doc), after, AROUND)
    given = {"document": found.document, "others": found.others, "tell": found.tell}
    return {name: value for name, value in given.items() if value}


def test_a_step_that_changes_nothing_stores_and_tells_nothing() -> None:
    doc = _table()
    now = _now(doc)
    same = steps.change_table(doc, "anna", ChangeTable(), AROUND)
    assert steps.arranged(now, same, AROUND) == Effects(now)


def test_before_a_match_nobody_is_shown_anything_anew() -> None:
    doc = _table()
    after = steps.sit(doc, "cleo", Sit(seat=2), AROUND)
    assert _follows(doc, after) == {"document": True, "others": (2,), "tell": (Tell.TABLE,)}
    assert doc.places[2].open  # the document before stays as it was


def test_during_a_match_whoever_loses_a_seat_is_shown_what_they_see_now() -> None:
    doc = replace(_table("running"), places=_table().places[:2])
    after = steps.remove(doc, "anna", ByNumber(person=1), AROUND)
    told = (Tell.TABLE, Tell.SNAPSHOT)
    assert _follows(doc, after) == {"document": True, "others": (1,), "tell": told}
    assert after.places[1].level is not None


def test_what_is_under_way_for_a_seat_is_dropped_when_a_bot_takes_it_over() -> None:
    doc = _table("running")
    for after in (
        steps.absent(doc, "anna", Absent(seat=1, choice="bot"), AROUND),
        steps.stand_in(doc, "ben", StandIn(seat=1), AROUND),
        steps.leave(doc, "ben", Nothing(), AROUND),
    ):
        assert _follows(doc, after)["others"] == (1,)
        assert _follows(doc, after)["tell"] == (Tell.TABLE,)


def test_another_name_drops_nothing_and_another_clock_changes_the_rules() -> None:
    doc = _table()
    renamed = steps.rename(doc, "ben", Rename(name="Bo"), AROUND)
    assert _follows(doc, renamed) == {"document": True, "tell": (Tell.TABLE,)}
    timed = steps.change_table(doc, "anna", ChangeTable(turn_seconds=60), AROUND)
    assert steps.arranged(_now(doc), timed, AROUND).after.turns.rules.seconds == 60


def test_a_refused_step_leaves_no_document_behind() -> None:
    doc = _table()
    with refuses("seat_taken"):
        steps.sit(doc, "cleo", Sit(seat=1), AROUND)
    with refuses("no_such_seat"):
        steps.change_seat(doc, "anna", ChangeSeat(seat=9, kind="open"), AROUND)
    with refuses("still_here"):
        steps.absent(_table("running"), "anna", Absent(seat=1, choice="bot"), Around(AROUND.bots))
    assert doc == replace(_table(), deal=doc.deal)
