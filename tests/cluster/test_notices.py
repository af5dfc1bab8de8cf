"""Notices of turns at many tables, while nodes are killed: none is lost, none comes too late."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluster.local import Cluster, local_cluster
from patience import PATIENCE_SECONDS
from quartett.client import Api, Seat
from server.evenings.guests import Guest
from server.live import play_on, run
from server.notices.push_service import Browser, PushService, push_service_aside

TABLES, DAY = 8, 24 * 3600
DUE = "UPDATE notices SET due_at = 1 WHERE stage = 'turn'"
"""All that waits is due; what a killed sender has taken too, as after its lease."""

HELD = """
CREATE FUNCTION hold() RETURNS trigger AS $$ BEGIN
    IF NEW.stage = 'turn' AND NEW.claim IS NULL AND NEW.due_at > 1 THEN
        NEW.due_at := 9000000000000000;
    END IF;
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER held BEFORE INSERT OR UPDATE ON notices FOR EACH ROW EXECUTE FUNCTION hold()"""
"""Nothing is due before the test says so, however slow the machine is."""


class Player(Guest):
    """Somebody at a table over days, to whom notices are pushed."""

    patient = True
    table = ""

    def subscribe(self, service: PushService, name: str) -> None:
        """Have notices sent to a path of the service."""
        self.name = name
        told = self.post("/api/me/notices/push", **Browser().subscription(service.endpoint(name)))
        assert [each["this"] for each in told["channels"]] == [True]

    def on_turn(self) -> bool:
        """Whether it is this one's turn."""
        return bool(self.eventually("/api/me/home", lambda _: True)["turns"])

    def act(self) -> None:
        """Play until it is the other one's turn."""
        token = self.post(f"/api/tables/{self.table}/join")["token"]

        async def play() -> None:
            async with Seat(Api(self.live.url, token), self.table, token) as seat:
                while await asyncio.to_thread(lambda: self.on_turn()):
                    await play_on(seat, random.Random(1), 1)

        run(play())


def sit_down(cluster: Cluster, service: PushService, number: int) -> list[Player]:
    """Two at a new table that has begun."""
    anna, ben = people = [Player(cluster), Player(cluster)]
    wish: dict[str, Any] = {"game": "souvenirs", "seats": [{}, {}], "turn_seconds": DAY}
    made = anna.post("/api/tables", you="Anna", **wish)
    for side, player in enumerate(people):
        player.table = made["table"]["id"]
        player.subscribe(service, f"{number}-{side}")
    ben.post(f"/api/tables/{ben.table}/join", name="Ben")
    anna.post(f"/api/tables/{anna.table}/start")
    return people


async def changed(cluster: Cluster, query: str) -> None:
    """Change something in the database."""
    connection = await asyncpg.connect(cluster.database)
    await connection.execute(query)
    await connection.close()


async def all_sent(cluster: Cluster) -> None:
    """Wait until no notice of a turn waits; what a killed node had taken is taken by others."""
    connection = await asyncpg.connect(cluster.database)
    ends = time.monotonic() + PATIENCE_SECONDS
    while await connection.fetchval("SELECT count(*) FROM notices WHERE stage = 'turn'"):
        assert time.monotonic() < ends
        await connection.execute(DUE)
        await asyncio.sleep(1)
    await connection.close()


def told(service: PushService) -> set[str]:
    """To whom something came since this was asked last."""
    names = {name for name, _, _ in service.came}
    service.came.clear()
    return names


@pytest.mark.long
def test_while_nodes_are_killed_all_on_turn_are_told_and_nobody_who_has_acted(
    tmp_path: Path,
) -> None:
    any_service = ("--push-services", "any")
    with (
        push_service_aside() as service,
        local_cluster(tmp_path, 3, gates=False, options=any_service) as cluster,
    ):
        run(changed(cluster, HELD))
        people = [one for number in range(TABLES) for one in sit_down(cluster, service, number)]
        knowing = set[str]()
        for lost in (cluster.nodes[0], cluster.nodes[1]):
            # Some act before they are told, the others not: then it is the turn of one at each.
            for player in [each for each in people if each.on_turn()][::2]:
                player.act()
            waiting = {each.name for each in people if each.on_turn()}
            assert len(waiting) == TABLES
            assert told(service) == set()
            run(changed(cluster, DUE))
            lost.kill()
            run(all_sent(cluster))
            assert told(service) == waiting - knowing, "nobody is told of the same turn again"
            # Whoever was told acts, and nothing more comes for that turn.
            for player in [each for each in people if each.name in waiting]:
                player.act()
            lost.start()
            run(all_sent(cluster))
            knowing = {each.name for each in people} - waiting
            assert told(service) == knowing
            assert not run(cluster.damaged())
