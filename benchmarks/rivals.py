"""Experiments: choices of a learned player against the scripted rival, many matches quickly."""

import sys
import time
from random import Random

import numpy as np

from quartett.bots import network
from quartett.bots.photo_rummy import master_patience
from quartett.bots.photo_rummy.master import WEIGHTS
from quartett.train import scripted, self_play
from quartett.train.self_play import Table, _best


def run(mode: str, players: int, matches: int, seed: str, weights: dict) -> tuple[float, float]:
    chance = Random(seed)
    tables = [
        Table(players, at % players, True, Random(f"{seed}/{at // players}"))
        for at in range(matches)
    ]
    going = tables
    while going:
        drawn = [table.draw() for table in going]
        asked = []
        chosen = [0] * len(going)
        for at, (table, options) in enumerate(zip(going, drawn)):
            if len(options) == 1:
                continue
            if table.turn != table.own:
                chosen[at] = scripted.chosen(table, options, chance)
            elif mode == "wait":
                chosen[at] = wait(table, options, chance)
            elif mode == "script":
                chosen[at] = scripted.chosen(table, options, chance)
            else:
                asked.append(at)
        if asked:
            for at, place in zip(asked, _best(weights, [drawn[at] for at in asked])):
                chosen[at] = place
        for table, options, place in zip(going, drawn, chosen):
            table.lay(options[place])
        going = [table for table in going if not table.is_over()]
    shares = np.array([table.shares()[table.own] for table in tables])
    shares = shares.reshape(-1, players).mean(1)
    return float(shares.mean()), float(1.96 * shares.std() / len(shares) ** 0.5)


def wait(table: Table, options: list, chance: Random) -> int:
    most = options[1]
    if not most.rack:
        return int(master_patience._pays(most))
    if not table.table and scripted.minus_of(most.rack) > scripted._affordable(most):
        return 0
    return scripted.chosen(table, options, chance)


if __name__ == "__main__":
    path, players, matches, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    weights = network.load(WEIGHTS if path == "-" else path)
    for mode in sys.argv[5:]:
        if mode not in ("wait", "script"):
            master_patience.PATIENCE = float(mode)
        began, found, number = time.time(), [], 0
        while time.time() - began < seconds and number * 120 < matches:
            found.append(run(mode, players, 120, f"rivals {number}", weights))
            number += 1
        mean = np.mean([each[0] for each in found])
        spread = np.mean([each[1] for each in found]) / len(found) ** 0.5
        print(path[-20:], players, mode, number * 120, f"{mean:.4f} +- {spread:.4f}", f"{time.time() - began:.0f} s", flush=True)
