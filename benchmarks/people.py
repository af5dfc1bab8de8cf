"""How long it takes to look back: home, history, statistics, and all ratings computed anew;
and how long others wait while old data is deleted.

    PYTHONPATH=tests .venv/bin/python benchmarks/people.py [--people N] [--results N]
        [--engine ENGINE]

A request is measured at the function that its endpoint calls, with the answer encoded but without
HTTP: how long one takes when nothing else runs, and the processor time of this process, all threads
together (what PostgreSQL itself takes is not in it).
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles

import msgspec
from msgspec.structs import replace

from people_filling import ME, browser_of, fill
from quartett.server.history import own_results
from quartett.server.history.rating_store import recompute
from quartett.server.history.records import forget_guests
from quartett.server.learning import costly_decisions
from quartett.server.notices.channels import forget_strangers
from quartett.server.store.documents import TableDocument, to_stored
from quartett.server.store.retention import Retention
from quartett.server.store.store import Statement, Store
from quartett.server.table import my_tables
from quartett.server.table.registry import MAX_FORGOTTEN, TableRegistry
from server.history.tables import played, registry, seated
from server.store_databases import fresh_database

OPEN_TABLES, FINISHED_TABLES = 200, 2000
CHANNELS_AT_ONCE = 10_000
REQUESTS, TARGET_MS, TARGET_SECONDS = 100, 20, 60

Request = Callable[[], Awaitable[object]]


async def sit_down(tables: TableRegistry, browser: str) -> None:
    """Give somebody many tables, copied from real matches."""
    store, rng = tables.services.store, random.Random(1)
    for status, count in (("running", OPEN_TABLES), ("over", FINISHED_TABLES)):
        table = await seated(tables, [browser, "ben", "cleo"])
        await played(table, rng, 12 if status == "running" else None)
        for first in range(0, count, 200):
            copies = (copied(table.now.doc, n) for n in range(first, first + 200))
            await asyncio.gather(*(store.create(to_stored(each)) for each in copies))
        turn = "UPDATE tables SET turn = (SELECT turn FROM tables WHERE id = ?1) WHERE status = ?2"
        await store.change((turn, (table.id, status)))


def copied(doc: TableDocument, number: int) -> TableDocument:
    """A copy of this table, last changed earlier."""
    id = f"{doc.status}{number * 7919 % 10_007:05}"
    return replace(doc, id=id, updated_at=doc.updated_at - 60_000 * number)


async def measured(name: str, request: Request) -> None:
    """A line on how long a request takes."""
    for _ in range(3):
        await request()
    times, busy = [], time.process_time()
    for _ in range(REQUESTS):
        began = time.perf_counter()
        msgspec.json.encode(await request())
        times.append(1000 * (time.perf_counter() - began))
    used = 1000 * (time.process_time() - busy) / REQUESTS
    p99, half = quantiles(times, n=100)[98], median(times)
    verdict = "met" if half <= TARGET_MS else "not met"
    print(f"{name:44} {used:7.1f} {half:7.1f} {p99:7.1f}   {TARGET_MS} ms: {verdict}", flush=True)


def looks_back(store: Store, who: Callable[[], str]) -> dict[str, Request]:
    """The requests of somebody who looks back."""
    return {
        "history": lambda: own_results.page(store, who()),
        "history against bots": lambda: own_results.page(store, who(), against="bots"),
        "statistics with ratings": lambda: own_results.statistics_of(store, who()),
        "rivals": lambda: own_results.rivals_of(store, who()),
        "costly decisions": lambda: costly_decisions.decisions(store, who(), "jericho", "en"),
    }


async def measure_pages(store: Store, people: int) -> None:
    """The pages of somebody with a very long history, and of an average person."""
    me, rng = browser_of(ME), random.Random(3)
    print(f"{'':44}  CPU ms  median     99 %   target", flush=True)
    home = f"home, {OPEN_TABLES} tables and {FINISHED_TABLES} finished"
    await measured(home, lambda: my_tables.home(store, me))
    page = await own_results.page(store, me, against="people")
    whom = next(seat.opponent for seat in page.matches[-1].seats if seat.opponent)
    of_one = "history with one opponent, 2,000 matches"
    await measured(of_one, lambda: own_results.page(store, me, opponent=whom))
    for name, request in looks_back(store, lambda: me).items():
        await measured(f"{name}, 2,000 matches", request)
    anybody = looks_back(store, lambda: browser_of(rng.randrange(1, people)))
    for name, request in anybody.items():
        await measured(f"{name}, anybody", request)


async def measure_ratings(store: Store) -> None:
    """A line on how long it takes to compute all ratings anew."""
    wall, busy = time.perf_counter(), time.process_time()
    count = await recompute(store)
    wall, busy = time.perf_counter() - wall, time.process_time() - busy
    verdict = "met" if wall <= TARGET_SECONDS else "not met"
    told = f"ratings from {count} matches: {wall:.1f} s, {busy:.1f} s of a core"
    print(f"{told}   {TARGET_SECONDS} s: {verdict}\n", flush=True)


async def measure_forgetting(store: Store, people: int) -> None:
    """Lines on how long somebody else's write waits while old data is deleted."""
    later = await store.now()
    for at in range(0, people, CHANNELS_AT_ONCE):
        await store.change(*(channel(n) for n in range(at, min(at + CHANNELS_AT_ONCE, people))))
    await waited("forgetting, all keep their names", store, later)
    await store.change(("DELETE FROM people WHERE browser <> ?1", (browser_of(ME),)))
    await waited("forgetting, nobody keeps their name", store, later)


def channel(person: int) -> Statement:
    """The place to which somebody's notices go."""
    who = browser_of(person)
    query = (
        "INSERT INTO channels (id, who, kind, address, language, made_at, code_tries, label, keys)"
        " VALUES (?1, ?1, 'mail', ?1, 'en', 1, 0, '', '')"
    )
    return query, (who,)


async def forget(store: Store, before: int) -> None:
    """What a server does once an hour."""
    await Retention(store, 0).forget()
    await forget_guests(store, before, MAX_FORGOTTEN)
    await forget_strangers(store, before)


async def waited(name: str, store: Store, before: int) -> None:
    """A line on the longest wait of small writes during a pass that deletes old data."""
    forgetting = asyncio.create_task(forget(store, before))
    times, began = list[float](), time.perf_counter()
    while not forgetting.done():
        asked = time.perf_counter()
        await store.remember("benchmark", str(asked))
        times.append(1000 * (time.perf_counter() - asked))
        await asyncio.sleep(0.001)
    took, longest = time.perf_counter() - began, max(times)
    verdict = "met" if longest <= TARGET_MS else "not met"
    told = f"{name}: {took:.1f} s, a write waited {median(times):.1f} ms, at most {longest:.1f}"
    print(f"{told}   {TARGET_MS} ms: {verdict}", flush=True)


async def measure(url: str, people: int, results: int) -> None:
    """Fill the database, compute the ratings, then time the requests."""
    with tempfile.TemporaryDirectory() as folder:
        async with registry(url, Path(folder)) as tables:
            began = time.perf_counter()
            await fill(url, people, results)
            await sit_down(tables, browser_of(ME))
            print(f"filled in {time.perf_counter() - began:.0f} s", flush=True)
            await measure_ratings(tables.services.store)
            await measure_pages(tables.services.store, people)
            await measure_forgetting(tables.services.store, people)


def main() -> None:
    """Measure one engine."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = fresh_database(chosen.engine, Path(folder))
        asyncio.run(measure(url, chosen.people, chosen.results))


if __name__ == "__main__":
    main()
