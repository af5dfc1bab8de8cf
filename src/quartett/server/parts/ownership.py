"""Which tables are this process' to serve: all of them, or those that its node has claimed."""

from collections.abc import Collection, Sequence
from typing import Protocol

from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.store.store import Hold, Store, StoredTable

AT_ONCE = 20
"""How many sleeping tables are woken at a time where there is one process."""


class Ownership(Protocol):
    """How a process comes to own tables, and gives them up."""

    shared: bool
    """Whether other processes may own tables of the same database."""

    @property
    def held(self) -> bool:
        """Whether what this process owns is certainly still its own."""

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner; OwnedError if another node is, None if there is no such table."""

    async def release(self, holds: Collection[Hold]) -> None:
        """Give tables up, as far as they are still this process'."""

    async def due(self, awake: int) -> Sequence[str]:
        """Tables without another owner that must be awake now; `awake` are in memory already."""

    async def ask_for(self, id: str) -> None:
        """Ask the owner of a table, whom clients cannot reach, to give it up."""

    async def successors(self, ids: Collection[str]) -> dict[str, str]:
        """The pins of the nodes that could take these tables over."""

    async def leave(self) -> None:
        """Take no more tables."""

    async def forget(self) -> None:
        """Clear away what nodes long gone have left."""

    async def end(self) -> None:
        """Own nothing any more."""


class Alone:
    """One process has all tables."""

    shared = False
    held = True

    def __init__(self, store: Store, time: Time = PROCESS_TIME) -> None:
        self._store = store
        self._time = time

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner."""
        return await self._store.claim(id)

    async def release(self, holds: Collection[Hold]) -> None:
        """Nobody else wants them."""

    async def due(self, awake: int) -> Sequence[str]:
        """Tables that must be awake now."""
        return await self._store.due(self._time.wall_ms(), awake + AT_ONCE)

    async def ask_for(self, id: str) -> None:
        """There is nobody to ask."""

    async def successors(self, ids: Collection[str]) -> dict[str, str]:
        """There is nobody else."""
        return {}

    async def leave(self) -> None:
        """Nobody needs to know."""

    async def forget(self) -> None:
        """There is nothing."""

    async def end(self) -> None:
        """Nobody needs to know."""
