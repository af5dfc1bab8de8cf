"""What the tests of the store share: rows, and scenarios on newly opened stores."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quartett.server.store.opening import open_store
from quartett.server.store.store import StaleWriteError, Status, Store, StoredRow, StoredTable

ENGINES = ("sqlite", "postgresql")

ADD_PERSON = "INSERT INTO people (id, handle, browser, name, created_at, face) VALUES"

Scenario = Callable[[Store], Awaitable[None]]


def table(
    document: int = 1,
    id: str = "a",
    status: Status = "running",
    public: bool = True,
    updated_at: int = 1,
    browsers: tuple[str, ...] = (),
) -> StoredTable:
    """A table whose document tells one from another."""
    text = b'{"v":%d}' % document
    return StoredTable(id, "jericho", status, public, 1, updated_at, text, browsers)


def entry(number: int, id: str = "a", match: int = 0, said: int | None = None) -> StoredRow:
    """An entry that says its number, or something else."""
    return StoredRow(id, match, number, b'{"events":[%d]}' % (number if said is None else said))


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


async def refused(write: Awaitable[Any]) -> None:
    """Await a write that must be stale."""
    with pytest.raises(StaleWriteError):
        await write


async def claimed(store: Store, id: str = "a") -> Any:
    """The hold of a table that is there."""
    found = await store.claim(id)
    assert found is not None
    return found[1]


async def execute(url: str, statement: str) -> None:
    """Do something to a database behind the store's back."""
    if url.startswith("sqlite"):
        import sqlite3

        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            file.execute(statement)
        file.close()
        return
    import asyncpg

    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()
