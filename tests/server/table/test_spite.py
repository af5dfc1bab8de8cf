"""What a spiteful person at a table cannot do: keep it busy, take it over, speak for others."""

import asyncio
from pathlib import Path
from typing import Any

from quartett.protocol.bodies import ByNumber, Join, Nothing, Rename, Revoke
from quartett.protocol.messages import Say
from quartett.server.table.members import MAX_DEVICES
from quartett.server.table.permissions import Caller
from server.refusing import refuses
from server.table.party import Party, at_table
from server.table.room import Device


def test_a_table_rests_though_only_somebody_who_was_removed_looks_on(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        host, ben, cleo = party.callers
        await party.actor.remove(host, ByNumber(person=1))
        await party.actor.leave(cleo, Nothing())
        await party.actor.detach(party.cleo.connection)
        await party.actor.detach(party.anna.connection)
        await party.time.move(61)
        assert party.doc.host == host.person != ben.person
        set_alarms, call_at = 0, party.time.call_at

        def counted(*alarm: Any) -> asyncio.TimerHandle:
            nonlocal set_alarms
            set_alarms += 1
            return call_at(*alarm)

        setattr(party.time, "call_at", counted)  # noqa: B010 (a method is replaced)
        await asyncio.sleep(0.2)
        assert set_alarms < 5
        # Let in again, Ben is somebody who waits.
        await party.actor.admit(host, ByNumber(person=1))
        await party.time.move(61)
        assert party.doc.host == ben.person

    at_table(tmp_path, play, begun=False)


def test_what_was_said_goes_with_whoever_said_it_whatever_they_are_called(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        host, ben, _ = party.callers
        await party.actor.say(party.ben.connection, Say(text="my secret"))
        await party.actor.rename(ben, Rename(name="Somebody"))
        await party.actor.rename(host, Rename(name="Ben"))
        await party.actor.say(party.anna.connection, Say(text="my own words"))
        await party.actor.say(party.ben.connection, Say(phrase="hello"))
        await party.actor.forget(ben)
        assert [(line.name, line.text) for line in party.doc.said] == [
            ("Ben", "my own words"),
            ("…", None),
        ]

    at_table(tmp_path, play, chat="free")


def test_whoever_is_first_to_open_a_link_does_not_become_its_owner(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        joined = await party.actor.join(Caller(browser="Dora"), Join(name="Dora"))
        assert joined.you.name == "Dora"
        person = next(id for id, each in party.doc.people.items() if each.name == "Dora")
        link = Caller(person=person, browser="a friend's")
        await party.actor.join(link, Join())
        await Device(party.actor, link).hello()
        for other in (link, Caller(person=person)):
            with refuses("not_owner"):
                await party.actor.revoke(other, Revoke())
        await party.actor.revoke(Caller(browser="Dora"), Revoke())
        assert party.doc.people[person].browsers == ("Dora",)

    at_table(tmp_path, play)


def test_a_friend_who_keeps_a_name_pushes_no_owner_out(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        person = party.callers[1].person
        for number in range(MAX_DEVICES):
            friend = Caller(person=person, browser=f"d{number}")
            await party.actor.join(friend, Join())
        await party.actor.pass_on(friend, "the friend's other one")
        known = party.doc.people[person]
        assert len(known.browsers) == MAX_DEVICES
        assert {"Ben", "the friend's other one"} <= set(known.browsers)

    at_table(tmp_path, play)


def test_what_is_stored_of_a_table_is_dated_by_the_servers_time(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        await party.time.move(3600)
        await party.actor.say(party.ben.connection, Say(phrase="hello"))
        now = party.time.wall_ms()
        assert now - 60_000 < party.doc.updated_at <= now
        assert party.doc.said[-1].at == party.doc.updated_at
        assert party.doc.created_at <= now - 3_600_000

    at_table(tmp_path, play)
