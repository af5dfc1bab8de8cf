"""What is worth counting in Photo Rummy."""

from collections.abc import Iterator

from quartett.core.forms import Json
from quartett.games.photo_rummy.events import Event, Laid, RoundDrawn, RoundWon
from quartett.games.photo_rummy.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import GameReport
from quartett.report.wording import Answer, Wording

ALTERNATIVES: dict[str, Json] = {"ruling.one": {"rounds": 1}, "ruling.five": {"rounds": 5}}

OPENING = "lay.opening"
TAKEN = "lay.taken"
REGROUPED = "lay.regrouped"
WON = "round.won"
UNOPENED = "round.unopened"
DRAWN = "round.drawn"


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Laid(seat=seat):
            yield from _of_lay(before, event, before.seats[seat].opened)
        case RoundWon():
            yield WON
            yield from (UNOPENED for player in before.seats if not player.opened)
        case RoundDrawn():
            yield DRAWN


def _of_lay(before: State, event: Laid, opened: bool) -> Iterator[str]:
    if not opened:
        yield OPENING
    yield from (TAKEN for _ in event.taken)
    kept = [frozenset(group) for group in event.table]
    if any(not any(set(old) <= group for group in kept) for old in before.table):
        yield REGROUPED


def answers(figures: Figures, wording: Wording) -> list[Answer]:
    """How rounds end and what jokers do."""
    won, drawn = figures.counts.get(WON, 0.0), figures.counts.get("round_drawn", 0.0)
    rounds = (won + drawn) or 1.0
    taken = figures.counts.get(TAKEN, 0.0) / rounds
    return [
        wording.ask("rounds", won=won / rounds, drawn=drawn / rounds),
        wording.ask("jokers", taken=taken),
    ]


REPORT = GameReport(notable, ALTERNATIVES, answers)
