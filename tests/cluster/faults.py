"""What can happen to a cluster; each fault is begun, and mended once the tables have gone on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from cluster.local import Cluster
from server.store_databases import postgres

Fault = Callable[[Cluster, int, float], AbstractAsyncContextManager[None]]
"""Takes the cluster, the number of the node to be hurt, and for how long."""


@asynccontextmanager
async def kill(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """A node is killed, and comes back once its tables have gone on without it."""
    node = cluster.nodes[number]
    await asyncio.to_thread(node.kill)
    yield
    await asyncio.to_thread(node.start)
    await asyncio.to_thread(cluster.ready)


@asynccontextmanager
async def kill_and_start(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """A node is killed, and its machine starts it again at once."""
    node = cluster.nodes[number]
    await asyncio.to_thread(node.kill)
    await asyncio.to_thread(node.start)
    yield
    await asyncio.to_thread(cluster.ready)


@asynccontextmanager
async def pause(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """A node stands still, and wakes when its tables are others'."""
    node = cluster.nodes[number]
    node.stop()
    try:
        yield
        await asyncio.sleep(seconds)
    finally:
        node.go_on()
    await asyncio.to_thread(cluster.ready)


@asynccontextmanager
async def cut_from_database(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """Nothing comes through between a node and the database."""
    gate = cluster.to_database[number]
    gate.cut()
    try:
        yield
        await asyncio.sleep(seconds)
    finally:
        gate.heal()
    await asyncio.to_thread(cluster.ready)


@asynccontextmanager
async def cut_from_balancer(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """Nothing comes through between the balancer and a node, which still has its database."""
    gate = cluster.to_node[number]
    gate.cut()
    try:
        yield
        await asyncio.sleep(seconds)
    finally:
        gate.heal()
    await asyncio.to_thread(cluster.ready)


@asynccontextmanager
async def restart_database(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """PostgreSQL is stopped without finishing anything, and started again."""
    await asyncio.to_thread(postgres().stop_immediately)
    await asyncio.to_thread(postgres().start)
    yield


@asynccontextmanager
async def restart(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """A node is told to end, and started again: its tables go on without it."""
    node = cluster.nodes[number]
    ending = asyncio.create_task(asyncio.to_thread(node.terminate))
    yield
    await ending
    await asyncio.to_thread(node.start)
    await asyncio.to_thread(cluster.ready)


FAULTS: dict[str, Fault] = {
    "kill -9": kill,
    "kill -9, start": kill_and_start,
    "pause": pause,
    "no database": cut_from_database,
    "no balancer": cut_from_balancer,
    "database restart": restart_database,
    "restart": restart,
}
