"""How long `quartett judge` takes for a Jericho match and for 1 MiB, and commands to start."""

import json
import random
import subprocess
import sys
import time
from statistics import median

import msgspec

import largest
from quartett.core.match import Match
from quartett.games import get, names
from quartett.judge import answer

MATCHES = 200
STARTS = 7
COMMANDS = (
    ("--help",),
    ("judge",),
    ("solve",),
    ("rules", "jericho"),
    ("simulate", "souvenirs", "--games", "1"),
    *(("play", name) for name in names()),
    *((name, "--help") for name in ("serve", "arena", "report", "replay", "verify", "load")),
)
"""Every command with next to no work to do; `play` draws its first screen and stops."""


def request(seed: int) -> tuple[str, int]:
    """A whole random match as one request, and its number of moves."""
    chance = random.Random(seed)
    match = Match.start(get("jericho"), 3, seed)
    moves = []
    while match.outcome is None:
        seat = chance.choice(sorted(match.to_act))
        action = chance.choice(match.legal(seat))
        moves.append({"seat": seat, "action": msgspec.to_builtins(action)})
        match.play(seat, action)
    return json.dumps({"game": "jericho", "players": 3, "seed": seed, "moves": moves}), len(moves)


def judge(lines: list[str]) -> float:
    """Seconds that one judge process takes for these lines, including its start."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "quartett", "judge"]
    done = subprocess.run(command, input="\n".join(lines).encode(), stdout=subprocess.PIPE)
    spent = time.perf_counter() - began
    assert done.returncode == 0
    return spent


def answered(line: bytes) -> float:
    """Seconds to answer one line, including writing the JSON."""
    began = time.perf_counter()
    msgspec.json.encode(answer(line).content)
    return time.perf_counter() - began


def started(*command: str) -> float:
    """Median seconds of a command from its start to its end."""
    runs = []
    for _ in range(STARTS):
        began = time.perf_counter()
        given = [sys.executable, "-m", "quartett", *command]
        subprocess.run(given, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        runs.append(time.perf_counter() - began)
    return median(runs)


def main() -> None:
    """Print all three."""
    requests = [request(seed) for seed in range(MATCHES)]
    moves = sum(count for _, count in requests) / MATCHES
    each = (judge([line for line, _ in requests]) - judge([requests[0][0]])) / (MATCHES - 1)
    verdict = "met" if each < 0.010 else "MISSED"
    print(
        f"judge: {1000 * each:.2f} ms for a Jericho match of {moves:.0f} moves (< 10 ms: {verdict})"
    )
    for filling, line in largest.requests().items():
        print(f"judge: {1000 * answered(line):4.0f} ms for {len(line):,} bytes of {filling}")
    for command in COMMANDS:
        print(f"start: {1000 * started(*command):4.0f} ms  quartett {' '.join(command)}")


if __name__ == "__main__":
    main()
