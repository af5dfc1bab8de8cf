"""Neighbouring versions serve one database side by side: an upgrade needs no pause."""

import asyncio
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from chaos.checker import check
from chaos.players import Group
from chaos.process import Process
from cluster.builds import source_of
from cluster.local import NAMES, Node
from quartett.client import Api, Seat
from quartett.core.errors import QuartettError
from quartett.server.store.schema import MIGRATIONS
from server.live import run
from server.store_databases import postgres

BEFORE = "88f9fd1"
"""The last commit before nodes: it knows columns for owners, but no leases."""


class Build(Process):
    """A server of another build."""

    def __init__(self, source: Path, folder: Path, database: str) -> None:
        self.source = source
        super().__init__(folder, database)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source as it was before."""
    return source_of(BEFORE, tmp_path_factory.mktemp("earlier"))


def test_an_earlier_build_and_a_node_serve_the_same_tables_and_lose_nothing(
    earlier: Path, tmp_path: Path
) -> None:
    """Each takes tables from the other, as often as its players want; every promise is kept."""
    database = postgres().new_database()
    old = Build(earlier, tmp_path / "old", database)  # its schema is upgraded under it
    node = Node(NAMES[0], tmp_path, database, [], (0, 0))
    try:
        run(_play(old, node), 150)
        assert _program(old) == str(earlier / "src")
        assert run(_schema(database)) == len(MIGRATIONS)
    finally:
        old.kill()
        node.kill()


def _program(process: Process) -> str:
    environment = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    return next(each for each in environment if each.startswith(b"PYTHONPATH="))[11:].decode()


async def _schema(database: str) -> int:
    connection = await asyncpg.connect(database)
    try:
        return int(await connection.fetchval("SELECT version FROM quartett_schema"))
    finally:
        await connection.close()


async def _play(old: Process, node: Process) -> None:
    """People play at both, and half of each table's people change over in the middle."""
    groups = [Group(lambda url=url: url, n, n) for n, url in enumerate((old.url, node.url))]  # type: ignore[misc]
    playing = [asyncio.create_task(group.play()) for group in groups]
    try:
        for _ in range(6):
            await asyncio.sleep(0.5)
            for group, url in zip(groups, (node.url, old.url), strict=True):
                if group.histories:
                    await _look(group.histories[-1].seats[1], url)
        for group in groups:
            group.ending = True
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    for group in groups:
        for history in group.histories:
            found = await check(history)
            assert (found.lost, found.doubled, found.leaked, found.unfinished) == (0, 0, 0, 0)
            assert found.acknowledged


async def _look(seat: Seat, url: str) -> None:
    """Ask the other server for somebody's table: it takes it over."""
    with suppress(QuartettError):
        await Api(url, seat.token).get(f"/api/tables/{seat.table_id}")
