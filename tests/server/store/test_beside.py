"""What is written beside a table lands with it or not at all."""

import asyncio

from quartett.server.store.store import Statement, Store
from server.store.stores import claimed, entry, play, refused, table

GONE = "DELETE FROM settings WHERE name = ?1"
ADDED = "INSERT INTO settings (name, value) VALUES (?1, ?2)"


def noted(value: str, name: str = "note") -> list[Statement]:
    """Statements that have to be executed in this order."""
    return [(GONE, (name,)), (ADDED, (name, value))]


def test_what_is_beside_lands_with_the_document_and_with_entries_alone(url: str) -> None:
    async def write(store: Store) -> None:
        hold = await store.create(table(1), [entry(0)])
        await store.write(hold, table(2), beside=noted("document"))
        assert await store.setting("note") == "document"
        await store.write(hold, None, [entry(1)], beside=noted("entries"))
        assert await store.setting("note") == "entries"

    async def read(store: Store) -> None:
        assert await store.setting("note") == "entries"

    play(url, write, read)


def test_a_stale_write_leaves_nothing_beside(url: str) -> None:
    async def scenario(store: Store) -> None:
        stale = await store.create(table(1), [entry(0)])
        await claimed(store)
        await refused(store.write(stale, None, [entry(1)], beside=noted("stale")))
        await refused(store.write(stale, table(2), beside=noted("stale")))
        assert await store.setting("note") is None

    play(url, scenario)


def test_of_writes_that_wait_together_only_the_fresh_ones_leave_something_beside(url: str) -> None:
    async def scenario(store: Store) -> None:
        holds = {id: await store.create(table(1, id), [entry(0, id)]) for id in "abc"}
        taken = await claimed(store, "b")
        await asyncio.gather(
            store.write(holds["a"], None, [entry(1, "a")], beside=noted("a", "a")),
            refused(store.write(holds["b"], None, [entry(1, "b")], beside=noted("old", "b"))),
            # Its entry's place is taken: all are written apart.
            refused(store.write(holds["c"], None, [entry(0, "c")], beside=noted("old", "c"))),
        )
        assert [await store.setting(id) for id in "abc"] == ["a", None, None]
        await store.write(taken, None, [entry(1, "b")], beside=noted("b", "b"))
        assert await store.setting("b") == "b"

    play(url, scenario)


def test_a_write_is_stored_once_though_another_kind_that_waits_with_it_cannot_be(url: str) -> None:
    async def scenario(store: Store) -> None:
        hold = await store.create(table(1, "a"))
        other = await store.create(table(1, "b"), [entry(0, "b")])
        await asyncio.gather(
            store.write(hold, None, [entry(0, "a")]),
            refused(store.write(other, table(2, "b"), [entry(0, "b")])),  # its place is taken
        )
        await store.write(hold, None, [entry(1, "a")])
        assert await store.log("a", 0) == [entry(0, "a"), entry(1, "a")]

    play(url, scenario)
