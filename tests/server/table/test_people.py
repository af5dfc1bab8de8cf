"""Who is there, who is gone, what they are called, and what the host may decide."""

import asyncio
import random
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from quartett.client import Seat
from quartett.protocol.messages import PROTOCOL, Clock, Said
from quartett.server.store.documents import SeatRecord, TableDocument
from quartett.server.table import outgoing
from server.live import Live, live_server, play_on, run, sit_down
from server.raw import open_raw
from server.refusing import refuses

THREE = ["Anna", "Ben", "Cleo"]


def test_only_the_host_decides_about_others_and_not_about_themselves(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", THREE)
        await seats[0].post("start")
        async with seats[0], seats[2]:
            with refuses("only_host"):
                await seats[2].post("absent", seat=1, choice="remove")
            with refuses("nobody_to_replace"):
                await seats[0].post("absent", seat=0, choice="bot")
            with refuses("still_here"):
                await seats[0].post("absent", seat=2, choice="bot")
            looked = await seats[0].post("absent", seat=2, choice="remove")
            assert looked["table"]["seats"][2]["kind"] == "bot"
            await seats[2].until(lambda: seats[2].you["seats"] == [])
            with refuses("removed"):
                await seats[2].act({"type": "wall", "card": "red-1"})
            await seats[2].until(lambda: seats[2].view["viewer"] is None)

    run(play())


def test_the_host_waits_for_somebody_however_long_they_are_gone(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", THREE, away_seconds=5)
        await seats[0].post("start")
        async with seats[0]:
            await seats[0].post("absent", seat=1, choice="wait")
            await seats[0].until(lambda: seats[0].table["seats"][2]["away"])
            looked = await seats[0].api.get(f"/api/tables/{seats[0].table_id}")
            assert [seat["away"] for seat in looked["table"]["seats"]] == [False, False, True]
            assert looked["table"]["seats"][1]["wait"]

    run(play())


def test_somebody_goes_by_another_name(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, {}, {}])
        await host.post("sit", seat=1, name="Mum")
        looked = await host.post("rename", name="  Anne\u202e ")
        assert looked["you"]["name"] == "Anne"
        assert [seat["name"] for seat in looked["table"]["seats"]] == ["Anne", "Mum", ""]
        looked = await host.post("rename", name="Mother", seat=1)
        assert [seat["name"] for seat in looked["table"]["seats"]] == ["Anne", "Mother", ""]
        with refuses("not_seated"):
            await host.post("rename", name="Nobody", seat=2)
        with refuses("name_missing"):
            await host.post("rename", name=" ")

    run(play())


def test_nobody_asks_for_hints_at_a_table_without_them(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", THREE, hints=False)
        assert seats[0].table["hints"] is False
        await seats[0].post("start")
        async with seats[0]:
            with refuses("no_hints"):
                await seats[0].ask({"type": "hint"})

    run(play())


def test_people_talk_in_the_waiting_room(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", THREE)
        raw = await open_raw(seats[1])
        await raw.next("snapshot")
        async with seats[0]:
            await seats[0].send({"type": "say", "phrase": "hello"})
            said = await raw.next("said")
            assert (said["seat"], said["name"], said["phrase"]) == (0, "Anna", "hello")
        await raw.socket.close()

    run(play())


def test_nobody_speaks_as_somebody_else_after_a_change_of_seats(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", [*THREE, "Dora"])
        await seats[0].post("stand", seat=0)
        hello = {"type": "hello", "token": seats[1].token, "seat": 1}
        ben = await open_raw(seats[1], hello)
        await ben.next("snapshot")
        await seats[0].post("start")
        await ben.next("snapshot")
        await ben.send({"type": "say", "phrase": "oops"})
        said = await ben.next("said")
        assert (said["seat"], said["name"]) == (0, "Ben")
        await ben.socket.close()

    run(play())


def test_what_was_said_follows_its_speaker_to_another_seat(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        async with seats[0], seats[1], seats[2]:
            for number, each in enumerate(seats, 1):  # one after the other: each has its own line
                await each.send({"type": "say", "phrase": "hello"})
                while len(live.table(each.table_id).now.doc.said) < number:
                    await asyncio.sleep(0.01)
            doc = live.table(seats[0].table_id).now.doc
        rotated = replace(doc, places=(*doc.places[1:], doc.places[0]))
        left = replace(doc, places=(doc.places[0], SeatRecord(), doc.places[2]))
        assert [line.seat for line in told(doc)] == [0, 1, 2]
        assert [line.seat for line in told(rotated)] == [2, 0, 1]
        assert [line.seat for line in told(left)] == [0, None, 2]

    def told(doc: TableDocument) -> list[Said]:
        me = outgoing.you(doc, None, None)
        return outgoing.snapshot(doc, None, None, outgoing.table(doc), me, Clock()).chat

    run(play())


def test_a_part_in_the_deal_comes_with_sitting_down(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, {}, {}], sit=False)
        await host.post("sit", seat=0, contribution="a coin")
        await host.post("seats", seat=1, kind="bot")
        await host.post("seats", seat=2, kind="bot")
        commitment = host.table["commitment"]
        await host.post("start")
        async with host:
            await play_on(host, random.Random(1))
            await host.until(lambda: bool(host.table["past"]))
            deal = host.table["past"][0]["deal"]
            person = host.table["seats"][0]["person"]
            assert host.table["past"][0]["people"] == [person, None, None]
        assert list(deal["contributions"]) == ["a coin"]
        assert deal["commitment"] == commitment

    run(play())


def test_a_rematch_is_offered_and_whoever_declines_gives_up_the_seat(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", THREE)
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            await asyncio.gather(*(play_on(seat, random.Random(2)) for seat in seats))
            await seats[0].post("rematch")
            await seats[1].until(lambda: seats[1].table["rematch"] == [0])
            assert seats[1].outcome is not None
            await seats[1].post("rematch", answer=False)
            looked = await seats[2].post("rematch")
            assert looked["table"]["status"] == "waiting"
            names = [seat["name"] for seat in looked["table"]["seats"]]
            assert names == ["", "Cleo", "Anna"]

    run(play())


def test_alone_against_bots_a_rematch_comes_at_once(live: Live) -> None:
    async def play() -> None:
        bots = [{"kind": "bot", "level": "random"}] * 2
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, *bots])
        await host.post("start")
        async with host:
            await play_on(host, random.Random(3))
            looked = await host.post("rematch")
            assert (looked["table"]["status"], looked["table"]["match"]) == ("running", 2)
            assert (await host.post("start"))["table"]["match"] == 2  # asking twice does no harm

    run(play())


def test_the_clock_is_in_the_info_for_everybody(live: Live) -> None:
    async def play() -> None:
        clock: dict[str, Any] = {"turn_bank_seconds": 600, "turn_increment_seconds": 10}
        seats = await sit_down(live.url, "jericho", THREE, public=True, **clock)
        await seats[0].post("start")
        lobby = await seats[0].api.get("/api/tables")
        table = next(each for each in lobby["tables"] if each["id"] == seats[0].table_id)
        assert (table["turn_bank_seconds"], table["turn_increment_seconds"]) == (600, 10)
        assert set(table["clock"]["left"]) == {"0", "1", "2"}
        assert all(0 < left <= 600_000 for left in table["clock"]["left"].values())

    run(play())


def test_a_page_says_which_messages_it_knows_and_an_outdated_one_is_told(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        raw = await open_raw(host)
        assert (await raw.next("snapshot"))["protocol"] == PROTOCOL
        await raw.socket.close()
        old = await open_raw(host, {"type": "hello", "token": host.token, "protocol": 0})
        assert (await old.next("bye"))["reason"] == "server.outdated"
        await old.socket.close()

    with live_server(tmp_path) as live:
        run(play(live.url))
