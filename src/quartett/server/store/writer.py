"""Group commit: the saves that wait are written together, each of them wholly or not at all."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec

from quartett.server.store.store import LogRow, StaleWriteError, TableRow

MAX_SAVES = 256
"""The most saves that share a transaction: enough to be cheap, few enough to stay quick."""


class Save(msgspec.Struct, frozen=True):
    """A table's row (None: it stays) and new entries, and who waits for them to be written."""

    id: str
    version: int
    table: TableRow | None
    entries: Sequence[LogRow]
    written: asyncio.Future[None]

    def succeed(self) -> None:
        """Tell the one who waits, if still there, that it is on the disk."""
        if not self.written.done():
            self.written.set_result(None)

    def fail(self, error: BaseException) -> None:
        """Tell the one who waits, if still there, why it is not."""
        if not self.written.done():
            self.written.set_exception(error)


class TakenError(Exception):
    """One of the saves took a place that was taken; none of them was written."""


class Commits(Protocol):
    """How a kind of database writes; each call is one transaction, on the disk when it returns."""

    async def write(self, saves: Sequence[Save]) -> list[Save]:
        """Write the fresh ones of these saves and tell which they were; all or none of them."""

    async def delete_some(self, moment: int, limit: int) -> int:
        """Delete a few tables not changed since a moment; how many went."""

    async def close(self) -> None:
        """Let go of the database; what was begun is finished first."""


class Writer:
    """Takes saves in order and commits those that wait in one transaction."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._waiting: asyncio.Queue[Save | None] = asyncio.Queue()
        self._busy = asyncio.Lock()
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def save(
        self, id: str, version: int, table: TableRow | None, entries: Sequence[LogRow]
    ) -> None:
        """Return once it is written. Whoever is cancelled while waiting leaves it to be written."""
        if self._task.done():
            raise RuntimeError("the store is closed")
        written = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Save(id, version, table, entries, written))
        await written

    async def delete_before(self, moment: int, at_once: int = 200) -> int:
        """Delete tables not changed since a moment, a few at a time; how many went."""
        count = 0
        while True:
            async with self._busy:
                gone = await self._commits.delete_some(moment, at_once)
            count += gone
            if gone < at_once:
                return count

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._waiting.put_nowait(None)
        await asyncio.wait([self._task])
        await self._commits.close()

    async def _run(self) -> None:
        try:
            while saves := await self._next_saves():
                async with self._busy:
                    await self._write(saves)
        finally:
            self._abandon()

    async def _next_saves(self) -> list[Save]:
        """What waits now, at least one save; none at the end."""
        saves: list[Save] = []
        while not saves or (len(saves) < MAX_SAVES and not self._waiting.empty()):
            save = await self._waiting.get()
            if save is None:
                self._waiting.put_nowait(None)
                break
            saves.append(save)
        return saves

    def _abandon(self) -> None:
        """Nobody waits for ever, even if the writer itself was cancelled."""
        while not self._waiting.empty():
            if (save := self._waiting.get_nowait()) is not None:
                save.fail(RuntimeError("the store is closed"))

    async def _write(self, saves: list[Save]) -> None:
        try:
            fresh = await self._commits.write(saves)
        except TakenError:
            await self._write_apart(saves)
        except BaseException as error:
            for save in saves:
                save.fail(error)
            if not isinstance(error, Exception):
                raise
        else:
            for save in fresh:
                save.succeed()
            for save in saves:
                save.fail(_stale(save))

    async def _write_apart(self, saves: list[Save]) -> None:
        """One of them took what was taken; alone, each succeeds or fails for itself."""
        if len(saves) == 1:
            saves[0].fail(_stale(saves[0]))
            return
        for save in saves:
            await self._write([save])


def fresh_ones(
    saves: Sequence[Save], stored: dict[str, int]
) -> tuple[list[Save], dict[str, TableRow]]:
    """Those saves that know the newest version, and the rows that they lead to."""
    versions, rows, fresh = dict(stored), dict[str, TableRow](), list[Save]()
    for save in saves:
        if _is_fresh(save, versions.get(save.id)):
            fresh.append(save)
            if save.table is not None:
                versions[save.id], rows[save.id] = save.version, save.table
    return fresh, rows


def _is_fresh(save: Save, known: int | None) -> bool:
    """A new row must be newer than the known one; entries alone belong to the known one."""
    if save.table is None:
        return known == save.version
    return known is None or known < save.version


def _stale(save: Save) -> StaleWriteError:
    return StaleWriteError(f"table {save.id}: version {save.version} is not the newest")
