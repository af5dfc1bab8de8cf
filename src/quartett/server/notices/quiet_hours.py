"""Quiet hours: when somebody wants no notices, by the clock where they live."""

from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

import msgspec

MINUTES = 24 * 60


class QuietHours(msgspec.Struct, frozen=True):
    """From one minute of the day to another, perhaps over midnight."""

    zone: str
    begins: int
    ends: int

    def until(self, now: int) -> int | None:
        """When (wall ms) the quiet hours that are now are over; None: it is not quiet."""
        here = datetime.fromtimestamp(now / 1000, zone_of(self.zone) or UTC)
        minute = here.hour * 60 + here.minute
        if not 0 < (self.ends - minute) % MINUTES <= (self.ends - self.begins) % MINUTES:
            return None
        day = here.date() + timedelta(days=int(self.ends <= minute))
        end = datetime.combine(day, time(self.ends // 60, self.ends % 60), here.tzinfo)
        return max(int(end.timestamp() * 1000), now + 60_000)


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name, if this machine knows it."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None
