"""People whose tables are spread over nodes."""

from pathlib import Path
from typing import Any

import asyncpg

from cluster.local import Cluster, local_cluster
from server.learning.surfer import Surfer
from server.live import run


async def _documents(cluster: Cluster) -> str:
    connection = await asyncpg.connect(cluster.database)
    try:
        rows = await connection.fetch("SELECT convert_from(document, 'UTF8') FROM tables")
    finally:
        await connection.close()
    return "\n".join(row[0] for row in rows)


def test_who_is_erased_is_erased_at_every_nodes_tables(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 2, gates=False) as cluster:
        anna, ben = Surfer(cluster), Surfer(cluster)
        codes = anna.post("/api/me/keep", name="Annabella")["codes"]
        ids: list[str] = []
        while len(ids) < 8 or len(set(run(cluster.owners(ids)).values())) < 2:
            made: Any = anna.post("/api/tables", game="jericho", you="Annabella", seats=[{}, {}])
            ids.append(made["table"]["id"])
            ben.post(f"/api/tables/{ids[-1]}/join", name="Ben")
        other = Surfer(cluster)
        assert other.post("/api/me/recover", code=codes[0])["name"] == "Annabella"
        assert {each["id"] for each in other.get("/api/me/tables")["tables"]} == set(ids)
        assert other.post("/api/me/erase", name="Annabella")["kept"] is False
        assert "Annabella" not in run(_documents(cluster))
        for id in ids:
            assert ben.get(f"/api/tables/{id}")["you"]["name"] == "Ben"
