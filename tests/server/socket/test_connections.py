"""Connections come and go; seats, versions and answers stay."""

import asyncio
import gc
import random
import socket
import warnings
from pathlib import Path

from quartett.client import Seat
from quartett.protocol.messages import Ack
from quartett.server.parts.connection import MAX_ANSWERS, MAX_NEWS, Connection, encode
from server.live import Live, live_server, play_on, run, sit_down
from server.raw import open_raw
from server.refusing import refuses


def test_whoever_comes_back_is_told_what_was_missed(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1]:
            async with seats[2]:
                await seats[2].turn()
                known = seats[2].version
            await seats[0].act(seats[0].legal[0])
            await seats[1].act(seats[1].legal[0])
            hello = {"type": "hello", "token": seats[2].token, "match": 1, "version": known}
            raw = await open_raw(seats[2], hello)
            shown = await raw.next("snapshot")
            assert shown["since"] == known
            assert [e["type"] for e in shown["events"]] == ["first_chosen", "first_chosen"]
            assert [e["card"] for e in shown["events"]] == [None, None]
            await raw.send({"type": "catch_up", "match": 1, "version": known + 1})
            tail = await raw.next("events")
            assert (tail["since"], tail["version"]) == (known + 1, known + 2)
            await raw.send({"type": "catch_up", "match": 9, "version": 0})
            assert (await raw.next("snapshot"))["version"] == known + 2
            await raw.socket.close()

    run(play())


