"""A node's lease: renewed continuously, and not trusted once it could have expired."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version

from quartett.server.cluster.node import Node, new_node
from quartett.server.cluster.sql import HAND_OVER, JOIN, LEAVE, RENEW
from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.store.postgres_connect import Connection, Servers

RENEW_SECONDS = 1.5
SAFE_SECONDS = 4.5
"""How long after a renewal began a node trusts it: others wait for six seconds."""

ANSWER_SECONDS = 1.0
RETRY_SECONDS = 0.25


class Lease:
    """Keeps a node alive in the database's eyes, over a connection of its own."""

    def __init__(
        self,
        servers: Servers,
        url: str,
        joined: Callable[[Node], None],
        lost: Callable[[], None],
        wanted: Callable[[str], None],
        time: Time = PROCESS_TIME,
    ) -> None:
        """Who is told: `joined` of a new id, `lost` of doubt, `wanted` of a table asked for."""
        self.node = new_node(url)
        self.state = "ready"
        self._time = time
        self._servers = servers
        self._joined = joined
        self._lost = lost
        self._wanted = wanted
        self._until = 0.0
        self._fenced = True
        self._connection: Connection | None = None
        self._asking = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def held(self) -> bool:
        """Whether nobody can have claimed this node's tables yet, by its own clock."""
        return self._time.running() < self._until

    @property
    def left(self) -> float:
        """For how many seconds that is so without another renewal."""
        return max(0.0, self._until - self._time.running())

    async def begin(self) -> None:
        """Join the others, and stay."""
        await self._join()
        self._tasks = [asyncio.create_task(self._keep()), asyncio.create_task(self._watch())]

    async def announce(self, state: str) -> None:
        """Tell the others how this node is, with a renewal."""
        self.state = state
        await self._renewed()

    async def end(self) -> None:
        """Leave: whatever is left of this node's is anybody's."""
        for task in self._tasks:
            task.cancel()
        self._until = 0.0
        with suppress(Exception):
            async with self._time.timeout(ANSWER_SECONDS):
                await (await self._connected()).execute(LEAVE, self.node.id)
        self._hang_up()

    async def _keep(self) -> None:
        while True:
            await self._time.sleep(RENEW_SECONDS)
            while not await self._renewed():
                await self._time.sleep(RETRY_SECONDS)

    async def _renewed(self) -> bool:
        async with self._asking:
            try:
                await self._renew()
            except Exception:
                self._hang_up()
                return False
            return True

    async def _renew(self) -> None:
        began = self._time.running()
        async with self._time.timeout(ANSWER_SECONDS):
            connection = await self._connected()
            alive = await connection.fetchval(RENEW, self.node.id, self.state)
        if alive:
            self._believe(began)
        else:
            self._fence()
            await self._join()

    async def _join(self) -> None:
        node = new_node(self.node.url)
        began = self._time.running()
        async with self._time.timeout(ANSWER_SECONDS * 3):
            connection = await self._connected()
            program = version("quartett")
            asked = self._time.running()
            now = await connection.fetchval(JOIN, node.id, node.url, self.state, program)
            self._time.agree(now + int((self._time.running() - asked) * 500))
        self.node = node
        self._joined(node)
        self._believe(began)

    def _believe(self, began: float) -> None:
        """Count a lease from when it was asked for: nobody knows when the database heard of it.

        An answer that comes too late ends it like none.
        """
        self._until = began + SAFE_SECONDS
        if self.held:
            self._fenced = False
        else:
            self._fence()

    async def _watch(self) -> None:
        while True:
            await self._time.sleep(max(0.05, min(self.left, SAFE_SECONDS)))
            if not self.held:
                self._fence()

    def _fence(self) -> None:
        self._until = 0.0
        if not self._fenced:
            self._fenced = True
            self._lost()

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._servers.connect()
            await self._connection.add_listener(HAND_OVER, self._heard)
        return self._connection

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._wanted(str(payload))

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
