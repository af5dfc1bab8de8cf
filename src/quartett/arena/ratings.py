"""Ratings of bots over all line-ups, by openskill's Plackett–Luce model (the extra `arena`)."""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from quartett.arena.match import Record
from quartett.arena.schedule import Setup

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is: the mean and the uncertainty of its strength, 25 being the start."""

    bot: str
    mu: float
    sigma: float
    ordinal: float
    """A conservative estimate: three sigma below the mean."""


def rate(setup: Setup, records: Sequence[Record]) -> tuple[Rating, ...]:
    """The ratings after all matches, the strongest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    strengths = {bot: model.rating(name=bot) for lineup in setup.lineups for bot in lineup}
    for record in records:
        seated = record.job.seated(setup.lineups[record.job.lineup])
        if len(set(seated)) > 1:
            _rate_match(model, strengths, seated, record)
    rated = (Rating(bot, each.mu, each.sigma, each.ordinal()) for bot, each in strengths.items())
    return tuple(sorted(rated, key=lambda each: -each.mu))


def _rate_match(
    model: "PlackettLuce",
    strengths: "dict[str, PlackettLuceRating]",
    seated: Sequence[str],
    record: Record,
) -> None:
    """One match; a bot in several seats takes the mean of what they learnt."""
    teams = [[model.rating(strengths[bot].mu, strengths[bot].sigma)] for bot in seated]
    rated = model.rate(teams, ranks=_ranks(record))
    for bot in set(seated):
        own = [team[0] for name, team in zip(seated, rated, strict=True) if name == bot]
        mu, sigma = fmean(each.mu for each in own), fmean(each.sigma for each in own)
        strengths[bot] = model.rating(mu, sigma, bot)


def _ranks(record: Record) -> list[float]:
    """The seats' ranks: the winners first, then by score."""
    return [
        0.0 if seat in record.winners else 1.0 + sum(each > score for each in record.scores)
        for seat, score in enumerate(record.scores)
    ]
