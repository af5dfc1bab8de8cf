"""What people at one table can do to each other: nothing that the others did not agree to."""

from pathlib import Path
from typing import Any

import pytest

from playing import random_match
from quartett import games
from quartett.core.match import Match
from quartett.protocol.bodies import (
    Absent,
    ByNumber,
    ChangeSeat,
    Join,
    Looked,
    Nothing,
    Revoke,
    Sit,
    StandIn,
)
from quartett.protocol.messages import Act, AnswerUndo, Say, Undo
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.table.members import MAX_DEVICES, MAX_PEOPLE
from quartett.server.table.permissions import Caller
from quartett.server.table.undoing import ASK_SECONDS
from server.live import run
from server.refusing import refuses
from server.table.party import Party, at_table
from server.table.room import Device, new_table, open_tables

# Taking back


def test_with_people_taking_back_is_asked_for_and_done_once_all_agree(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        asked = party.ben.last("table")["table"]["undo_asked"]
        assert (asked["seat"], asked["waits_for"]) == (0, [1, 2])
        await party.actor.answer_undo(party.ben.connection, AnswerUndo(agree=True))
        assert party.cleo.last("table")["table"]["undo_asked"]["waits_for"] == [2]
        assert party.anna.last("ack", "refused")["id"] == "a"
        await party.actor.answer_undo(party.cleo.connection, AnswerUndo(agree=True))
        assert party.anna.last("ack", "refused") == {"type": "ack", "id": "u", "version": 3}
        assert party.cleo.last("snapshot")["table"]["undo_asked"] is None

    at_table(tmp_path, play)


def test_a_no_is_quiet_and_nobody_is_asked_twice(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        await party.actor.answer_undo(party.ben.connection, AnswerUndo(agree=False))
        refused = party.anna.last("ack", "refused")
        assert (refused["id"], refused["reason"]) == ("u", "server.undo_not_agreed")
        assert party.cleo.last("table")["table"]["undo_asked"] is None
        await party.actor.answer_undo(party.cleo.connection, AnswerUndo(agree=True))
        assert party.anna.last("snapshot", "events")["version"] == 2
        with refuses("undo_not_agreed"):
            await party.actor.undo(party.anna.connection, Undo(id="again"))

    at_table(tmp_path, play)


def test_a_question_that_nobody_answers_ends_by_itself_and_looks_like_a_no(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        await party.time.move(ASK_SECONDS - 5)
        assert party.ben.last("table")["table"]["undo_asked"] is not None
        await party.time.move(6)
        assert party.anna.last("ack", "refused")["reason"] == "server.undo_not_agreed"
        assert party.ben.last("table")["table"]["undo_asked"] is None

    at_table(tmp_path, play)


def test_a_question_ends_with_the_next_action(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        await party.act(party.ben, "b")
        assert party.anna.last("refused")["reason"] == "server.no_undo"
        await party.actor.answer_undo(party.ben.connection, AnswerUndo(agree=True))
        await party.actor.answer_undo(party.cleo.connection, AnswerUndo(agree=True))
        assert party.cleo.last("snapshot", "events")["version"] == 3

    at_table(tmp_path, play)


def test_a_question_of_somebody_who_is_sent_away_ends_with_them(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.hand_over(party.callers[0], ByNumber(person=1))
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        await party.actor.remove(party.callers[1], ByNumber(person=0))
        for device in (party.ben, party.cleo):
            await party.actor.answer_undo(device.connection, AnswerUndo(agree=True))
        assert party.anna.last("ack", "refused")["reason"] == "server.no_undo"
        assert party.ben.last("table", "snapshot")["table"]["undo_asked"] is None
        assert party.cleo.last("snapshot", "events")["version"] == 2

    at_table(tmp_path, play)


def test_those_who_have_not_seen_a_move_are_not_asked(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.detach(party.ben.connection)
        await party.actor.detach(party.cleo.connection)
        await party.act(party.anna)
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        assert party.anna.last("ack", "refused")["id"] == "u"
        await party.act(party.anna, "a2")
        await party.ben.hello()
        await party.actor.undo(party.anna.connection, Undo(id="u2"))
        assert party.ben.last("table")["table"]["undo_asked"]["waits_for"] == [1]

    at_table(tmp_path, play)


@pytest.mark.parametrize(("mode", "offered"), [("free", True), ("ask", True), ("off", False)])
def test_the_host_chooses_how_moves_are_taken_back(
    tmp_path: Path, mode: str, offered: bool
) -> None:
    async def play(party: Party) -> None:
        await party.act(party.anna)
        told = party.anna.last("events")
        assert told["can_undo"] is offered
        if mode == "off":
            with refuses("undo_off"):
                await party.actor.undo(party.anna.connection, Undo(id="u"))
            return
        await party.actor.undo(party.anna.connection, Undo(id="u"))
        done = party.anna.last("ack")["id"] == "u"
        assert done is (mode == "free")

    at_table(tmp_path, play, undo=mode)


def test_alone_with_bots_nobody_is_asked(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        bots = [{"kind": "bot", "level": "random"}] * 2
        actor, host = await new_table(tables, seats=[{}, *bots])
        await actor.start(host)
        anna = Device(actor, host)
        await anna.hello()
        action = anna.last("snapshot")["legal"][0]
        await actor.act(anna.connection, Act(id="a", action=action))
        if anna.last("events")["can_undo"]:
            await actor.undo(anna.connection, Undo(id="u"))
            assert anna.last("ack", "refused")["id"] == "u"
        assert actor.info.undo_asked is None
        await tables.close()

    run(play())


@pytest.mark.parametrize("name", ["jericho", "photo_rummy", "souvenirs"])
def test_nothing_is_taken_back_that_showed_another_person_something(name: str) -> None:
    """A card that the next player drew by it has been seen: it must not be drawn again."""
    for match, _ in random_match(name, 3, fewest(name)):
        if not match.entries or (seat := match.entries[-1].seat) is None:
            continue
        play = VersionedMatch(match, 0, {})
        others = tuple(each for each in range(fewest(name)) if each != seat)
        if play.may_undo(seat, others):
            before = match.undone().state
            for event in match.entries[-1].events:
                own = match.game.redact(event, before, seat)
                seen = {repr(match.game.redact(event, before, each)) for each in others}
                assert own == event or seen == {repr(own)}
                before = match.game.evolve(before, event)


def fewest(name: str) -> int:
    """The fewest players."""
    return games.get(name).players[0]


def test_a_card_drawn_for_the_next_player_cannot_be_taken_back() -> None:
    """Only the one who drew it saw it: whoever acted learnt nothing, and could have undone it."""
    found = 0
    for name in ("photo_rummy", "souvenirs"):
        for seed in range(4):
            for match, _ in random_match(name, seed, fewest(name)):
                found += _shows_another_only(match)
    assert found


def _shows_another_only(match: Match[Any, Any, Any, Any, Any]) -> bool:
    if not match.entries or (seat := match.entries[-1].seat) is None:
        return False
    play = VersionedMatch(match, 0, {})
    others = tuple(each for each in range(match.game.seats(match.state)) if each != seat)
    return play.may_undo(seat) and not play.may_undo(seat, others)


# The host


def test_a_bot_takes_nobodys_seat_who_is_there(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        host, bot = party.callers[0], Absent(seat=1, choice="bot")
        with refuses("still_here"):
            await party.actor.absent(host, bot)
        await party.actor.detach(party.ben.connection)
        await party.time.move(20)
        with refuses("still_here"):
            await party.actor.absent(host, bot)
        await party.time.move(11)
        assert (await party.actor.absent(host, bot)).table.seats[1].away

    at_table(tmp_path, play, away_seconds=None)


def test_somebody_lets_a_bot_play_for_them_and_goes_on_when_they_like(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        looked = await party.actor.stand_in(party.callers[1], StandIn(seat=1))
        assert looked.table.seats[1].away
        with refuses("not_seated"):
            await party.actor.stand_in(party.callers[1], StandIn(seat=2))
        await party.ben.hello()
        assert not party.doc.places[1].away

    at_table(tmp_path, play)


def test_somebody_who_was_removed_comes_back_only_when_the_host_lets_them_in(
    tmp_path: Path,
) -> None:
    async def play(party: Party) -> None:
        host, ben = party.callers[0], party.callers[1]
        with refuses("only_host"):
            await party.actor.remove(party.callers[2], ByNumber(person=1))
        looked = await party.actor.remove(host, ByNumber(person=1))
        assert looked.table.seats[1].kind == "open"
        assert [(each.person, each.name) for each in looked.table.removed] == [(1, "Ben")]
        with refuses("removed"):
            await party.actor.sit(ben, Sit(seat=1))
        with refuses("removed"):
            await party.actor.join(Caller(browser="Ben"), Join(name="Ben again"))
        with refuses("removed"):
            await party.actor.say(party.ben.connection, Say(phrase="hello"))
        await party.actor.admit(host, ByNumber(person=1))
        assert (await party.actor.sit(ben, Sit(seat=1))).you.seats == [1]

    at_table(tmp_path, play, begun=False)


def test_during_a_match_a_bot_plays_on_for_somebody_who_is_removed(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        looked = await party.actor.remove(party.callers[0], ByNumber(person=2))
        assert looked.table.seats[2].kind == "bot"
        assert party.cleo.last("snapshot")["view"]["viewer"] is None
        assert party.cleo.last("snapshot")["you"]["seats"] == []

    at_table(tmp_path, play)


@pytest.mark.parametrize("ask", ["remove", "absent"])
def test_a_host_sends_nobody_out_of_a_rated_match(tmp_path: Path, ask: str) -> None:
    async def play(party: Party) -> None:
        with refuses("rated_stays"):
            await _send_away(party, ask)
        await party.actor.leave(party.callers[1], Nothing())
        with refuses("rated_stays"):
            await _send_away(party, ask)
        assert party.doc.places[1].person == party.callers[1].person
        eve = await party.actor.join(Caller(browser="Eve"), Join(name="Eve", sit=False))
        assert eve.you.seats == []
        looked = await party.actor.remove(party.callers[0], ByNumber(person=3))
        assert [each.name for each in looked.table.removed] == ["Eve"]

    at_table(tmp_path, play, rated=True)


@pytest.mark.parametrize("ask", ["remove", "absent"])
def test_over_days_nobody_is_sent_away_before_a_bot_has_taken_their_seat(
    tmp_path: Path, ask: str
) -> None:
    async def play(party: Party) -> None:
        host = party.callers[0]
        await party.actor.detach(party.ben.connection)
        await party.time.move(12 * 3600)
        with refuses("days_stay"):
            await _send_away(party, ask)
        with refuses("days_stay"):
            await party.actor.absent(host, Absent(seat=1, choice="bot"))
        assert not party.doc.places[1].away
        await party.actor.stand_in(party.callers[1], StandIn(seat=1))
        assert (await _send_away(party, ask)).table.seats[1].kind == "bot"

    at_table(tmp_path, play, turn_seconds=24 * 3600)


async def _send_away(party: Party, ask: str) -> Looked:
    if ask == "remove":
        return await party.actor.remove(party.callers[0], ByNumber(person=1))
    return await party.actor.absent(party.callers[0], Absent(seat=1, choice="remove"))


def test_a_host_who_is_gone_while_others_wait_is_the_host_no_more(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.detach(party.anna.connection)
        await party.time.move(59)
        assert party.doc.host == party.callers[0].person
        await party.time.move(2)
        assert party.doc.host == party.callers[1].person  # Ben was there before Cleo
        assert party.ben.last("table")["you"]["host"]
        await party.anna.hello()
        await party.time.move(100)
        assert party.doc.host == party.callers[1].person
        await party.actor.hand_over(party.callers[1], ByNumber(person=0))
        assert party.doc.host == party.callers[0].person

    at_table(tmp_path, play, begun=False)


def test_a_host_who_is_back_in_time_stays_the_host(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.detach(party.anna.connection)
        await party.time.move(50)
        await party.anna.hello()
        await party.time.move(50)
        assert party.doc.host == party.callers[0].person

    at_table(tmp_path, play, begun=False)


def test_a_host_who_leaves_the_waiting_room_leaves_a_host_behind(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.ben.hello()
        await party.actor.leave(party.callers[0], Nothing())
        assert party.doc.host == party.callers[1].person
        assert party.doc.status == "waiting"

    at_table(tmp_path, play, begun=False)


# Strangers


def test_one_person_has_one_seat_unless_the_host_opens_another(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        host, ben = party.callers[0], party.callers[1]
        await party.actor.change_seat(host, ChangeSeat(seat=3, kind="open"))
        with refuses("one_seat"):
            await party.actor.sit(ben, Sit(seat=3))
        looked = await party.actor.change_seat(host, ChangeSeat(seat=3, kind="open", person=1))
        assert looked.table.seats[3].meant_for == 1
        with refuses("seat_taken"):
            await party.actor.sit(party.callers[2], Sit(seat=3))
        dora = await party.actor.join(Caller(browser="Dora"), Join(name="Dora"))
        assert dora.you.seats == []
        assert (await party.actor.sit(ben, Sit(seat=3, name="Bo"))).you.seats == [1, 3]

    at_table(tmp_path, play, begun=False)


def test_onlookers_who_have_gone_leave_room_for_others(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        for number in range(2 * MAX_PEOPLE):
            joined = await party.actor.join(
                Caller(browser=f"b{number}"), Join(name=f"Onlooker {number}", sit=False)
            )
            assert joined.you.seats == []
        numbers = {seat.person for seat in joined.table.seats}
        assert numbers == {0, 1, 2}
        assert len(party.doc.people) <= MAX_PEOPLE

    at_table(tmp_path, play)


def test_a_table_is_full_of_people_who_are_there(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        for number in range(MAX_PEOPLE - 3):
            caller = Caller(browser=f"b{number}")
            await party.actor.join(caller, Join(name=f"Onlooker {number}"))
            await Device(party.actor, caller).hello()
        with refuses("table_full", 503):
            await party.actor.join(Caller(browser="late"), Join(name="Late"))

    at_table(tmp_path, play)


def test_joining_without_a_seat_shows_no_more_than_a_stranger_sees(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.actor.join(Caller(browser="Eve"), Join(name="Eve", sit=False))
        eve = Device(party.actor, Caller(browser="Eve"))
        await eve.hello()
        assert eve.last("snapshot")["view"] is None
        await party.act(party.anna)
        assert "events" not in {message["type"] for message in eve.told}
        with refuses("no_spectators"):
            await party.actor.replay(Caller(browser="Eve"), None)

    at_table(tmp_path, play, spectators=False)


# Links


def test_a_private_link_cannot_lock_its_owner_out(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        doc = party.doc
        ben = doc.people[party.callers[1].person]
        assert ben.owner == "Ben"
        link = Caller(person=party.callers[1].person, browser="a friend's")
        await party.actor.join(link, Join())
        with refuses("not_owner"):
            await party.actor.revoke(link, Revoke())
        with refuses("not_owner"):
            await party.actor.revoke(Caller(person=link.person), Revoke())
        await party.actor.revoke(party.callers[1], Revoke())
        assert party.doc.people[link.person].browsers == ("Ben",)

    at_table(tmp_path, play)


def test_many_devices_push_out_neither_the_owner_nor_one_in_use(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        person = party.callers[1].person
        used = Caller(person=person, browser="in use")
        await party.actor.join(used, Join())
        await Device(party.actor, used).hello()
        for number in range(3 * MAX_DEVICES):
            await party.actor.join(Caller(person=person, browser=f"d{number}"), Join())
        latest = [f"d{number}" for number in range(2 * MAX_DEVICES + 2, 3 * MAX_DEVICES)]
        assert party.doc.people[person].browsers == ("Ben", "in use", *latest)

    at_table(tmp_path, play)


def test_opening_somebody_elses_link_costs_nobody_their_seat(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        cleo, ben = party.callers[2], party.callers[1]
        joined = await party.actor.join(Caller(person=ben.person, browser="Cleo"), Join())
        assert joined.you.seats == [1]
        assert (await party.actor.look(Caller(browser="Cleo"))).you.seats == [2]
        assert (await party.actor.look(Caller(browser="Ben"))).you.seats == [1]
        assert cleo.browser == "Cleo"

    at_table(tmp_path, play)


# Names


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800 \u2800", "\u200b", "\u034f", "\u0301", " \uffa0"]
)
def test_a_name_that_looks_blank_is_refused(tmp_path: Path, name: str) -> None:
    async def play(party: Party) -> None:
        with refuses("name_missing"):
            await party.actor.join(Caller(browser="blank"), Join(name=name))

    at_table(tmp_path, play)


SHOWN = {
    "Ben": "Ben 2",
    " ben": "ben 2",
    "\uff22\uff45\uff4e": "\uff22\uff45\uff4e 2",
    "B\u3164en": "B en",
    "Benno": "Benno",
}


@pytest.mark.parametrize("name", SHOWN)
def test_two_people_of_one_name_are_told_apart(tmp_path: Path, name: str) -> None:
    async def play(party: Party) -> None:
        joined = await party.actor.join(Caller(browser="other"), Join(name=name))
        assert joined.you.name == SHOWN[name]

    at_table(tmp_path, play)
