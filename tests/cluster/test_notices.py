"""Notices of turns at many tables, while nodes are killed: none is lost, none comes too late."""

import asyncio
import random
import time
from pathlib import Path

import asyncpg
import pytest

from cluster.local import Cluster, local_cluster
from patience import PATIENCE_SECONDS
from quartett.client import Seat
from server.live import play_on, run
from server.notices.days import Player, sit_down
from server.notices.push_service import PushService, push_service_aside

TABLES = 8
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


async def act(player: Player) -> None:
    """Play until it is the other one's turn."""
    token = await asyncio.to_thread(player.token)
    async with Seat(player.api(token), player.table, token) as seat:
        while await asyncio.to_thread(player.on_turn):
            await play_on(seat, random.Random(1), 1)


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
                run(act(player))
            waiting = {each.name for each in people if each.on_turn()}
            assert len(waiting) == TABLES
            assert told(service) == set()
            run(changed(cluster, DUE))
            lost.kill()
            run(all_sent(cluster))
            assert told(service) == waiting - knowing, "nobody is told of the same turn again"
            # Whoever was told acts, and nothing more comes for that turn.
            for player in [each for each in people if each.name in waiting]:
                run(act(player))
            lost.start()
            run(all_sent(cluster))
            knowing = {each.name for each in people} - waiting
            assert told(service) == knowing
            assert not run(cluster.damaged())
