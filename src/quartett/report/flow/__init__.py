"""What is worth counting in Speed & Flow."""

from collections.abc import Iterator

from quartett.core.forms import Json
from quartett.games.flow.events import Event, Played, RoundEnded
from quartett.games.flow.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import GameReport
from quartett.report.wording import Answer, Wording

ALTERNATIVES: dict[str, Json] = {
    "ruling.cards": {"cards": 24},
    "ruling.hand": {"hand_ms": 700},
    "ruling.grace": {"grace_ms": 0},
}

BENEATH = "beneath"
ROUND = "ends."


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Played(beneath=True):
            yield BENEATH
        case RoundEnded(reason=reason):
            yield ROUND + reason


def answers(figures: Figures, wording: Wording) -> list[Answer]:
    """Whether the deck of our own making (FL-01) lets the game flow."""
    ended = {
        name.removeprefix(ROUND): count
        for name, count in figures.counts.items()
        if name.startswith(ROUND)
    }
    rounds = sum(ended.values()) or 1.0
    names = ("reshuffled", "played", "stole")
    counts = {name: figures.counts.get(name, 0.0) / rounds for name in names}
    minutes = figures.minutes / rounds if figures.minutes else 0.0
    shares = wording.listed(
        wording.say(f"flow.end.{name}", share=count / rounds)
        for name, count in sorted(ended.items())
    )
    return [
        wording.ask("deck", minutes=minutes, **counts),
        wording.ask("rounds", ends=shares),
    ]


REPORT = GameReport(notable, ALTERNATIVES, answers)
