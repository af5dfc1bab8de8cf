"""Rounds of Photo Rummy that 0.1's hard bot plays out per second; bench_fast runs it.

It needs 0.1's sources and reads positions as JSON: tables, racks and what will be drawn, by number.
"""

import json
import sys
import time
from typing import Any

from quartett.bots.photo_rummy.search import Ahead
from quartett.games.photo_rummy.cards import DECK

SECONDS = 1.0
TURNS = 8
"""As in bench_fast."""


def ahead() -> Any:
    """The part of a search that plays rounds out; it needs no view."""
    found: Any = object.__new__(Ahead)
    found.seat, found.players, found._spent, found._lays = 0, 2, 0.0, [False, True]
    return found


def main() -> None:
    """Print how many are played out in a second."""
    thinker, given = ahead(), json.load(sys.stdin)
    positions = [
        (
            tuple(tuple(DECK[card] for card in cards) for cards in table),
            [sum(1 << card for card in rack) for rack in racks],
            tuple(1 << card for card in draws),
        )
        for table, racks, draws in given
    ]
    best = 0.0
    for _ in range(TURNS):
        done, spent, began = 0, 0.0, time.process_time()
        while (spent := time.process_time() - began) < SECONDS / TURNS:
            for table, racks, draws in positions:
                thinker._play_out(table, racks[:], [True, True], draws)
            done += len(positions)
        best = max(best, done / spent)
    print(best)


if __name__ == "__main__":
    main()
