"""The figures of a balance report, from matches between equal bots."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, quantiles

import msgspec

from quartett.arena.match import Record
from quartett.arena.schedule import Setup
from quartett.arena.stats import Estimate, share_over_deals, win_share

MS_PER_MINUTE = 60_000


class Spread(msgspec.Struct, frozen=True):
    """How a figure is spread over matches: its mean and the values at 5, 50 and 95 per cent."""

    mean: float
    low: float
    median: float
    high: float


class Figures(msgspec.Struct, frozen=True):
    """What matches between equal bots say about a game."""

    setup: Setup
    games: int
    seats: tuple[Estimate, ...]
    """Each seat's share of the wins."""
    actions: Spread
    minutes: float
    """The mean length on the match's own clock; 0 in games without time."""
    scores: Spread
    histogram: dict[int, int]
    """How often each score was reached by a seat."""
    margin: Spread
    """The best score less the second best."""
    shared: Estimate
    """The share of matches with a shared victory."""
    reasons: dict[str, float]
    counts: dict[str, float]
    """How often each kind of event, and each notable thing, happens in a match."""


def figures(setup: Setup, records: Sequence[Record]) -> Figures:
    """The figures of these matches."""
    scores = [score for record in records for score in record.scores]
    return Figures(
        setup=setup,
        games=len(records),
        seats=tuple(_seat(records, seat) for seat in range(setup.players)),
        actions=spread([record.actions for record in records]),
        minutes=fmean(record.clock for record in records) / MS_PER_MINUTE,
        scores=spread(scores),
        histogram=dict(sorted(Counter(scores).items())),
        margin=spread([_margin(record.scores) for record in records]),
        shared=share_over_deals(records, lambda record: float(len(record.winners) > 1)),
        reasons=_shares(record.reason for record in records),
        counts=_per_match(records),
    )


def _seat(records: Sequence[Record], seat: int) -> Estimate:
    return share_over_deals(records, lambda record: win_share(record, {seat}))


def spread(values: Sequence[float]) -> Spread:
    """How values are spread."""
    if len(values) < 2:
        only = float(values[0])
        return Spread(only, only, only, only)
    cuts = quantiles(values, n=20, method="inclusive")
    return Spread(fmean(values), cuts[0], cuts[9], cuts[-1])


def _margin(scores: tuple[int, ...]) -> int:
    second, first = sorted(scores)[-2:]
    return first - second


def _shares(values: Iterable[str]) -> dict[str, float]:
    counted = Counter(values)
    return {name: count / counted.total() for name, count in counted.most_common()}


def _per_match(records: Sequence[Record]) -> dict[str, float]:
    total: Counter[str] = Counter()
    for record in records:
        total.update(record.counts)
    return {name: count / len(records) for name, count in total.most_common()}