def test_the_private_link_gives_the_same_seat_on_another_device(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        link = f"{live.url}{seats[1].you['path']}"
        phone = await Seat.join(link)
        assert phone.you["seats"] == [1]
        async with seats[1], phone:
            await phone.turn()
            assert phone.view == seats[1].view
            await phone.act(phone.legal[0])
            await seats[1].until(lambda: seats[1].version == phone.version)

    run(play())


def test_a_link_of_another_table_is_no_good_here(live: Live) -> None:
    async def play() -> None:
        one = await Seat.create(live.url, "jericho", "Anna")
        two = await Seat.create(live.url, "jericho", "Ben")
        with refuses("bad_token"):
            await Seat.join(f"{two.url}#{one.token}")
        with refuses("bad_token"):
            await Seat.join(f"{two.url}#{two.token}x")
        two.api.token = one.token
        with refuses("bad_token"):
            await two.post("start")

    run(play())


def test_a_repeated_action_id_is_played_once_and_answered_twice(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        raw = await open_raw(seats[0])
        shown = await raw.next("snapshot")
        act = {"type": "act", "id": "once", "action": shown["legal"][0]}
        for _ in range(3):
            await raw.send(act)
        acks = [await raw.next("ack", "refused") for _ in range(3)]
        assert acks == [{"type": "ack", "id": "once", "version": 2}] * 3
        await raw.socket.close()

    run(play())


def test_a_leaver_is_played_by_a_bot_and_gets_the_seat_back(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1]:
            await seats[2].post("leave")
            await seats[0].until(lambda: seats[0].table["seats"][2]["away"])
            await seats[0].until(lambda: 2 not in seats[0].now["to_act"])
            async with seats[2]:
                await seats[0].until(lambda: not seats[0].table["seats"][2]["away"])

    run(play())


def test_the_clock_hands_a_late_turn_to_a_bot(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["A", "B", "C"], turn_seconds=5)
        await seats[0].post("start")
        async with seats[0]:
            left = seats[0].now["clock"]["left"]
            assert set(left) == {"0", "1", "2"}
            assert max(left.values()) <= 5000
            version = seats[0].version
            await seats[0].until(lambda: seats[0].version > version)

    run(play())


def test_news_that_give_way_to_a_snapshot_leave_every_answer_where_it_was() -> None:
    connection = Connection()
    answers = [Ack(id=f"a{number}", version=number) for number in range(5)]
    for number, answer in enumerate(answers):
        connection.tell(b"before %d" % number)
        connection.answer(answer)
    for number in range(MAX_NEWS):
        connection.tell(b"news %d" % number)
    assert connection.behind
    waiting = list(iter(connection.take, None))
    assert waiting == [encode(answer) for answer in answers], "in order, and nothing else"
    connection.catch_up(b"snapshot")
    for number in range(MAX_NEWS - 1):
        connection.tell(b"fresh %d" % number)
    assert not connection.behind, "what was dropped is not counted twice"
    connection.tell(b"one too many")
    assert connection.behind


def test_a_slow_reader_gets_a_snapshot_in_place_of_the_backlog() -> None:
    async def read() -> None:
        connection = Connection()
        for number in range(MAX_NEWS + 5):
            connection.tell(b"news %d" % number)
        connection.answer(Ack(id="never dropped", version=1))
        assert connection.take() == b'{"type":"ack","id":"never dropped","version":1}'
        assert connection.take() is None
        assert connection.behind
        connection.catch_up(b"snapshot")
        connection.tell(b"fresh")
        assert [connection.take(), connection.take()] == [b"snapshot", b"fresh"]
        for _ in range(MAX_ANSWERS + 1):
            connection.answer(Ack(id="unread", version=1))
        assert connection.ended

    run(read())


def test_several_people_on_one_device_look_from_seat_to_seat(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, {}, {}])
        await host.post("sit", seat=1, name="Ben")
        await host.post("sit", seat=2, name="Cleo")
        await host.post("start")
        raw = await open_raw(host)
        shown = await raw.next("snapshot")
        assert shown["you"]["seats"] == [0, 1, 2]
        for seat in (0, 1, 2):
            await raw.send({"type": "focus", "seat": seat})
            shown = await raw.next("snapshot")
            assert shown["view"]["viewer"] == seat
            await raw.send({"type": "act", "id": f"a{seat}", "action": shown["legal"][0]})
            assert (await raw.next("ack", "refused"))["type"] == "ack"
        await raw.send({"type": "focus", "seat": 3})
        assert (await raw.next("refused"))["reason"] == "server.not_seated"
        await raw.socket.close()

    run(play())


def test_an_action_that_taught_nothing_can_be_taken_back(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"], undo="free")
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            first = seats[0].legal[0]
            await seats[0].act(first)
            assert seats[0].now["can_undo"]
            undone = await seats[0].ask({"type": "undo"})
            await seats[0].until(lambda: seats[0].version == undone["version"] == 3)
            assert first in seats[0].legal
            await seats[0].act(seats[0].legal[1])
            await seats[1].until(lambda: seats[1].version == 4)
            await seats[1].act(seats[1].legal[0])
            with refuses("no_undo"):
                await seats[0].ask({"type": "undo"})
            await asyncio.gather(*(play_on(seat, random.Random(1)) for seat in seats))

    run(play())


def test_what_was_learnt_cannot_be_taken_back(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0], seats[1], seats[2]:
            for _ in range(2):
                for seat in seats:
                    await seat.turn()
                    await seat.act(seat.legal[0])
            await seats[0].turn()
            await seats[0].act(seats[0].legal[0])
            assert not seats[0].now["can_undo"]

    run(play())


def test_a_rematch_moves_everybody_one_seat_on(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        first = seats[0].table["commitment"]
        async with seats[0], seats[1], seats[2]:
            with refuses("not_over"):
                await seats[1].post("rematch")
            await asyncio.gather(*(play_on(seat, random.Random(2)) for seat in seats))
            await seats[1].post("rematch")
            await seats[0].until(lambda: seats[0].table["rematch"] == [1])
            assert seats[0].table["status"] == "over"
            await seats[0].post("rematch")
            await seats[2].post("rematch")
            await seats[0].until(lambda: seats[0].table["match"] == 2)
            assert seats[0].table["status"] == "running"
            assert [s["name"] for s in seats[0].table["seats"]] == ["Ben", "Cleo", "Anna"]
            assert seats[0].table["commitment"] != first
            assert seats[0].table["past"][0]["deal"]["commitment"] == first
            await seats[0].until(lambda: seats[0].now["match"] == 2 and seats[0].now["seat"] == 2)
            await asyncio.gather(*(play_on(seat, random.Random(3)) for seat in seats))
            log = await seats[0].api.fetch(f"/api/tables/{seats[0].table_id}/replay?match=1")
            assert log != await seats[0].replay()

    run(play())


def test_a_bot_plays_for_whoever_is_gone_too_long_and_hands_the_seat_back(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"], away_seconds=5)
        await seats[0].post("start")
        async with seats[0]:
            async with seats[2]:
                await seats[2].turn()
            await seats[0].until(lambda: seats[0].table["seats"][2]["away"])
            await seats[0].until(lambda: 2 not in seats[0].now["to_act"])
            async with seats[2]:
                assert not seats[2].table["seats"][2]["away"]
                await seats[0].until(lambda: not seats[0].table["seats"][2]["away"])

    run(play())


def test_a_guest_who_does_not_read_holds_nobody_up_and_gets_a_snapshot(tmp_path: Path) -> None:
    async def play(live: Live) -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        sleeper = await open_raw(seats[2], max_queue=1, sock=_narrow(live.url))
        await sleeper.next("snapshot")
        async with seats[0], seats[1]:
            while not _is_behind(live, seats[2]):
                for _ in range(200):  # each is answered with a snapshot that nobody reads
                    await sleeper.send({"type": "catch_up", "match": 9, "version": 0})
            for seat in seats[:2]:
                await seat.act(seat.legal[0])
            while (await sleeper.next("snapshot", "events"))["version"] != seats[1].version:
                pass
            assert live.tables.services.metrics.slow_connections
        await sleeper.socket.close()

    with live_server(tmp_path, message_rate=1e6) as live:
        run(play(live))


def _narrow(url: str) -> socket.socket:
    """A connection into which little fits, so that the server soon feels that nobody reads."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    narrow.connect(("127.0.0.1", int(url.rsplit(":", 1)[1])))
    narrow.setblocking(False)
    return narrow


def _is_behind(live: Live, seat: Seat) -> bool:
    connections = live.table(seat.table_id).broadcaster.connections
    return any(connection.behind for connection in connections)


def test_a_hint_asked_for_with_the_last_words_leaves_nothing_undone(live: Live) -> None:
    """The asker is gone before anybody begins to think about it."""

    async def play() -> None:
        (seat,) = await sit_down(
            live.url, "jericho", ["Anna"], seats=[{}, {"kind": "bot"}, {"kind": "bot"}]
        )
        await seat.post("start")
        for _ in range(5):
            raw = await open_raw(seat)
            await raw.next("snapshot")
            for _ in range(3):  # in one go with the end of the connection
                raw.socket.protocol.send_text(b'{"type":"hint","id":"last"}')
            await raw.socket.close()

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        run(play())
        gc.collect()
    assert [str(each.message) for each in warned if each.category is RuntimeWarning] == []
