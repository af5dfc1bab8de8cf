"""How each step of every ladder fares against the one below at larger tables, in a given time.

    .venv/bin/python benchmarks/ladders.py --seconds 180 --seed 5
    .venv/bin/python benchmarks/ladders.py --characters --seconds 60

With `--characters`: how each character fares against the step that it should match, at the smallest
tables.

Each step plays alone against steps of the one below it. The next match is played where it
narrows an interval most: steps that look ahead are slow, so they play fewer matches, but not many
times fewer. Each pair plays whole deals, on which its step sits in every seat once.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import sqrt

import msgspec

from quartett.arena.match import Record, play
from quartett.arena.run import executor
from quartett.arena.schedule import Job, Setup, rotations
from quartett.arena.stats import Estimate, on_whole_deals, tables
from quartett.bots.characters import characters
from quartett.bots.ladder import of_two, steps
from quartett.core.forms import Json
from quartett.games import get, names

ONE_ROUND: dict[str, Json] = {"flow": {"target": 1}}
"""Options of the matches where they differ from the defaults; the docs name them too."""

FIRST_GUESS = 0.3
"""The seconds assumed for a match before the first has been timed."""


class Pair:
    """A step against the one below at tables of one size, with the results so far."""

    def __init__(self, game: str, upper: str, lower: str, players: int, seed: int) -> None:
        lineup = (upper, *[lower] * (players - 1))
        self.setup = Setup(game, (lineup,), seed, options=ONE_ROUND.get(game, {}))
        self.records: list[Record] = []
        self.deals = 0
        self.seconds = 0.0

    @property
    def turn(self) -> float:
        """The priority: the pair with the lowest value plays next."""
        known = self.seconds / len(self.records) if self.records else FIRST_GUESS
        return self.deals * sqrt(known)

    def deal(self) -> Sequence[Job]:
        """The matches of its next deal."""
        self.deals += 1
        return [Job(self.deals - 1, 0, at) for at in range(rotations(self.setup.lineups[0]))]

    def row(self) -> str:
        """The results, as a row of the table."""
        whole = on_whole_deals(self.setup, self.records)
        if not whole:
            return "– | – | 0"
        (table,) = tables(self.setup, whole)
        others, share = self.setup.players - 1, table.bots[0].share
        two = Estimate(*(of_two(each, others) for each in msgspec.structs.astuple(share)))
        return (
            f"{share.mean:.1%} ({100 * share.low:.1f}–{100 * share.high:.1f})"
            f" | {two.mean:.0%} ({100 * two.low:.0f}–{100 * two.high:.0f}) | {table.games}"
        )


def pairs(games: Sequence[str], seed: int) -> list[Pair]:
    """All neighbours of all ladders, at all tables but the smallest (`quartett ladder`)."""
    return [
        Pair(game, upper, lower, players, seed)
        for game in games
        for players in get(game).players[1:]
        for lower, upper in pairwise(steps(game))
    ]


def of_characters(games: Sequence[str], seed: int) -> list[Pair]:
    """The pairs of each character and its step."""
    return [
        Pair(game, level, str(each.step), get(game).players[0], seed)
        for game in games
        for level, each in characters(game).items()
    ]


def timed(work: tuple[int, Setup, Job]) -> tuple[int, Record, float]:
    """A match and its duration."""
    number, setup, job = work
    began = time.process_time()
    return number, play(setup, job), time.process_time() - began


def jobs(asked: Sequence[Pair], until: float) -> Iterator[tuple[int, Setup, Job]]:
    """The matches to play next, while there is time."""
    while time.monotonic() < until:
        number = min(range(len(asked)), key=lambda at: asked[at].turn)
        yield from ((number, asked[number].setup, job) for job in asked[number].deal())


def main() -> None:
    """Play for the given time, then print a table for each game and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--characters", action="store_true")
    given = parser.parse_args()
    asked = (of_characters if given.characters else pairs)(given.games, given.seed)
    play_until(asked, time.monotonic() + given.seconds)
    for (game, players), rows in groupby(asked, lambda each: (each.setup.game, each.setup.players)):
        print(f"\n{game}, {players} players\n")
        print("| step | share | of two | matches |\n|---|---|---|---:|")
        for each in rows:
            print(f"| {each.setup.lineups[0][0]} | {each.row()} |")


def play_until(asked: Sequence[Pair], until: float) -> None:
    """Play on all cores until the deadline; matches still running then do not count."""
    played = executor(os.cpu_count() or 1).map(timed, jobs(asked, until))
    for number, record, seconds in played:
        asked[number].records.append(record)
        asked[number].seconds += seconds
        if time.monotonic() > until:
            break


if __name__ == "__main__":
    main()
