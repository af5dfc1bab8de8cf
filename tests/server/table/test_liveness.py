"""A table goes on by itself once a fault is over: no bot, clock or clean-up dies of an error."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from quartett.protocol.bodies import Join, Nothing
from quartett.server.learning.deals import daily, day_of
from quartett.server.learning.tables import dealt
from quartett.server.moved import MovedAway
from quartett.server.store.store import Hold, StoredTable, StoreUnavailableError
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.live import run
from server.refusing import refuses
from server.table.room import Device, new_table, open_tables

BOTS = [{"kind": "bot", "level": "random"}] * 3
TABLES = 4


async def _bots_only(tables: TableRegistry) -> list[LiveTable]:
    """Tables at which bots alone play, and nobody looks on."""
    actors = []
    for _ in range(TABLES):
        actor, host = await new_table(tables, seats=BOTS, sit=False)
        await actor.start(host)
        actors.append(actor)
    return actors


def _versions(tables: TableRegistry, actors: list[LiveTable]) -> list[int]:
    """How far each table has come; 0 while it is not in memory."""
    awake: list[Any] = [tables._actors.get(actor.id) for actor in actors]
    return [each.now.play.version if each else 0 for each in awake]


async def _all_move(tables: TableRegistry, actors: list[LiveTable]) -> None:
    before = _versions(tables, actors)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(now <= old for now, old in zip(_versions(tables, actors), before, strict=True)):
            await asyncio.sleep(0.02)


def test_every_table_moves_again_after_the_database_was_locked(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, think_ms=(400, 500))
        actors = await _bots_only(tables)
        await _all_move(tables, actors)
        other = sqlite3.connect(tmp_path / "quartett.db", timeout=5)
        other.execute("BEGIN IMMEDIATE")
        tables._clean_at = 0.0
        await asyncio.sleep(7)  # longer than the store waits for a lock
        other.rollback()
        other.close()
        await _all_move(tables, actors)
        async with asyncio.timeout(PATIENCE_SECONDS):  # and the clean-up was not lost either
            while tables._clean_at == 0.0:
                await asyncio.sleep(0.05)
        await tables.close()

    run(play())


def test_a_table_that_somebody_else_claimed_is_read_afresh_and_moves_on(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, think_ms=(400, 500))
        actors = await _bots_only(tables)
        await _all_move(tables, actors)
        for actor in actors:
            assert await tables.services.store.claim(actor.id) is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(actor.closed for actor in actors):
                await asyncio.sleep(0.02)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(_versions(tables, actors)):
                await asyncio.sleep(0.02)
        await _all_move(tables, actors)
        await tables.close()

    run(play())


def test_a_hello_that_cannot_be_stored_leaves_nobody_behind(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await new_table(tables, seats=[{}, {}, BOTS[0]])
        joined = await actor.join(Caller(browser="Ben"), Join(name="Ben"))
        ben = Caller(person=tables.services.tokens.person(joined.token, actor.id))
        await actor.start(host)
        await actor.leave(ben, Nothing())  # a bot plays on for Ben
        other = sqlite3.connect(tmp_path / "quartett.db", timeout=5)
        other.execute("BEGIN IMMEDIATE")
        with refuses("no_database"):
            await Device(actor, ben).hello()
        assert actor.connections == 0
        other.rollback()
        other.close()
        device = Device(await tables.find(actor.id), ben)
        await device.hello()
        assert not device.last("snapshot")["table"]["seats"][1]["away"]
        await tables.close()

    run(play())


def test_what_waited_at_a_table_that_was_lost_is_not_done_at_the_old_copy(tmp_path: Path) -> None:
    """Otherwise somebody would look at it for ever, and hear of nothing that happens."""

    async def play() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await new_table(tables, seats=BOTS, sit=False)
        stuck, ended = asyncio.Event(), asyncio.Event()

        async def hold_up() -> None:
            stuck.set()
            await ended.wait()

        slow = actor.inbox.ask(hold_up)
        await stuck.wait()
        device = Device(actor, host)
        coming = asyncio.create_task(device.hello())
        looking = asyncio.create_task(actor.look(host))
        await asyncio.sleep(0)
        actor.abandon()
        ended.set()
        await slow
        for waiting in (coming, looking):
            with pytest.raises(MovedAway):
                await waiting
        assert not device.told
        assert not actor.connections
        await tables.close()

    run(play())


def test_who_asks_for_a_table_while_it_is_made_gets_the_one_that_is_made(tmp_path: Path) -> None:
    """A running table is due at once: read a second time, the first copy would lose its people."""

    async def play() -> None:
        tables = await open_tables(tmp_path)
        create, claim = tables.services.store.create, tables.services.ownership.claim
        claimed: list[str] = []
        asking: list[asyncio.Task[LiveTable]] = []

        async def noted(id: str) -> tuple[StoredTable, Hold] | None:
            claimed.append(id)
            return await claim(id)

        async def stored(table: StoredTable, *rest: Any) -> Hold:
            hold = await create(table, *rest)
            asking.append(asyncio.create_task(tables.find(table.id)))  # as the sweep does
            await asyncio.sleep(0)
            return hold

        tables.services.ownership.claim = noted  # type: ignore[method-assign]
        tables.services.store.create = stored  # type: ignore[method-assign,assignment]
        now = tables.services.time.wall_ms()
        today = daily(tables.services, "jericho", day_of(now))
        doc, person, entries = dealt(today, "Anna", "her browser", now)
        await tables.seat(doc, person, entries)
        (asked,) = asking
        actor = await tables.find(doc.id)
        assert await asked is actor
        await Device(actor, Caller(person=person)).hello()
        assert not claimed
        await tables.close()

    run(play())


def test_a_table_that_cannot_be_stored_is_not_there(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)

        async def stored(*_: Any) -> Hold:
            raise StoreUnavailableError("the disk is full")

        create, tables.services.store.create = tables.services.store.create, stored  # type: ignore[method-assign,assignment]
        with refuses("no_database"):
            await new_table(tables)
        assert not tables.awake()
        assert not tables._loading
        tables.services.store.create = create  # type: ignore[method-assign]
        await new_table(tables)
        await tables.close()

    run(play())


def test_a_table_that_was_being_read_when_the_lease_was_lost_is_claimed_anew(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path)
        first, _ = await new_table(tables, seats=BOTS, sit=False)
        tables._doubt()
        claimed = tables.services.ownership.claim
        holds = []

        async def claim(id: str) -> Any:
            found = await claimed(id)
            assert found is not None
            holds.append(found[1])
            if len(holds) == 1:
                tables._doubt()
            return found

        tables.services.ownership.claim = claim  # type: ignore[method-assign]
        second = await tables.find(first.id, patience=5.0)
        assert len(holds) == 2
        assert second.hold is holds[1]
        assert not second.closed
        await tables.close()

    run(play())
