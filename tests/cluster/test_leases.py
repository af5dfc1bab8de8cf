"""A node believes in its lease no longer than the others do, whatever delays or stops it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from patience import PATIENCE_SECONDS
from quartett.server.cluster.lease import (
    ANSWER_SECONDS,
    RENEW_SECONDS,
    RETRY_SECONDS,
    SAFE_SECONDS,
    Lease,
)
from quartett.server.cluster.node import Node
from quartett.server.cluster.sql import ASK_FOR, LEASE_MS
from quartett.server.store.database_url import database_address
from quartett.server.store.opening import open_store
from quartett.server.store.postgres_connect import Servers
from server.live import run
from server.still_time import StillTime
from server.store_databases import fresh_database

URL = "http://host/node/a"


class Listening(StillTime):
    """A time that remembers for how long answers are waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.patience: list[float] = []

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """What was asked for is written down."""
        self.patience.append(seconds)
        return super().timeout(seconds)


class Bench:
    """A lease whose time is moved by hand, over a real database; and what it told."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.time = Listening()
        self.joined: list[str] = []
        self.lost = 0
        self.wanted: list[str] = []
        servers = Servers(database_address(url))
        self.lease = Lease(servers, URL, self._join, self._lose, self.wanted.append, self.time)

    def _join(self, node: Node) -> None:
        self.joined.append(node.id)

    def _lose(self) -> None:
        self.lost += 1

    async def execute(self, statement: str, *values: object) -> object:
        """Do something at the database behind the lease's back."""
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetchval(statement, *values)
        finally:
            await connection.close()

    def rests(self) -> bool:
        """Whether the lease was renewed just now, and waits until it is time again."""
        return self.lease.left == SAFE_SECONDS and self.time.rings_in(RENEW_SECONDS)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for the database's answer."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not true():
                await asyncio.sleep(0.01)

    async def lapse(self) -> None:
        """The database's clock goes past the end of the lease."""
        await self.execute("UPDATE nodes SET lease_until = lease_until - $1", LEASE_MS + 1)

    async def is_alive(self, id: str) -> bool:
        """Whether others believe in a node."""
        now = "floor(extract(epoch FROM clock_timestamp()) * 1000)"
        found = await self.execute(f"SELECT lease_until > {now} FROM nodes WHERE id = $1", id)
        return bool(found)


def play(tmp_path: Path, scenario: Callable[[Bench], Awaitable[None]]) -> None:
    url = fresh_database("postgresql", tmp_path)

    async def played() -> None:
        await (await open_store(url)).close()
        bench = Bench(url)
        await bench.lease.begin()
        try:
            await scenario(bench)
        finally:
            await bench.lease.end()

    run(played())


