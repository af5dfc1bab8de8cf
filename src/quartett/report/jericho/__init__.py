"""What is worth counting in Jericho."""

from collections.abc import Iterator

from quartett.games.jericho.events import Blown, Event, Finished, Scored
from quartett.games.jericho.state import State
from quartett.report.figures import Figures
from quartett.report.game_report import GameReport
from quartett.report.wording import Answer, Wording

TRUMPETS = "blown"
OWN = "trumpet.own"
NOTHING = "trumpet.nothing"
SEVERAL = "trumpet.several"
JOINS = "trumpet.joins"
CRUMBLES = "trumpet.crumbles"
SHARED = "scoring.shared"
LEFT = "scoring.left"
ONE = "scoring.one"


def notable(before: State, event: Event) -> Iterator[str]:
    """The names of what an event means."""
    match event:
        case Blown():
            yield from _of_trumpet(event)
        case Scored():
            yield from _of_scoring(event)
        case Finished(ones=ones):
            yield from (ONE for each in ones for _ in each)


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


def answers(figures: Figures, wording: Wording) -> list[Answer]:
    """Whether our rulings matter in play."""
    trumpets = figures.counts.get(TRUMPETS, 0.0) or 1.0
    own, several = figures.counts.get(OWN, 0.0), figures.counts.get(SEVERAL, 0.0)
    shared = figures.counts.get(SHARED, 0.0)
    told = {"own": own / trumpets, "several": several / trumpets, "trumpets": trumpets}
    return [wording.ask("own", **told), wording.ask("shared", shared=shared)]


REPORT = GameReport(notable, answers=answers)
