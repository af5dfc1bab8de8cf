"""Idle tables leave the memory and come back on touch; turn clocks go on from stored moments."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from quartett.protocol.bodies import Join
from quartett.protocol.messages import Act
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.live import run
from server.table.room import Device, new_table, open_tables


async def _asleep(tables: TableRegistry, *actors: LiveTable) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(actor.id in tables._actors for actor in actors):
            await asyncio.sleep(0.05)


async def _three(tables: TableRegistry, **request: Any) -> tuple[LiveTable, Caller]:
    actor, host = await new_table(tables, seats=[{}, {}, {}], **request)
    for name in ("Ben", "Cleo"):
        await actor.join(Caller(browser=name), Join(name=name))
    return actor, host


def test_idle_tables_leave_the_memory_and_come_back_on_touch(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, quiet_seconds=0.3)
        waiting, host = await new_table(tables, public=True)
        running, second = await _three(tables)
        await running.start(second)
        anna = Device(running, second)
        await anna.hello()
        await running.act(anna.connection, Act(id="a", action=anna.last("snapshot")["legal"][0]))
        version = running.now.play.version  # type: ignore[union-attr]
        await _asleep(tables, waiting)
        assert running.id in tables._actors  # somebody is there
        await running.detach(anna.connection)
        await _asleep(tables, running)
        listed = [*await tables.public(), *await tables.of_browser("host's browser")]
        assert {table.id for table in listed} == {waiting.id, running.id}
        assert not tables._actors  # reading a list wakes nobody
        again = await tables.find(running.id)
        assert again is not running
        anna = Device(again, second)
        await anna.hello()
        assert anna.last("snapshot")["version"] == version
        assert (await (await tables.find(waiting.id)).look(host)).you.host
        await tables.close()

    run(play())


@pytest.mark.parametrize("clock", [{"turn_seconds": 3600}, {"turn_bank_seconds": 3600}])
def test_a_restart_neither_grants_nor_takes_time(tmp_path: Path, clock: dict[str, int]) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await _three(tables, turn_increment_seconds=7, **clock)
        await actor.start(host)
        anna = Device(actor, host)
        await anna.hello()
        await asyncio.sleep(0.1)
        await actor.act(anna.connection, Act(id="a", action=anna.last("snapshot")["legal"][0]))
        before: Any = actor.now.turns
        await tables.close()
        tables = await open_tables(tmp_path)
        found: Any = await tables.find(actor.id)
        assert found.now.turns.due_at() == before.due_at()
        assert dict(found.now.turns.ends()) == dict(before.ends())
        assert set(found.info.clock.left) == {"1", "2"}
        await tables.close()

    run(play())


def test_a_bank_pays_for_long_turns_and_grows_with_each_action(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        clock = {"turn_bank_seconds": 100, "turn_increment_seconds": 7}
        actor, host = await _three(tables, **clock)
        await actor.start(host)
        anna = Device(actor, host)
        await anna.hello()
        turns: Any = actor.now.turns
        turns._now.since[0] -= 40_000  # Anna has been thinking for forty seconds
        await actor.act(anna.connection, Act(id="a", action=anna.last("snapshot")["legal"][0]))
        bank = anna.last("events")["clock"]["bank"]
        assert 66_000 <= bank["0"] <= 67_000
        await tables.close()

    run(play())


def test_a_sleeping_table_is_woken_when_a_turn_is_up(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, quiet_seconds=0.3)
        actor, host = await _three(tables, turn_seconds=5)
        await actor.start(host)
        version = actor.now.play.version  # type: ignore[union-attr]
        await _asleep(tables, actor)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                awake: Any = tables._actors.get(actor.id)
                if awake is not None and awake.now.play.version > version:
                    break
                await asyncio.sleep(0.05)
        await tables.close()

    run(play())


def test_many_who_want_one_sleeping_table_wait_for_one_reading(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, quiet_seconds=0.1)
        actor, _ = await new_table(tables)
        await _asleep(tables, actor)
        found = await asyncio.gather(*(tables.find(actor.id) for _ in range(20)))
        assert len(set(map(id, found))) == 1
        await tables.close()

    run(play())


def test_a_table_woken_for_nothing_sleeps_on(tmp_path: Path) -> None:
    """As those of 0.1 are, which did not store when they are due."""

    async def play() -> None:
        tables = await open_tables(tmp_path, quiet_seconds=0.3)
        actor, host = await _three(tables)
        await actor.start(host)
        await _asleep(tables, actor)
        table, hold = await tables.services.store.claim(actor.id) or pytest.fail("it is gone")
        await tables.services.store.write(hold, table, (), due_at=1)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await tables.services.store.due(1):
                await asyncio.sleep(0.05)
        await _asleep(tables, actor)
        await tables.close()

    run(play())
