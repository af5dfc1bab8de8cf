"""What is worth counting in Speed & Flow."""

from collections.abc import Iterator

from quartett.core.forms import Json
from quartett.games.flow.events import Event, Played, RoundEnded
from quartett.games.flow.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import Answer, GameReport

ALTERNATIVES: dict[str, Json] = {
    "24 cards each": {"cards": 24},
    "a slower hand (700 ms)": {"hand_ms": 700},
    "no grace for two cards at once (FL-16)": {"grace_ms": 0},
}

BENEATH = "play: lands beneath a card laid at the same moment (FL-16)"
ROUND = "round ends: "

EVENTS = {
    "dealt": "the cards are dealt",
    "started": "a round starts",
    "drew": "a card is drawn",
    "laid": "a card is laid in the display",
    "played": "a card is played",
    "stole": "a card is stolen",
    "stopped": "Stop is called",
    "reshuffled": "nobody can do anything: the middle is renewed",
    "round_ended": "a round ends",
    "time_passed": "time passes",
}


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Played(beneath=True):
            yield BENEATH
        case RoundEnded(reason=reason):
            yield ROUND + reason


def answers(figures: Figures) -> list[Answer]:
    """Whether the deck of our own making (FL-01) lets the game flow."""
    ended = {
        name.removeprefix(ROUND): count
        for name, count in figures.counts.items()
        if name.startswith(ROUND)
    }
    rounds = sum(ended.values()) or 1.0
    counts = {name: figures.counts.get(name, 0.0) for name in ("reshuffled", "played", "stole")}
    minutes = figures.minutes / rounds if figures.minutes else 0.0
    return [
        (
            "Does the deck make a good game (FL-01)?",
            f"A round takes {minutes:.1f} minutes and has {counts['played'] / rounds:.0f} plays,"
            f" {counts['stole'] / rounds:.1f} steals and {counts['reshuffled'] / rounds:.2f}"
            " stalemates (FL-13).",
        ),
        (
            "How do rounds end?",
            ", ".join(f"{name} {count / rounds:.0%}" for name, count in sorted(ended.items())),
        ),
    ]


REPORT = GameReport(notable, ALTERNATIVES, answers, EVENTS)
