"""While its database is away, full, read-only or locked a store says so; then it works again."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from patience import PATIENCE_SECONDS
from quartett.core.errors import QuartettError
from quartett.server.store.opening import open_store
from quartett.server.store.store import (
    Hold,
    StaleWriteError,
    Store,
    StoredRow,
    StoreUnavailableError,
)
from server.store.stores import ENGINES, claimed, entry, execute, play, table
from server.store_databases import fresh_database, postgres

SECRET = "the ace of spades"
FULL_DISK = Path(__file__).with_name("full_disk.py")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The address of a fresh SQLite file."""
    return fresh_database("sqlite", tmp_path)


@pytest.fixture
def server(tmp_path: Path) -> str:
    """The address of a fresh PostgreSQL database."""
    return fresh_database("postgresql", tmp_path)


async def unavailable(store: Store, hold: Hold, number: int) -> str:
    """Everything that writes says that the database cannot be used; what it says."""
    with pytest.raises(StoreUnavailableError) as error:
        await store.write(hold, None, [entry(number)])
    with pytest.raises(StoreUnavailableError):
        await store.ping()
    with pytest.raises(StoreUnavailableError):
        await store.claim(hold.id)
    with pytest.raises(StoreUnavailableError):
        await store.create(table(1, "n"))
    return str(error.value)


async def works(store: Store, hold: Hold, number: int) -> None:
    """The same write, tried again, is stored; and so is the next."""
    await store.ping()
    for n in range(number, number + 3):
        await store.write(hold, None, [entry(n)])
    assert await store.log("a", 0) == [entry(n) for n in range(number + 3)]


def test_a_locked_file_is_waited_for_and_then_told(file: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        other = sqlite3.connect(file.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="locked"):
            await store.write(hold, None, [entry(1)])
        assert await store.log("a", 0) == [entry(0)]  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        await works(store, hold, 1)

    play(file, scenario)


def test_a_file_that_cannot_grow_is_told_until_it_can(file: str) -> None:
    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        pages = store._file.execute("PRAGMA page_count").fetchone()[0]
        store._file.execute(f"PRAGMA max_page_count = {pages}")
        large = b"x" * 100_000
        with pytest.raises(StoreUnavailableError, match="full"):
            await store.write(hold, None, [StoredRow("a", 0, 1, large)])
        store._file.execute("PRAGMA max_page_count = 1000000")
        await works(store, hold, 1)

    play(file, scenario)


def test_a_full_disk_is_told_and_nothing_is_lost_when_there_is_room_again(file: str) -> None:
    ended = subprocess.run(
        [sys.executable, FULL_DISK, file], capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert ended.returncode == 0, ended.stderr
    full, room, done = ended.stdout.splitlines()
    assert full.startswith("full the database cannot be used")
    assert (room, done.split()[0]) == ("room", "done")


def test_a_read_only_file_is_told_until_it_can_be_written(file: str) -> None:
    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        store._file.execute("PRAGMA query_only = ON")
        assert "readonly" in await unavailable(store, hold, 1)
        assert await store.log("a", 0) == [entry(0)]
        store._file.execute("PRAGMA query_only = OFF")
        await works(store, hold, 1)

    play(file, scenario)


def test_a_file_that_is_gone_and_comes_back_is_used_again(file: str, tmp_path: Path) -> None:
    path = Path(file.removeprefix("sqlite:///"))

    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        store._file.close()
        away = tmp_path / "away.db"
        path.rename(away)
        path.mkdir()  # what is there cannot be opened
        store._file = None
        assert "unable to open" in await unavailable(store, hold, 1)
        path.rmdir()
        away.rename(path)
        await works(store, hold, 1)

    play(file, scenario)


def test_what_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"this is not a database" * 100)
    with pytest.raises(QuartettError, match=r"tables\.db cannot be opened: .*not a database"):
        asyncio.run(open_store(path))
    folder = tmp_path / "folder.db"
    folder.mkdir()
    with pytest.raises(QuartettError, match=r"folder\.db cannot be opened"):
        asyncio.run(open_store(folder))


def test_a_read_only_postgres_is_told_until_it_can_be_written(server: str) -> None:
    name = server.partition("@/")[2].partition("?")[0]

    async def set_read_only(value: str) -> None:
        settings = {"application_name": "admin", "default_transaction_read_only": "off"}
        admin = await asyncpg.connect(server, server_settings=settings)
        await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
        # Those who are connected keep what they have: they have to come again.
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'quartett'"
        )
        await admin.close()
        await asyncio.sleep(0.2)

    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        await set_read_only("on")
        assert "25006" in await unavailable(store, hold, 1)
        assert await store.log("a", 0) == [entry(0)]
        await set_read_only("off")
        await works(store, hold, 1)

    play(server, scenario)


