"""Does the quickest reaction win, and not the shortest cable? And does cheating pay?

Simulates thousands of contested cards between seats with different lines: each sees a new card
after its own delay, reacts (all draw from the same distribution of reaction times), and its
action travels back. Cheaters delay their answers to pings or lie about their reactions.

    python research/lag_fairness.py [--contests 6000] [--repeats 5]
    python research/lag_fairness.py --contests 60 --repeats 200      the beginning of a match
"""

import argparse
import random
import sys
from collections.abc import Callable
from statistics import fmean

import msgspec

from quartett.server.realtime.contest import Attempt, Contest, ContestResult

PINGS_PER_CONTEST = 3
MOMENT_MS = 3000.0
"""Between one contested card and the next."""

Chance = random.Random


class Line(msgspec.Struct, frozen=True):
    """A seat's connection: one-way delay, and the mean of what a message may lag behind it."""

    one_way_ms: float
    jitter_ms: float = 0.0

    def delay(self, chance: Chance) -> float:
        """How long one message takes."""
        jitter = chance.expovariate(1 / self.jitter_ms) if self.jitter_ms else 0.0
        return self.one_way_ms + jitter


class Player(msgspec.Struct, frozen=True):
    """A line, and what the browser at its end makes of the truth."""

    line: Line
    pong_delay: Callable[[Chance, float], float] = lambda chance, progress: 0.0
    claim: Callable[[float, float], float] = lambda reaction, progress: reaction
    hold: Callable[[float], float] = lambda reaction: 0.0
    confirmed: bool = False
    """Whether the system tells the connection's own round trip."""
    browser: bool = False
    """Whether the browser beneath the page answers the protocol's own pings."""
    names: Callable[[int], int | None] = lambda version: version
    """Which version it says that it aimed at."""


class Case(msgspec.Struct, frozen=True):
    """A line of the table: who plays, what seat 0 should win, and how far it may be off."""

    name: str
    players: tuple[Player, ...]
    least: float
    most: float


class Tally(msgspec.Struct):
    """What came of a case."""

    contests: int = 0
    wins: int = 0
    first_come: int = 0
    waits: list[float] = []
    tied: int = 0
    late: int = 0


def reaction(chance: Chance) -> float:
    """How long it takes to see a card and act: never under 120 ms, usually about a third of a s."""
    return 120 + chance.lognormvariate(5.5, 0.38)


def simulate(players: tuple[Player, ...], contests: int, seed: int) -> Tally:
    """Let all seats reach for one card after the other; the wins of seat 0."""
    chance, tally = Chance(seed), Tally()
    contest = Contest(f"bench {seed}", len(players))
    for number in range(contests):
        shown = number * MOMENT_MS
        _ping(contest, players, chance, number / contests)
        contest.show(number, shown)
        _reach(contest, players, chance, number, shown, number / contests, tally)
    return tally


def _ping(contest: Contest, players: tuple[Player, ...], chance: Chance, progress: float) -> None:
    for seat, player in enumerate(players):
        for _ in range(PINGS_PER_CONTEST):
            trip = player.line.delay(chance) + player.line.delay(chance)
            contest.lags[seat].sample(trip + player.pong_delay(chance, progress))
            if player.confirmed:
                contest.lags[seat].confirm(trip)
            if player.browser:
                contest.lags[seat].limit(trip)


def _reach(
    contest: Contest,
    players: tuple[Player, ...],
    chance: Chance,
    number: int,
    shown: float,
    progress: float,
    tally: Tally,
) -> None:
    """All want one card; whoever sees that it is gone does not reach for it any more."""
    everyone = frozenset(range(len(players)))
    coming: list[tuple[float, float, Attempt]] = []
    for seat, player in enumerate(players):
        took = reaction(chance)
        claimed = max(0.0, player.claim(took, progress))
        acted = shown + player.line.delay(chance) + took + player.hold(took)
        arrival = acted + player.line.delay(chance)
        aimed = player.names(number)
        coming.append((arrival, acted, Attempt(seat, f"{number}", "card", arrival, claimed, aimed)))
    coming.sort(key=lambda each: each[0])
    tally.contests += 1
    tally.first_come += coming[0][2].seat == 0
    decided: float | None = None
    for arrival, acted, attempt in coming:
        wake = contest.wake()
        if decided is None and wake is not None and wake < arrival:
            decided = wake
            _count(contest.due(wake), wake, tally)
        if decided is None:
            contest.submit(attempt, everyone)
        elif acted < decided + players[attempt.seat].line.delay(chance):
            contest.submit(attempt)
            _count(contest.due(arrival), arrival, tally)
    if decided is None:
        wake = contest.wake()
        assert wake is not None
        _count(contest.due(wake), wake, tally)


def _count(results: list[ContestResult], now: float, tally: Tally) -> None:
    for result in results:
        tally.late += result.late
        # A card is won once: whoever comes later, whatever version they name, finds it gone.
        if result.won and len(tally.waits) < tally.contests:
            tally.wins += result.attempt.seat == 0
            tally.tied += result.tied
            tally.waits.append(now - result.attempt.arrival_ms)


NEAR, FAR = Line(20), Line(200)
SHAKY_NEAR, SHAKY_FAR = Line(20, 5), Line(200, 15)
INFLATION_MS = 360.0


def cheat_zero(took: float, progress: float) -> float:
    """Claim to have reacted at once."""
    return 0.0


def cheat_shifted(took: float, progress: float) -> float:
    """Claim what fits the inflated round trip."""
    return took - INFLATION_MS


