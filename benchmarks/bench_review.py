"""How long a review takes, and whether luck averages out.

    scripts/bench review        (or: benchmarks/bench_review.py --matches 300 --workers 8)

For each turn-based game one match of medium bots is reviewed with the usual number of deals: the
time until the first insights, until the end, and the interval of `decisions`. Photo Rummy's missed
lays are timed alone. Times are processor time on one core.

Then many matches of the evaluator's own level are reviewed with few deals: `cards` must average to
0 for each seat within its interval. It is result − expected − Σ D, and both parts are told. Where a
match is played by the very choices that it is judged by, a choice and the one beside it are drawn
alike, so that Σ D has mean 0 whatever the playouts are worth; what is left is whether the playouts
from the deal expect what such players reach. With 95 % intervals one seat in twenty is out by
chance: the same bias in a second run (`--first`) is none.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast import COPY
from quartett.games import get
from quartett.review import Review, SeatReview, review
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


def luck_of(name: str, players: int, nodes: int | None, seed: int) -> list[SeatReview]:
    """The seats' numbers of one match of the evaluator's level, judged on few deals."""
    # The level of an evaluator with so few deals, whose choices these are judged by.
    evaluator = evaluator_of(name)
    own = max(1, evaluator.nodes * LUCK_DEALS // evaluator.deals)
    log = played(name, players, evaluator.name, seed, nodes or own).record()
    found = review(log, deals=LUCK_DEALS, seed=seed)
    assert isinstance(found, Review)
    return list(found.seats)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """A mean and the half-width of its 95 % interval."""
    return fmean(values), 1.96 * stdev(values) / sqrt(len(values))


def luck(name: str, players: int, seeds: range, nodes: int | None, workers: int) -> None:
    """Average the luck of each seat over many matches of the evaluator's level."""
    began = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        found = list(pool.map(partial(luck_of, name, players, nodes), seeds, chunksize=1))
    for seat in range(players):
        each = [seats[seat] for seats in found]
        parts = {
            "cards": [own.cards for own in each],
            "result - expected": [own.result - own.expected for own in each],
            "decisions + others": [own.decisions + own.others for own in each],
        }
        means = {part: mean(values) for part, values in parts.items()}
        told = "  ".join(f"{part} {m:+.3f} ± {half:.3f}" for part, (m, half) in means.items())
        verdict = "ok" if abs(means["cards"][0]) <= means["cards"][1] else "NOT 0"
        print(f"  {name:<12} seat {seat}: {told}  {verdict}", flush=True)
    print(f"  {time.monotonic() - began:.0f} s")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Time reviews, and average luck out.")
    parser.add_argument("--matches", type=int, default=LUCK_MATCHES, help="for luck; 0: only time")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--nodes", type=int, help="how much the players look at")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--untimed", action="store_true", help="luck alone")
    given = parser.parse_args()
    print(f"quartett.fast: {COPY}\n")
    if not given.untimed:
        print(f"  {'game':<12}{'first (s)':>14}{'all (s)':>10}{'entries':>9}{'max interval':>22}")
        for name in given.games:
            time_review(name, GAMES[name])
        time_missed_lays()
    if given.matches:
        print(f"\nluck over {given.matches} matches with {LUCK_DEALS} deals each")
        seeds = range(given.first, given.first + given.matches)
        for name in given.games:
            luck(name, GAMES[name], seeds, given.nodes, given.workers)


if __name__ == "__main__":
    main()
