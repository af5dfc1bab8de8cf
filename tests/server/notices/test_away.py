"""While you were away: what somebody has seen is kept per person, not per browser."""

from pathlib import Path

from quartett.server.table.permissions import Caller
from quartett.server.table.registry import TableRegistry
from server.history.tables import registry, seated
from server.live import run
from server.notices.looking import acts, opened, other_than_on_turn
from server.table.moved_time import MovedTime
from server.table.room import Device

HOUR = 3600


def test_who_comes_back_is_told_since_when_they_have_missed_something(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        time = MovedTime()
        async with registry(url, tmp_path, time) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            seen = await opened(actor, ben)
            assert seen["away"] is None  # nobody who comes for the first time has missed anything
            assert (await opened(actor, ben))["away"] is None  # nothing has happened since
            await time.move(2 * HOUR)
            await acts(actor)
            back = await opened(actor, ben)
            assert back["away"]["match"] == 1
            assert back["away"]["version"] == seen["version"] < back["version"]
            assert 2 * HOUR <= back["away"]["ago_ms"] / 1000 < 2 * HOUR + 600
            assert (await opened(actor, ben))["away"] is None

    run(scenario())


def test_what_was_seen_on_one_device_is_no_news_on_another(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            await actor.pass_on(Caller(browser=ben), "phone")
            await opened(actor, ben)
            await acts(actor)
            assert (await opened(actor, "phone"))["away"] is not None
            assert (await opened(actor, ben))["away"] is None

    run(scenario())


def test_what_was_seen_outlives_the_process_and_the_table_in_memory(
    url: str, tmp_path: Path
) -> None:
    async def first() -> tuple[str, str, int]:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            seen = await opened(actor, ben)
            await acts(actor)
            return actor.id, ben, seen["version"]

    async def second(id: str, ben: str, version: int) -> None:
        async with registry(url, tmp_path) as tables:
            told = await opened(await tables.find(id), ben)
            assert told["away"]["version"] == version < told["version"]

    run(second(*run(first())))


def test_who_looks_while_it_happens_has_missed_nothing(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            device = Device(actor, Caller(browser=ben))
            await device.hello()
            await acts(actor)
            # A second tab beside the one that looks, and one that comes after both are closed.
            assert (await opened(actor, ben))["away"] is None
            await actor.detach(device.connection)
            assert (await opened(actor, ben))["away"] is None

    run(scenario())


def test_a_connection_that_was_lost_for_a_moment_is_no_absence(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with registry(url, tmp_path) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            seen = await opened(actor, ben)
            await acts(actor)
            known = {"match": seen["match"], "version": seen["version"]}
            again = await opened(actor, ben, **known)
            assert again["away"] is None
            assert again["since"] == seen["version"]

    run(scenario())


def test_the_list_of_ones_tables_marks_what_has_happened_since(url: str, tmp_path: Path) -> None:
    async def news(tables: TableRegistry, browser: str) -> bool:
        await tables.services.memberships.write(tables.services.store)
        home = await tables.home(browser)
        return [*home.turns, *home.running][0].news

    async def scenario() -> None:
        time = MovedTime()
        async with registry(url, tmp_path, time) as tables:
            actor = await seated(tables, ["anna", "ben"], turn_seconds=24 * HOUR)
            ben = other_than_on_turn(actor)
            await opened(actor, ben)
            assert not await news(tables, ben)
            await time.move(2 * HOUR)
            await acts(actor)
            assert await news(tables, ben)
            await opened(actor, ben)
            assert not await news(tables, ben)

    run(scenario())
