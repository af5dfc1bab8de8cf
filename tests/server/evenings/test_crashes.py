"""Whatever a process had still to do when it crashed, the next one does, and nothing twice."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quartett.protocol.evenings import OpenEvening
from quartett.server.evenings import steps
from quartett.server.evenings.service import Evenings
from quartett.server.people.operating import figures
from quartett.server.refusals import Refusal
from quartett.server.store.retention import DAY_MS
from server.history.tables import played, registry
from server.live import run
from server.store.stores import ENGINES
from server.store_databases import fresh_database

READ = "SELECT document FROM evenings WHERE id = ?1"
WRITE = "UPDATE evenings SET document = ?2 WHERE id = ?1"
WISH: dict[str, Any] = {"game": "souvenirs", "you": "Anna", "seats": 2, "rounds": 1}


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each engine."""
    return fresh_database(request.param, tmp_path)


async def begun(evenings: Evenings, **wish: Any) -> str:
    """An evening of two whose first round was started, and nothing more."""
    request = msgspec.convert({**WISH, "level": "random", **wish}, OpenEvening)
    found = await evenings.open(request, "anna's browser")
    id = found.evening.id
    await evenings.do(id, steps.Join("ben", "Ben", "ben's browser"))
    await evenings.do(id, steps.Start(1))
    return id


@pytest.mark.parametrize("deals", ["own", "duplicate"])
def test_a_crash_at_any_point_forgets_nothing(url: str, tmp_path: Path, deals: str) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            id = await begun(Evenings(tables), deals=deals)
        async with registry(url, tmp_path) as tables:
            evenings = Evenings(tables)
            await evenings.look()
            round = (await evenings.find(id)).evening.rounds[0]
            await played(await tables.find(round.tables[0].id), random.Random(1))
            assert (await evenings.find(id)).evening.rounds[0].ended_at is None
        async with registry(url, tmp_path) as tables:
            evenings = Evenings(tables)
            await evenings.look()
            await evenings.look()
            found = await evenings.find(id)
            assert found.evening.over
            assert found.evening.todo == ()
            assert await evenings.records.ends() == []
            await evenings.look()
            assert (await evenings.find(id)).version == found.version, "it was done twice"

    run(scenario())


def test_two_processes_that_do_the_same_do_it_once(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            one, other = Evenings(tables), Evenings(tables)
            id = await begun(one)
            await asyncio.gather(one.look(), other.look(), one.look(), other.look())
            found = await one.find(id)
            assert found.evening.todo == ()
            assert len(await tables.services.store.tables(["running"])) == 1

    run(scenario())


def test_one_evening_in_trouble_holds_no_other_up(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            evenings = Evenings(tables)
            broken, sound = await begun(evenings), await begun(evenings)
            found = await evenings.records.read(broken)
            assert found is not None
            plan = replace(found.evening.plan, game="a game of another version")
            await evenings.records.write(found, replace(found.evening, plan=plan), 0)
            await evenings.look()
            assert (await evenings.find(sound)).evening.todo == ()
            assert (await evenings.find(broken)).evening.todo != ()
            assert await evenings.records.due(await tables.services.store.now()) == []

    run(scenario())


def test_an_evening_that_cannot_be_read_is_put_aside_told_once_and_stops_nothing(
    url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            store, evenings = tables.services.store, Evenings(tables)
            broken, sound = await begun(evenings), await begun(evenings)
            await evenings.look()
            table = (await evenings.find(broken)).evening.rounds[0].tables[0].id
            ((document,),) = await store.rows(READ, broken)
            await store.change((WRITE, (broken, b'{"members": 7')))
            await played(await tables.find(table), random.Random(1))
            for _ in range(3):
                await evenings.look()
                with pytest.raises(Refusal) as refusal:
                    await evenings.ask(broken, lambda _: steps.End())
                assert refusal.value.reason == "server.damaged_evening"
            # Whoever is at both finds the sound one, and can be forgotten; nothing is deleted.
            assert [each.id for each in await evenings.of("ben's browser")] == [sound]
            assert await evenings.records.due(1 << 60) == []
            await evenings.forget("ben's browser")
            assert await evenings.records.forget(1 << 60, 10) == 1
            found = await figures(store)
            assert (found.evenings, found.damaged_evenings) == (1, 1)
            # Once it can be read again, it goes on where it was, and no result is lost.
            await store.change((WRITE, (broken, document)))
            assert await evenings.records.read(broken)
            await evenings.look()
            again = await evenings.records.read(broken)
            assert again is not None
            assert again.evening.rounds[0].tables[0].score is not None
            assert (await figures(store)).damaged_evenings == 0

    run(scenario())
    assert capfd.readouterr().err.count("evening_damaged") == 1


def test_an_old_evening_is_forgotten_and_its_tables_end_leaves_nothing(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            evenings = Evenings(tables)
            id = await begun(evenings)
            await evenings.look()
            table = (await evenings.find(id)).evening.rounds[0].tables[0].id
            later = await tables.services.store.now() + DAY_MS
            assert await evenings.records.forget(later, 10) == 1
            with pytest.raises(Refusal):
                await evenings.do(id, steps.End())
            assert await evenings.of("anna's browser") == []
            await played(await tables.find(table), random.Random(1))
            assert len(await evenings.records.ends()) == 1
            await evenings.look()
            assert await evenings.records.ends() == []

    run(scenario())
