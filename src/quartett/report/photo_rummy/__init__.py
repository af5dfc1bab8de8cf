"""What is worth counting in Photo Rummy."""

from collections.abc import Iterator

from quartett.core.forms import Json
from quartett.games.photo_rummy.events import Event, Laid, RoundDrawn, RoundWon
from quartett.games.photo_rummy.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import Answer, GameReport

ALTERNATIVES: dict[str, Json] = {"one round": {"rounds": 1}, "five rounds": {"rounds": 5}}

OPENING = "opening lay (PR-09)"
TAKEN = "joker taken from the table (PR-13)"
REGROUPED = "lay that regroups the table (PR-12)"
WON = "round won by going out (PR-15)"
UNOPENED = "a seat that never opened when a round was won"

EVENTS = {
    "dealt": "the cards are dealt",
    "drew": "a card is drawn",
    "laid": "a player lays cards or rearranges the table",
    "passed": "a player lays nothing",
    "round_won": "a player goes out and wins the round",
    "round_drawn": "a round is drawn",
    "finished": "the match is over",
}


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Laid(seat=seat):
            yield from _of_lay(before, event, before.seats[seat].opened)
        case RoundWon():
            yield WON
            yield from (UNOPENED for player in before.seats if not player.opened)
        case RoundDrawn():
            yield "round drawn: the stacks are used up (PR-17)"


def _of_lay(before: State, event: Laid, opened: bool) -> Iterator[str]:
    if not opened:
        yield OPENING
    yield from (TAKEN for _ in event.taken)
    kept = [frozenset(group) for group in event.table]
    if any(not any(set(old) <= group for group in kept) for old in before.table):
        yield REGROUPED


def answers(figures: Figures) -> list[Answer]:
    """How rounds end and what jokers do."""
    won, drawn = figures.counts.get(WON, 0.0), figures.counts.get("round_drawn", 0.0)
    rounds = (won + drawn) or 1.0
    return [
        (
            "How do rounds end?",
            f"{won / rounds:.0%} are won by going out, {drawn / rounds:.0%} are drawn (PR-17).",
        ),
        (
            "Do jokers come back into play (PR-13)?",
            f"{figures.counts.get(TAKEN, 0.0) / rounds:.1f} are taken from the table a round.",
        ),
    ]


REPORT = GameReport(notable, ALTERNATIVES, answers, EVENTS)
