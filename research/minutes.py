"""How long a match takes with people: the minutes on the covers.

Bots play a match as it is played from its cover (medium ones at a table for three; Speed & Flow for
two, to 200), and what they do is timed as people would be: a hand takes two seconds for an action,
as `flow_newcomer.py` has it, and a turn needs some thought first. How much is an assumption; with
it, Jericho comes close to the 20 minutes that its rulebook names for real cards:

    python research/minutes.py [MATCHES]
"""

import sys
from pathlib import Path
from statistics import median, quantiles

import msgspec

from quartett.arena.match import Record, play
from quartett.arena.schedule import Job, Setup
from quartett.core.forms import Json

HAND_SECONDS = 2.0
NEWCOMER = f"{Path(__file__).parents[1]}/tests/bots/flow_newcomer.py:Newcomer"


class Case(msgspec.Struct, frozen=True):
    """A game at the usual table, and how long somebody thinks before a turn."""

    lineup: tuple[str, ...]
    thought_seconds: float = 0.0
    options: Json = {}


CASES = {
    "photo_rummy": Case(("medium",) * 3, 25.0),
    "jericho": Case(("medium",) * 3, 10.0),
    "souvenirs": Case(("medium",) * 3, 15.0),
    "flow": Case((NEWCOMER, "easy"), options={"target": 200}),
}


def minutes(case: Case, record: Record) -> float:
    """How long this match would have taken; where all play at once, the match's own clock says."""
    if record.clock:
        return record.clock / 60_000
    return (record.turns * case.thought_seconds + record.actions * HAND_SECONDS) / 60


def measure(game: str, case: Case, matches: int) -> str:
    """One line of the table."""
    setup = Setup(game, (case.lineup,), 20261116, options=case.options)
    records = [play(setup, Job(deal, 0, deal % len(case.lineup))) for deal in range(matches)]
    found = [minutes(case, record) for record in records]
    low, *_, high = quantiles(found, n=10)
    figures = (
        game,
        len(case.lineup),
        median(each.turns for each in records),
        median(each.actions for each in records),
        f"{case.thought_seconds:.0f} s",
        round(median(found)),
        f"{low:.0f}–{high:.0f}",
    )
    return f"| {' | '.join(map(str, figures))} |"


def main() -> None:
    """Measure all four games."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print("| game | players | turns | actions | thought a turn | minutes | of ten matches, eight |")
    print("|---|---:|---:|---:|---:|---:|---|")
    for game, case in CASES.items():
        print(measure(game, case, matches), flush=True)


if __name__ == "__main__":
    main()
