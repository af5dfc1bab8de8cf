"""This version beside 0.1, each in a process of its own: random play, and views.

0.1's sources come out of the project's own history; both run under this environment's Python and
packages and take turns, so that ratios hold where the machine's speed wanders. Times are the
processor's, and the best of several rounds counts.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from first_version import ROOT, first_version

ROUNDS = 5
GAMES = {"jericho": 3, "souvenirs": 3, "photo_rummy": 2}
MATCHES = 40


def best(work: Callable[[], int]) -> float:
    """The least processor time in µs for one of the things that the work counts."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        count = work()
        found.append((time.process_time() - began) / count * 1e6)
    return min(found)


def measure() -> dict[str, float]:
    """What the version on the path takes, in µs."""
    import quartett

    found: dict[str, float] = {}
    for name, players in GAMES.items():
        states: list[object] = []

        def play(name: str = name, players: int = players, keep: list[object] = states) -> int:
            count = 0
            for seed in range(MATCHES if name != "photo_rummy" else 2):
                chance = random.Random(seed)
                match = quartett.start(name, players, seed)
                while match.outcome is None and count < 20_000:
                    seat = min(match.to_act)
                    match.play(seat, chance.choice(match.legal(seat)))
                    count += 1
                    if len(keep) < 500:
                        keep.append(match.state)
            return count

        found[f"{name}: a random decision through Match"] = best(play)
        game = quartett.game(name)

        def look(keep: list[object] = states, view: Callable[..., object] = game.view) -> int:
            for state in keep:
                view(state, 0)
            return len(keep)

        look()
        found[f"{name}: a view"] = best(look)
    return found


def other(source: Path) -> dict[str, float]:
    """The same of the version in a folder."""
    command = [sys.executable, __file__, "--measure"]
    done = subprocess.run(
        command, env={"PYTHONPATH": str(source)}, capture_output=True, check=True, text=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    with first_version() as sources:
        runs = [(other(sources), other(ROOT / "src")) for _ in range(3)]
    print("| | 0.1, µs | now, µs | times as fast |\n|---|---:|---:|---:|")
    for what in runs[0][0]:
        old, new = (median(run[side][what] for run in runs) for side in (0, 1))
        print(f"| {what} | {old:.1f} | {new:.1f} | {old / new:.2f} |")


if __name__ == "__main__":
    if "--measure" in sys.argv:
        print(json.dumps(measure()))
    else:
        main()
