"""Tables are forgotten after their time; no reading of a clock forgets them all."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from quartett.server.store.opening import open_store
from quartett.server.store.retention import (
    AT_ONCE,
    CONFIRM_SECONDS,
    DAY_MS,
    MAX_JUMP_MS,
    MEASURE_SECONDS,
    MIN_DELETED,
    Forgotten,
    Retention,
    is_believed,
)
from quartett.server.store.store import Status, Store, StoredRow
from server.store.stores import ADD_PERSON, ENGINES, entry, execute, table
from server.store_databases import fresh_database

DAY = 24 * 3600.0
START = 1_700_000_000_000


class Clocks:
    """The wall clock that a store shows, and the machine's own ticking; set by hand."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.wall = START
        self.ticks = 1000.0
        store.now = self.now  # type: ignore[method-assign]

    async def now(self) -> int:
        """What the wall clock shows."""
        return self.wall

    def go_on(self, days: float) -> None:
        """Let time pass as it does."""
        self.wall += int(days * DAY_MS)
        self.ticks += days * DAY

    def keeping(self, keep_days: float = 60, max_bytes: int | None = None) -> Retention:
        """Keep times as a server has them that has just started."""
        return Retention(self.store, keep_days, max_bytes, lambda: self.ticks)


Scenario = Callable[[Store, Clocks], Awaitable[None]]


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database of each engine."""
    return fresh_database(request.param, tmp_path)


def play(url: str, scenario: Scenario) -> None:
    async def run() -> None:
        store = await open_store(url)
        await scenario(store, Clocks(store))
        await store.close()

    asyncio.run(run())


async def add(
    store: Store, count: int, days_ago: float, status: Status = "over", name: str = ""
) -> None:
    """Tables that were changed so many days before the start, with an entry each."""
    at = START - int(days_ago * DAY_MS)
    ids = [f"{name or status}{days_ago}-{n}" for n in range(count)]
    await asyncio.gather(
        *(store.create(table(1, id, status, updated_at=at), [entry(0, id)]) for id in ids)
    )


async def left(store: Store) -> int:
    return (await store.size()).tables


def test_what_nobody_touched_for_its_keep_time_goes_with_its_log(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 30, 61)
        await add(store, 5, 61, "running")
        await add(store, 7, 59)
        await store.quarantine("over61-0", "something is wrong with it")
        await add(store, 1, 0)
        assert (await clocks.keeping().forget()).deleted == 34
        assert await left(store) == 9  # the damaged one stays, to be looked at
        assert await store.log("over61-1", 0) == []
        assert await store.log("over59-1", 0) == [entry(0, "over59-1")]
        assert (await clocks.keeping().forget()).deleted == 0

    play(url, scenario)


def test_a_start_61_days_ahead_deletes_nothing(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 0)
        await clocks.keeping().forget()
        clocks.wall += 61 * DAY_MS
        keeping = clocks.keeping()
        for _ in range(3):
            done = await keeping.forget()
            assert (done.deleted, done.doubted) == (0, True)
            clocks.go_on(1 / 24)
        # Somebody plays meanwhile: the wrong date is in the tables now, and proves nothing.
        await store.create(table(1, "new", updated_at=clocks.wall))
        assert (await clocks.keeping().forget()).doubted
        clocks.wall -= 61 * DAY_MS
        assert not (await clocks.keeping().forget()).doubted
        assert await left(store) == 21

    play(url, scenario)


def test_a_jump_while_the_server_runs_deletes_nothing(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 0)
        keeping = clocks.keeping()
        for _ in range(3):
            assert not (await keeping.forget()).doubted
            clocks.go_on(1.1)
        clocks.wall += 61 * DAY_MS
        assert (await keeping.forget()).doubted
        clocks.go_on(0.5)
        assert (await keeping.forget()).doubted
        assert await left(store) == 20

    play(url, scenario)


def test_a_clock_that_has_gone_on_for_a_day_is_believed_also_across_restarts(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 0)
        await clocks.keeping().forget()
        clocks.wall += 61 * DAY_MS  # the server was off for that long
        for _ in range(3):
            keeping = clocks.keeping()
            assert (await keeping.forget()).doubted
            clocks.go_on(0.3)
            assert (await keeping.forget()).doubted
            clocks.ticks = 5.0  # a new boot
        keeping = clocks.keeping()
        await keeping.forget()
        clocks.go_on(0.3)
        assert (await keeping.forget()).deleted == 20

    play(url, scenario)


def test_one_pass_deletes_a_small_share_only(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 450, 61)
        await add(store, 1, 0)
        keeping = clocks.keeping()
        deleted = [(await keeping.forget()).deleted for _ in range(4)]
        assert deleted == [200, 200, 50, 0]

    play(url, scenario)


def test_where_too_much_is_stored_finished_tables_go_earlier(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 3)
        await add(store, 20, 3, "running")
        await add(store, 20, 0.5)
        keeping = clocks.keeping(max_bytes=1)
        assert (await keeping.forget()).deleted == 20
        assert await keeping.full()
        assert await left(store) == 40
        roomy = clocks.keeping(max_bytes=1 << 30)
        assert (await roomy.forget()).deleted == 0
        assert not await roomy.full()

    play(url, scenario)


def test_a_quota_is_noticed_as_soon_as_it_is_used_up_and_lifted_once_there_is_room(
    url: str,
) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 1, 3)
        room = (await store.size()).bytes + 100_000
        keeping = clocks.keeping(max_bytes=room)
        assert not await keeping.full()
        long = [
            StoredRow("over3-0", 0, 1, b'{"events":["%s"]}' % secrets.token_hex(100_000).encode())
        ]
        found = await store.claim("over3-0")
        assert found is not None
        await store.write(found[1], None, long)
        assert await keeping.full()
        clocks.go_on(MEASURE_SECONDS / DAY)
        assert await keeping.full()
        assert await store.delete(["over3-0"], START) == 1
        assert await keeping.full()  # measured a moment ago
        clocks.go_on(MEASURE_SECONDS / DAY)
        assert not await keeping.full()

    play(url, scenario)


def test_what_was_touched_while_it_was_to_be_deleted_stays(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 2, 61)
        old = START - 60 * DAY_MS
        ids = [each.id for each in await store.expired(old, ["over"], 9)]
        assert len(ids) == 2
        await execute(url, f"UPDATE tables SET updated_at = {START} WHERE id = '{ids[0]}'")
        assert await store.delete(ids, old) == 1
        assert await store.table(ids[0]) is not None

    play(url, scenario)


def test_old_tables_of_guests_go_however_many_of_people_lie_before_them(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        old = START - 61 * DAY_MS
        mine = [f"mine{n:03}" for n in range(2 * AT_ONCE)]
        for id in mine:
            await store.create(table(1, id, "over", updated_at=old, browsers=("kept",)))
        await store.create(table(1, "theirs", "over", updated_at=old, browsers=("guest",)))
        person = f"{ADD_PERSON} ('P', 'P', 'kept', 'P', 1, '')"
        await store.change((person, ()))
        await add(store, 1, 0)
        keeping = Retention(store, 60, ticking=lambda: clocks.ticks, keep_people_days=365)
        await keeping.forget()
        assert await store.table("theirs") is None
        assert await left(store) == len(mine) + 1

    play(url, scenario)


def test_a_table_goes_at_its_last_moment_and_not_before(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await store.create(table(1, "old", "over", updated_at=START))
        await store.create(table(1, "new", "over", updated_at=START + 1))
        clocks.go_on(60)
        assert (await clocks.keeping().forget()).doubted  # the server was off for so long
        keeping = clocks.keeping()
        await keeping.forget()
        clocks.go_on(CONFIRM_SECONDS / DAY)
        clocks.wall = START + 60 * DAY_MS  # to the millisecond
        assert (await keeping.forget()).deleted == 0
        clocks.wall += 1
        assert (await keeping.forget()).deleted == 1
        assert await store.table("new") is not None
        clocks.wall += 1
        assert (await keeping.forget()).deleted == 1

    play(url, scenario)


def test_a_clock_that_jumps_back_deletes_nothing_and_is_believed(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 0)
        keeping = clocks.keeping()
        await keeping.forget()
        clocks.wall -= 300 * DAY_MS
        assert await keeping.forget() == Forgotten(0)
        clocks.wall += 300 * DAY_MS
        # Whoever believed the wrong date would now see a jump of 300 days.
        assert (await keeping.forget()).deleted == 0
        assert await left(store) == 20

    play(url, scenario)


def test_a_jump_of_a_day_is_believed_and_one_of_a_moment_more_is_not(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 1, 0)
        for jump, doubted in ((MAX_JUMP_MS, False), (MAX_JUMP_MS + 1, True)):
            keeping = clocks.keeping()
            await keeping.forget()
            clocks.wall += jump
            assert (await keeping.forget()).doubted == doubted

    play(url, scenario)


def test_a_clock_is_believed_from_the_first_pass_until_it_jumps(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 1, 0)
        keeping = clocks.keeping()
        assert not await is_believed(store)
        await keeping.forget()
        assert await is_believed(store)
        clocks.wall += MAX_JUMP_MS
        assert await is_believed(store)
        clocks.wall += 1
        assert not await is_believed(store)
        assert (await keeping.forget()).doubted
        clocks.wall -= 1
        assert not await is_believed(store), "who is in doubt stays so until the next pass"

    play(url, scenario)


def test_however_long_ago_the_last_pass_was_a_jump_is_one(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 1, 0)
        for jump, doubted in ((MAX_JUMP_MS, False), (MAX_JUMP_MS + 1, True)):
            keeping = clocks.keeping()
            await keeping.forget()
            clocks.go_on(50)
            clocks.wall += jump
            assert (await keeping.forget()).doubted == doubted

    play(url, scenario)


def test_a_doubted_clock_that_jumps_on_begins_to_prove_itself_anew(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 20, 0)
        keeping = clocks.keeping()
        await keeping.forget()
        clocks.wall += 61 * DAY_MS
        assert (await keeping.forget()).doubted
        clocks.go_on(0.9)
        clocks.wall += 2 * DAY_MS
        assert (await keeping.forget()).doubted
        clocks.go_on(0.2)
        assert (await keeping.forget()).doubted
        clocks.go_on(0.8)
        assert (await keeping.forget()).deleted == 20

    play(url, scenario)


def test_the_brake_holds_for_what_is_finished_and_what_is_not_together(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        await add(store, 1, 0)
        await add(store, MIN_DELETED - 50, 61, "running")
        await add(store, 100, 61)
        assert (await clocks.keeping().forget()).deleted == MIN_DELETED
        assert (await clocks.keeping().forget()).deleted == 50

    play(url, scenario)


def test_of_many_tables_a_small_share_goes_and_no_more(url: str) -> None:
    async def scenario(store: Store, clocks: Clocks) -> None:
        many = 4399
        kind = "BLOB" if url.startswith("sqlite") else "BYTEA"
        await execute(
            url,
            f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})"
            " INSERT INTO tables (id, game, status, public, version, epoch, created_at,"
            f" updated_at, document) SELECT 't' || i, 'jericho', 'over', false, 1, 1, 1, 1,"
            f" CAST('{{}}' AS {kind}) FROM n",
        )
        await add(store, 1, 0)
        assert (await clocks.keeping().forget()).deleted == 220, "one in twenty"

    play(url, scenario)
