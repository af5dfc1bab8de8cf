"""What is written is there, wholly and in order, in SQLite and in a real PostgreSQL."""

import asyncio
import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from quartett.core.errors import QuartettError
from quartett.server.store.opening import make_store, open_store
from quartett.server.store.store import StaleWriteError, Store, StoredRow, StoredTable
from server.store.stores import claimed, entry, execute, play, refused, table


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


def test_opening_the_same_new_database_at_once_works(url: str) -> None:
    async def scenario() -> None:
        stores = [make_store(url) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].create(table(1))
        assert await stores[3].table("a") == table(1)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(scenario())


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
