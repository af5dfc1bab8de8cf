"""How strong a player is on a game's ladder, from matches against its steps.

Every strength that a player might have is weighed by how well it explains the results; older
results count less, because people learn. The more matches there are, the narrower the interval.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from math import exp, log

import msgspec

from quartett.bots.ladder import (
    expected_share,
    place_of,
    sharpness,
    strength,
    strengths,
)
from quartett.core.errors import FormatError
from quartett.core.forms import Json

ENOUGH = 5
"""With fewer matches than this there is too little to say."""

HALVED = 40
"""After this number of further matches, a result counts half."""

USUAL_PLACE, SPREAD = 3.5, 350.0
"""What is assumed of somebody unknown: a place on the ladder, and the standard deviation."""

BELOW, ABOVE, STRIDE = 800, 600, 10
"""How far beyond the ladder strengths are considered, and in what strides."""

TAIL = 0.025
"""What lies outside a 95 % interval on either side."""


class Result(msgspec.Struct, frozen=True):
    """A finished match as one player saw it."""

    share: float
    """The player's share of the victory, from 0 to 1."""
    others: tuple[str, ...]
    """The levels of all the others: names, numbers, or fractions between two steps."""
    options: Json = {}
    """The options that the match was played with; those left out have their usual values."""


class Strength(msgspec.Struct, frozen=True):
    """How strong a player is, with 95 % intervals."""

    matches: int
    """How many results it rests on."""
    points: float
    """On the scale of the ladder, where each game's first step has 1000."""
    points_low: float
    points_high: float
    place: float
    """On the ladder: 6.5 is half-way between steps 6 and 7. Nobody is off the ladder."""
    place_low: float
    place_high: float

    @property
    def step(self) -> str:
        """The step that plays most like it."""
        return str(round(self.place))


def estimate(game: str, results: Iterable[Result], enough: int = ENOUGH) -> Strength | None:
    """A player's strength from results, the oldest first; None where there are not enough.

    Matches with somebody whose strength is not known (a person, or a bot that is not on the
    ladder) do not count, nor do those of a size that the ladder does not speak of.
    """
    if not strengths(game):
        return None
    rated = list(_sorted(game, results))
    if len(rated) < enough:
        return None
    grid, weights = _weighed(game, rated)
    mean = sum(points * weight for points, weight in zip(grid, weights, strict=True))
    low, high = (_quantile(grid, weights, part) for part in (TAIL, 1 - TAIL))
    places = (place_of(game, each) for each in (mean, low, high))
    return Strength(len(rated), mean, low, high, *places)


Sort = tuple[tuple[float, ...], float]
"""A sort of match: the strengths of the others, and how much a difference counts."""


def _sorted(game: str, results: Iterable[Result]) -> Iterator[tuple[float, Sort]]:
    """The share in each match that says something, and the sort of match that it was."""
    strength_of = cache(partial(strength, game))
    known = dict[bytes, float]()
    for each in results:
        options = msgspec.json.encode(each.options)
        counts = known.get(options)
        if counts is None:
            counts = known[options] = sharpness(game, each.options)
        with suppress(FormatError):
            others = tuple(sorted(map(strength_of, each.others)))
            if others and counts:
                yield each.share, (others, counts)


def _weighed(
    game: str, rated: Sequence[tuple[float, Sort]]
) -> tuple[Sequence[float], Sequence[float]]:
    """Strengths that a player might have, and how likely each is."""
    steps, usual = strengths(game), strength(game, str(USUAL_PLACE))
    grid = range(int(steps[0]) - BELOW, int(steps[-1]) + ABOVE, STRIDE)
    logs = [-(((points - usual) / SPREAD) ** 2) / 2 for points in grid]
    for sort, (won, lost) in _added_up(rated).items():
        for at, (win, loss) in enumerate(_logs(grid, sort)):
            logs[at] += won * win + lost * loss
    best = max(logs)
    likely = [exp(each - best) for each in logs]
    total = sum(likely)
    return [float(each) for each in grid], [each / total for each in likely]


@lru_cache(256)
def _logs(grid: range, sort: Sort) -> Sequence[tuple[float, float]]:
    """The logarithms of what each strength can expect to win and to lose: they are the slow part,
    and the same for everybody.
    """
    shares = [expected_share(points, *sort) for points in grid]
    return [(log(share), log(1 - share)) for share in shares]


def _added_up(rated: Sequence[tuple[float, Sort]]) -> Mapping[Sort, tuple[float, float]]:
    """What was won and lost in each sort of match, older results counting less."""
    found = defaultdict[Sort, tuple[float, float]](lambda: (0.0, 0.0))
    for age, (share, sort) in enumerate(reversed(rated)):
        (won, lost), counts = found[sort], 0.5 ** (age / HALVED)
        found[sort] = won + counts * share, lost + counts * (1 - share)
    return found


def _quantile(grid: Sequence[float], weights: Sequence[float], part: float) -> float:
    """Below which strength a part of all the weight lies."""
    below = 0.0
    for points, weight in zip(grid, weights, strict=True):
        below += weight
        if below >= part:
            return points
    return grid[-1]
