"""What is worth counting in Souvenirs."""

from collections.abc import Iterator
from itertools import pairwise

from quartett.core.forms import Json
from quartett.games.souvenirs.combinations import TABLE
from quartett.games.souvenirs.events import Booked, Event, Finished
from quartett.games.souvenirs.grid import LINES
from quartett.games.souvenirs.scoring import worth
from quartett.games.souvenirs.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import Answer, GameReport, plain

PAYS = {name: getattr(TABLE, name) for name in TABLE.__struct_fields__}
ALTERNATIVES: dict[str, Json] = {
    "a last cube for whoever fills the grid (SO-12)": {"last_cube": True},
    "the second cube pays as much as the first (SO-15)": {
        "points": {name: [first, first] for name, (first, _) in PAYS.items()}
    },
    "a flush pays more than a quartet (SO-14)": {
        "points": {name: list(PAYS[name]) for name in PAYS} | {"flush": [13, 8], "quartet": [10, 6]}
    },
    "the second cube pays a third (SO-15)": {
        "points": {name: [first, first // 3] for name, (first, _) in PAYS.items()}
    },
}

FIRST = "cube: the first on its line (SO-08)"
SECOND = "cube: the second on its line (SO-09)"
PAID = "second cube that paid at least half of the best line (SO-15)"
EMPTY = "cube on a line without any combination at the end"
LINE = "full line: "

EVENTS = {
    "dealt": "the cards are dealt",
    "drew": "a card is drawn",
    "turn_passed": "a turn passes on without drawing",
    "placed": "a card is laid in the grid",
    "booked": "a cube is placed",
    "passed": "a player keeps the cube",
    "finished": "the match is over",
}


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Booked(line=line):
            yield SECOND if before.cubes[LINES.index(line)] else FIRST
        case Finished():
            yield from _of_end(before)


def _of_end(state: State) -> Iterator[str]:
    values = [(worth(state, line), booked) for line, booked in enumerate(state.cubes) if booked]
    most = max((value.first for value, _ in values), default=0)
    for value, booked in values:
        yield LINE + (value.combination or "nothing")
        if value.combination is None:
            yield from (EMPTY for _ in booked)
        if len(booked) > 1 and 2 * value.second >= most:
            yield PAID


def answers(figures: Figures) -> list[Answer]:
    """Whether the table of points and the second cube make sense."""
    made = {name: figures.counts.get(LINE + name, 0.0) for name in PAYS}
    order = sorted(made, key=lambda name: made[name])
    seconds, paid = figures.counts.get(SECOND, 0.0), figures.counts.get(PAID, 0.0)
    return [
        (
            "Do rarer combinations pay more (SO-14)?",
            "From rare to common on booked lines: "
            + ", ".join(f"{plain(name)} {made[name]:.2f} ({PAYS[name][0]})" for name in order)
            + f". {_misfits(order)}",
        ),
        (
            "Is a second cube worth it (SO-15)?",
            f"{seconds:.1f} second cubes a match; {paid / seconds if seconds else 0:.0%} of them"
            " bring at least half of what the best line brings its first.",
        ),
    ]


def _misfits(order: list[str]) -> str:
    """The neighbours in rarity whose points run the other way."""
    wrong = [
        f"{plain(rarer)} pays less than {plain(commoner)}"
        for rarer, commoner in pairwise(order)
        if PAYS[rarer][0] < PAYS[commoner][0]
    ]
    return f"Against the order of rarity: {'; '.join(wrong)}." if wrong else "The order fits."


REPORT = GameReport(notable, ALTERNATIVES, answers, EVENTS)
