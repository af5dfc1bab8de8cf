"""What is worth counting in Jericho."""

from collections.abc import Iterator

from quartett.games.jericho.events import Blown, Event, Finished, Scored
from quartett.games.jericho.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import Answer, GameReport

TRUMPETS = "blown"
OWN = "trumpet: brings down a card of its player (JE-11)"
NOTHING = "trumpet: brings down nothing (JE-11)"
SEVERAL = "trumpet: brings down equal cards of several players (JE-11)"
JOINS = "trumpet: joins its player's wall (JE-12)"
CRUMBLES = "trumpet: a wall of trumpets only is removed (JE-13)"
SHARED = "scoring: a colour is shared between equal walls (JE-18)"
LEFT = "scoring: cards stay in the supply (JE-18)"

EVENTS = {
    "dealt": "the cards are dealt",
    "first_chosen": "a player chooses the first card of the layout",
    "round_began": "a round begins",
    "fed": "a player feeds the supply at the start of a round",
    "revealed": "the first cards are revealed",
    "play_began": "all have fed, and play begins",
    "built": "a wall card is built",
    "blown": "a trumpet is blown",
    "supplied": "a card is hidden in the supply",
    "drew": "a card is drawn",
    "turn_passed": "a turn passes on without drawing",
    "scoring_drawn": "a scoring card is drawn",
    "scored": "the supply is handed out",
    "finished": "the match is over",
}


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Blown():
            yield from _of_trumpet(event)
        case Scored():
            yield from _of_scoring(event)
        case Finished(ones=ones):
            yield from (
                "final scoring: a card of value 1 counts (JE-20)" for each in ones for _ in each
            )


def _of_trumpet(event: Blown) -> Iterator[str]:
    if not event.falls:
        yield NOTHING
    if any(fall.seat == event.seat for fall in event.falls):
        yield OWN
    if len(event.falls) > 1:
        yield SEVERAL
    if event.joins:
        yield JOINS
    if any(fall.crumbled for fall in event.falls):
        yield CRUMBLES


def _of_scoring(event: Scored) -> Iterator[str]:
    colours = [share.colour for share in event.shares]
    yield from (SHARED for colour in set(colours) if colours.count(colour) > 1)
    if event.left:
        yield LEFT


def answers(figures: Figures) -> list[Answer]:
    """Whether our rulings matter in play."""
    trumpets = figures.counts.get(TRUMPETS, 0.0) or 1.0
    own, several = figures.counts.get(OWN, 0.0), figures.counts.get(SEVERAL, 0.0)
    return [
        (
            "How often does a trumpet hit its own player?",
            f"In {own / trumpets:.0%} of {trumpets:.1f} trumpets a match; in"
            f" {several / trumpets:.0%} equal cards of several players fall together.",
        ),
        (
            "Does the ruling on tied walls matter (JE-18)?",
            f"A colour is shared {figures.counts.get(SHARED, 0.0):.2f} times a match.",
        ),
    ]


REPORT = GameReport(notable, answers=answers, events=EVENTS)
