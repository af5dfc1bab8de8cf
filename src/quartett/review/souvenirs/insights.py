"""What Souvenirs has to tell after a match: what each booking was worth, then and at the end."""

from collections.abc import Sequence

import msgspec

from quartett.core.history import Step
from quartett.games.souvenirs import view as views
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.events import Booked, Event
from quartett.games.souvenirs.grid import BIT, CELLS
from quartett.games.souvenirs.state import State


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
    name: str = ""
    """What the line is called on the full grid: a letter from A, or a number from 1."""


class Insights(msgspec.Struct, frozen=True):
    """A match of Souvenirs, booking by booking."""

    bookings: tuple[Booking, ...]


def insights_of(line: Sequence[Step[State, Action, Event]]) -> Insights:
    """All bookings of a match in order."""
    last = views.view(line[-1].after, None)
    found = []
    for step in line:
        for event in step.entry.events:
            if isinstance(event, Booked):
                then = views.view(step.after, None)
                place = then.cubes[event.line].index(event.seat)
                found.append(
                    Booking(
                        step.counted,
                        event.seat,
                        event.line,
                        place + 1,
                        _paid(then, event.line, place),
                        _paid(last, event.line, place),
                        line_name(line[-1].after, event.line),
                    )
                )
    return Insights(tuple(found))


def line_name(state: State, line: str) -> str:
    """Columns are A to E from the left, rows 1 to 5 from above, as far as cards lie."""
    kind, number = line.split(" ")
    left, top = corner(state)
    at = int(number)
    return "ABCDEFGHI"[at - left] if kind == "column" else str(at - top + 1)


def corner(state: State) -> tuple[int, int]:
    """The leftmost column and the topmost row in which a card lies."""
    lie = [cell for cell in CELLS if state.grid.taken & BIT[cell]]
    return min((x for x, _ in lie), default=0), min((y for _, y in lie), default=0)


def _paid(view: views.View, line: str, place: int) -> int:
    worth = view.lines[line]
    return worth.second if place else worth.first
