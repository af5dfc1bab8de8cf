"""Neighbouring versions serve one database side by side: an upgrade needs no pause."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from chaos.checker import check
from chaos.players import Group
from chaos.process import Process
from cluster.builds import source_of
from cluster.local import NAMES, Cluster, Node, local_cluster
from quartett.cli import main
from quartett.client import Api, Seat
from quartett.core.errors import QuartettError
from quartett.server.store.schema import MIGRATIONS
from server.live import run
from server.store_databases import postgres

BEFORE = "88f9fd1"
"""The last commit before nodes: it knows columns for owners, but no leases."""

PROTOCOL_2 = "78653b3a"
"""The last commit before protocol 3, which has nodes."""

PROGRAM = Path(__file__).with_name("player_by_line.py")


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


class Player:
    """A program that plays with the client of an earlier build, whenever it is told to."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self._running = running
        self.table = self._said()
        self.over = False
        self._wait()

    def act(self) -> None:
        """Have it act, and wait until it may again."""
        assert self._running.stdin is not None
        self._running.stdin.write("\n")
        self._running.stdin.flush()
        assert self._said() == "acted"
        self._wait()

    def _wait(self) -> None:
        said = self._said()
        assert said in ("turn", "over"), said
        self.over = said == "over"

    def _said(self) -> str:
        assert self._running.stdout is not None
        return self._running.stdout.readline().strip()


@contextmanager
def player(source: Path, server: str, log: Path) -> Iterator[Player]:
    """Somebody who has the program of an earlier build, at a table with bots."""
    command = [sys.executable, str(PROGRAM), server, "jericho", "{}", str(log)]
    own = {**os.environ, "PYTHONPATH": str(source / "src")}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, env=own, stdin=pipe, stdout=pipe) as running:
        try:
            yield Player(running)
        finally:
            running.kill()


@pytest.mark.long
def test_somebody_with_an_earlier_program_plays_on_while_its_nodes_are_upgraded(
    tmp_path: Path,
) -> None:
    """A table of protocol 2 goes from an old node to another and on to a new one, and so do others
    with people who have the new program already.
    """
    (tmp_path / "earlier").mkdir()
    earlier, log = source_of(PROTOCOL_2, tmp_path / "earlier"), tmp_path / "match.jsonl"
    with (
        local_cluster(tmp_path, 2, gates=False, source=earlier) as cluster,
        player(earlier, cluster.url, log) as olive,
    ):
        run(_upgraded(cluster, olive), 300)
        assert [_program(node) for node in cluster.nodes] == [os.environ.get("PYTHONPATH", "")] * 2
    assert main(["verify", str(log)]) == 0


async def _upgraded(cluster: Cluster, olive: Player) -> None:
    """Upgrade one node after the other, that of the old program's table first."""
    groups = [Group(lambda: cluster.url, n, n) for n in range(2)]
    playing = [asyncio.create_task(group.play()) for group in groups]
    try:
        owner = (await cluster.owners([olive.table]))[olive.table]
        for node in sorted(cluster.nodes, key=lambda node: node.name != owner):
            await asyncio.to_thread(olive.act)
            node.source = None
            await asyncio.to_thread(node.terminate)
            await asyncio.to_thread(olive.act)  # by the other node
            await asyncio.to_thread(node.start)
            await asyncio.to_thread(cluster.ready)
            await asyncio.to_thread(olive.act)  # old and new side by side
        while not olive.over:
            await asyncio.to_thread(olive.act)
        await _ended(groups, playing)
    finally:
        for task in playing:
            task.cancel()


def _program(process: Process) -> str:
    environment = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    return next(
        (each[11:] for each in environment if each.startswith(b"PYTHONPATH=")), b""
    ).decode()


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
        await _ended(groups, playing)
    finally:
        for task in playing:
            task.cancel()


async def _ended(groups: list[Group], playing: list[asyncio.Task[None]]) -> None:
    """Every match is played out, and every promise was kept."""
    for group in groups:
        group.ending = True
    await asyncio.gather(*playing)
    for group in groups:
        for history in group.histories:
            found = await check(history)
            assert (found.lost, found.doubled, found.leaked, found.unfinished) == (0, 0, 0, 0)
            assert found.acknowledged


async def _look(seat: Seat, url: str) -> None:
    """Ask the other server for somebody's table: it takes it over."""
    with suppress(QuartettError):
        await Api(url, seat.token).get(f"/api/tables/{seat.table_id}")
