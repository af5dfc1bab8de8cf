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
from quartett.report.game_report import GameReport
from quartett.report.wording import Answer, Wording

PAYS = {name: getattr(TABLE, name) for name in TABLE.__struct_fields__}
ALTERNATIVES: dict[str, Json] = {
    "ruling.last_cube": {"last_cube": True},
    "ruling.equal": {"points": {name: [first, first] for name, (first, _) in PAYS.items()}},
    "ruling.flush": {
        "points": {name: list(PAYS[name]) for name in PAYS} | {"flush": [13, 8], "quartet": [10, 6]}
    },
    "ruling.third": {"points": {name: [first, first // 3] for name, (first, _) in PAYS.items()}},
}

FIRST = "cube.first"
SECOND = "cube.second"
PAID = "cube.paid"
EMPTY = "cube.empty"
LINE = "line."


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


def answers(figures: Figures, wording: Wording) -> list[Answer]:
    """Whether the table of points and the second cube make sense."""
    made = {name: figures.counts.get(LINE + name, 0.0) for name in PAYS}
    order = sorted(made, key=lambda name: made[name])
    seconds, paid = figures.counts.get(SECOND, 0.0), figures.counts.get(PAID, 0.0)
    shown = wording.listed(
        wording.say("souvenirs.order.each", name=name, times=made[name], points=PAYS[name][0])
        for name in order
    )
    worth_it = paid / seconds if seconds else 0.0
    return [
        wording.ask("order", order=shown, misfits=_misfits(order, wording)),
        wording.ask("second", seconds=seconds, paid=worth_it),
    ]


def _misfits(order: list[str], wording: Wording) -> str:
    """The neighbours in rarity whose points run the other way."""
    wrong = [
        wording.say("souvenirs.order.pair", rarer=rarer, commoner=commoner)
        for rarer, commoner in pairwise(order)
        if PAYS[rarer][0] < PAYS[commoner][0]
    ]
    if not wrong:
        return wording.say("souvenirs.order.fits")
    return wording.say("souvenirs.order.not", wrong=wording.listed(wrong))


REPORT = GameReport(notable, ALTERNATIVES, answers)
