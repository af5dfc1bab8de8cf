"""Runs faults against playing tables and says what became of every promise."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import msgspec

from chaos.checker import Verdict, check
from chaos.faults import POSTGRESQL, SQLITE, Fault, Scene, may_mount, own_file_system
from chaos.players import Group
from chaos.process import Process
from patience import PATIENCE_SECONDS
from server.store_databases import fresh_database, postgres

"""A table that has not moved so long after a fault is stuck."""


FULL = "full disk"


class Plan(msgspec.Struct, frozen=True):
    """How much is done for each fault."""

    groups: int = 6
    times: int = 3
    fault_seconds: float = 3.0
    calm_seconds: float = 1.5


class Result(msgspec.Struct):
    """What one kind of fault did."""

    fault: str
    database: str
    verdict: Verdict
    seconds: float | None
    """The longest time until every table moved again; None where one never did."""

    @property
    def fine(self) -> bool:
        """Whether every promise was held."""
        verdict = self.verdict
        return verdict.broken == 0 and self.seconds is not None and verdict.acknowledged > 0


def faults_of(kind: str) -> dict[str, Fault]:
    """The faults that can be made here with a kind of database."""
    if kind == "sqlite":
        return SQLITE
    # Only a file system of its own can be full for PostgreSQL alone.
    return {name: fault for name, fault in POSTGRESQL.items() if name != FULL or may_mount()}


async def run(kind: str, names: Sequence[str], plan: Plan, folder: Path) -> Result:
    """Play at several tables, make each fault a few times, and check what everybody remembers."""
    filled = FULL in names and may_mount()
    if kind == "sqlite":
        with own_file_system(folder) if filled else nullcontext():
            return await _run(kind, names, plan, folder, None, None)
    if not filled:
        database = await asyncio.to_thread(fresh_database, kind, folder)
        return await _run(kind, names, plan, folder, database, None)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as reachable:
        Path(reachable).chmod(0o711)  # PostgreSQL runs as somebody else
        disk = Path(reachable) / "disk"
        with own_file_system(disk):
            there = (await asyncio.to_thread(postgres)).database_on(disk)
            database = await asyncio.to_thread(there.__enter__)
            try:
                return await _run(kind, names, plan, folder, database, disk)
            finally:
                await asyncio.to_thread(there.__exit__, None, None, None)


async def _run(
    kind: str,
    names: Sequence[str],
    plan: Plan,
    folder: Path,
    database: str | None,
    disk: Path | None,
) -> Result:
    server = await asyncio.to_thread(Process, folder, database)
    try:
        async with groups_at(lambda: server.url, plan.groups) as playing:
            groups = [*playing]
            scene = Scene(server, kind, database, lambda: _tables(groups), disk)
            longest: float | None = 0.0
            await all_moved(groups)
            for name in [each for each in names for _ in range(plan.times)]:
                await asyncio.sleep(plan.calm_seconds)
                async with faults_of(kind)[name](scene, plan.fault_seconds):
                    took = await all_moved(groups)
                longest = None if took is None or longest is None else max(longest, took)
            return Result(", ".join(names), kind, await ended(playing), longest)
    finally:
        await asyncio.to_thread(server.kill)


Playing = dict[Group, asyncio.Task[None]]
"""People who play together, and what they are doing."""


@asynccontextmanager
async def groups_at(url: Callable[[], str], count: int) -> AsyncIterator[Playing]:
    """So many groups that play at a server; whoever still does at the end stops."""
    groups = [Group(url, number, number) for number in range(count)]
    playing = {group: asyncio.create_task(group.play()) for group in groups}
    try:
        yield playing
    finally:
        for task in playing.values():
            task.cancel()
        await asyncio.gather(*playing.values(), return_exceptions=True)


def _tables(groups: list[Group]) -> list[str]:
    return [group.histories[-1].table for group in groups if group.histories]


async def all_moved(groups: list[Group]) -> float | None:
    """How long it takes until every table has moved."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE_SECONDS:
        if all(group.moved_at > began for group in groups):
            return max(group.moved_at for group in groups) - began
        await asyncio.sleep(0.01)
    return None


async def ended(playing: Playing) -> Verdict:
    """Let the matches be played out, then check all of them."""
    groups = [*playing]
    for group in groups:
        group.ending = True
    await asyncio.wait(playing.values(), timeout=PATIENCE_SECONDS)
    verdict = Verdict()
    for group in groups:
        for history in group.histories:
            verdict.add(await check(history))
    return verdict


HEAD = ("database", "fault", "acknowledged", "lost", "doubled", "leaked", "unfinished", "seconds")


def line(result: Result) -> str:
    """A result as a line of the table, and below it what explains a broken promise."""
    verdict = result.verdict
    took = "never" if result.seconds is None else f"{result.seconds:.2f}"
    parts = [result.database, result.fault, verdict.acknowledged, verdict.lost, verdict.doubled]
    row = _row([*map(str, parts), str(verdict.leaked), str(verdict.unfinished), took])
    return "\n    ".join([row, *verdict.remarks])


def head() -> str:
    """The table's head; `seconds` is how long it took until every table moved again."""
    return _row(list(HEAD))


def _row(parts: list[str]) -> str:
    first, second, *numbers = parts
    return f"{first:<11} {second:<20} " + " ".join(f"{each:>12}" for each in numbers)
