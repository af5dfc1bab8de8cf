"""Time at a table: the match's own clock, the turn clocks, and one alarm for whatever is next."""

import asyncio
import time
from collections.abc import Callable, Iterable

GRACE_SECONDS = 10.0
"""How long after the end of a turn it is looked at again, should nothing have come of it."""


def ticking() -> float:
    """A clock in seconds that only runs forward; the event loop's own."""
    return time.monotonic()


class MatchClock:
    """The clock of a timed match in ms; it stands still while nobody is there."""

    def __init__(self) -> None:
        self._base = 0.0
        self._stopped_at: int | None = 0

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._stopped_at is None

    def set(self, now: int) -> None:
        """Put the clock to a moment, standing still or running as before."""
        self._base = ticking() - now / 1000
        if self._stopped_at is not None:
            self._stopped_at = now

    def run(self, on: bool) -> None:
        """Let time pass, or stop it."""
        if on and self._stopped_at is not None:
            self._base = ticking() - self._stopped_at / 1000
            self._stopped_at = None
        elif not on and self._stopped_at is None:
            self._stopped_at = self.now()

    def now(self) -> int:
        """The match's time in ms."""
        if self._stopped_at is not None:
            return self._stopped_at
        return int((ticking() - self._base) * 1000)

    def when(self, moment: float) -> float:
        """The ticking time at which the match's clock shows a moment."""
        return self._base + moment / 1000


class TurnClock:
    """What is left of each seat's turn; runs from when the seat's turn came."""

    def __init__(self, seconds: int | None) -> None:
        self.seconds = seconds
        self._ends: dict[int, float] = {}

    def update(self, seats: Iterable[int], acted: int | None = None) -> None:
        """Let the clocks of these seats run, and a fresh one for the seat that just acted."""
        if self.seconds is None:
            return
        fresh = ticking() + self.seconds
        old = self._ends
        self._ends = {s: fresh if s == acted else old.get(s, fresh) for s in seats}

    def left(self) -> dict[str, int]:
        """The milliseconds left, by seat."""
        now = ticking()
        return {str(seat): max(0, int((end - now) * 1000)) for seat, end in self._ends.items()}

    def take_over(self) -> list[int]:
        """The seats whose time is up; each is named again only after a while."""
        now = ticking()
        seats = [seat for seat, end in self._ends.items() if end <= now]
        self._ends |= dict.fromkeys(seats, now + GRACE_SECONDS)
        return seats

    def next(self) -> float | None:
        """When the next turn is up."""
        return min(self._ends.values(), default=None)


class Alarm:
    """Rings once at the earliest of the moments last set."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def set(self, moments: Iterable[float | None]) -> None:
        """Forget the old moment and take the earliest of these."""
        self.stop()
        known = [moment for moment in moments if moment is not None]
        if known:
            loop = asyncio.get_running_loop()
            # A little late rather than early: an early alarm would find nothing due.
            moment = max(min(known), ticking()) + 0.001
            self._handle = loop.call_at(moment, self._ring)

    def stop(self) -> None:
        """Ring no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
