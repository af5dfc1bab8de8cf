"""Of several owners of a table the latest alone writes, however they race."""

import asyncio
import random

from quartett.server.store.opening import open_store
from quartett.server.store.store import StaleWriteError, Store, StoredRow
from server.store.stores import claimed, entry, play, refused, table


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
