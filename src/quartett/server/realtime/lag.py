"""How long a seat's messages travel, and how much of that its player is believed.

A player with a slow line sees a card later and is heard later. The credit is what is taken off
the moment at which an action arrives, so that the quickest reaction counts and not the shortest
cable. It follows the browser's own measurement as far as that fits the measured round trips.

Whoever delays the answers to pings looks slower than the line is. Three limits keep that from
paying. A page is no further away than the browser around it, which answers pings of its own. What
is claimed beyond the usual round trip comes out of a small allowance that refills
slowly. And credit makes up for a slow line, but it makes nobody quicker on the whole than the
quickest rival: a lead that rests on lag which nobody can confirm is cut back. (That costs a
player who is both far away and truly quicker some of the lead; where the transport's own estimate
is at hand, `confirm` it, and nothing is cut.)
"""

from collections import deque
from collections.abc import Collection
from statistics import fmean, median

import msgspec

MAX_CREDIT_MS = 450.0
"""Nobody is credited more than this: a line of about 200 ms each way, and some jitter."""

MAX_ALLOWANCE_MS = 60.0
REFILL_MS = 3.0
"""What each contested action adds to the allowance."""

SAMPLES = 40
RIVALRIES = 240
MIN_RIVALRIES = 3
"""How many contests between two seats it takes to say anything about their quickness."""

LUCK = 0.2
"""How many standard errors of a lead are put down to luck."""

UNDISPUTED_MS = 30.0
"""Lag up to this is nobody's advantage and never cut back."""

TRANSPORT_MARGIN_MS = 5.0

BROWSER_MARGIN_MS = 15.0
"""How much longer than the browser itself a page may take to answer."""


class Band(msgspec.Struct, frozen=True):
    """The round trips of a seat in ms: the usual one, and how far they stray."""

    low: float = 0.0
    typical: float = 0.0
    high: float = 0.0


class Lag:
    """The measured lag of one seat, and what is left of its allowance."""

    def __init__(self) -> None:
        self.allowance = MAX_ALLOWANCE_MS
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._beneath: deque[float] = deque(maxlen=SAMPLES)
        self._transport: float | None = None
        self._band: Band | None = None

    @property
    def band(self) -> Band:
        """The measured round trips; worked out when first asked for, since pings are many."""
        if self._band is None:
            self._band = self._measure()
        return self._band

    def sample(self, round_trip_ms: float) -> None:
        """Take in one ping's round trip."""
        self._samples.append(min(max(round_trip_ms, 0.0), 4 * MAX_CREDIT_MS))
        self._band = None

    def confirm(self, round_trip_ms: float) -> None:
        """Take in what the transport (the kernel's own estimate) says: no page can delay that."""
        self._transport = max(round_trip_ms, 0.0)
        self._band = None

    def limit(self, round_trip_ms: float) -> None:
        """Take in what the browser beneath the page took: a page cannot be further away.

        A program of one's own could put that off too, so it limits the lag and confirms nothing.
        """
        self._beneath.append(max(round_trip_ms, 0.0))
        self._band = None

    @property
    def confirmed(self) -> bool:
        """Whether the transport vouches for the measured lag."""
        return self._transport is not None

    def credit(self, wanted: float | None, handicap: float = 0.0) -> float:
        """What is taken off an arrival: as claimed, within the band and the allowance."""
        usual = max(0.0, self.band.typical - handicap)
        if wanted is None:
            return usual
        # The same limit both ways: once the allowance is used up, the claim counts for nothing.
        reach = min(self.allowance, self.band.high - self.band.typical)
        return min(max(0.0, usual + min(max(wanted - usual, -reach), reach)), MAX_CREDIT_MS)

    def spend(self, credit: float, handicap: float = 0.0) -> None:
        """Pay for what was credited beyond the usual; each contest refills a little."""
        extra = credit - max(0.0, self.band.typical - handicap)
        left = self.allowance - max(0.0, extra) + REFILL_MS
        self.allowance = min(max(0.0, left), MAX_ALLOWANCE_MS)

    def _measure(self) -> Band:
        """A few wild pings change little: the middle counts, and the usual distance from it."""
        if not self._samples:
            return Band()
        middle = median(self._samples)
        stray = _usual_stray(self._samples, middle)
        kept = [min(max(each, middle - 3 * stray), middle + 3 * stray) for each in self._samples]
        ceiling = MAX_CREDIT_MS
        if self._transport is not None:
            ceiling = min(ceiling, self._transport + TRANSPORT_MARGIN_MS)
        if self._beneath:
            ceiling = min(ceiling, median(self._beneath) + BROWSER_MARGIN_MS)
        typical = min(fmean(kept), ceiling)
        reach = 2 * stray + 1
        return Band(max(0.0, typical - reach), typical, min(typical + reach, MAX_CREDIT_MS))


def _usual_stray(samples: Collection[float], middle: float) -> float:
    """How far samples are from their middle; the wildest tenth, and always one, is left out.

    The first ping waits behind the whole table, and would otherwise hold up the first contests.
    """
    distances = sorted(abs(each - middle) for each in samples)
    wildest = -(-len(distances) // 10)
    return fmean(distances[:-wildest]) if len(distances) > 2 else fmean(distances)


class Rivalry:
    """How often and how far one seat was heard before another when both wanted the same."""

    def __init__(self) -> None:
        self._ahead: deque[float] = deque(maxlen=RIVALRIES)
        self._summary: tuple[float, float] | None = None

    def note(self, ahead_ms: float) -> None:
        """Take in by how much the one arrived before the other (negative: after)."""
        self._ahead.append(ahead_ms)
        self._summary = None

    def lead(self, more_lag_ms: float) -> float | None:
        """By how much the one is quicker on the whole, its usual lag being so much more.

        What may be luck is taken off; None where too little is known.
        """
        if len(self._ahead) < MIN_RIVALRIES:
            return None
        if self._summary is None:
            self._summary = self._summarize()
        middle, luck = self._summary
        return max(0.0, middle + more_lag_ms - luck)

    def _summarize(self) -> tuple[float, float]:
        middle = median(self._ahead)
        spread = 1.25 * fmean(abs(each - middle) for each in self._ahead)
        return middle, LUCK * 1.25 * spread / len(self._ahead) ** 0.5
