"""What can happen to a cluster; each fault is begun, and mended once the tables have gone on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from cluster.gate import Gate
from cluster.local import Cluster
from server.store_databases import postgres

Fault = Callable[[Cluster, int, float], AbstractAsyncContextManager[None]]
"""Takes the cluster, the number of the node to be hurt, and for how long."""


def kill(start_at_once: bool) -> Fault:
    """A node is killed; it is started again at once, or once its tables have gone on without it."""

    @asynccontextmanager
    async def fault(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
        node = cluster.nodes[number]
        await asyncio.to_thread(node.kill)
        if start_at_once:
            await asyncio.to_thread(node.start)
        yield
        if not start_at_once:
            await asyncio.to_thread(node.start)
        await asyncio.to_thread(cluster.ready)

    return fault


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


def cut(gates: Callable[[Cluster], list[Gate]]) -> Fault:
    """Nothing comes through a node's gate, on either side of it."""

    @asynccontextmanager
    async def fault(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
        gate = gates(cluster)[number]
        gate.cut()
        try:
            yield
            await asyncio.sleep(seconds)
        finally:
            gate.heal()
        await asyncio.to_thread(cluster.ready)

    return fault


@asynccontextmanager
async def restart_database(cluster: Cluster, number: int, seconds: float) -> AsyncIterator[None]:
    """PostgreSQL is stopped without finishing anything, and started again after a while."""
    await asyncio.to_thread(postgres().stop_immediately)
    await asyncio.sleep(seconds)
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
    "kill -9": kill(start_at_once=False),
    "kill -9, start": kill(start_at_once=True),
    "pause": pause,
    "no database": cut(lambda cluster: cluster.to_database),
    "no balancer": cut(lambda cluster: cluster.to_node),
    "database restart": restart_database,
    "restart": restart,
}
