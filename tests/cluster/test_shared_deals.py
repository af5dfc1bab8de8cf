"""The deal of the day and challenges where several nodes serve them, and one has a wrong clock."""

import asyncio
import random
import threading
from collections.abc import Iterator
from datetime import date, timedelta

import asyncpg
import pytest

from cluster.local import Cluster, local_cluster
from quartett.client import Api, Seat
from quartett.core import commitment
from quartett.server.store.postgres_sql import NOW
from server.learning.surfer import Surfer
from server.live import play_on, run

GAME = "souvenirs"
DAILY = f"/api/daily/{GAME}"
DAY_SECONDS = 24 * 3600
NODES = ("/node/a", "/node/b")

# PostgreSQL looks for a function here first: so the clock that all nodes go by can be put forward.
OWN_CLOCK = """
CREATE SCHEMA own;
CREATE TABLE own.ahead (seconds double precision);
INSERT INTO own.ahead VALUES (0);
CREATE FUNCTION own.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + make_interval(secs => seconds) FROM own.ahead'
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two nodes; the clock of the second one's machine is more than a day ahead."""
    with local_cluster(tmp_path_factory.mktemp("cluster"), 2, gates=False) as running:
        name = running.database.partition("@/")[2].partition("?")[0]
        run(_execute(running, OWN_CLOCK))
        path = "own, pg_catalog, public"
        run(_execute(running, f"ALTER DATABASE {name} SET search_path = {path}"))
        for node, ahead in zip(running.nodes, (0.0, DAY_SECONDS * 1.5), strict=True):
            node.terminate()
            node.start(ahead)
        running.ready()
        yield running


async def _execute(cluster: Cluster, statement: str) -> None:
    connection = await asyncpg.connect(cluster.database)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _put_clock(cluster: Cluster, days: int, seconds: int) -> None:
    """Put the database's clock to so many seconds after the next midnights (UTC)."""
    now = "extract(epoch FROM pg_catalog.clock_timestamp())"
    then = f"(floor({now} / {DAY_SECONDS}) + {days}) * {DAY_SECONDS} + {seconds}"
    run(_execute(cluster, f"UPDATE own.ahead SET seconds = {then} - {now}"))
    run(_joined_anew(cluster))
    cluster.ready()


async def _joined_anew(cluster: Cluster) -> None:
    """Wait until all nodes have noticed that by this clock their leases are long over."""
    connection = await asyncpg.connect(cluster.database)
    query = f"SELECT count(*) FROM nodes WHERE lease_until > {NOW}"
    try:
        while await connection.fetchval(query) != len(cluster.nodes):
            await asyncio.sleep(0.1)
    finally:
        await connection.close()


@pytest.mark.long
def test_at_midnight_the_day_changes_at_all_nodes_and_a_match_under_way_still_counts(
    cluster: Cluster,
) -> None:
    _put_clock(cluster, 1, -600)
    anna, ben, stranger = Surfer(cluster), Surfer(cluster), Surfer(cluster)
    under_way = anna.post(DAILY, you="Anna")
    first = ben.get(DAILY)
    assert first["state"] == "new"
    done = ben.post(DAILY, you="Ben")
    run(ben.finish(done, seed=7))
    for node in NODES:
        assert Surfer(cluster).get(f"{node}{DAILY}")["commitment"] == first["commitment"]
        stranger.get(f"{node}/api/tables/{done['table']['id']}/replay/views")
        assert stranger.status == 403, "the deal was shown before its day was over"

    _put_clock(cluster, 1, 5)
    tomorrow = str(date.fromisoformat(first["day"]) + timedelta(days=1))
    seen = [anna.get(f"{node}{DAILY}") for node in NODES]
    assert [each["day"] for each in seen] == [tomorrow, tomorrow]
    assert [each["state"] for each in seen] == ["new", "new"]
    assert seen[0]["commitment"] == seen[1]["commitment"] != first["commitment"]
    run(anna.finish(under_way, seed=7))
    yesterday = anna.get(f"{DAILY}?day={first['day']}")
    assert yesterday["state"] == "done"
    assert yesterday["played"] == 2
    assert yesterday["mine"]["score"] == yesterday["results"][0]["score"]
    assert commitment.commit(yesterday["secret"]) == first["commitment"]
    past = stranger.get(f"/api/tables/{done['table']['id']}")["table"]["past"]
    assert past[0]["seed"] == yesterday["seed"]
    again = anna.post(DAILY, you="Anna")
    assert again["table"]["id"] != under_way["table"]["id"]


def test_a_challenge_goes_on_at_another_node_to_the_same_result(cluster: Cluster) -> None:
    anna, ben = Surfer(cluster), Surfer(cluster)
    seats = [{}, {"kind": "bot", "level": "easy"}]
    joined = anna.post("/api/tables", game=GAME, you="Anna", seats=seats)
    anna.post(f"/api/tables/{joined['table']['id']}/start")
    run(anna.finish(joined, seed=2))
    sent = anna.post(f"/api/tables/{joined['table']['id']}/challenge")
    path = f"/api/challenges/{sent['id']}"
    taken = ben.post(path, you="Ben")
    table = taken["table"]["id"]

    async def play() -> None:
        rng = random.Random(2)
        async with Seat(Api(cluster.url, taken["token"]), table, taken["token"]) as seat:
            await play_on(seat, rng, 4)
            owner = (await cluster.owners([table]))[table]
            node = next(each for each in cluster.nodes if each.name == owner)
            ending = threading.Thread(target=node.terminate)
            ending.start()
            await play_on(seat, rng)
            ending.join()
            node.start()
        assert (await cluster.owners([table])).get(table) != owner

    run(play())
    found = ben.get(path)
    assert found["state"] == "done"
    assert found["mine"]["score"] == found["rival"]["score"]
