"""What the store promises, against SQLite and a real PostgreSQL."""

import asyncio
import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from quartett.core.errors import QuartettError
from quartett.server.store.addresses import Address, database_address
from quartett.server.store.opening import make_store, open_store
from quartett.server.store.store import (
    Keepsake,
    StaleWriteError,
    Status,
    Store,
    StoredRow,
    StoredTable,
)
from server.store.stores import ENGINES, claimed, entry, execute, play, refused, table
from server.store_databases import fresh_database


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each engine."""
    return fresh_database(request.param, tmp_path)


def test_what_was_written_is_read_back_after_reopening(url: str) -> None:
    written = StoredTable("ä", "flow", "waiting", False, 2**41, 2**42, bytes(range(256)))
    entries = [StoredRow("ä", 3, 0, b""), StoredRow("ä", 3, 1, b"\x00\xff")]

    async def write(store: Store) -> None:
        await store.create(written, entries)

    async def read(store: Store) -> None:
        assert await store.table("ä") == written
        assert await store.log("ä", 3) == entries
        assert await store.log("ä", 3, since=1) == entries[1:]
        assert await store.log("ä", 2) == []
        assert await store.table("b") is None
        assert await store.claim("b") is None

    play(url, write, read)


def test_every_write_raises_the_version_also_one_of_entries_only(url: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1))
        for number in range(3):
            version = hold.version
            await store.write(hold, None, [entry(number)])
            assert hold.version == version + 1
        await store.write(hold, table(2))
        assert hold.version == 5
        assert await store.table("a") == table(2)
        assert await store.log("a", 0) == [entry(n) for n in range(3)]

    play(url, scenario)


def test_an_earlier_owner_can_neither_append_nor_change_anything(url: str) -> None:
    async def scenario(store: Store) -> None:
        stale = await store.create(table(1), [entry(0)])
        owner = await claimed(store)
        assert owner.epoch == stale.epoch + 1
        await refused(store.write(stale, None, [entry(1)]))
        await refused(store.write(stale, table(2)))
        await refused(store.write(stale, table(2), [entry(1)]))
        await store.write(owner, None, [entry(1)])
        assert await store.table("a") == table(1)
        assert await store.log("a", 0) == [entry(0), entry(1)]

    play(url, scenario)


def test_a_stale_copy_cannot_grant_an_undo_that_drops_an_acknowledged_action(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        stale = await one.create(table(1), [entry(0), entry(1)])
        owner = await claimed(two)
        await two.write(owner, None, [entry(2)])  # another seat's action, acknowledged
        # The stale copy still thinks that entry 1 is the last one; the undo is entry 2 to it.
        await refused(one.write(stale, None, [entry(2, said=-1)]))
        # As version 0.1 did it: the log up to the undone action as a new match.
        await refused(one.write(stale, table(2), [entry(0, match=1)]))
        assert await two.log("a", 0) == [entry(0), entry(1), entry(2)]
        assert await two.log("a", 1) == []
        await two.close()

    play(url, scenario)


def test_a_taken_id_or_entry_number_is_refused_and_changes_nothing(url: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0), entry(1)])
        await refused(store.create(table(2)))
        await refused(store.write(hold, table(2), [entry(2), entry(1)]))
        await refused(store.write(hold, table(2), [entry(3), entry(3)]))
        assert await store.table("a") == table(1)
        assert await store.log("a", 0) == [entry(0), entry(1)]
        await store.write(hold, table(2), [entry(0, match=1)])

    play(url, scenario)


def test_writes_that_wait_together_fail_each_for_itself(url: str) -> None:
    async def scenario(store: Store) -> None:
        holds = {id: await store.create(table(1, id), [entry(0, id)]) for id in "abc"}
        stale = await claimed(store, "c")
        await claimed(store, "c")
        done = await asyncio.gather(
            store.write(holds["a"], table(2, "a"), [entry(1, "a")]),
            store.write(holds["a"], None, [entry(1, "a")]),  # does not know of the one before
            store.write(holds["b"], None, [entry(0, "b")]),  # a taken number
            store.write(stale, None, [entry(1, "c")]),
            store.create(table(1, "d"), [entry(0, "d")]),
            store.create(table(2, "a")),
            return_exceptions=True,
        )
        failed = [isinstance(each, StaleWriteError) for each in done]
        assert failed == [False, True, True, True, False, True]
        assert await store.table("a") == table(2, "a")
        assert await store.log("a", 0) == [entry(0), entry(1)]
        assert await store.log("b", 0) == [entry(0, "b")]
        assert await store.log("c", 0) == [entry(0, "c")]
        assert await store.log("d", 0) == [entry(0, "d")]

    play(url, scenario)


def test_what_belongs_to_another_table_is_refused(url: str) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(ValueError, match="another table"):
            await store.create(table(1), [entry(0, "b")])
        assert await store.table("a") is None
        hold = await store.create(table(1))
        with pytest.raises(ValueError, match="another table"):
            await store.write(hold, table(1, "b"))

    play(url, scenario)


def test_two_servers_that_steal_a_table_from_each_other_lose_and_double_nothing(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        await one.create(table(1))
        acknowledged: list[StoredRow] = []

        async def owner(store: Store, name: int) -> None:
            chance = random.Random(name)
            for _ in range(8):
                hold = await claimed(store)
                for _ in range(chance.randrange(1, 6)):
                    number = len(await store.log("a", 0))
                    row = entry(number, said=1000 * name + number)
                    try:
                        await store.write(hold, None, [row])
                    except StaleWriteError:
                        break
                    acknowledged.append(row)

        await asyncio.gather(*(owner(store, n) for n, store in enumerate((one, two, one, two))))
        log = await one.log("a", 0)
        assert sorted(log, key=lambda row: row.number) == log
        assert log == sorted(acknowledged, key=lambda row: row.number)
        await two.close()

    play(url, scenario)


def test_two_servers_that_fight_for_many_tables_at_once_lose_and_double_nothing(url: str) -> None:
    ids = [f"t{n:02}" for n in range(40)]
    acknowledged: dict[str, list[StoredRow]] = {id: [] for id in ids}

    async def turn(store: Store, id: str, said: int) -> None:
        hold = await claimed(store, id)
        rows = [entry(len(await store.log(id, 0)), id, said=said)]
        try:
            await store.write(hold, table(said, id), rows)
        except StaleWriteError:
            return
        acknowledged[id] += rows

    async def server(store: Store, number: int) -> None:
        chance = random.Random(number)
        for round in range(4):
            order = chance.sample(ids, len(ids))
            await asyncio.gather(*(turn(store, id, 10 * round + number) for id in order))

    async def scenario(one: Store) -> None:
        two = await open_store(url)
        await asyncio.gather(*(one.create(table(0, id)) for id in ids))
        await asyncio.gather(server(one, 1), server(two, 2))
        for id in ids:
            assert await one.log(id, 0) == acknowledged[id]
        assert await one.quarantined() == []
        await two.close()

    play(url, scenario)


def test_a_new_table_raced_for_by_two_servers_is_written_once(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        for id in map(str, range(30)):
            done = await asyncio.gather(
                *(store.create(table(1, id), [entry(0, id)]) for store in (one, two)),
                return_exceptions=True,
            )
            assert sorted(type(each).__name__ for each in done) == ["Hold", "StaleWriteError"]
        await two.close()

    play(url, scenario)


def test_opening_the_same_new_database_at_once_works(url: str) -> None:
    async def scenario() -> None:
        stores = [make_store(url) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].create(table(1))
        assert await stores[3].table("a") == table(1)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(scenario())


def test_lists_tables_by_state_and_openness_the_latest_first(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1, "a", "waiting", updated_at=10))
        await store.create(table(1, "b", "running", updated_at=30))
        await store.create(table(1, "c", "waiting", public=False, updated_at=20))
        await store.create(table(1, "d", "over", updated_at=40))

        async def ids(*status: Status, public: bool | None = None, limit: int = 9) -> str:
            return "".join([each.id for each in await store.tables(status, public, limit)])

        assert await ids("waiting", "running") == "bca"
        assert await ids("waiting", public=True) == "a"
        assert await ids("waiting", public=False) == "c"
        assert await ids("waiting", "running", "over", limit=2) == "db"
        assert await ids() == ""

    play(url, scenario)


def test_a_long_list_is_read_page_by_page_without_a_gap(url: str) -> None:
    async def scenario(store: Store) -> None:
        times = {f"{n:02}": n // 4 for n in range(30)}
        await asyncio.gather(
            *(store.create(table(1, id, updated_at=at)) for id, at in times.items())
        )
        found: list[StoredTable] = []
        while page := await store.tables(["running"], limit=7, before=found[-1] if found else None):
            found += page
        assert [each.id for each in found] == sorted(times, key=lambda id: (-times[id], id))

    play(url, scenario)


def test_a_browsers_own_tables_are_found_the_latest_first(url: str) -> None:
    async def scenario(store: Store) -> None:
        for at, id in enumerate("abc"):
            await store.create(table(1, id, updated_at=at, browsers=("mine", id)))
        hold = await claimed(store, "a")
        await store.write(hold, table(2, "a", updated_at=9, browsers=("mine", "new")))
        await store.write(hold, None, [entry(0)])

        async def ids(browser: str, limit: int = 50) -> str:
            return "".join([each.id for each in await store.tables_of(browser, limit)])

        assert await ids("mine") == "acb"
        assert await ids("mine", limit=2) == "ac"
        assert await ids("new") == "a"
        assert await ids("a") == ""  # was there once, and is no more
        assert await ids("b") == "b"
        await store.create(table(1, "z", "closed", updated_at=99, browsers=("mine",)))
        assert await ids("mine") == "acb"

    play(url, scenario)


def test_a_table_is_due_from_its_moment_until_its_next_write(url: str) -> None:
    async def scenario(store: Store) -> None:
        one = await store.create(table(1, "a"), due_at=100)
        two = await store.create(table(1, "b"), due_at=50)
        await store.create(table(1, "c"))
        assert await store.due(49) == []
        assert await store.due(100) == ["b", "a"]
        assert await store.due(100, limit=1) == ["b"]
        await store.write(two, None, [entry(0, "b")], due_at=150)
        await store.write(one, None, [entry(0, "a")])
        assert await store.due(149) == []
        assert await store.due(150) == ["b"]

    play(url, scenario)


def test_a_secret_is_made_once_for_all_who_ask_at_the_same_time(url: str) -> None:
    async def scenario(one: Store) -> None:
        two = await open_store(url)
        asked = [store.secret("key", uuid.uuid4().__str__) for store in (one, two) * 5]
        assert len(set(await asyncio.gather(*asked))) == 1
        assert await two.secret("other", lambda: "another") == "another"
        await two.close()

    play(url, scenario)


def test_cancelled_writes_are_stored_wholly_or_not_at_all(url: str) -> None:
    chance = random.Random(4)

    async def write(store: Store, id: str) -> None:
        hold = await store.create(table(0, id))
        for number in range(30):
            rows = [entry(2 * number, id), entry(2 * number + 1, id)]
            await store.write(hold, table(number + 1, id), rows)

    async def scenario(store: Store) -> None:
        tasks = [asyncio.create_task(write(store, str(n))) for n in range(40)]
        for task in chance.sample(tasks, 30):
            await asyncio.sleep(chance.random() / 100)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def check(store: Store) -> None:
        for id in map(str, range(40)):
            stored = await store.table(id)
            last = int(stored.document[5:-1]) if stored else 0
            assert await store.log(id, 0) == [entry(n, id) for n in range(2 * last)]

    play(url, scenario, check)


def test_closing_finishes_what_waits_and_then_refuses(url: str) -> None:
    async def scenario() -> None:
        store = await open_store(url)
        writes = [asyncio.create_task(store.create(table(1, str(n)))) for n in range(600)]
        await asyncio.sleep(0)
        await store.close()
        assert all(write.done() and not write.exception() for write in writes)
        await store.close()
        with pytest.raises(RuntimeError, match="not open"):
            await store.create(table(9))
        with pytest.raises(RuntimeError, match="not open"):
            await store.table("1")
        await store.open()
        assert await store.table("599") == table(1, "599")
        await store.close()

    asyncio.run(scenario())


def test_a_database_that_only_newer_programs_read_is_refused_in_plain_words(url: str) -> None:
    async def scenario(store: Store) -> None:
        await execute(url, "UPDATE quartett_schema SET version = 99, readable_by = 2")
        await (await open_store(url)).close()  # newer, but it only has more
        await execute(url, "UPDATE quartett_schema SET readable_by = 99")
        with pytest.raises(QuartettError, match="newer version"):
            await open_store(url)

    play(url, scenario)


def test_sqlite_writes_through_to_the_disk_of_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "tables 100%.db"

    async def scenario(store: Any) -> None:
        for pragma, value in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}.items():
            assert store._file.execute(f"PRAGMA {pragma}").fetchone() == (value,)

    play(str(path), scenario)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("given", "meant", "shown"),
    [
        ("/data/q.db", Address("sqlite", "/data/q.db"), "sqlite:////data/q.db"),
        ("sqlite:////data/q.db", Address("sqlite", "/data/q.db"), "sqlite:////data/q.db"),
        (
            "sqlite+aiosqlite:////data/q.db",
            Address("sqlite", "/data/q.db"),
            "sqlite:////data/q.db",
        ),
        (
            "postgres://me@host/db",
            Address("postgresql", "postgresql://me@host/db"),
            "postgresql://me@host/db",
        ),
        (
            "postgresql+asyncpg://me:pw@host:5/db?ssl=require",
            Address("postgresql", "postgresql://me:pw@host:5/db?sslmode=require"),
            "postgresql://me:***@host:5/db",
        ),
        (
            "postgresql://me@/db?host=/run/pg",
            Address("postgresql", "postgresql://me@/db?host=/run/pg"),
            "postgresql://me@/db",
        ),
    ],
)
def test_an_address_may_be_short_and_is_shown_without_its_password(
    given: str, meant: Address, shown: str
) -> None:
    assert database_address(given) == meant
    assert database_address(given).shown == shown


@pytest.mark.parametrize(
    "given", ["mysql://host/db", "sqlite://", "sqlite:///:memory:", "://", "postgres://h:x/db"]
)
def test_other_addresses_are_refused_in_plain_words(given: str) -> None:
    with pytest.raises(QuartettError):
        database_address(given)


def kept(document: bytes, who: str = "", table: str | None = "a") -> Keepsake:
    return Keepsake("result", "a deal", who, table, document)


def test_a_keepsake_is_kept_once_and_goes_with_its_table(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1))
        first = await store.keep(kept(b"first", "me"))
        assert first.document == b"first"
        assert (await store.keep(kept(b"second", "me"))).document == b"first"
        assert (await store.keep(kept(b"third", "me"), replace=True)).document == b"third"
        await store.keep(kept(b"of nobody", "hard", None))
        assert [each.document for each in await store.kept("result", "a deal")] == [
            b"third",
            b"of nobody",
        ]
        assert await store.kept("result", "a deal", "me") == [kept(b"third", "me")]
        assert await store.kept("review", "a deal") == []
        assert await store.delete(["a"], 2) == 1
        assert await store.kept("result", "a deal") == [kept(b"of nobody", "hard", None)]

    play(url, scenario)


def test_of_many_who_want_to_keep_the_same_exactly_one_is_first(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1))
        tries = [store.keep(kept(b"%d" % number, "me")) for number in range(8)]
        found = {each.document for each in await asyncio.gather(*tries)}
        assert len(found) == 1

    play(url, scenario)
