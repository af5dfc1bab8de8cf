"""PettingZoo steps of our environments beside PettingZoo's own gin_rummy_v4.

Newer releases dropped that game, so it lives in an environment of its own with PettingZoo 1.24.3.
Both take turns, `env()` against `env()`; the result is the median of processor times on one core.
"""

import os
import subprocess
import sys
from pathlib import Path

ROUNDS = 3
ROOT = Path(__file__).parent.parent
STEPS = ROOT / "benchmarks" / "env_steps.py"
PEER = "gin_rummy_v4"
PEER_PYTHON = ROOT / ".venv-peers" / "bin" / "python"
TARGETS = {"jericho_v0": 8.0, "souvenirs_v0": 8.0, "photo_rummy_v0": 3.0, "flow_v0": None}
"""The target: this many times the speed of PettingZoo's gin rummy."""


def steps(python: Path | str, module: str) -> float:
    """Steps per second in an interpreter."""
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [str(python), "-W", "ignore", str(STEPS), module]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=quiet)
    return float(said.stdout.split()[-1])


def main() -> None:
    """Measure all contestants in turn and print the table."""
    contestants = {PEER: (PEER_PYTHON, f"pettingzoo.classic.{PEER}")}
    for name in TARGETS:
        contestants[name] = (Path(sys.executable), f"quartett.env.pettingzoo.{name}")
    runs: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, where in contestants.items():
            runs[name].append(steps(*where))
    speed = {name: sorted(each)[ROUNDS // 2] for name, each in runs.items()}
    print(f"{'':20}{'steps/s':>10}{'× gin_rummy_v4':>16}   target")
    for name, each in speed.items():
        times, wanted = each / speed[PEER], TARGETS.get(name)
        said = "" if wanted is None else f"≥ {wanted:g}×: {'met' if times >= wanted else 'MISSED'}"
        print(f"{name:20}{each:10,.0f}{times:16.2f}   {said}")


if __name__ == "__main__":
    main()