@asynccontextmanager
async def held_up(bench: Bench) -> AsyncIterator[None]:
    """The database answers no renewal as long as this lasts."""
    connection = await asyncpg.connect(bench.url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE nodes IN EXCLUSIVE MODE")
            yield
    finally:
        await connection.close()


async def waiting(bench: Bench) -> None:
    """Return once a renewal waits at the database."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await bench.execute(query):
            await asyncio.sleep(0.01)


def test_others_wait_longer_than_a_node_believes() -> None:
    assert SAFE_SECONDS * 1000 < LEASE_MS
    # Between two renewals that count, two may go without an answer.
    assert RENEW_SECONDS + 2 * (ANSWER_SECONDS + RETRY_SECONDS) < SAFE_SECONDS


def test_joining_may_take_longer_than_a_renewal_and_less_than_a_lease(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        (joining,) = bench.time.patience
        await bench.lease.announce("ready")
        renewal = bench.time.patience[1]
        assert renewal < joining < SAFE_SECONDS

    play(tmp_path, scenario)


def test_what_others_ask_for_is_heard_also_after_the_connection_was_lost(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.execute(ASK_FOR, "first")
        await bench.until(lambda: bench.wanted == ["first"])
        await bench.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = current_database()"
        )
        await bench.lease.announce("ready")
        await bench.lease.announce("ready")
        await bench.execute(ASK_FOR, "second")
        await bench.until(lambda: bench.wanted == ["first", "second"])

    play(tmp_path, scenario)


def test_a_lease_is_over_at_its_last_moment_and_not_before(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        assert bench.lease.left == SAFE_SECONDS
        bench.time.jump(SAFE_SECONDS - 0.001)
        assert bench.lease.held
        bench.time.jump(0.001)
        assert not bench.lease.held
        assert bench.lease.left == 0

    play(tmp_path, scenario)


def test_a_lease_counts_from_the_asking_and_not_from_the_answer(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        async with held_up(bench):
            asking = asyncio.create_task(bench.lease.announce("ready"))
            await waiting(bench)
            bench.time.jump(3.0)
        await asking
        assert bench.lease.left == pytest.approx(SAFE_SECONDS - 3.0)
        assert bench.lost == 0

    play(tmp_path, scenario)


def test_a_new_name_is_trusted_from_the_asking_too(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.lapse()
        join = bench.lease._joined

        def slowly(node: Node) -> None:
            bench.time.jump(3.0)
            join(node)

        bench.lease._joined = slowly
        await bench.lease.announce("ready")
        assert bench.lease.left == pytest.approx(SAFE_SECONDS - 3.0)

    play(tmp_path, scenario)


def test_an_answer_that_comes_too_late_ends_the_lease_and_is_told_once(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        async with held_up(bench):
            asking = asyncio.create_task(bench.lease.announce("ready"))
            await waiting(bench)
            bench.time.jump(15.0)  # as when the process was stopped
        await asking
        assert not bench.lease.held
        assert bench.lost == 1
        await bench.time.move(0.1)  # whoever else watches sees it too
        assert bench.lost == 1

    play(tmp_path, scenario)


def test_a_lease_is_renewed_in_time_and_never_told_lost(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        for _ in range(5):
            await bench.until(bench.rests)
            await bench.time.move(RENEW_SECONDS)
        await bench.until(bench.rests)
        assert bench.lost == 0
        assert len(bench.joined) == 1

    play(tmp_path, scenario)


def test_a_renewal_that_fails_is_tried_again_after_a_pause(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.until(bench.rests)
        await bench.execute("ALTER TABLE nodes RENAME TO elsewhere")
        await bench.time.move(RENEW_SECONDS)
        await bench.until(lambda: bench.time.rings_in(RETRY_SECONDS))
        assert bench.lease.left == SAFE_SECONDS - RENEW_SECONDS
        await bench.execute("ALTER TABLE elsewhere RENAME TO nodes")
        await bench.time.move(RETRY_SECONDS)
        await bench.until(bench.rests)
        assert bench.lost == 0

    play(tmp_path, scenario)


def test_a_lease_that_was_over_never_revives(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        (first,) = bench.joined
        await bench.lapse()
        await bench.lease.announce("ready")
        # The tables of the old name are anybody's: it is told, and goes on under another one.
        assert bench.lost == 1
        assert bench.lease.node.id == bench.joined[-1] != first
        assert not await bench.is_alive(first)
        assert await bench.is_alive(bench.joined[-1])
        assert bench.lease.held

    play(tmp_path, scenario)


def test_a_node_without_its_database_doubts_in_time_and_comes_back(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.until(lambda: bench.time.rings_in(SAFE_SECONDS))
        async with held_up(bench):
            await bench.time.move(SAFE_SECONDS)
            await bench.until(lambda: bench.lost == 1)
            assert not bench.lease.held
        await bench.lease.announce("ready")
        assert bench.lease.held
        assert bench.lost == 1

    play(tmp_path, scenario)


def test_a_node_that_leaves_is_believed_in_by_nobody(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.lease.end()
        assert not bench.lease.held
        assert not await bench.is_alive(bench.joined[0])

    play(tmp_path, scenario)
