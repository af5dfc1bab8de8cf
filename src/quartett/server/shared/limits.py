"""How much one address may do: token buckets, and a quota of tables."""

import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Literal

from quartett.server.parts.clock import PROCESS_TIME, Time
from quartett.server.refusals import Refusal
from quartett.server.settings import Settings

Kind = Literal[
    "requests",
    "looks",
    "sockets",
    "tables",
    "joins",
    "reads",
    "imports",
    "reviews",
    "codes",
    "pairings",
]

PAIRING_LOOKS = 6
"""How often a device that was asked to be let in may look whether it was, for each code tried."""

MAX_ADDRESSES = 10_000
"""How many addresses are remembered; those seen longest ago are forgotten."""

BURST_SECONDS = 10.0
"""How many seconds' worth of requests may come at once."""

MESSAGE_BURST_SECONDS = 3.0
"""The same for messages over sockets."""

LOOK_SECONDS = 10.0
"""The least time between two looks at which of an address' tables are still open."""


class Bucket:
    """Lets `rate` things a second through in the long run, and a burst at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "_ticking")

    def __init__(
        self, rate: float, burst: float, ticking: Callable[[], float] = time.monotonic
    ) -> None:
        self._ticking = ticking
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = ticking()

    def take(self, count: int = 1) -> bool:
        """Whether this many more may pass now."""
        now = self._ticking()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


def per_minute(count: float) -> Bucket:
    """A bucket that lets this many a minute through, all of them at once if need be."""
    return Bucket(count / 60, count)


class PersonLimits:
    """How much one person may do at a table, over all their connections together."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.message_rate or math.inf
        self.messages = Bucket(rate, rate * MESSAGE_BURST_SECONDS)
        self.said = per_minute(settings.said_per_minute or math.inf)
        self.hints = per_minute(settings.hints_per_minute or math.inf)
        self.catch_ups = per_minute(settings.catch_ups_per_minute or math.inf)


class Buckets:
    """A bucket for each address; a rate of 0 lets everything through."""

    def __init__(
        self,
        rate: float,
        burst: float | None = None,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ticking = ticking
        self._rate = rate
        self._burst = rate * BURST_SECONDS if burst is None else burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may do one more thing now."""
        if not self._rate:
            return True
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, self._ticking)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take()


OpenOnes = Callable[[Sequence[str]], Awaitable[Sequence[str]]]
"""Which of these tables still wait or run."""


class TableQuota:
    """How many tables that wait or run an address may have made; 0 is no quota.

    It is kept in memory only: nobody's address is ever stored. After a restart an address
    starts over, and the rate of new tables still applies.
    """

    def __init__(
        self,
        max_tables: int,
        still_open: OpenOnes,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ticking = ticking
        self._max = max_tables
        self._still_open = still_open
        self._made: OrderedDict[str, dict[str, None]] = OrderedDict()
        self._looked: dict[str, float] = {}

    async def check(self, address: str) -> None:
        """Refuse an address that has as many open tables as it may."""
        network = network_of(address)
        made = self._made.get(network, {})
        if not self._max or len(made) < self._max:
            return
        if self._ticking() - self._looked.get(network, -LOOK_SECONDS) >= LOOK_SECONDS:
            self._looked[network] = self._ticking()
            kept = set(await self._still_open(list(made)))
            for id in [id for id in made if id not in kept]:
                made.pop(id, None)
        if len(made) >= self._max:
            raise Refusal("too_many_tables", 429, most=self._max)

    def note(self, address: str, table: str) -> None:
        """Remember who made a table."""
        if not self._max:
            return
        network = network_of(address)
        self._made.setdefault(network, {})[table] = None
        self._made.move_to_end(network)
        if len(self._made) > MAX_ADDRESSES:
            forgotten, _ = self._made.popitem(last=False)
            self._looked.pop(forgotten, None)


class Limits:
    """What each address may do, by the server's settings."""

    def __init__(self, settings: Settings, still_open: OpenOnes, time: Time = PROCESS_TIME) -> None:
        def minutes(count: int) -> Buckets:
            return Buckets(count / 60, count, time.ticking)

        self._buckets: dict[Kind, Buckets] = {
            "requests": Buckets(settings.request_rate, ticking=time.ticking),
            "looks": Buckets(settings.look_rate, ticking=time.ticking),
            "sockets": minutes(settings.sockets_per_minute),
            "tables": minutes(settings.tables_per_minute),
            "joins": minutes(settings.joins_per_minute),
            "reads": minutes(settings.reads_per_minute),
            "imports": minutes(settings.imports_per_minute),
            "reviews": minutes(settings.reviews_per_minute),
            "codes": minutes(settings.codes_per_minute),
            "pairings": minutes(settings.codes_per_minute * PAIRING_LOOKS),
        }
        self.quota = TableQuota(settings.max_tables_per_address, still_open, time.ticking)

    def take(self, kind: Kind, address: str) -> bool:
        """Whether an address may do one more of these now."""
        return self._buckets[kind].take(network_of(address))

    def spend(self, kind: Kind, address: str) -> None:
        """Count one more of these; refused where it is too much."""
        if not self.take(kind, address):
            raise Refusal("too_fast", 429)


@lru_cache(maxsize=MAX_ADDRESSES)
def network_of(address: str) -> str:
    """Whom an address stands for: with IPv6 one customer has at least a /64 of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64)) + "/64"
