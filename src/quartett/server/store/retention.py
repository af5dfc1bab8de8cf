"""Deletes old tables, with protection against a wrong clock.

Tables are deleted by the wall clock, which may be wrong. So a clock that is ahead of everything
stored by more than a day is not believed until it has gone on like that for a day of the machine's
own ticking; and no pass deletes more than a small share of what is stored.
"""

import time
from collections.abc import Callable, Sequence

import msgspec

from quartett.server.store.store import Size, Status, Store

DAY_MS = 24 * 3600 * 1000
MAX_JUMP_MS = DAY_MS
"""A clock that has jumped ahead further than this is not trusted at first."""

CONFIRM_SECONDS = 24 * 3600.0
MIN_DELETED, MAX_SHARE = 200, 0.05
"""A pass deletes this share of all tables, or this many where they are few."""

MEASURE_SECONDS = 60.0
"""The shortest time between two measurements of the stored size, which may be slow."""

AT_ONCE = 50
"""How many tables are looked at together, so that nobody's move waits for long."""

_OPEN: tuple[Status, ...] = ("waiting", "running")
_OVER: tuple[Status, ...] = ("over", "closed")
_SEEN, _DOUBT = "clock_seen_at", "clock_doubt"


async def is_believed(store: Store) -> bool:
    """Whether the last pass has believed the clock, and it has not jumped ahead since."""
    seen = await store.setting(_SEEN)
    if not seen or await store.setting(_DOUBT):
        return False
    return await store.now() - int(seen) <= MAX_JUMP_MS


class Forgotten(msgspec.Struct, frozen=True):
    """What a pass did."""

    deleted: int
    doubted: bool = False
    """Whether the clock has jumped ahead so far that nothing is deleted by it yet."""


class Doubt(msgspec.Struct, frozen=True):
    """A clock that is far ahead: what it showed last, and for how long it has gone on since."""

    at: int
    confirmed: float


class Retention:
    """Deletes unused tables, a few at a time, and more where space is short."""

    def __init__(
        self,
        store: Store,
        keep_days: float,
        max_bytes: int | None = None,
        ticking: Callable[[], float] = time.monotonic,
        keep_people_days: float | None = None,
    ) -> None:
        self._store = store
        self._keep_ms = int(keep_days * DAY_MS)
        self._keep_people_ms = int((keep_people_days or keep_days) * DAY_MS)
        """For how long tables are kept of people who keep their name."""
        self._max_bytes = max_bytes
        self._ticking = ticking
        self._last: tuple[int, float] | None = None
        self.stored = 0
        """How many bytes were stored when it was last measured."""
        self._measured_at: float | None = None
        self._written = 0

    async def full(self) -> bool:
        """Whether the quota is used up."""
        if self._max_bytes is None:
            return False
        if self._measured_at is None or (self._guess() > self._max_bytes and self._old_enough()):
            await self._measure()
        return self._guess() > self._max_bytes

    async def forget(self) -> Forgotten:
        """Do one pass."""
        now = await self._store.now()
        if await self._doubtful(now):
            return Forgotten(0, doubted=True)
        await self._store.remember(_SEEN, str(now))
        await self._store.remember(_DOUBT, "")
        size = await self._measure()
        most = max(MIN_DELETED, int(size.tables * MAX_SHARE))
        full, deleted = await self.full(), 0
        for of_people, keep in ((False, self._keep_ms), (True, self._keep_people_ms)):
            open, over = now - keep, now - keep
            if full:
                over = now - DAY_MS  # too much is stored: what is over goes earlier
            for before, status in ((open, _OPEN), (over, _OVER)):
                deleted += await self._delete(before, status, of_people, most - deleted)
        return Forgotten(deleted)

    def _guess(self) -> int:
        """An upper bound of the stored size: the last measurement plus all later writes."""
        return self.stored + self._store.written - self._written

    def _old_enough(self) -> bool:
        at = self._measured_at
        return at is None or self._ticking() - at >= MEASURE_SECONDS

    async def _measure(self) -> Size:
        self._written, size = self._store.written, await self._store.size()
        self.stored, self._measured_at = size.bytes, self._ticking()
        return size

    async def _doubtful(self, now: int) -> bool:
        """Whether the clock is far ahead of all evidence and has not gone on so for long."""
        seen, doubt = await self._seen(), await self._doubt()
        ticks = self._ticking()
        last, self._last = self._last, (now, ticks)
        if last is None:
            # Whether the server stood still for so long cannot be known: that needs time.
            expected, passed = doubt.at if doubt else seen, 0.0
        else:
            passed = ticks - last[1]
            expected = last[0] + int(passed * 1000)
        if now - seen <= MAX_JUMP_MS or (doubt is None and now - expected <= MAX_JUMP_MS):
            return False
        jumped = doubt is None or now - expected > MAX_JUMP_MS
        doubt = Doubt(now, 0.0 if doubt is None or jumped else doubt.confirmed + passed)
        await self._store.remember(_DOUBT, msgspec.json.encode(doubt).decode())
        return doubt.confirmed < CONFIRM_SECONDS

    async def _seen(self) -> int:
        """When the clock was last believed; at first, what the tables tell."""
        seen = await self._store.setting(_SEEN)
        return int(seen) if seen else await self._store.latest() or await self._store.now()

    async def _doubt(self) -> "Doubt | None":
        doubt = await self._store.setting(_DOUBT)
        return msgspec.json.decode(doubt, type=Doubt) if doubt else None

    async def _delete(
        self, before: int, status: Sequence[Status], of_people: bool, most: int
    ) -> int:
        deleted, last = 0, None
        while deleted < most:
            old = await self._store.expired(before, status, AT_ONCE, last)
            ids = [each.id for each in old if each.of_people == of_people][: most - deleted]
            deleted += await self._store.delete(ids, before)
            if len(old) < AT_ONCE:
                break
            last = old[-1]
        return deleted
