"""What an honest player could still gain in Photo Rummy where the master is in doubt.

    python research/doubts.py [--players N] [--matches N] [--deals N] [--weights FILE]

The master plays against rivals who do as the hard bot does. Wherever two choices look nearly
alike to it while nobody has opened, both are played to the end of the round on the same imagined
deals, which know no more than the master does. Half of the deals say what would have been better,
the other half how much that is worth: no luck is counted as skill. With more and more deals this
comes near to what perfect judgement of each single choice would gain.
"""

import argparse
import os
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from quartett.arena.run import executor
from quartett.arena.stats import estimate
from quartett.bots import network
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.master import WEIGHTS
from quartett.bots.photo_rummy.master_round import favourite
from quartett.bots.photo_rummy.master_seen import After, observations
from quartett.train import paired_rollouts, scripted
from quartett.train.photo_rummy.self_play import Table

TRUST = 48
"""The network's own opinion counts as much as so many deals."""


def odds_of(weights: network.Weights, options: list[After]) -> list[float]:
    found: list[float] = master_net.evaluate(np, weights, observations(options))[0].tolist()
    return found


def doubts_of(
    weights: network.Weights, players: int, number: int, seed: int
) -> list[paired_rollouts.Doubt]:
    """The doubts of one match; the first of two choices is the one that the master makes."""
    table, found = Table(players, number % players, True, Random(f"{seed}/{number}")), []
    while not table.is_over():
        options = table.draw()
        if table.turn == table.own and len(options) > 1:
            odds = odds_of(weights, options)
            place = favourite(options, odds)
            if pair := paired_rollouts.close(options, odds):
                found.append(table.doubt(pair))
        else:
            place = scripted.chosen(table, options, table.chance)
        table.lay(options[place])
    return found


def gained(
    path: Path, players: int, deals: int, seed: int, number: int
) -> tuple[int, dict[int, float]]:
    """How many doubts a match had, and what share of the victory more deals would have added."""
    weights = network.load(path)
    doubts = doubts_of(weights, players, number, seed)
    tries = paired_rollouts.results(weights, doubts, 2 * deals, Random(f"{seed}/{number}/tried"))
    opinion = np.array([odds_of(weights, [*doubt.choices]) for doubt in doubts]).reshape(-1, 2)
    believed = (1 / (1 + np.exp(-opinion))) @ np.array([1, -1])
    better = tries[:, 0] - tries[:, 1]
    found, many = {}, deals
    while many >= 1:
        gain = 0.0
        for known, unknown in (
            (better[:, :deals], better[:, deals:]),
            (better[:, deals:], better[:, :deals]),
        ):
            weighed = TRUST * believed + known[:, :many].sum(-1)
            gain -= float(unknown.mean(-1)[weighed < 0].sum()) / 2
        found[many] = gain
        many //= 2
    return len(doubts), found


def main() -> None:
    """Play, and print what was gained with more and more deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--deals", type=int, default=32)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=20261202)
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    work = partial(gained, given.weights, given.players, given.deals, given.seed)
    doubts, gains = 0, dict[int, list[float]]()
    for number, found in executor(given.workers).map(work, range(given.matches)):
        doubts += number
        for many, gain in found.items():
            gains.setdefault(many, []).append(gain)
    print(f"{given.matches} matches, {doubts / given.matches:.1f} doubts in each")
    for many, each in sorted(gains.items()):
        mean = estimate(each)
        print(f"{many:4} deals: {mean.mean:+.2%} ({mean.low:+.2%} – {mean.high:+.2%}) a match")


if __name__ == "__main__":
    main()
