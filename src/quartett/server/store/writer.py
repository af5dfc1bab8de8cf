"""Group commit: the writes that wait are stored together, each of them wholly or not at all."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from quartett.server.store.chain import links
from quartett.server.store.store import (
    Hold,
    StaleWriteError,
    Statement,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)

MAX_WRITES = 256
"""The most writes that share a transaction: enough to be cheap, few enough to stay quick."""


class Write(msgspec.Struct, frozen=True):
    """A table's document (None: it stays) and new entries, and who waits for them."""

    hold: Hold
    version: int
    """What the hold said when this was asked for: two writes at once are not both right."""
    table: StoredTable | None
    entries: Sequence[StoredRow]
    hashes: Sequence[bytes]
    due_at: int | None
    done: asyncio.Future[None]
    new: bool
    """Whether the table is to be created."""
    beside: Sequence[Statement] = ()
    """What else is executed in the same transaction, unless the write is stale."""

    @property
    def head(self) -> bytes:
        """The hash of the table's newest row, once this is written."""
        return self.hashes[-1] if self.hashes else self.hold.head

    @property
    def size(self) -> int:
        """How many bytes it stores."""
        document = len(self.table.document) if self.table else 0
        return document + sum(len(row.entry) for row in self.entries)

    def digest(self) -> bytes:
        """What tells this write from any other of the same hold."""
        document = self.table.document if self.table else b""
        return sha256(b"%s %r\n%s" % (self.head, self.due_at, document)).digest()

    def succeed(self) -> None:
        """Advance the hold to the stored version and wake the waiting caller, if still there."""
        self.hold.version = self.version + 1
        self.hold.head = self.head
        self.hold.unsure = None
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, error: BaseException) -> None:
        """Tell the one who waits, if still there, why it is not written."""
        if not self.done.done():
            self.done.set_exception(error)


class ConflictError(Exception):
    """One of several writes took a place that was taken; none of them was written."""


class Commits(Protocol):
    """How an engine writes; each call is one transaction, on the disk when it returns."""

    async def commit(self, writes: Sequence[Write]) -> set[str]:
        """Store these writes, each of another table; the ids of those that were not stale.

        All of those or none: ConflictError, StoreUnavailableError.
        """


class Writer:
    """Takes writes in order and stores those that wait in one transaction."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._waiting: list[Write] = []
        self._arrived = asyncio.Event()
        self._closing = False
        self.written = 0
        """How many bytes of documents and logs were stored so far."""
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def write(
        self,
        hold: Hold,
        table: StoredTable | None,
        entries: Sequence[StoredRow],
        due_at: int | None,
        new: bool = False,
        beside: Sequence[Statement] = (),
    ) -> None:
        """Return once it is written; a caller that is cancelled does not cancel the write."""
        if self._closing:
            raise RuntimeError("the store is not open")
        if any(entry.table != hold.id for entry in entries) or (table and table.id != hold.id):
            raise ValueError("what is written belongs to another table")
        done = asyncio.get_running_loop().create_future()
        hashes = links(hold.head, entries)
        rows = tuple(entries)
        write = Write(hold, hold.version, table, rows, hashes, due_at, done, new, tuple(beside))
        self._waiting.append(write)
        self._arrived.set()
        await done

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._arrived.set()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while writes := await self._next_writes():
                await self._store(writes)
        finally:
            for write in self._waiting:
                write.fail(StoreUnavailableError("the store is closed"))

    async def _next_writes(self) -> list[Write]:
        """What waits now, at most one write for each table; none at the end."""
        while not self._waiting:
            if self._closing:
                return []
            self._arrived.clear()
            await self._arrived.wait()
        taken: dict[str, Write] = {}
        left: list[Write] = []
        for write in self._waiting:
            if len(taken) < MAX_WRITES and write.hold.id not in taken:
                taken[write.hold.id] = write
            else:
                left.append(write)
        self._waiting = left
        return list(taken.values())

    async def _store(self, writes: list[Write]) -> None:
        try:
            fresh = await self._commits.commit(writes)
        except ConflictError:
            await self._store_apart(writes)
        except BaseException as error:
            for write in writes:
                write.fail(error)
            if not isinstance(error, Exception):
                raise
        else:
            for write in writes:
                if write.hold.id in fresh:
                    self.written += write.size
                    write.succeed()
                else:
                    write.fail(_stale(write))

    async def _store_apart(self, writes: list[Write]) -> None:
        """One of them took what was taken; alone, each succeeds or fails for itself."""
        if len(writes) == 1:
            writes[0].fail(_stale(writes[0]))
            return
        for write in writes:
            await self._store([write])


class Writing:
    """Writes tables through a writer, which is there while the store is open."""

    _writer: Writer | None = None

    @property
    def written(self) -> int:
        """How many bytes of documents and logs were written since the store was opened."""
        return self._writer.written if self._writer is not None else 0

    async def create(
        self, table: StoredTable, entries: Sequence[StoredRow] = (), due_at: int | None = None
    ) -> Hold:
        """Store a new table, which is claimed at once; StaleWriteError if its id is taken."""
        hold = Hold(table.id, 1, 0, b"")
        await self._opened().write(hold, table, entries, due_at, new=True)
        return hold

    async def write(
        self,
        hold: Hold,
        table: StoredTable | None = None,
        entries: Sequence[StoredRow] = (),
        due_at: int | None = None,
        beside: Sequence[Statement] = (),
    ) -> None:
        """Write a table's document (None: it stays) and append log entries, all or nothing."""
        await self._opened().write(hold, table, entries, due_at, beside=beside)

    async def _finish_writing(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()

    def _opened(self) -> Writer:
        if self._writer is None:
            raise RuntimeError("the store is not open")
        return self._writer


def _stale(write: Write) -> StaleWriteError:
    hold = write.hold
    return StaleWriteError(
        f"table {hold.id}: version {write.version} of epoch {hold.epoch} is not the newest"
    )
