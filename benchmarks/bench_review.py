"""How long a review takes, and whether luck averages out.

    scripts/bench review        (or: benchmarks/bench_review.py [MATCHES FOR LUCK])

For each turn-based game one match of medium bots is reviewed with the usual number of deals: the
time until the first insights, until the end, and the interval of `decisions`. Photo Rummy's missed
lays are timed alone. Then many matches of the evaluator's own level are reviewed with few deals:
`cards` must average to 0 for each seat within its interval. Times are processor time on one core.
"""

import sys
import time
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast import COPY
from quartett.games import get
from quartett.review import Review, review
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import passages

GAMES = {"jericho": 3, "souvenirs": 3, "photo_rummy": 3}
LUCK_MATCHES = 300
LUCK_DEALS = 4


def played(name: str, players: int, level: str, seed: int, nodes: int | None = None) -> AnyMatch:
    """A match between equal bots."""
    match: AnyMatch = Match.start(get(name), players, seed)
    bot = get_bot(name, level, nodes)
    while match.outcome is None:
        seat = min(match.to_act)
        rng = Rng(f"bench {seed}", len(match.log))
        match.play(seat, bot.choose(match.view(seat), match.legal(seat), rng))
    return match


def time_review(name: str, players: int) -> None:
    """Review one match and say how long it took."""
    log = played(name, players, "medium", 1).record()
    began = time.process_time()
    told: list[float] = []
    found = review(log, progress=lambda _: told.append(time.process_time() - began))
    took = time.process_time() - began
    assert isinstance(found, Review)
    interval = max(seat.interval for seat in found.seats)
    print(f"  {name:<12}{told[0]:>14.3f}{took:>10.2f}{len(found.steps):>9}{interval:>22.2f}")


def time_missed_lays() -> None:
    """Find what could have been laid in each turn of a match of Photo Rummy."""
    line, _ = passages(get("photo_rummy"), played("photo_rummy", 4, "medium", 2).record())
    began = time.process_time()
    evaluator_of("photo_rummy").insights(line)
    print(f"  Photo Rummy, missed lays of a match: {time.process_time() - began:.3f} s")


def luck(name: str, players: int, matches: int) -> None:
    """Average the luck of each seat over many matches of the evaluator's level."""
    cards: list[list[float]] = [[] for _ in range(players)]
    # The level of an evaluator with so few deals, whose choices these are judged by.
    evaluator = evaluator_of(name)
    nodes = max(1, evaluator.nodes * LUCK_DEALS // evaluator.deals)
    for seed in range(matches):
        log = played(name, players, "hard", seed, nodes).record()
        found: Any = review(log, deals=LUCK_DEALS, seed=seed)
        for seat in found.seats:
            cards[seat.seat].append(seat.cards)
    for seat, each in enumerate(cards):
        half = 1.96 * stdev(each) / sqrt(len(each))
        verdict = "ok" if abs(fmean(each)) <= half else "NOT 0"
        print(f"  {name:<12} seat {seat}: {fmean(each):+.3f} ± {half:.3f}  {verdict}")


def main() -> None:
    """Print both tables."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else LUCK_MATCHES
    print(f"quartett.fast: {COPY}\n")
    print(f"  {'game':<12}{'first (s)':>14}{'all (s)':>10}{'entries':>9}{'largest interval':>22}")
    for name, players in GAMES.items():
        time_review(name, players)
    time_missed_lays()
    if matches:
        print(f"\nluck (`cards`) over {matches} matches with {LUCK_DEALS} deals each")
        for name, players in GAMES.items():
            luck(name, players, matches)


if __name__ == "__main__":
    main()
