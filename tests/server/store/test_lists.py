"""Lists of tables: the latest, a browser's own, and those where something is due."""

import asyncio

from quartett.server.store.store import Status, Store, StoredTable
from server.store.stores import claimed, entry, play, table


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
