"""Playing and taking back are pure steps: no store, no socket, no clock but the moments given."""

from typing import Any

import pytest
from msgspec.structs import replace

from quartett.core.errors import RuleError
from quartett.server.bots.policy import BotPolicy
from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.moment import Moment
from quartett.server.parts.pace import MAX_LATE, turn_rules
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Person, SeatRecord, TableDocument
from quartett.server.table import matches, playing, undoing
from quartett.server.table.effects import Answer, Around, Effects, Tell
from server.refusing import refuses
from server.still_time import StillTime

PEOPLE = ("anna", "ben", "cleo")
AROUND = Around(BotPolicy((), 1.0, lambda *_: None), here=PEOPLE, looking=(0, 1, 2), on=1000)


def _dealt(**settings: Any) -> Moment:
    doc = TableDocument(
        id="t",
        game="jericho",
        name="",
        host="anna",
        people={each: Person(each.title()) for each in PEOPLE},
        places=tuple(SeatRecord(each, each.title()) for each in PEOPLE),
        deal=matches.promised(),
        **settings,
    )
    now = Moment(doc, None, TurnClocks(turn_rules(doc), StillTime()))
    return playing.deal(now, doc, AROUND).after


def _any_action(now: Moment) -> tuple[int, Any]:
    seat = min(now.playing().able)
    return seat, now.playing().listed(seat)[0][0]


def _acted(now: Moment, id: str = "a", around: Around = AROUND) -> Effects:
    seat, action = _any_action(now)
    return playing.act(now, seat, id, action, around)


def test_an_action_leaves_the_moment_before_it_as_it_was() -> None:
    now = _dealt(turn_seconds=60)
    doc, play, left = now.doc, now.playing(), now.turns.ends()
    version, log, answered = play.version, play.match.log, dict(play.answered)
    effects = _acted(now)
    assert (now.doc, now.play) == (doc, play)
    assert (play.version, play.match.log, play.answered) == (version, log, answered)
    assert now.turns.ends() == left
    assert effects.after.playing().version > version


def test_an_action_is_one_entry_after_those_before_and_told_to_all() -> None:
    now = _dealt()
    effects = _acted(now)
    assert [effects.first + n for n, _ in enumerate(effects.entries)] == [1]
    (entry,) = effects.entries
    assert (entry.seat, entry.id, entry.on) == (effects.seat, "a", 1000)
    assert effects.tell == (Tell.EVENTS,)
    assert not effects.document, "the document is not written for a move"
    assert _acted(effects.after, "b").first == 2


def test_an_action_against_the_rules_gives_no_effects() -> None:
    now = _dealt()
    seat, action = _any_action(now)
    with pytest.raises(RuleError, match="chosen already"):
        playing.act(_acted(now).after, seat, "b", action, AROUND)
    with refuses("not_running"):
        playing.act(replace(now, doc=replace(now.doc, status="over")), seat, "a", action, AROUND)


def test_whoever_is_late_three_times_in_a_row_is_away() -> None:
    now = _dealt(turn_seconds=60)
    seat, _ = _any_action(now)
    turns = 0
    while not now.doc.places[seat].away:
        mover, action = _any_action(now)
        effects = playing.act(now, mover, None, action, AROUND, "late" if mover == seat else None)
        assert effects.document == (effects.after.doc.places != now.doc.places)
        turns += effects.after.doc.places[seat].late > now.doc.places[seat].late
        now = effects.after
    assert turns == MAX_LATE


def test_the_last_action_ends_the_match_and_stores_the_document() -> None:
    now = _dealt()
    effects = Effects(now)
    while now.doc.status == "running":
        effects = _acted(now)
        now = effects.after
    assert now.doc.past[-1].outcome == now.play.match.outcome  # type: ignore[union-attr]
    assert effects.document
    assert effects.tell == (Tell.EVENTS, Tell.TABLE)
    assert not now.able
    assert not now.bots


def test_nobody_has_seen_it_so_it_is_taken_back_at_once() -> None:
    now = _acted(_dealt(), around=replace(AROUND, here=("anna",))).after
    before = now.playing()
    effects = undoing.ask(now, 0, "u", AROUND)
    assert effects.tell == (Tell.SNAPSHOT,)
    assert effects.answers == (Answer(0, "u", before.version + 1),)
    assert effects.entries[0].undo
    assert now.playing() is before


def test_those_who_have_seen_it_are_asked_and_each_has_to_agree() -> None:
    now = _acted(_dealt()).after
    asked = undoing.ask(now, 0, "u", AROUND)
    assert not asked.document
    assert not asked.entries, "a question is not stored"
    assert asked.after.asked is not None
    assert asked.after.asked.waits_for == {"ben", "cleo"}
    once = undoing.answer(asked.after, "ben", True, AROUND)
    assert undoing.answer(once.after, "ben", True, AROUND).after is once.after
    assert not once.answers
    granted = undoing.answer(once.after, "cleo", True, AROUND)
    assert granted.after.asked is None
    assert granted.entries[0].undo


@pytest.mark.parametrize("how", ["no", "late"])
def test_a_no_and_no_answer_look_the_same_and_it_is_asked_once(how: str) -> None:
    asked = undoing.ask(_acted(_dealt()).after, 0, "u", AROUND).after
    later = replace(AROUND, ticking=AROUND.ticking + undoing.ASK_SECONDS)
    if how == "no":
        ended = undoing.answer(asked, "ben", False, AROUND)
    else:
        assert undoing.expire(asked, AROUND).after is asked, "not yet"
        ended = undoing.expire(asked, later)
    (given,) = ended.answers
    assert isinstance(given.result, Refusal)
    assert str(given.result) == str(Refusal("undo_not_agreed"))
    assert ended.tell == (Tell.TABLE,)
    with pytest.raises(Refusal):
        undoing.ask(ended.after, 0, "u2", AROUND)


def test_an_action_while_it_is_asked_answers_the_question_with_no() -> None:
    asked = undoing.ask(_acted(_dealt()).after, 0, "u", AROUND).after
    effects = _acted(asked, "b")
    assert effects.after.asked is None
    assert [each.id for each in effects.answers] == ["u"]
    assert effects.tell == (Tell.TABLE, Tell.EVENTS)


def test_an_action_that_leads_nowhere_else_stores_nothing() -> None:
    now = _dealt()
    assert playing.uncover(now, 0, AROUND) == Effects(now)
    assert undoing.answer(now, "ben", True, AROUND) == Effects(now)
    assert undoing.expire(now, AROUND) == Effects(now)
