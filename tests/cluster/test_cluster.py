"""Three nodes, PostgreSQL and HAProxy as real processes: whatever fails, what was promised holds.

The long form is `scripts/chaos --nodes 3`.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import msgspec
import pytest

from chaos.players import Group
from chaos.suite import all_moved, ended, groups_at
from cluster.faults import FAULTS
from cluster.local import Cluster, Node, local_cluster
from patience import PATIENCE_SECONDS
from quartett.client import Api, Seat
from quartett.protocol.bodies import Lobby
from server.live import run, sit_down
from server.raw import Raw, open_raw

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Nodes a, b and c behind a balancer."""
    with local_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


# Faults while people play


async def _play_through(cluster: Cluster, groups: int, hurt: Any) -> None:
    """Let people play while something happens, and hold everybody's memory against the logs."""
    async with groups_at(lambda: cluster.url, groups) as playing:
        await all_moved([*playing])
        await hurt([*playing])
        verdict = await ended(playing)
    assert verdict.acknowledged > 0
    assert verdict.broken == 0, verdict


async def _busiest(cluster: Cluster, groups: list[Group]) -> int:
    return await cluster.busiest([group.histories[-1].table for group in groups])


def test_a_killed_nodes_tables_play_on_elsewhere_and_so_does_a_turn_clock_nobody_watches(
    cluster: Cluster,
) -> None:
    async def hurt(groups: list[Group]) -> None:
        number = await _busiest(cluster, groups)
        lonely = await _left_alone(cluster, cluster.nodes[number])
        async with FAULTS["kill -9"](cluster, number, 0):
            assert await all_moved(groups) is not None
            await _entries(cluster, lonely, 2)  # the deal, and what a bot played when time was up

    run(_play_through(cluster, 3, hurt))


async def _left_alone(cluster: Cluster, owner: Node) -> str:
    """A table under a turn clock at this node, at which nobody is any more."""
    seats = await _owned(cluster, owner, turn_seconds=5)
    await seats[0].start()
    return seats[0].table_id


async def _entries(cluster: Cluster, table: str, count: int) -> list[dict[str, Any]]:
    """Wait until a table's log has so many entries; asking a node would wake the table."""
    connection = await asyncpg.connect(cluster.database)
    query = "SELECT entry FROM log WHERE table_id = $1 ORDER BY match, number"
    try:
        while len(rows := await connection.fetch(query, table)) < count:
            await asyncio.sleep(0.1)
    finally:
        await connection.close()
    return [msgspec.json.decode(row[0]) for row in rows]


def test_a_woken_owner_and_one_without_its_database_write_nothing(cluster: Cluster) -> None:
    async def hurt(groups: list[Group]) -> None:
        asleep = await _busiest(cluster, groups)
        cut = (asleep + 1) % len(cluster.nodes)
        race = await _UndoRace.begun(cluster, cluster.nodes[asleep])
        async with AsyncExitStack() as faults:
            await faults.enter_async_context(FAULTS["pause"](cluster, asleep, 0.0))
            await faults.enter_async_context(FAULTS["no database"](cluster, cut, 0.0))
            await race.ask()
            assert await all_moved(groups) is not None
            await race.go_on()
        await race.check()

    run(_play_through(cluster, 3, hurt))


class _UndoRace:
    """Somebody takes a move back at an owner who sleeps; meanwhile the table goes on elsewhere."""

    def __init__(self, cluster: Cluster, seats: list[Seat], raw: Raw) -> None:
        self._cluster = cluster
        self._seats = seats
        self._raw = raw

    @classmethod
    async def begun(cls, cluster: Cluster, owner: Node) -> "_UndoRace":
        """The first one has acted at the owner, which they reach without the balancer."""
        seats = await _owned(cluster, owner)
        first = seats[0]
        near = Seat(Api(owner.url, first.token), first.table_id, first.token)
        hello = {"type": "hello", "token": first.token, "protocol": 2}
        raw = await open_raw(near, hello)
        await raw.next("snapshot")
        await near.post("start")
        while not (shown := await raw.next("snapshot"))["legal"]:
            pass
        await raw.send({"type": "act", "id": "first", "action": shown["legal"][0]})
        await raw.next("ack")
        return cls(cluster, seats, raw)

    async def ask(self) -> None:
        """The undo waits in the sleeper's ears."""
        await self._raw.send({"type": "undo", "id": "undo"})

    async def go_on(self) -> None:
        """The next one plays at the new owner, and is promised that it stays."""
        async with self._seats[1] as second:
            await second.turn()
            await second.act(second.legal[0])
            self.version = second.version

    async def check(self) -> None:
        """The sleeper, woken, granted nothing: both moves are there, and no undo."""
        answer = await self._raw.next("ack", "refused", "moved")
        assert answer["type"] == "moved"
        await self._raw.socket.close()
        entries = await _entries(self._cluster, self._seats[0].table_id, 3)
        assert not any(entry.get("undo") for entry in entries)
        assert [entry.get("seat") for entry in entries][:3] == [None, 0, 1]


