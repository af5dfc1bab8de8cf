"""What is asked all day is found by an index, however much others have played."""

import re
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quartett.server.history import learning_progress, own_results, played, records
from quartett.server.history.ratings import Counted
from quartett.server.history.recording import written
from quartett.server.learning import costly_decisions
from quartett.server.store.opening import open_store
from quartett.server.store.store import Store
from quartett.server.table import my_tables
from server.history.test_ratings import keep_names, result
from server.live import run
from server.store_databases import fresh_database


async def by_opponent(store: Store) -> object:
    """The matches with somebody from the first page."""
    seats = (await own_results.page(store, "anna")).matches[0].seats
    whom = next(seat.opponent for seat in seats if seat.opponent)
    return await own_results.page(store, "anna", "jericho", "people", whom, "9.1.x")


REQUESTS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "home": lambda store: my_tables.home(store, "anna"),
    "home, further down": lambda store: my_tables.home(store, "anna", "9.x"),
    "history": lambda store: own_results.page(store, "anna"),
    "history with one opponent": by_opponent,
    "statistics": lambda store: own_results.statistics_of(store, "anna"),
    "rivals": lambda store: own_results.rivals_of(store, "anna"),
    "decisions": lambda store: costly_decisions.decisions(store, "anna", "jericho", "en"),
    "forgetting": lambda store: records.forget_guests(store, 1 << 60, 9),
    "learnt": lambda store: learning_progress.learnt(store, "anna"),
}


def scanned(file: sqlite3.Connection, query: str) -> list[str]:
    """The tables that a query reads from beginning to end, of which it has not made one itself."""
    steps = [row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {query}")]
    own = {"CONSTANT", *re.findall(r"^(?:CO-ROUTINE|MATERIALIZE) (\S+)", "\n".join(steps), re.M)}
    return [step for step in steps if step.startswith("SCAN ") and step.split()[1] not in own]


async def asked(store: Any, request: Callable[[Store], Awaitable[object]]) -> list[str]:
    """The queries of a request, as SQLite was given them."""
    queries = list[str]()
    store._file.set_trace_callback(queries.append)
    await request(store)
    store._file.set_trace_callback(None)
    return [each for each in queries if each.lstrip().startswith("SELECT")]


@pytest.mark.parametrize("name", REQUESTS)
def test_nothing_that_pages_ask_reads_a_whole_table(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        store: Any = await open_store(fresh_database("sqlite", tmp_path))
        await keep_names(store, "anna", "ben")
        match = Counted("jericho", 1000, "t", 1, (("anna", 1), ("ben", 2)))
        await store.change(*written(result(match)))
        queries = await asked(store, REQUESTS[name])
        assert queries
        assert [found for query in queries for found in scanned(store._file, query)] == []
        await store.close()

    run(scenario())


def test_what_ones_own_results_add_up_to_is_read_from_an_index_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        store: Any = await open_store(fresh_database("sqlite", tmp_path))
        queries = await asked(store, lambda store: played.played(store, "anna"))
        (plan,) = (store._file.execute(f"EXPLAIN QUERY PLAN {each}") for each in queries)
        assert "COVERING INDEX ix_results_own" in "".join(row[3] for row in plan)
        await store.close()

    run(scenario())


def test_reading_a_whole_table_would_be_noticed(tmp_path: Path) -> None:
    async def scenario() -> None:
        store: Any = await open_store(fresh_database("sqlite", tmp_path))
        await store.change(("DROP INDEX ix_results_who", ()), ("DROP INDEX ix_results_own", ()))
        queries = await asked(store, REQUESTS["statistics"])
        assert any(scanned(store._file, query) for query in queries)
        await store.close()

    run(scenario())