def test_postgres_restarted_at_once_is_used_again_by_itself(server: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        await asyncio.to_thread(postgres().stop_immediately)
        try:
            assert "cannot be used" in await unavailable(store, hold, 1)
            with pytest.raises(StoreUnavailableError):
                await store.tables(["running"])
        finally:
            await asyncio.to_thread(postgres().start)
        await works(store, hold, 1)

    play(server, scenario)


@pytest.mark.parametrize(
    "instead", [ConnectionResetError, asyncpg.AdminShutdownError, asyncpg.CrashShutdownError]
)
def test_a_lost_answer_is_asked_for_again_and_the_write_stored_once(
    server: str, instead: type[Exception]
) -> None:
    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        # What was sent is stored, but the answer never arrives.
        commits = store._commits
        real = commits._execute

        async def lose_the_answer(statement: str, writes: Any) -> Any:
            await real(statement, writes)
            raise instead

        commits._execute = lose_the_answer
        with pytest.raises(StoreUnavailableError):
            await store.write(hold, table(2), [entry(1)])
        commits._execute = real
        with pytest.raises(StaleWriteError):
            await store.write(hold, table(3), [entry(1, said=9)])  # something else instead
        await store.write(hold, table(2), [entry(1)])
        await store.write(hold, None, [entry(2)])
        assert await store.table("a") == table(2)
        assert await store.log("a", 0) == [entry(n) for n in range(3)]

    play(server, scenario)


@pytest.mark.parametrize("kind", ENGINES)
def test_no_error_repeats_what_was_to_be_stored(kind: str, tmp_path: Path) -> None:
    url = fresh_database(kind, tmp_path)

    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        stale = await claimed(store)
        await claimed(store)
        secret = StoredRow("a", 0, 0, SECRET.encode())
        errors: list[BaseException] = []
        for write in (
            store.write(hold, None, [secret]),
            store.write(stale, None, [secret]),
            store.write(await claimed(store), None, [secret]),
            store.create(table(1), [secret]),
        ):
            with pytest.raises(StaleWriteError) as error:
                await write
            errors.append(error.value)
        await execute(url, "DROP TABLE browsers")
        await execute(url, "ALTER TABLE log RENAME TO gone")
        with pytest.raises(StoreUnavailableError) as failed:
            await store.write(await claimed(store), None, [StoredRow("a", 0, 1, SECRET.encode())])
        errors.append(failed.value)
        for each in errors:
            seen: BaseException | None = each
            while seen is not None:
                assert SECRET not in str(seen)
                assert SECRET.encode().hex() not in str(seen)
                seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)

    play(url, scenario)


def _cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [_cut_short, _empty])
def test_a_file_that_was_cut_short_is_told_and_no_longer_written(
    file: str, harm: Callable[[Path], None]
) -> None:
    path = Path(file.removeprefix("sqlite:///"))

    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        await store.ping()
        store._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await store.ping()
        whole = path.read_bytes()
        harm(path)
        assert "cut short" in await unavailable(store, hold, 1)
        # Whoever copies a whole one into it must know that this server does not go on with it.
        path.write_bytes(whole)
        assert "cut short" in await unavailable(store, hold, 1)
        # One that is put in its place is taken.
        path.with_suffix(".whole").write_bytes(whole)
        path.with_suffix(".whole").rename(path)
        await store.ping()
        assert await store.log("a", 0) == [entry(0)]

    play(file, scenario)


def test_a_file_that_was_moved_away_is_told_until_it_is_back(file: str) -> None:
    path = Path(file.removeprefix("sqlite:///"))

    async def scenario(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        path.rename(path.with_suffix(".away"))
        assert "gone" in await unavailable(store, hold, 1)
        assert not path.exists()  # no empty one is made in its place
        path.with_suffix(".away").rename(path)
        await works(store, hold, 1)

    play(file, scenario)


def test_a_log_of_writes_that_was_deleted_is_told(file: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1), [entry(0)])
        Path(f"{file.removeprefix('sqlite:///')}-wal").unlink()
        with pytest.raises(StoreUnavailableError, match="newest part is gone"):
            await store.ping()

    play(file, scenario)


def test_a_file_made_smaller_by_vacuum_is_used_on(file: str) -> None:
    async def scenario(store: Any) -> None:
        hold = await store.create(table(1), [entry(0)])
        long = [StoredRow("b", 0, 0, b'{"events":["%s"]}' % (b"x" * 500_000))]
        await store.create(table(1, "b"), long)
        store._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await store.ping()
        assert await store.delete(["b"], 9) == 1
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            store._file.execute(statement)
        await works(store, hold, 1)

    play(file, scenario)


def test_a_database_without_its_tables_is_told(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.ping()
        await execute(url, "DROP TABLE log")
        with pytest.raises(StoreUnavailableError):
            await store.ping()

    play(url, scenario)
