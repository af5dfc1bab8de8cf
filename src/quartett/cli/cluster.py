"""Show the nodes of a cluster and their state.

`quartett cluster status` lists each start of a node: its address, state, remaining lease, number of
tables, uptime and version. The exit status is 0 if at least one node is ready, else 1.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from quartett.cli._asking import add_database, given_database
from quartett.core.errors import FormatError

if TYPE_CHECKING:
    from quartett.server.cluster.node import Standing

HEAD = ("node", "state", "lease", "tables", "up for", "version", "id")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("what", choices=["status"], help="list the nodes")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each node."""
    where, _ = given_database(args)
    nodes = asyncio.run(_nodes(where))
    _print([HEAD, *map(_line, nodes)])
    ready = [node for node in nodes if node.state == "ready" and node.left_ms > 0]
    print(f"{len(ready)} ready, {sum(node.tables for node in nodes)} tables owned")
    return 0 if ready else 1


async def _nodes(where: str | Path) -> "list[Standing]":
    from quartett.server.cluster.membership import standings
    from quartett.server.store.database_url import database_address
    from quartett.server.store.postgres import PostgresStore

    address = database_address(where)
    if address.engine != "postgresql":
        raise FormatError("a cluster needs a PostgreSQL database: name it with --database")
    store = PostgresStore(address)
    await store.open()
    try:
        return await standings(store)
    finally:
        await store.close()


def _line(node: "Standing") -> tuple[str, ...]:
    state = node.state if node.left_ms > 0 else "dead"
    lease = f"{max(node.left_ms, 0) / 1000:.1f} s"
    since = f"{max(0, time.time() - node.started_at / 1000) / 60:.0f} min"
    return (node.url, state, lease, str(node.tables), since, node.version, node.id)


def _print(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        parts = (f"{part:<{width}}" for part, width in zip(row, widths, strict=True))
        print("  ".join(parts).rstrip())
