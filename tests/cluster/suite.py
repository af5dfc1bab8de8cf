"""Runs faults against tables played at a cluster, and says what became of every promise."""

import asyncio
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from chaos.checker import Verdict
from chaos.players import Group
from chaos.suite import Result, all_moved, ended, groups_at
from cluster.faults import FAULTS
from cluster.local import Cluster, Node, local_cluster

MANY_KILLS = "many kills"
TOLD = 20
"""After so many kills it is told how far it is."""


class Plan(msgspec.Struct, frozen=True):
    """How much is done for each fault."""

    groups: int = 6
    times: int = 3
    fault_seconds: float = 3.0
    calm_seconds: float = 1.5
    nodes: int = 3
    kills: int = 300
    minutes: float = math.inf
    """For so long at most nodes are killed."""


async def run(names: Sequence[str], plan: Plan, cluster: Cluster) -> list[Result]:
    """Make each fault a few times while people play; the last result has what they remember."""
    async with groups_at(lambda: cluster.url, plan.groups) as playing:
        groups = [*playing]
        await all_moved(groups)
        results = [await _hurt(name, plan, cluster, groups) for name in names]
        verdict = results[-1].verdict = await ended(playing)
        verdict.remarks += await cluster.damaged()
        return results


async def _hurt(name: str, plan: Plan, cluster: Cluster, groups: list[Group]) -> Result:
    if name == MANY_KILLS:
        return await _kill_often(plan, cluster, groups)
    longest: float | None = 0.0
    for _ in range(plan.times):
        await asyncio.sleep(plan.calm_seconds)
        fault = FAULTS[name](cluster, await _busiest(cluster, groups), plan.fault_seconds)
        async with fault:
            took = await all_moved(groups)
        longest = None if took is None or longest is None else max(longest, took)
    return Result(name, f"{len(cluster.nodes)} nodes", Verdict(), longest)


async def _kill_often(plan: Plan, cluster: Cluster, groups: list[Group]) -> Result:
    """Kill the busiest node again and again, every other time with its neighbour.

    Nobody waits for the tables to go on.
    """
    done, began = 0, time.monotonic()
    while done < plan.kills and time.monotonic() - began < plan.minutes * 60:
        first = await _busiest(cluster, groups)
        count = min(1 + done % 3 % 2, plan.kills - done, len(cluster.nodes) - 1)
        killed = [cluster.nodes[(first + n) % len(cluster.nodes)] for n in range(count)]
        await asyncio.gather(*(asyncio.to_thread(_kill_and_start, node) for node in killed))
        done += count
        if done % TOLD < count:
            moves = sum(len(history.attempts) for group in groups for history in group.histories)
            seconds = time.monotonic() - began
            print(f"{done} kills, {moves} actions, {seconds:.0f} s", file=sys.stderr, flush=True)
        await asyncio.sleep(plan.calm_seconds)
    took = await all_moved(groups)
    return Result(f"{done} kills", f"{len(cluster.nodes)} nodes", Verdict(), took)


def _kill_and_start(node: Node) -> None:
    node.kill()
    node.start()


async def _busiest(cluster: Cluster, groups: list[Group]) -> int:
    return await cluster.busiest([group.histories[-1].table for group in groups])


def run_alone(names: Sequence[str], plan: Plan, folder: Path) -> list[Result]:
    """The same with a cluster of its own."""
    with local_cluster(folder, plan.nodes, node_gates="no balancer" in names) as cluster:
        return asyncio.run(run(names, plan, cluster))
