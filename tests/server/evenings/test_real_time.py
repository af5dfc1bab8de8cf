"""Where all play at once, an evening's table begins once everybody has come, or is replaced."""

from pathlib import Path
from typing import Any

import msgspec

from quartett.protocol.evenings import OpenEvening
from quartett.protocol.messages import Hello
from quartett.server.evenings import steps
from quartett.server.evenings.service import Evenings
from quartett.server.evenings.tables import AWAY_SECONDS
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.history.tables import registry
from server.live import run
from server.store_databases import fresh_database
from server.table.moved_time import MovedTime
from server.table.room import Device

WISH = {"game": "flow", "you": "Anna", "seats": 2, "rounds": 1, "level": "random"}


async def _table(tables: TableRegistry) -> LiveTable:
    """The table of Anna and Ben, which has just been made."""
    evenings = Evenings(tables)
    found = await evenings.open(msgspec.convert(WISH, OpenEvening), "anna")
    await evenings.do(found.evening.id, steps.Join("ben", "Ben", "ben"))
    found = await evenings.do(found.evening.id, steps.Start(1))
    await evenings.look()
    return await tables.find(found.evening.rounds[0].tables[0].id)


async def _comes(table: LiveTable, browser: str) -> Device:
    device = Device(table, Caller(browser=browser))
    await table.attach(device.connection, device.caller, Hello())
    return device


def test_nobody_plays_until_everybody_has_come(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(fresh_database("sqlite", tmp_path), tmp_path) as tables:
            table = await _table(tables)
            anna = await _comes(table, "anna")
            assert not table.clock.running
            await _comes(table, "ben")
            assert table.clock.running

            # Once it has begun, it goes on as at any table.
            table.clock.set(1000)
            await table.detach(anna.connection)
            assert table.clock.running

    run(scenario())


def test_who_does_not_come_is_replaced_and_the_others_play(tmp_path: Path) -> None:
    async def scenario() -> None:
        time: Any = MovedTime()
        async with registry(fresh_database("sqlite", tmp_path), tmp_path, time) as tables:
            table = await _table(tables)
            await _comes(table, "anna")
            await time.move(AWAY_SECONDS + 1)
            await table.inbox.drained()
            assert [place.name for place in table.now.doc.places if place.away] == ["Ben"]
            assert table.clock.running

    run(scenario())
