"""An evening whose tables are spread over three nodes, some of which are killed."""

import asyncio
from itertools import product
from pathlib import Path
from typing import Any

from cluster.local import Cluster, local_cluster
from server.evenings.guests import Guest, company, opened, play, started
from server.live import run


def _company(cluster: Cluster, count: int, **wish: Any) -> tuple[str, list[Guest]]:
    """A new evening and so many people there, who ask again when a node is gone."""
    anna = Guest(cluster)
    id = opened(anna, **wish)
    people = company(anna, id, [f"Person {number}" for number in range(1, count)])
    for each in people:
        each.patient = True
    return id, people


def _tables(shown: Any) -> list[str]:
    return [table["id"] for table in shown["played"][-1]["tables"]]


def test_an_evening_goes_on_when_the_node_of_its_tables_is_killed(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 3, gates=False) as cluster:
        id, people = _company(cluster, 8, deals="duplicate", seats=2, rounds=2)
        anna = people[0]
        started(anna, id, 1)
        run(play(people, id))
        anna.until(id, lambda now: now["state"] == "between")

        shown = started(anna, id, 2)
        run(play(people, id, most=2))
        people[-1].ask(id, "leave")
        lost = cluster.nodes[run(cluster.busiest(_tables(shown)))]
        lost.kill()
        run(play(people[:-1], id))
        shown = anna.until(id, lambda now: now["state"] == "over")
        lost.start()

        assert all(table["over"] for round in shown["played"] for table in round["tables"])
        rows = {row["name"]: row for row in shown["standings"]}
        assert {row["rounds"] for row in rows.values()} == {2}
        seats = [seat for table in shown["played"][1]["tables"] for seat in table["seats"]]
        assert [seat["points"] for seat in seats if seat["gone"]] == [0]
        for round in shown["played"]:
            gains = [seat["gain"] for table in round["tables"] for seat in table["seats"]]
            assert abs(sum(gains)) < 0.01
        assert not run(cluster.damaged())


def test_all_nodes_take_the_same_evenings_commands_at_once_and_lose_none(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 3, gates=False) as cluster:
        id, people = _company(cluster, 1)
        nodes = [f"/node/{node.name}" for node in cluster.nodes]

        async def all_come() -> None:
            async def one(number: int) -> None:
                guest = Guest(cluster)
                path = f"{nodes[number % 3]}/api/evenings/{id}/join"
                await asyncio.to_thread(guest.post, path, name=f"Person {number}")
                assert guest.status == 200

            await asyncio.gather(*(one(number) for number in range(24)))

        run(all_come())
        shown = people[0].until(id, lambda now: len(now["members"]) >= 25)
        assert len({member["name"] for member in shown["members"]}) == 25


def test_the_host_reaches_a_table_whichever_node_has_it(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 3, gates=False) as cluster:
        id, people = _company(cluster, 8, seats=2, rounds=1)
        anna = people[0]
        shown = started(anna, id, 1)
        asked = [f"/node/{node.name}/api/evenings/{id}/stand-in" for node in cluster.nodes]
        for path, member in product(asked, [each["id"] for each in shown["members"]]):
            told = anna.post(path, member=member)
            # whether they have been gone for long enough is the table's own to say
            assert anna.status == 200 or told["reason"] == "server.still_here"
