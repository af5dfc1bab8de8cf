"""The list of one's own tables: what waits for me first, read without waking a table."""

from pathlib import Path
from typing import Any

import pytest

from quartett.core.errors import FormatError
from quartett.protocol.bodies import ByNumber, Home, Join, Rematch, Sit
from quartett.protocol.messages import Act
from quartett.server.table.live_table import LiveTable
from quartett.server.table.my_tables import PAGE, home
from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import new_id
from server.live import run
from server.store.stores import ENGINES
from server.store_databases import fresh_database
from server.table.room import Device, new_table, open_tables

DAY = 24 * 3600


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each engine."""
    return fresh_database(request.param, tmp_path)


async def pair(tables: TableRegistry, start: bool = True, **wish: Any) -> tuple[LiveTable, Caller]:
    """A table of Anna (by the browser `anna`) and Ben."""
    actor, host = await new_table(tables, seats=[{}, {}, {}], you="Anna", **wish)
    await actor.pass_on(host, "anna")
    for name in ("Ben", "Cleo"):
        await actor.join(Caller(browser=name.lower()), Join(name=name))
    if start:
        await actor.start(host)
    return actor, host


async def act(actor: LiveTable, caller: Caller) -> None:
    """Play the first legal action."""
    device = Device(actor, caller)
    await device.hello()
    legal = device.last("snapshot")["legal"]
    await actor.act(device.connection, Act(id=new_id(), action=legal[0]))
    await actor.detach(device.connection)


async def asleep(tables: TableRegistry) -> None:
    """Nothing of any table is in memory."""
    for actor in tables.awake():
        await actor.close()
    tables._actors.clear()


def ids(found: list[Any]) -> list[str]:
    """The tables of a part of the list."""
    return [each.id for each in found]


def test_what_waits_for_me_comes_first_also_of_tables_that_sleep(
    database: str, tmp_path: Path
) -> None:
    async def look() -> None:
        tables = await open_tables(tmp_path, database=database)
        slow, _ = await pair(tables, turn_seconds=3 * DAY)
        soon, _ = await pair(tables, turn_seconds=DAY)
        played, host = await pair(tables, turn_seconds=DAY)
        await act(played, host)
        invited, _ = await pair(tables, start=False)
        await asleep(tables)

        mine = await tables.home("anna")
        assert not tables.awake()
        assert ids(mine.turns) == [soon.id, slow.id]
        assert ids(mine.running) == [played.id]
        assert ids(mine.waiting) == [invited.id]
        first = mine.turns[0]
        assert (first.pace, first.my_turn, first.status) == ("days", True, "running")
        assert first.left_ms is not None
        assert 0.9 * DAY * 1000 < first.left_ms <= DAY * 1000
        assert [(each.name, each.mine) for each in first.seats] == [
            ("Anna", True),
            ("Ben", False),
            ("Cleo", False),
        ]
        assert first.seats[0].to_act
        assert played.id in ids((await tables.home("ben")).turns)
        assert await tables.home(None) == await tables.home("nobody") == Home([], [], [], [])
        await tables.close()

    run(look())


def test_an_invitation_is_a_table_with_an_open_seat_and_none_of_mine(tmp_path: Path) -> None:
    async def look() -> None:
        tables = await open_tables(tmp_path)
        actor, _ = await new_table(tables, seats=[{}, {}, {}])
        guest = Caller(browser="guest")
        await actor.join(guest, Join(name="Guest", sit=False))
        assert [each.invited for each in (await tables.home("guest")).waiting] == [True]
        await actor.sit(guest, Sit(seat=2))
        assert [each.invited for each in (await tables.home("guest")).waiting] == [False]
        await tables.close()

    run(look())


def test_finished_tables_come_in_pages_each_of_them_once(database: str, tmp_path: Path) -> None:
    async def look() -> None:
        tables = await open_tables(tmp_path, database=database)
        store, on = tables.services.store, tables.services.time.wall_ms()
        made = []
        for number in range(2 * PAGE + 3):
            actor, host = await new_table(tables, seats=[{}, {"kind": "bot"}, {"kind": "bot"}])
            await actor.pass_on(host, "anna")
            made.append(actor.id)
            await asleep(tables)
            # Three of them were changed at the same moment.
            await store.change(
                (
                    "UPDATE tables SET status = 'over', updated_at = ?2 WHERE id = ?1",
                    (actor.id, on + number // 3),
                )
            )
        found, before, sizes = [], None, []
        while True:
            page = await home(store, "anna", before)
            assert not page.turns + page.running + page.waiting
            found += ids(page.finished)
            sizes.append(len(page.finished))
            if (before := page.next) is None:
                break
        assert sorted(found) == sorted(made)
        assert sizes == [PAGE, PAGE, 3]
        for place in ("x", "5", "-1.a", "1" * 20 + ".a"):
            with pytest.raises(FormatError, match="before"):
                await home(store, "anna", place)
        await tables.close()

    run(look())


def test_who_was_asked_for_another_match_finds_that_first(tmp_path: Path) -> None:
    async def look() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await pair(tables)
        while actor.status == "running":
            seat = min(actor.now.playing().able)
            await act(actor, [host, Caller(browser="ben"), Caller(browser="cleo")][seat])
        ben = await tables.home("ben")
        assert ids(ben.finished) == [actor.id]
        assert sorted(each.place or 0 for each in ben.finished[0].seats)[0] == 1
        await Device(actor, Caller(browser="ben")).hello()  # or else all who are there agree
        await actor.rematch(host, Rematch())
        assert ids((await tables.home("ben")).turns) == [actor.id]
        assert ids((await tables.home("anna")).finished) == [actor.id]
        await tables.close()

    run(look())


def test_who_was_removed_does_not_see_the_table_any_more(tmp_path: Path) -> None:
    async def look() -> None:
        tables = await open_tables(tmp_path)
        actor, host = await pair(tables, start=False)
        assert ids((await tables.home("ben")).waiting) == [actor.id]
        ben = actor.info.seats[1].person
        assert ben is not None
        await actor.remove(host, ByNumber(person=ben))
        assert await tables.home("ben") == Home([], [], [], [])
        await tables.close()

    run(look())
