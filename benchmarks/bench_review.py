"""How long a review takes, and whether luck averages out.

    scripts/bench review        (or: benchmarks/bench_review.py --matches 300 --workers 8)

For each turn-based game one match of medium bots is reviewed with the usual number of deals: the
time until the first insights, until the end, and the interval of `decisions`. Photo Rummy's missed
lays are timed alone. Times are processor time on one core.

Then many matches of the evaluator's own level are reviewed with few deals: `cards` must average to
0 for each seat within its interval. It is result - expected - the sum of all D, and both are told.

The sum of D has mean 0 without measuring: the player's choice and the evaluator's are drawn by the
same law given the view, apart from each other and from the worlds, and D changes its sign when they
change places (tests/review/test_luck.py). What the measurement can find is a mean of result -
expected, that is, whether playouts from the deal favour another seat than such players do;
`--start` measures it alone, with the usual number of deals at the start and without judging any
choice, and so over many more matches.

All seats of a run are compared with 0 at once, so the intervals are 95 % for all of them together
(Bonferroni), not for each: with 1.96 standard errors one run in three or four would say NOT 0 of a
seat though there is nothing to find. The seats of a match add up to 0, so that one seat too high
means others too low; Bonferroni holds for seats that depend on each other. Matches are independent.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import NormalDist, fmean, stdev

from quartett.bots import get as get_bot
from quartett.core.match import AnyMatch, Match
from quartett.core.seeds import Rng
from quartett.fast import COPY
from quartett.games import get
from quartett.review import Review, review
from quartett.review.evaluator import evaluator_of
from quartett.review.judging import Judge, recomputed

GAMES = {"jericho": 3, "souvenirs": 3, "photo_rummy": 3}
LUCK_MATCHES = 300
LUCK_DEALS = 4

Parts = dict[str, float]
"""What makes up the luck of a seat in one match."""


def played(name: str, players: int, level: str, seed: int, nodes: int | None = None) -> AnyMatch:
    """A match between equal bots; where all choose at once, nobody knows who has chosen."""
    match: AnyMatch = Match.start(get(name), players, seed)
    bot = get_bot(name, level, nodes)
    while match.outcome is None:
        chosen = []
        for seat in sorted(match.to_act):
            rng = Rng(f"bench {seed} {seat}", len(match.log))
            chosen.append((seat, bot.choose(match.view(seat), match.legal(seat), rng)))
        for seat, action in chosen:
            match.play(seat, action)
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
    log = played("photo_rummy", 4, "medium", 2).record()
    line = recomputed(get("photo_rummy"), log).line
    began = time.process_time()
    evaluator_of("photo_rummy").insights(line)
    print(f"  Photo Rummy, missed lays of a match: {time.process_time() - began:.3f} s")


def own_match(name: str, players: int, nodes: int | None, seed: int) -> AnyMatch:
    """A match between bots of the evaluator's level that search as few deals as its review will."""
    evaluator = evaluator_of(name)
    own = max(1, evaluator.nodes * LUCK_DEALS // evaluator.deals)
    return played(name, players, evaluator.name, seed, nodes or own)


def luck_of(name: str, players: int, nodes: int | None, seed: int) -> list[Parts]:
    """The seats' luck in one match, judged on few deals."""
    found = review(own_match(name, players, nodes, seed).record(), deals=LUCK_DEALS, seed=seed)
    assert isinstance(found, Review)
    return [
        {
            "cards": own.cards,
            "result - expected": own.result - own.expected,
            "decisions + others": own.decisions + own.others,
        }
        for own in found.seats
    ]


def start_of(name: str, players: int, nodes: int | None, seed: int) -> list[Parts]:
    """Each seat's result in one match, minus what the usual number of deals expected."""
    match, evaluator = own_match(name, players, nodes, seed), evaluator_of(name)
    start = recomputed(match.game, match.record()).line[0].after
    ends = Judge(match.game, evaluator, seed, evaluator.deals).endings(start, -1)
    assert match.outcome is not None
    result = match.outcome.shares
    expected = [fmean(end.shares[seat] for end in ends) for seat in range(players)]
    return [{"result - expected": result[seat] - expected[seat]} for seat in range(players)]


def standard_errors(comparisons: int) -> float:
    """How many standard errors 95 % intervals for several means at once reach (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.05 / (2 * comparisons))


def luck(found: Sequence[Sequence[Parts]], errors: float) -> Iterator[str]:
    """The mean of each part by seat, and whether the first is compatible with 0."""
    for seat in range(len(found[0])):
        told = ""
        for part in found[0][seat]:
            values = [seats[seat][part] for seats in found]
            mean, half = fmean(values), errors * stdev(values) / sqrt(len(values))
            verdict = "" if told else "  ok" if abs(mean) <= half else "  NOT 0"
            told += f"  {part} {mean:+.3f} ± {half:.3f}{verdict}"
        yield f"seat {seat}:{told}"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Time reviews, and average luck out.")
    parser.add_argument("--matches", type=int, default=LUCK_MATCHES, help="for luck; 0: only time")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--nodes", type=int, help="how much the players look at")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--untimed", action="store_true", help="luck alone")
    parser.add_argument("--start", action="store_true", help="result - expected alone")
    given = parser.parse_args()
    print(f"quartett.fast: {COPY}\n")
    if not given.untimed:
        print(f"  {'game':<12}{'first (s)':>14}{'all (s)':>10}{'entries':>9}{'max interval':>22}")
        for name in given.games:
            time_review(name, GAMES[name])
        time_missed_lays()
    if not given.matches:
        return
    seeds = range(given.first, given.first + given.matches)
    deals = "the usual" if given.start else f"{LUCK_DEALS}"
    print(f"\nluck in {given.matches} matches from seed {given.first} on, with {deals} deals")
    errors = standard_errors(sum(GAMES[name] for name in given.games))
    for name in given.games:
        began = time.monotonic()
        each = partial(start_of if given.start else luck_of, name, GAMES[name], given.nodes)
        with ProcessPoolExecutor(given.workers) as pool:
            found = list(pool.map(each, seeds, chunksize=1))
        for line in luck(found, errors):
            print(f"  {name:<12} {line}")
        print(f"  {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
