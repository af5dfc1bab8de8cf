"""What the store promises, against SQLite and a real PostgreSQL."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from quartett.core.errors import QuartettError
from quartett.server.store.engine import database_url
from quartett.server.store.migrate import FOLDER, NEWEST
from quartett.server.store.schema import METADATA
from quartett.server.store.sql import SqlStore, open_store
from quartett.server.store.store import LogRow, StaleWriteError, Status, Store, TableRow
from server.store_databases import fresh_database

Scenario = Callable[[SqlStore], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each kind."""
    return fresh_database(request.param, tmp_path)


def row(
    version: int,
    id: str = "a",
    status: Status = "running",
    public: bool = True,
    updated_at: int | None = None,
) -> TableRow:
    at = version if updated_at is None else updated_at
    return TableRow(id, "jericho", status, public, version, 1, at, b'{"v":%d}' % version)


def entry(number: int, id: str = "a", match: int = 0) -> LogRow:
    return LogRow(id, match, number, b'{"events":[%d]}' % number)


def play(url: str, *scenarios: Scenario) -> None:
    """Run each scenario on a newly opened store of the same database."""

    async def run(scenario: Scenario) -> None:
        store = await open_store(url)
        try:
            await scenario(store)
        finally:
            await store.close()

    for scenario in scenarios:
        asyncio.run(run(scenario))


async def refused(save: Awaitable[None]) -> None:
    with pytest.raises(StaleWriteError):
        await save


def test_what_was_saved_is_read_back_after_reopening(url: str) -> None:
    saved = TableRow("ä", "flow", "waiting", False, 2**40, 2**41, 2**42, bytes(range(256)))
    entries = [LogRow("ä", 3, 0, b""), LogRow("ä", 3, 1, b"\x00\xff")]

    async def write(store: Store) -> None:
        await store.save(saved, entries)

    async def read(store: Store) -> None:
        assert await store.table("ä") == saved
        assert await store.log("ä", 3) == entries
        assert await store.log("ä", 3, since=1) == entries[1:]
        assert await store.log("ä", 2) == []
        assert await store.table("b") is None

    play(url, write, read)


