"""A cluster on this machine: PostgreSQL, HAProxy with the configuration of `deploy/`, and nodes."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import asyncpg

from chaos.process import Process, until
from cluster.gate import Gate, Network
from ports import free_port
from quartett.server.store.postgres_sql import NOW
from server.haproxy import haproxy
from server.store_databases import postgres

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
NAMES = "abcdefghijklmnop"
# A node that was killed and started again is another one, whose tables are not its own yet.
OWNERS = f"""
SELECT tables.id, nodes.url FROM tables JOIN nodes ON nodes.id = owner
WHERE tables.id = ANY($1::text[]) AND lease_until > {NOW} AND NOT EXISTS (
    SELECT FROM nodes later WHERE later.url = nodes.url AND later.started_at > nodes.started_at)"""
DAMAGED = "SELECT id, damage FROM tables WHERE damage IS NOT NULL ORDER BY id"


class Node(Process):
    """A node, and what lies between it and the others."""

    def __init__(
        self,
        name: str,
        folder: Path,
        database: str,
        options: Sequence[str],
        think_ms: tuple[int, int],
        source: Path | None = None,
    ) -> None:
        self.name = name
        self.source = source
        self.think_ms = think_ms
        pin = ["--node-url", f"http://127.0.0.1/node/{name}", "--trusted-proxy", "127.0.0.1"]
        pin += ["--measuring-proxy", "127.0.0.1"]
        super().__init__(folder / name, database, *pin, *options)


class Cluster:
    """Nodes behind a balancer; each can be cut off from it and from the database."""

    def __init__(self, url: str, database: str, nodes: list[Node]) -> None:
        self.url = url
        self.database = database
        self.nodes = nodes
        self.balancer = 0
        """HAProxy's process id."""
        self.to_database: list[Gate] = []
        self.to_node: list[Gate] = []

    def ready(self, count: int | None = None) -> None:
        """Wait until the balancer has so many nodes (usually all) to send somebody to."""
        for node in self.nodes if count is None else self.nodes[:count]:
            until(lambda node=node: answers(f"{self.url}/node/{node.name}/readyz"))  # type: ignore[misc]

    async def owners(self, tables: Sequence[str]) -> dict[str, str]:
        """The names of the living nodes that own these tables, as the database has it."""
        rows = await self._read(OWNERS, list(tables))
        return {id: url.rpartition("/")[2] for id, url in rows}

    async def damaged(self) -> list[str]:
        """The tables that a node has found to be damaged, and why."""
        return [f"table {id} is marked as damaged: {why}" for id, why in await self._read(DAMAGED)]

    async def _read(self, query: str, *values: object) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self.database)
        try:
            return list(await connection.fetch(query, *values))
        finally:
            await connection.close()

    async def busiest(self, tables: Sequence[str]) -> int:
        """The number of the node that owns most of these tables."""
        owners = list((await self.owners(tables)).values())
        return max(range(len(self.nodes)), key=lambda n: owners.count(self.nodes[n].name))


def answers(url: str) -> bool:
    """Whether a page can be had."""
    with suppress(OSError), urlopen(url, timeout=2) as answer:
        return bool(answer.status == 200)
    return False


@contextmanager
def local_cluster(
    folder: Path,
    count: int = 3,
    port: int = 0,
    gates: bool = True,
    node_gates: bool = False,
    options: Sequence[str] = (),
    think_ms: tuple[int, int] = (0, 0),
    database: str | None = None,
    source: Path | None = None,
) -> Iterator[Cluster]:
    """Run a cluster until the block ends; gates stand before the database, and before the nodes.

    A gate takes connections for a node that is not there, which a machine would refuse. None stands
    before a database of somebody's own.
    """
    server = postgres() if database is None else None
    database = database or postgres().new_database()
    network = Network()
    cluster = Cluster("", database, [])
    try:
        for name in NAMES[:count]:
            where = database
            if gates and server is not None:
                gate = network.gate(server.folder / ".s.PGSQL.5432")
                cluster.to_database.append(gate)
                name_of_database = database.partition("@/")[2].partition("?")[0]
                where = f"postgresql+asyncpg://quartett@127.0.0.1:{gate.port}/{name_of_database}"
            cluster.nodes.append(Node(name, folder, where, options, think_ms, source))
        ports = [node.port for node in cluster.nodes]
        if node_gates:
            cluster.to_node = [network.gate(port) for port in ports]
            ports = [gate.port for gate in cluster.to_node]
        port = port or free_port()
        cluster.url = f"http://127.0.0.1:{port}"
        with haproxy(configuration(port, ports), folder) as balancer:
            cluster.balancer = balancer.pid
            cluster.ready()
            yield cluster
    finally:
        for node in cluster.nodes:
            node.kill()
        network.close()


def configuration(port: int, ports: Sequence[int]) -> str:
    """The configuration of `deploy/`, for this machine: without TLS, and with these nodes."""
    text = CONFIGURATION.read_text()
    text = text.replace("    bind :80\n", f"    bind 127.0.0.1:{port}\n")
    text = re.sub(r"    bind :443 .*\n|    http-request redirect .*\n", "", text)
    text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    for block in re.findall(r"(?:    server .*\n)+", text):
        lines = [
            re.sub(r"/a\b", f"/{name}", line)
            .replace(" a:8000", f" 127.0.0.1:{each}")
            .replace("server a", f"server {name}")
            for line in block.splitlines()
            if " a:8000" in line
            for name, each in zip(NAMES, ports, strict=False)
        ]
        text = text.replace(block, "\n".join(lines) + "\n", 1)
    return text
