"""Levels are charged in the order of their strength."""

import logging
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import pytest

from quartett.games import get
from quartett.review.evaluator import evaluator_of
from review.matches import OPTIONS, TURN_BASED, played, reviewed

LEVELS = ("hard", "medium", "easy", "random")
EQUALS = {
    "jericho": range(8000, 8120),
    "souvenirs": range(7000, 7040),
    "photo_rummy": range(7000, 7040),
}
"""Matches that nobody had looked at when the bounds were set. In Jericho `easy` and `random` are
two tenths apart, of which forty matches would leave eleven hundredths to chance."""
FEWER = {"jericho": 3, "souvenirs": 6, "photo_rummy": 6}
"""What part of the usual deals is enough where so many matches are averaged."""
CHANCE, SURE = 3, 2
"""How many standard errors chance may bring about, and how many a difference must be worth."""


class Charged(NamedTuple):
    """What `decisions` come to on average, and the standard error of that."""

    mean: float
    error: float


@pytest.mark.long
@pytest.mark.parametrize("name", TURN_BASED)
def test_stronger_levels_are_charged_less_among_their_equals(name: str) -> None:
    # Among equals everybody stays in contention. Beside better ones the order breaks off at the
    # end: who has nothing left to lose is charged nothing more, so that against `medium` in
    # Souvenirs `random` (-0.48, its chances gone early) comes out above `easy` (-0.76), to whom
    # the mistakes of `medium` give back (0.39) what it then loses again.
    charged = {level: _charged(name, level) for level in LEVELS}
    logging.getLogger(__name__).info("%s: %s", name, charged)
    # `hard` looks at no more here than the evaluator does, so that its choices and those beside
    # them are drawn alike. At its full strength it would be paid, rightly: D may be positive.
    assert abs(charged["hard"].mean) < CHANCE * charged["hard"].error, charged
    for better, worse in pairwise(LEVELS):
        error = hypot(charged[better].error, charged[worse].error)
        assert charged[better].mean - charged[worse].mean > SURE * error, charged


def _charged(name: str, level: str) -> Charged:
    evaluator, players = evaluator_of(name), get(name).players[0]
    deals = evaluator.deals // FEWER[name]
    nodes, options = evaluator.nodes * deals // evaluator.deals, OPTIONS.get(name, {})
    each = []
    for seed in EQUALS[name]:
        match = played(name, [level] * players, seed, nodes, **options)
        each.append(fmean(seat.decisions for seat in reviewed(match, deals).seats))
    return Charged(fmean(each), stdev(each) / sqrt(len(each)))
