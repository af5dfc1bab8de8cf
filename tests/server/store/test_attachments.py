"""What is kept beside the tables: reviews and results."""

import asyncio

from quartett.server.store.store import Attachment, Store
from server.store.stores import play, table


def kept(document: bytes, who: str = "", table: str | None = "a") -> Attachment:
    return Attachment("result", "a deal", who, table, document)


def test_an_attachment_is_kept_once_and_goes_with_its_table(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1))
        first = await store.attach(kept(b"first", "me"))
        assert first.document == b"first"
        assert (await store.attach(kept(b"second", "me"))).document == b"first"
        assert (await store.attach(kept(b"third", "me"), replace=True)).document == b"third"
        await store.attach(kept(b"of nobody", "nobody", None))
        assert [each.document for each in await store.attached("result", "a deal")] == [
            b"third",
            b"of nobody",
        ]
        assert await store.attached("result", "a deal", "me") == [kept(b"third", "me")]
        assert await store.attached("review", "a deal") == []
        assert await store.delete(["a"], 2) == 1
        assert await store.attached("result", "a deal") == [kept(b"of nobody", "nobody", None)]

    play(url, scenario)


def test_of_many_who_want_to_keep_the_same_exactly_one_is_first(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.create(table(1))
        tries = [store.attach(kept(b"%d" % number, "me")) for number in range(8)]
        found = {each.document for each in await asyncio.gather(*tries)}
        assert len(found) == 1

    play(url, scenario)
