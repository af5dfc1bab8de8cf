"""What came of a finished match, seat by seat, as it is kept beside the table and outlives it."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from quartett.core.outcome import Outcome
from quartett.protocol.messages import Pace
from quartett.server.store.documents import Finished, SeatRecord, TableDocument

Kind = Literal["person", "beside", "bot"]
"""Who has a seat: a person, somebody beside them at the same device, or a bot."""

Fate = Literal["played", "replaced", "left"]
"""Whether somebody played to the end, a bot played for them at times, or in the end."""

Rating = Literal["off", "due", "counts", "guests", "short", "near"]
"""Whether a match is rated: not wanted, not looked at yet, it is, or why it is not."""


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat came to."""

    seat: int
    who: str | None
    """The browser under which a person is known at tables, also of those beside them; None: a bot,
    or nobody knows."""
    kind: Kind
    name: str
    level: str | None
    """How well a bot plays, where that is known."""
    place: int
    """What was reached; of those who left, the last place."""
    score: int
    points: float
    """One for everybody who was left behind, half a one for everybody level."""
    share: float
    """The share of the victory; all shares of those who played to the end add up to 1 at most."""
    fate: Fate


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a match."""

    table: str
    match: int
    game: str
    options: str
    """The options as JSON."""
    pace: Pace
    deal: str | None
    """The shared deal that was played."""
    rating: Rating
    moves: int
    """How many entries the log has; 0: that is not known."""
    ended_at: int
    """When it ended (wall ms)."""
    seats: tuple[SeatResult, ...]

    @property
    def people(self) -> int:
        """How many seats were played by people."""
        return sum(each.kind != "bot" for each in self.seats)


def points_of(outcome: Outcome, seat: int) -> float:
    """One point for everybody whom a seat left behind, and half a point for everybody level."""
    own = outcome.places[seat]
    behind = sum(place > own for place in outcome.places)
    return behind + (outcome.places.count(own) - 1) / 2


def seat_results(doc: TableDocument, past: Finished) -> Iterator[SeatResult]:
    """What each seat of a finished match came to."""
    for seat, name in enumerate(past.names):
        kind, who = _who(doc, past, seat)
        level = doc.places[seat].level if past.match == doc.match else _known_level(doc, name)
        fate: Fate = "played"
        if kind != "bot" and seat in past.left:
            fate = "left"
        elif kind != "bot" and seat in past.replaced:
            fate = "replaced"
        yield SeatResult(
            seat=seat,
            who=who,
            kind=kind,
            name=name,
            level=level if kind == "bot" else None,
            place=_place(past.outcome, seat, fate),
            score=past.outcome.scores[seat],
            points=points_of(past.outcome, seat) if fate == "played" else 0.0,
            share=past.outcome.share(seat) if fate == "played" else 0.0,
            fate=fate,
        )


def _place(outcome: Outcome, seat: int, fate: Fate) -> int:
    """The place that is a person's own: what a bot won for them is nobody's victory."""
    if fate == "left":
        return len(outcome.scores)
    place = outcome.places[seat]
    return max(place, 2) if fate == "replaced" else place


def _who(doc: TableDocument, past: Finished, seat: int) -> tuple[Kind, str | None]:
    people = past.people
    if not people:  # version 0.1 did not note who played: only those are known who still sit there
        if past.match != doc.match:
            return "person", None
        people = tuple(place.person for place in doc.places)
    person = people[seat]
    if person is None:
        return "bot", None
    known = doc.people.get(person)
    beside = people.count(person) > 1 and (known is None or known.name != past.names[seat])
    who = None if known is None else known.owner or next(iter(known.browsers), None)
    return "beside" if beside else "person", who


def _known_level(doc: TableDocument, name: str) -> str | None:
    """How well a bot of an earlier match plays, as far as one of that name is still there."""
    found: list[SeatRecord] = [each for each in doc.places if each.level and each.name == name]
    return found[0].level if found else None