def test_a_version_that_is_not_newer_is_refused_and_changes_nothing(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.save(row(5), [entry(0)])
        await refused(store.save(row(5), [entry(1)]))
        await refused(store.save(row(4), [entry(1)]))
        assert await store.table("a") == row(5)
        assert await store.log("a", 0) == [entry(0)]

    play(url, scenario)


def test_a_taken_entry_number_is_refused_and_changes_nothing(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.save(row(1), [entry(0), entry(1)])
        await refused(store.save(row(2), [entry(2), entry(1)]))
        await refused(store.save(row(2), [entry(3), entry(3)]))
        assert await store.table("a") == row(1)
        assert await store.log("a", 0) == [entry(0), entry(1)]
        await store.save(row(2), [entry(1, match=1)])

    play(url, scenario)


def test_saves_that_wait_together_fail_each_for_itself(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.save(row(1), [entry(0)])
        saves = (
            store.save(row(2), [entry(1)]),
            store.save(row(2), [entry(2)]),  # stale within the batch
            store.save(row(1, "b"), [entry(0, "b")]),
            store.save(row(3), [entry(0)]),  # a taken number
            store.save(row(4), [entry(2)]),
        )
        done = await asyncio.gather(*saves, return_exceptions=True)
        assert [type(each) for each in done if each] == [StaleWriteError, StaleWriteError]
        assert done[1] is not None
        assert done[3] is not None
        assert await store.table("a") == row(4)
        assert await store.log("a", 0) == [entry(0), entry(1), entry(2)]
        assert await store.log("b", 0) == [entry(0, "b")]

    play(url, scenario)


def test_entries_are_appended_while_the_row_stays_as_it_is(url: str) -> None:
    async def write(store: Store) -> None:
        await store.save(row(1), [entry(0)])
        await store.append("a", 1, [entry(1), entry(2)])
        await asyncio.gather(*(store.append("a", 1, [entry(n)]) for n in range(3, 9)))

    async def read(store: Store) -> None:
        assert await store.table("a") == row(1)
        assert await store.log("a", 0) == [entry(n) for n in range(9)]

    play(url, write, read)


def test_entries_for_another_version_or_for_no_table_are_refused(url: str) -> None:
    async def scenario(store: Store) -> None:
        await refused(store.append("a", 1, [entry(0)]))
        await store.save(row(2), [entry(0)])
        await refused(store.append("a", 1, [entry(1)]))
        await refused(store.append("a", 3, [entry(1)]))
        await refused(store.append("a", 2, [entry(1), entry(0)]))
        assert await store.log("a", 0) == [entry(0)]

    play(url, scenario)


def test_entries_and_rows_that_wait_together_are_written_in_order(url: str) -> None:
    async def scenario(store: Store) -> None:
        saves = (
            store.save(row(1), [entry(0)]),
            store.append("a", 1, [entry(1)]),
            store.save(row(2), [entry(2)]),
            store.append("a", 1, [entry(3)]),  # does not know of the new row
            store.append("a", 2, [entry(3)]),
        )
        done = await asyncio.gather(*saves, return_exceptions=True)
        assert [type(each) for each in done if each] == [StaleWriteError]
        assert done[3] is not None
        assert await store.log("a", 0) == [entry(n) for n in range(4)]

    play(url, scenario)


def test_two_servers_on_one_database_never_both_append_an_entry(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        await one.save(row(1))
        for number in range(30):
            done = await asyncio.gather(
                *(store.append("a", 1, [entry(number)]) for store in (one, two)),
                return_exceptions=True,
            )
            assert sorted(type(each).__name__ for each in done) == ["NoneType", "StaleWriteError"]
        assert await one.log("a", 0) == [entry(n) for n in range(30)]
        await two.close()

    play(url, scenario)


def test_entries_of_another_table_are_refused(url: str) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(ValueError, match="another table"):
            await store.save(row(1), [entry(0, "b")])
        assert await store.table("a") is None

    play(url, scenario)


def test_two_servers_on_one_database_never_both_write_a_version(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)

        async def write(store: Store, version: int) -> int:
            try:
                await store.save(row(version), [entry(version)])
            except StaleWriteError:
                return 0
            return 1

        wins = 0
        for version in range(1, 41):
            wins += sum(await asyncio.gather(write(one, version), write(two, version)))
        assert wins == 40
        assert await one.log("a", 0) == [entry(n) for n in range(1, 41)]
        await two.close()

    play(url, scenario)


def test_a_new_table_raced_for_by_two_servers_is_written_once(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        for id in map(str, range(30)):
            done = await asyncio.gather(
                *(store.save(row(1, id), [entry(0, id)]) for store in (one, two)),
                return_exceptions=True,
            )
            assert sorted(type(each).__name__ for each in done) == ["NoneType", "StaleWriteError"]
        await two.close()

    play(url, scenario)


def test_opening_the_same_new_database_at_once_works(url: str) -> None:
    async def scenario() -> None:
        stores = [SqlStore(url) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].save(row(1))
        assert await stores[3].table("a") == row(1)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(scenario())


def test_lists_tables_by_state_and_openness_the_latest_first(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.save(row(1, "a", "waiting", updated_at=10))
        await store.save(row(1, "b", "running", updated_at=30))
        await store.save(row(1, "c", "waiting", public=False, updated_at=20))
        await store.save(row(1, "d", "over", updated_at=40))

        async def ids(*status: Status, public: bool | None = None, limit: int = 9) -> str:
            return "".join([each.id for each in await store.tables(status, public, limit)])

        assert await ids("waiting", "running") == "bca"
        assert await ids("waiting", public=True) == "a"
        assert await ids("waiting", public=False) == "c"
        assert await ids("waiting", "running", "over", limit=2) == "db"
        assert await ids() == ""

    play(url, scenario)


def test_old_tables_are_forgotten_with_their_logs(url: str) -> None:
    async def scenario(store: Store) -> None:
        names = [f"old{n}" for n in range(450)]
        await asyncio.gather(
            *(store.save(row(1, id, updated_at=99), [entry(0, id)]) for id in names)
        )
        await store.save(row(1, "kept", updated_at=100), [entry(0, "kept")])
        assert await store.delete_before(100) == 450
        assert [each.id for each in await store.tables(["running"])] == ["kept"]
        assert await store.log("old7", 0) == []
        assert await store.log("kept", 0) == [entry(0, "kept")]
        assert await store.delete_before(100) == 0

    play(url, scenario)


def test_cancelled_saves_are_written_wholly_or_not_at_all(url: str) -> None:
    chance = random.Random(4)

    async def write(store: Store, id: str) -> None:
        for version in range(1, 30):
            await store.save(row(version, id), [entry(version, id), entry(version, id, match=1)])

    async def scenario(store: Store) -> None:
        tasks = [asyncio.create_task(write(store, str(n))) for n in range(40)]
        for task in chance.sample(tasks, 30):
            await asyncio.sleep(chance.random() / 100)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def check(store: Store) -> None:
        for id in map(str, range(40)):
            table = await store.table(id)
            last = table.version if table else 0
            for match in (0, 1):
                numbers = [each.number for each in await store.log(id, match)]
                assert numbers == list(range(1, last + 1))

    play(url, scenario, check)


def test_closing_finishes_what_waits_and_then_refuses(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        saves = [asyncio.create_task(store.save(row(1, str(n)))) for n in range(600)]
        await asyncio.sleep(0)
        await store.close()
        assert all(save.done() and not save.exception() for save in saves)
        await store.close()
        with pytest.raises(RuntimeError, match="not open"):
            await store.save(row(9))
        with pytest.raises(RuntimeError, match="not open"):
            await store.table("1")
        await store.open()
        assert await store.table("599") == row(1, "599")
        await store.close()

    asyncio.run(scenario())


def test_the_migrations_lead_to_the_schema(url: str) -> None:
    async def scenario(store: SqlStore) -> None:
        assert store._engine is not None
        async with store._engine.connect() as connection:
            assert await connection.run_sync(_differences) == []

    def _differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    play(url, scenario)


def test_the_newest_migration_is_the_one_that_is_named() -> None:
    assert ScriptDirectory(str(FOLDER)).get_current_head() == NEWEST


def test_a_database_of_a_newer_version_is_refused_in_plain_words(url: str) -> None:
    async def scenario(store: SqlStore) -> None:
        assert store._engine is not None
        async with store._engine.begin() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(QuartettError, match="newer version"):
            await open_store(url)

    play(url, scenario)


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    async def scenario(store: SqlStore) -> None:
        assert store._engine is not None
        async with store._engine.connect() as connection:
            for pragma, value in {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
            }.items():
                assert await connection.scalar(sa.text(f"PRAGMA {pragma}")) == value

    path = tmp_path / "new folder" / "tables 100%.db"
    play(str(path), scenario)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("/data/q.db", "sqlite+aiosqlite:////data/q.db"),
        ("sqlite:////data/q.db", "sqlite+aiosqlite:////data/q.db"),
        ("postgres://me@host/db", "postgresql+asyncpg://me@host/db"),
        ("postgresql+asyncpg://me@host/db", "postgresql+asyncpg://me@host/db"),
    ],
)
def test_an_address_may_be_short(given: str, meant: str) -> None:
    assert str(database_url(given)) == meant


@pytest.mark.parametrize("given", ["mysql://host/db", "sqlite://", "sqlite:///:memory:", "://"])
def test_other_addresses_are_refused_in_plain_words(given: str) -> None:
    with pytest.raises(QuartettError):
        database_url(given)
