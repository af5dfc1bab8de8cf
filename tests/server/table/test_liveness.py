"""A table goes on by itself once a fault is over: no bot, clock or clean-up dies of an error."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from quartett.server.table.actor import TableActor
from quartett.server.table.registry import Tables
from server.live import run
from server.table.room import new_table, open_tables

BOTS = [{"kind": "bot", "level": "random"}] * 3
TABLES = 4


async def _bots_only(tables: Tables) -> list[TableActor]:
    """Tables at which bots alone play, and nobody looks on."""
    actors = []
    for _ in range(TABLES):
        actor, host = await new_table(tables, seats=BOTS, sit=False)
        await actor.start(host)
        actors.append(actor)
    return actors


def _versions(tables: Tables, actors: list[TableActor]) -> list[int]:
    """How far each table has come; 0 while it is not in memory."""
    awake: list[Any] = [tables._actors.get(actor.id) for actor in actors]
    return [each._table.play.version if each else 0 for each in awake]


async def _all_move(tables: Tables, actors: list[TableActor], seconds: float) -> None:
    before = _versions(tables, actors)
    async with asyncio.timeout(seconds):
        while any(now <= old for now, old in zip(_versions(tables, actors), before, strict=True)):
            await asyncio.sleep(0.02)


def test_every_table_moves_again_after_the_database_was_locked(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, think_ms=(400, 500))
        actors = await _bots_only(tables)
        await _all_move(tables, actors, 10)
        other = sqlite3.connect(tmp_path / "quartett.db", timeout=5)
        other.execute("BEGIN IMMEDIATE")
        tables._clean_at = 0.0
        await asyncio.sleep(7)  # longer than the store waits for a lock
        other.rollback()
        other.close()
        await _all_move(tables, actors, 5)
        async with asyncio.timeout(5):  # and the clean-up was not lost either
            while tables._clean_at == 0.0:
                await asyncio.sleep(0.05)
        await tables.close()

    run(play())


def test_a_table_that_somebody_else_claimed_is_read_afresh_and_moves_on(tmp_path: Path) -> None:
    async def play() -> None:
        tables = await open_tables(tmp_path, think_ms=(400, 500))
        actors = await _bots_only(tables)
        await _all_move(tables, actors, 10)
        for actor in actors:
            assert await tables.services.store.claim(actor.id) is not None
        async with asyncio.timeout(10):
            while not all(actor.closed for actor in actors):
                await asyncio.sleep(0.02)
        async with asyncio.timeout(5):
            while not all(_versions(tables, actors)):
                await asyncio.sleep(0.02)
        await _all_move(tables, actors, 5)
        await tables.close()

    run(play())
