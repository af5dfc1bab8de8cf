"""Ratings of people, game by game: a fold over the matches that count, in the order of their ends.

The model is Plackett–Luce over places. So that nobody is lifted cheaply, matches of the same two
people count less and less on the same day.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

import msgspec
from openskill.models import PlackettLuce

DAY_MS = 24 * 3600 * 1000

FULL_A_DAY = 3
"""How many matches of the same two people count in full each day; then each half as the last."""

PROVISIONAL = 10
"""Before this number of matches, a rating says little."""

FEW_RIVALS = 3
"""Nor does one against fewer people than this."""

CENTRE, SCALE = 1500, 24
"""How the model's scale is shown: where everybody begins, and how many points a unit has."""

_MODEL = PlackettLuce()

Pair: TypeAlias = tuple[str, str]


class Counted(msgspec.Struct, frozen=True):
    """A match that counts: who was in it, and the place of each."""

    game: str
    ended_at: int
    table: str
    match: int
    places: tuple[tuple[str, int], ...]

    @property
    def when(self) -> tuple[int, str, int]:
        """Its place in the order in which matches are rated, wherever and whenever it is read."""
        return self.ended_at, self.table, self.match

    @property
    def day(self) -> int:
        """The day (UTC) on which it ended."""
        return self.ended_at // DAY_MS

    @property
    def pairs(self) -> list[Pair]:
        """Everybody with everybody."""
        return list(combinations(sorted(person for person, _ in self.places), 2))


class Rating(msgspec.Struct, frozen=True):
    """What is believed of somebody's strength in a game."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0
    rivals: frozenset[str] = frozenset()
    """The first few people whom they have met."""

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(CENTRE + SCALE * (self.mu - _MODEL.mu))

    @property
    def within(self) -> int:
        """How far from it the truth may be: in 19 of 20 cases no further."""
        return round(2 * SCALE * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether it says little so far."""
        return self.matches < PROVISIONAL or len(self.rivals) < FEW_RIVALS


class Ratings:
    """The ratings as they are after some matches."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Rating] = {}
        """By game and person."""
        self.met: dict[tuple[str, int, Pair], int] = {}
        """How often two people have met in a game on a day, that of the latest match or later."""
        self._day = 0

    def add(self, match: Counted) -> None:
        """Rate a match that ended after all others so far."""
        if match.day != self._day:
            self._day = match.day
            self.met = {key: count for key, count in self.met.items() if key[1] >= self._day}
        weight = fmean(_weight(self._count(match, pair)) for pair in match.pairs)
        people = [person for person, _ in match.places]
        old = [self.known.get((match.game, each), Rating()) for each in people]
        ranks = [place for _, place in match.places]
        for person, before, after in zip(people, old, _rated(old, ranks, weight), strict=True):
            met = before.rivals | (set(people) - {person})
            rivals = frozenset(sorted(met)[:FEW_RIVALS]) if len(met) > FEW_RIVALS else met
            latest = Rating(*after, before.matches + 1, rivals)
            self.known[match.game, person] = latest

    def _count(self, match: Counted, pair: Pair) -> int:
        """How often these two have met before on this day; this time is noted."""
        key = match.game, match.day, pair
        before = self.met.get(key, 0)
        self.met[key] = before + 1
        return before


def rated(matches: Iterable[Counted]) -> Ratings:
    """The ratings after matches, in whatever order they come."""
    found = Ratings()
    for each in sorted(matches, key=lambda match: match.when):
        found.add(each)
    return found


def _weight(before: int) -> float:
    """How much a match of two people counts that have met so often on the same day."""
    return 0.5 ** max(0, before + 1 - FULL_A_DAY)


def _rated(
    old: Sequence[Rating], ranks: Sequence[int], weight: float
) -> Sequence[tuple[float, float]]:
    teams = [[_MODEL.rating(each.mu, each.sigma)] for each in old]
    after = [team[0] for team in _MODEL.rate(teams, ranks=[float(each) for each in ranks])]
    return [
        (was.mu + weight * (now.mu - was.mu), was.sigma * (now.sigma / was.sigma) ** weight)
        for was, now in zip(old, after, strict=True)
    ]
