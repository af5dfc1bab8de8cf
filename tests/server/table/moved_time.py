"""A time that tests move: nobody waits for a turn of a day."""

import asyncio
from collections.abc import Awaitable, Callable

from quartett.server.parts.clock import Time


class MovedTime(Time):
    """The time of the process, and what a test has added to it."""

    def __init__(self) -> None:
        super().__init__()
        self._moved = 0.0
        self._alarms: list[tuple[float, asyncio.TimerHandle, Callable[[], None]]] = []
        self.settled: Callable[[], Awaitable[None]] | None = None
        """Waits until what the alarms asked for is done, however busy the machine is."""

    def ticking(self) -> float:
        """The process's ticking, moved."""
        return super().ticking() + self._moved

    def running(self) -> float:
        """The process's running, moved."""
        return super().running() + self._moved

    def wall_ms(self) -> int:
        """The process's time of day, moved."""
        return super().wall_ms() + int(self._moved * 1000)

    def call_at(self, moment: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """An alarm that also rings when the time is moved past it."""
        handle = super().call_at(moment - self._moved, ring)
        self._alarms = [each for each in self._alarms if not each[1].cancelled()]
        self._alarms.append((moment, handle, ring))
        return handle

    async def move(self, seconds: float) -> None:
        """Let time pass at once, and let everything happen that is due."""
        self._moved += seconds
        self._ring_due()
        await asyncio.sleep(0.05)
        self._ring_due()  # alarms are set a little late
        if self.settled:
            await self.settled()

    def _ring_due(self) -> None:
        now = self.ticking()
        due = [each for each in self._alarms if each[0] <= now]
        self._alarms = [each for each in self._alarms if each[0] > now]
        for _, handle, ring in due:
            if not handle.cancelled():
                handle.cancel()
                ring()
