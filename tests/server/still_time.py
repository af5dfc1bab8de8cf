"""A time that stands still until a test moves it: nothing depends on how busy the machine is."""

import asyncio
from collections.abc import Callable

from quartett.server.parts.clock import Time

_NEVER = 1e6


class StillTime(Time):
    """A server's time, at whatever moment a test has chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self._alarms: list[tuple[float, asyncio.TimerHandle, Callable[[], None]]] = []

    def ticking(self) -> float:
        """The moment."""
        return self.now

    def running(self) -> float:
        """The same moment."""
        return self.now

    def wall_ms(self) -> int:
        """The moment on a day long ago."""
        return int(self.now * 1000)

    def call_at(self, moment: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """An alarm that rings when the time is moved past it."""
        handle = asyncio.get_running_loop().call_later(_NEVER, ring)
        self._alarms.append((moment, handle, ring))
        return handle

    def timeout(self, _seconds: float) -> asyncio.Timeout:
        """Answers are waited for, however slow the machine is."""
        return asyncio.timeout(60)

    def rings_in(self, seconds: float) -> bool:
        """Whether somebody waits for exactly so long from now."""
        alarms = (moment for moment, handle, _ in self._alarms if not handle.cancelled())
        return self.now + seconds in alarms

    def jump(self, seconds: float) -> None:
        """Let time pass while nobody can do anything, as when a process stands still."""
        self.now += seconds

    async def move(self, seconds: float) -> None:
        """Let time pass, and ring what is due, the earliest first."""
        until = self.now + seconds
        while due := [each for each in self._alarms if each[0] <= until]:
            first = min(due, key=lambda each: each[0])
            self._alarms.remove(first)
            moment, handle, ring = first
            if not handle.cancelled():
                handle.cancel()
                self.now = max(self.now, moment)
                ring()
            await asyncio.sleep(0)
        self.now = max(self.now, until)