def test_a_restarted_database_and_nodes_restarted_in_turn_lose_nothing(cluster: Cluster) -> None:
    async def hurt(groups: list[Group]) -> None:
        async with FAULTS["database restart"](cluster, 0, 0):
            assert await all_moved(groups) is not None
        for number in range(len(cluster.nodes)):
            async with FAULTS["restart"](cluster, number, 0):
                assert await all_moved(groups) is not None

    run(_play_through(cluster, 3, hurt))


# Ways to the owner


def _ask(url: str, path: str) -> tuple[int, str | None, bytes]:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_SECONDS)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.getheader("location"), answer.read()
    connection.close()
    return found


async def _owned(cluster: Cluster, owner: Node, **wish: Any) -> list[Seat]:
    """A table that this node has claimed."""
    seats = await sit_down(cluster.url, "jericho", NAMES, **wish)
    name = (await cluster.owners([seats[0].table_id]))[seats[0].table_id]
    if name == owner.name:
        return seats
    return await _owned(cluster, owner, **wish)


def test_who_asks_another_node_is_sent_to_the_owner_and_can_go_there(cluster: Cluster) -> None:
    async def ask() -> None:
        owner, other = cluster.nodes[0], cluster.nodes[1]
        seats = await _owned(cluster, owner)
        path = f"/api/tables/{seats[0].table_id}"
        status, where, _ = await asyncio.to_thread(_ask, other.url, f"{path}/replay?match=1")
        assert (status, where) == (307, f"/node/a{path}/replay?match=1")
        raw = await open_raw(Seat(Api(other.url), seats[0].table_id, None), {
            "type": "hello", "token": seats[0].token, "protocol": 2,
        })  # fmt: skip
        moved = await raw.next("moved", "snapshot")
        assert moved["path"] == f"/node/a{path}/socket"
        await raw.socket.close()
        status, _, _ = await asyncio.to_thread(_ask, cluster.url, f"/node/a{path}")
        assert status == 200

    run(ask())


def test_players_spectators_and_lists_do_not_care_which_node_they_come_to(
    cluster: Cluster,
) -> None:
    async def ask() -> None:
        seats = await _owned(cluster, cluster.nodes[2], public=True)
        table = seats[0].table_id
        for node in cluster.nodes:
            lobby = await Api(node.url).get("/api/tables", Lobby)
            assert table in [each.id for each in lobby.tables]
        async with Seat(Api(cluster.url), table, None) as spectator, seats[1] as player:
            await seats[0].start()  # over HTTP, where a balancer sends it
            await spectator.until(lambda: spectator.version > 0)
            await player.until(lambda: player.version > 0)

    run(ask())


def test_a_page_too_old_to_be_sent_elsewhere_is_told_to_reload(cluster: Cluster) -> None:
    async def ask() -> None:
        seats = await _owned(cluster, cluster.nodes[0])
        raw = await open_raw(
            Seat(Api(cluster.nodes[1].url), seats[0].table_id, None), {"type": "hello"}
        )
        assert (await raw.next("bye"))["reason"] == "server.outdated"
        await raw.socket.close()

    run(ask())


def test_an_owner_that_only_players_cannot_reach_gives_its_table_up(
    cluster: Cluster,
) -> None:
    """The balancer passes by the owner; whoever has its clients then asks it for the table."""

    async def ask() -> None:
        seats = await _owned(cluster, cluster.nodes[0])
        other = Api(cluster.nodes[1].url, seats[0].token)
        await other.get(f"/node/a/api/tables/{seats[0].table_id}")
        assert await cluster.owners([seats[0].table_id]) == {seats[0].table_id: "b"}

    run(ask())


def test_a_node_needs_postgresql_and_an_address_that_leads_to_it_alone(tmp_path: Path) -> None:
    from quartett.core.errors import FormatError
    from quartett.server.serving.checks import check_settings
    from quartett.server.settings import Settings

    database = "postgresql://quartett@host/quartett"
    check_settings(Settings(database=database, node_url="https://play.example.org/node/a"))
    under = "https://play.example.org/cards/node/a"
    check_settings(Settings(database=database, node_url=under, root_path="/cards"))
    for wrong in (
        Settings(data_dir=tmp_path, node_url="https://play.example.org/node/a"),
        Settings(database=database, node_url="https://play.example.org/"),
        Settings(database=database, node_url="play.example.org/node/a"),
        Settings(database=database, node_url="https://play.example.org/node/a", root_path="/cards"),
    ):
        with pytest.raises(FormatError, match="--node-url"):
            check_settings(wrong)
