"""What Souvenirs has to tell after a match: what each booking was worth, then and at the end."""

from collections.abc import Sequence

import msgspec

from quartett.games.souvenirs import view as views
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.events import Booked
from quartett.games.souvenirs.state import State
from quartett.review.evaluator import Passage


class Booking(msgspec.Struct, frozen=True):
    """One cube: where it went, and what its line counted."""

    entry: int
    seat: int
    line: str
    place: int
    """1 for the first cube of a line, 2 for the second."""
    then: int
    """What the line would have paid this cube if the match had ended there."""
    end: int
    """What it paid in the end."""


class Insights(msgspec.Struct, frozen=True):
    """A match of Souvenirs, booking by booking."""

    bookings: tuple[Booking, ...]


def insights_of(line: Sequence[Passage[State, Action]]) -> Insights:
    """All bookings of a match in order."""
    last = views.view(line[-1].after, None)
    found = []
    for passage in line:
        for event in passage.entry.events:
            if isinstance(event, Booked):
                then = views.view(passage.after, None)
                place = then.cubes[event.line].index(event.seat)
                found.append(
                    Booking(
                        passage.number,
                        event.seat,
                        event.line,
                        place + 1,
                        _paid(then, event.line, place),
                        _paid(last, event.line, place),
                    )
                )
    return Insights(tuple(found))


def _paid(view: views.View, line: str, place: int) -> int:
    worth = view.lines[line]
    return worth.second if place else worth.first