def inflated(chance: Chance, progress: float) -> float:
    """Answer every ping late."""
    return INFLATION_MS


def ramped(chance: Chance, progress: float) -> float:
    """Answer pings later and later."""
    return INFLATION_MS * progress


def now_and_then(chance: Chance, progress: float) -> float:
    """Answer some pings late, so that the line looks shaky."""
    return chance.choice([0.0, 0.0, 60.0, 120.0])


def throw_the_slow(took: float) -> float:
    """Delay the actions that would lose anyway, so that the line looks slow."""
    return INFLATION_MS if took > 380 else 0.0


def none(version: int) -> int | None:
    """Name no version, so that nothing can be counted from it."""
    return None


def older(version: int) -> int | None:
    """Name another version than the rivals, so as not to be compared with them."""
    return version - 1


def cases() -> list[Case]:
    """Honest pairs and tables first; then cheaters, each in seat 0 against an honest equal."""
    half = (0.47, 0.53)
    caught = (0.0, 0.55)
    near = Player(NEAR)
    shaky = Player(SHAKY_NEAR)
    return [
        Case("honest: 20 / 20 ms", (near, near), *half),
        Case("honest: 200 / 20 ms", (Player(FAR), near), *half),
        Case("honest: 200±15 / 20±5 ms", (Player(SHAKY_FAR), shaky), *half),
        Case("honest: 150±40 / 20 ms", (Player(Line(150, 40)), near), *half),
        Case("honest: 100±15 / 20±5 ms", (Player(Line(100, 15)), shaky), *half),
        Case(
            "honest table: 200 / 120 / 60 / 20 ms",
            (Player(SHAKY_FAR), Player(Line(120, 10)), Player(Line(60, 10)), shaky),
            0.22,
            0.28,
        ),
        Case("claims 0 ms", (Player(NEAR, claim=cheat_zero), near), *caught),
        Case("claims 0 ms, 20±15 ms", (Player(Line(20, 15), claim=cheat_zero), shaky), *caught),
        Case("claims 0 ms, 200±15 ms", (Player(SHAKY_FAR, claim=cheat_zero), shaky), *caught),
        Case(
            "delays every pong by 360 ms, claims to fit",
            (Player(SHAKY_NEAR, inflated, cheat_shifted), shaky),
            *caught,
        ),
        Case(
            "delays every pong, claims 0 ms",
            (Player(SHAKY_NEAR, inflated, cheat_zero), shaky),
            *caught,
        ),
        Case(
            "delays pongs more and more, claims 0 ms",
            (Player(SHAKY_NEAR, ramped, cheat_zero), shaky),
            *caught,
        ),
        Case(
            "delays some pongs, claims 0 ms",
            (Player(SHAKY_NEAR, now_and_then, cheat_zero), shaky),
            *caught,
        ),
        Case(
            "delays pongs and hopeless actions",
            (Player(SHAKY_NEAR, inflated, cheat_zero, throw_the_slow), shaky),
            *caught,
        ),
        Case(
            "delays every pong, against 200 ms",
            (Player(SHAKY_NEAR, inflated, cheat_zero), Player(SHAKY_FAR)),
            *caught,
        ),
        Case("honest, names no version: 200±15 ms", (Player(SHAKY_FAR, names=none), shaky), *half),
        Case(
            "delays every pong, names no version",
            (Player(SHAKY_NEAR, inflated, cheat_zero, names=none), shaky),
            *caught,
        ),
        Case(
            "delays every pong, names an older version",
            (Player(SHAKY_NEAR, inflated, cheat_zero, names=older), shaky),
            *caught,
        ),
        Case(
            "honest, browser measured: 200±15 ms", (Player(SHAKY_FAR, browser=True), shaky), *half
        ),
        Case(
            "a page delays every pong, browser measured",
            (Player(SHAKY_NEAR, inflated, cheat_zero, browser=True), shaky),
            *caught,
        ),
        Case(
            "delays every pong, transport measured",
            (Player(SHAKY_NEAR, inflated, cheat_shifted, confirmed=True), shaky),
            *caught,
        ),
    ]


def main() -> int:
    """Print the table; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contests", type=int, default=6000, help="contested cards per run")
    parser.add_argument("--repeats", type=int, default=5, help="runs per case")
    args = parser.parse_args()
    head = f"{'seat 0 against the others':44}{'wins':>8}{'runs from–to':>16}"
    print(f"{head}{'first come':>12}{'wait ms':>9}{'tied':>7}{'late':>7}  target")
    missed = 0
    for case in cases():
        runs = [simulate(case.players, args.contests, seed) for seed in range(args.repeats)]
        missed += _print(case, runs)
    print("All targets met." if not missed else f"{missed} targets missed.")
    return min(missed, 1)


def _print(case: Case, runs: list[Tally]) -> bool:
    total = sum(run.contests for run in runs)
    shares = [run.wins / run.contests for run in runs]
    share = fmean(shares)
    met = case.least <= share <= case.most
    waits = fmean(wait for run in runs for wait in run.waits)
    print(
        f"{case.name:44}{share:8.1%}{min(shares):9.1%}–{max(shares):.1%}"
        f"{sum(run.first_come for run in runs) / total:11.1%}{waits:9.0f}"
        f"{sum(run.tied for run in runs) / total:7.1%}{sum(run.late for run in runs) / total:7.1%}"
        f"  {case.least:.0%}–{case.most:.0%}{'' if met else '  MISSED'}"
    )
    return not met


if __name__ == "__main__":
    sys.exit(main())
