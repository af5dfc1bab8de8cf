"""An undo is an entry like any other: asked for once, done once, and stored for ever."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from quartett.core.errors import QuartettError
from quartett.protocol.bodies import Join
from quartett.protocol.messages import Act, Undo
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from server.live import Live, run, sit_down
from server.raw import open_raw
from server.table.room import Device, new_table, open_tables


def test_a_repeated_undo_undoes_once_and_ids_survive_it(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        raw = await open_raw(seats[0])
        shown = await raw.next("snapshot")
        act = {"type": "act", "id": "a1", "action": shown["legal"][0]}
        await raw.send(act)
        assert (await raw.next("ack"))["version"] == 2
        for _ in range(3):
            await raw.send({"type": "undo", "id": "u1"})
        acks = [await raw.next("ack", "refused") for _ in range(3)]
        assert acks == [{"type": "ack", "id": "u1", "version": 3}] * 3
        await raw.send(act)
        assert (await raw.next("ack", "refused")) == {"type": "ack", "id": "a1", "version": 2}
        again = {"type": "act", "id": "a2", "action": shown["legal"][1]}
        await raw.send(again)
        assert (await raw.next("ack"))["version"] == 4
        await raw.socket.close()

    run(play())


def test_an_undo_is_appended_and_nothing_is_removed(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        async with seats[0]:
            chosen = seats[0].legal[0]
            await seats[0].act(chosen)
            await seats[0].ask({"type": "undo"})
            await seats[0].act(chosen)
        table = live.table(seats[0].table_id)
        assert table.now.doc.match == 1
        rows = await _rows(live, seats[0].table_id)
        assert [row.number for row in rows] == [0, 1, 2, 3]
        assert [entry.undo for entry in table.now.play.match.log] == [False, False, True, False]
        # Chance is drawn by the entries that count: it comes out the same.
        assert table.now.play.match.log[1].events == table.now.play.match.log[3].events

    run(play())


async def _rows(live: Live, id: str) -> Any:
    return await asyncio.wrap_future(
        asyncio.run_coroutine_threadsafe(
            live.tables.services.store.log(id, 1), live.tables._sweeper.get_loop()
        )
    )


def test_ids_and_undos_survive_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await _three(tables)
        await actor.start(host)
        anna = Device(actor, host)
        await anna.hello()
        act = Act(id="a1", action=anna.last("snapshot")["legal"][0])
        await actor.act(anna.connection, act)
        await actor.undo(anna.connection, Undo(id="u1"))
        await tables.close()
        tables = await open_tables(tmp_path)
        again = await tables.find(actor.id)
        anna = Device(again, host)
        await anna.hello()
        assert anna.last("snapshot")["version"] == 3
        await again.undo(anna.connection, Undo(id="u1"))
        await again.act(anna.connection, act)
        acks = [message for message in anna.told if message["type"] == "ack"]
        assert [(each["id"], each["version"]) for each in acks] == [("u1", 3), ("a1", 2)]
        await tables.close()

    run(play())


def test_an_action_that_the_turn_clock_made_cannot_be_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await _three(tables, turn_seconds=600)
        await actor.start(host)
        anna = Device(actor, host)
        await anna.hello()
        table: Any = actor
        table.now.turns._now = type(table.now.turns._now)({0: 0}, {})  # Anna's turn began long ago
        table.refresh()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(entry.seat == 0 for entry in table.now.play.match.log):
                await asyncio.sleep(0.01)
        assert not table.now.play.can_undo(0)
        assert anna.last("events")["forced"] == [0]
        assert table.now.play.forced_since(0) == [0]
        assert table.now.play.forced_since(table.now.play.version) == []
        with pytest.raises(QuartettError, match="taken back"):
            await actor.undo(anna.connection, Undo(id="u1"))
        await tables.close()
        tables = await open_tables(tmp_path)
        loaded: Any = await tables.find(actor.id)
        play: VersionedMatch = loaded.now.play
        assert not play.can_undo(0)
        assert play.forced_since(0) == [0]
        await tables.close()

    run(play())


async def _three(tables: Any, **request: Any) -> tuple[LiveTable, Caller]:
    actor, host = await new_table(tables, seats=[{}, {}, {}], **request)
    for name in ("Ben", "Cleo"):
        await actor.join(Caller(browser=name), Join(name=name))
    return actor, host
