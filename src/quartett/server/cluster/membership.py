"""A node among others: it owns what it has claimed, for as long as its lease is held."""

from collections.abc import Callable, Collection, Sequence

from quartett.server.cluster.lease import Lease
from quartett.server.cluster.node import Node, Standing, successor
from quartett.server.cluster.sql import ASK_FOR, FORGET, NODES, READY, RELEASE, TAKE_DUE
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.store.postgres import PostgresStore
from quartett.server.store.store import Hold, OwnedError, StoredTable

AT_ONCE = 100
"""How many tables that others have left are taken at a time."""


class Membership:
    """Claims, releases and takes over tables in the name of this start of a node."""

    shared = True

    def __init__(
        self,
        store: PostgresStore,
        url: str,
        lost: Callable[[], None],
        wanted: Callable[[str], None],
        time: Time = PROCESS_TIME,
    ) -> None:
        """`lost` is called once this node cannot be sure of its tables any more, `wanted` with
        the id of a table that another node asks for."""
        self._store = store
        self.claims = 0
        self.sent_on = 0
        self.doubts = 0
        self._lost = lost
        self.lease = Lease(store.servers, url, self._named, self._doubted, wanted, time)

    async def begin(self) -> None:
        """Join the others."""
        self._store.shared = True
        await self.lease.begin()

    @property
    def held(self) -> bool:
        """Whether what this node owns is certainly still its own."""
        return self.lease.held

    async def claim(self, id: str) -> tuple[StoredTable, Hold] | None:
        """Become a table's owner; OwnedError if another node is."""
        try:
            claimed = await self._store.claim(id)
        except OwnedError:
            self.sent_on += 1
            raise
        self.claims += claimed is not None
        return claimed

    async def release(self, holds: Collection[Hold]) -> None:
        """Give tables up, as far as they are still this node's."""
        ids, epochs = [hold.id for hold in holds], [hold.epoch for hold in holds]
        async with self._store.connection() as connection:
            await connection.execute(RELEASE, ids, epochs, self.lease.node.id)

    async def due(self, awake: int) -> Sequence[str]:
        """Take tables that must be awake now and have no living owner."""
        if not self.held or self.lease.state != "ready":
            return []
        async with self._store.connection() as connection:
            rows = await connection.fetch(TAKE_DUE, self.lease.node.id, AT_ONCE)
        return [row[0] for row in rows]

    async def ask_for(self, id: str) -> None:
        """Ask the owner of a table, whom clients cannot reach, to give it up."""
        async with self._store.connection() as connection:
            await connection.execute(ASK_FOR, id)

    async def successors(self, ids: Collection[str]) -> dict[str, str]:
        """The pins of the nodes that could take these tables over."""
        async with self._store.connection() as connection:
            rows = await connection.fetch(READY, self.lease.node.id)
        nodes = [Node(*row) for row in rows]
        chosen = {id: successor(id, nodes) for id in ids}
        return {id: node.pin for id, node in chosen.items() if node is not None}

    async def leave(self) -> None:
        """Take no more tables."""
        await self.lease.announce("draining")

    async def forget(self) -> None:
        """Clear away nodes long gone that own nothing."""
        async with self._store.connection() as connection:
            await connection.execute(FORGET)

    async def end(self) -> None:
        """Own nothing any more."""
        await self.lease.end()

    def figures(self) -> dict[str, tuple[str, Callable[[], float]]]:
        """What those who run the node may want to see."""
        return {
            "quartett_lease_seconds": ("What is left of the lease", lambda: self.lease.left),
            "quartett_claims": ("Tables claimed so far", lambda: self.claims),
            "quartett_sent_on": ("Requests for other nodes' tables so far", lambda: self.sent_on),
            "quartett_doubts": ("Times the lease could have been over", lambda: self.doubts),
        }

    def _doubted(self) -> None:
        self.doubts += 1
        self._lost()

    def _named(self, node: Node) -> None:
        self._store.owner = node.id


async def standings(store: PostgresStore) -> list[Standing]:
    """All nodes, as `quartett cluster status` shows them."""
    async with store.connection() as connection:
        return [Standing(*row) for row in await connection.fetch(NODES)]
