"""Whether a server is alive, and whether it can be given work."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from quartett.server.parts.clock import PROCESS_TIME, Time

PING_SECONDS = 2.0
"""A database that takes longer than this to answer does not answer."""

FRESH_SECONDS = 1.0
"""How often the database is checked at most, however often health is asked for."""

LAG_EVERY = 0.25
MAX_LAG = 2.0
"""An event loop that is this many seconds late cannot serve anybody in time."""


Problem = Literal["ending", "event_loop", "database", "lease"]


class Readiness:
    """What a balancer wants to know before it sends anybody here."""

    def __init__(
        self,
        ping: Callable[[], Awaitable[object]],
        held: Callable[[], bool] = lambda: True,
        time: Time = PROCESS_TIME,
    ) -> None:
        """`held` says whether the tables here are certainly this server's own."""
        self._ping = ping
        self._held = held
        self._time = time
        self._asked_at = float("-inf")
        self._database = False
        self._asking = asyncio.Lock()
        self.ending = False
        self.lag = 0.0

    async def problem(self) -> Problem | None:
        """Why no work should come here; None if it may."""
        if self.ending:
            return "ending"
        if self.lag > MAX_LAG:
            return "event_loop"
        if not await self._database_answers():
            return "database"
        return None if self._held() else "lease"

    async def watch_lag(self) -> None:
        """Keep measuring how late the event loop is."""
        while True:
            due = self._time.ticking() + LAG_EVERY
            await self._time.sleep(LAG_EVERY)
            late = self._time.ticking() - due
            self.lag = max(late, self.lag * 0.7)

    async def _database_answers(self) -> bool:
        async with self._asking:
            if self._time.ticking() - self._asked_at >= FRESH_SECONDS:
                try:
                    async with asyncio.timeout(PING_SECONDS):
                        await self._ping()
                    self._database = True
                except Exception:
                    self._database = False
                self._asked_at = self._time.ticking()
            return self._database
