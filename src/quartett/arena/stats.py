"""What the matches of an arena say: shares of wins and differences of scores, with intervals.

The matches on one deal are not independent (that is the point of duplicate deals), so the deals are
the sample: first everything is averaged within a deal, then the interval is taken over the deals.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev

import msgspec

from quartett.arena.match import Record
from quartett.arena.ratings import Rating, rate
from quartett.arena.schedule import Setup, rotations
from quartett.arena.timing import Times
from quartett.core.outcome import share_of

Z95 = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


class TimeSummary(msgspec.Struct, frozen=True):
    """How long the moves took, in milliseconds."""

    moves: int
    median: float
    p99: float
    longest: float


class BotSummary(msgspec.Struct, frozen=True):
    """The results of one bot in one line-up, over all its seats."""

    bot: str
    seats: int
    share: Estimate
    """Share of all wins at the table; a shared win counts as a fraction."""
    fair: float
    """The share of equally strong players."""
    score: Estimate
    lead: Estimate
    """The bot's mean score less that of the others at the table."""
    time: TimeSummary


class TableSummary(msgspec.Struct, frozen=True):
    """One line-up: how many matches it played on how many deals, and how each bot fared."""

    lineup: tuple[str, ...]
    games: int
    deals: int
    bots: tuple[BotSummary, ...]


class Summary(msgspec.Struct, frozen=True):
    """The results of an arena."""

    setup: Setup
    games: int
    tables: tuple[TableSummary, ...]
    ratings: tuple[Rating, ...]
    complete: bool = True
    """Whether all requested matches are included."""


def summarize(setup: Setup, records: Iterable[Record], complete: bool = True) -> Summary:
    """The results of an arena's matches, independent of their order."""
    played = sorted(records, key=_order)
    found = tables(setup, played), rate(setup, played)
    return Summary(setup, len(played), *found, complete)


def on_whole_deals(setup: Setup, records: Sequence[Record]) -> list[Record]:
    """The matches on deals played in every line-up and rotation: only there are the seats even."""
    all_seatings = sum(map(rotations, setup.lineups))
    played = Counter(record.job.deal for record in records)
    return [record for record in records if played[record.job.deal] == all_seatings]


def tables(setup: Setup, played: Sequence[Record]) -> tuple[TableSummary, ...]:
    """How each line-up fared; unlike ratings, this needs no other package."""
    return tuple(
        _table(lineup, [record for record in played if record.job.lineup == number])
        for number, lineup in enumerate(setup.lineups)
    )


def _order(record: Record) -> tuple[int, int, int]:
    return record.job.deal, record.job.lineup, record.job.rotation


def _table(lineup: tuple[str, ...], records: Sequence[Record]) -> TableSummary:
    deals = {record.job.deal for record in records}
    bots = tuple(_bot(name, lineup, records) for name in dict.fromkeys(lineup))
    return TableSummary(lineup, len(records), len(deals), bots)


def _bot(name: str, lineup: tuple[str, ...], records: Sequence[Record]) -> BotSummary:
    seats = lineup.count(name)

    def own(record: Record) -> set[int]:
        return {seat for seat, bot in enumerate(record.job.seated(lineup)) if bot == name}

    return BotSummary(
        bot=name,
        seats=seats,
        share=share_over_deals(records, lambda record: win_share(record, own(record))),
        fair=seats / len(lineup),
        score=over_deals(records, lambda record: _mean_score(record, own(record))),
        lead=over_deals(records, lambda record: _lead(record, own(record))),
        time=_time(name, lineup, records),
    )


def win_share(record: Record, seats: set[int]) -> float:
    """What part of a match's victory these seats have."""
    return sum(share_of(record.winners, seat) for seat in seats)


def _mean_score(record: Record, seats: set[int]) -> float:
    return fmean(record.scores[seat] for seat in seats)


def _lead(record: Record, seats: set[int]) -> float:
    others = set(range(len(record.scores))) - seats
    if not others:
        return 0.0
    return _mean_score(record, seats) - _mean_score(record, others)


def over_deals(records: Sequence[Record], figure: Callable[[Record], float]) -> Estimate:
    """The mean of a figure; the interval comes from how much the deals' own means differ."""
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    for record in records:
        by_deal[record.job.deal].append(figure(record))
    return estimate([fmean(figures) for figures in by_deal.values()])


def estimate(sample: Sequence[float]) -> Estimate:
    """The mean of independent figures and its interval; one figure alone says nothing of it."""
    if not sample:
        return Estimate(0.0, 0.0, 0.0)
    mean = fmean(sample)
    margin = Z95 * stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else float("inf")
    return Estimate(mean, mean - margin, mean + margin)


def share_over_deals(records: Sequence[Record], part: Callable[[Record], float]) -> Estimate:
    """The mean of a figure between 0 and 1, with an interval that stays there too."""
    return _clipped(over_deals(records, part), len(records))


def _clipped(share: Estimate, games: int) -> Estimate:
    """A share's interval: inside 0 and 1, and Wilson's where all deals went the same way."""
    if share.low == share.high and games:
        low, high = wilson(share.mean * games, games)
        return Estimate(share.mean, low, high)
    return Estimate(share.mean, max(0.0, share.low), min(1.0, share.high))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's), which stays inside 0 and 1."""
    share = wins / games
    centre = share + Z95**2 / (2 * games)
    margin = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)


def _time(name: str, lineup: tuple[str, ...], records: Sequence[Record]) -> TimeSummary:
    total = Times()
    for record in records:
        for place, times in enumerate(record.times):
            if lineup[place] == name:
                total.merge(times)
    median, p99 = total.quantile_ms(0.5), total.quantile_ms(0.99)
    return TimeSummary(total.moves, median, p99, total.longest / 1e6)
