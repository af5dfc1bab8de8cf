"""What Jericho has to tell after a match: supply won, walls blown, the place to be expected."""

from collections.abc import Sequence

import msgspec

from quartett.core.history import Step
from quartett.games.jericho.actions import Action
from quartett.games.jericho.events import Blown, Event, Finished, RoundBegan, Scored
from quartett.games.jericho.state import State
from quartett.review.evaluator import Ending


class SeatInsights(msgspec.Struct, frozen=True):
    """One seat's match."""

    seat: int
    place: int
    expected_place: float | None
    """The mean place in the playouts from the start; None until they are done."""
    won: tuple[int, int, int]
    """The supply cards won in each of the three scorings."""
    ones: int
    """The cards of value 1 that counted at the end."""
    blown: int
    """The wall cards that the seat's trumpets brought down from the others' walls."""
    lost: int
    """The wall cards that others' trumpets brought down from the seat's walls."""


class Insights(msgspec.Struct, frozen=True):
    """A match of Jericho, seat by seat."""

    seats: tuple[SeatInsights, ...]


def insights_of(line: Sequence[Step[State, Action, Event]]) -> Insights:
    """What the events of a match add up to."""
    seats, events = line[-1].after.seats, [event for step in line for event in step.entry.events]
    won = _won(events, line[0].before.round, len(seats))
    blown, lost = _blown(events, len(seats))
    ones = next((each.ones for each in events if isinstance(each, Finished)), ((),) * len(seats))
    places = places_of([float(len(player.won)) for player in seats])
    return Insights(
        tuple(
            SeatInsights(
                seat, int(place), None, won[seat], len(ones[seat]), blown[seat], lost[seat]
            )
            for seat, place in enumerate(places)
        )
    )


def _won(events: Sequence[Event], round_: int, players: int) -> list[tuple[int, int, int]]:
    """The supply cards that each seat won in each of the three scorings."""
    won = [[0, 0, 0] for _ in range(players)]
    for event in events:
        match event:
            case RoundBegan(round=number):
                round_ = number
            case Scored(shares=shares):
                for share in shares:
                    won[share.seat][round_ - 1] += len(share.cards)
    return [(first, second, third) for first, second, third in won]


def _blown(events: Sequence[Event], players: int) -> tuple[list[int], list[int]]:
    """The wall cards that each seat's trumpets brought down elsewhere, and others' from its own."""
    blown, lost = [0] * players, [0] * players
    for event in events:
        if isinstance(event, Blown):
            for fall in event.falls:
                if fall.seat != event.seat:
                    blown[event.seat] += len(fall.cards)
                    lost[fall.seat] += len(fall.cards)
    return blown, lost


def mean_places(insights: Insights, start: Sequence[Ending]) -> Insights:
    """The insights with the mean place of each seat in these playouts."""
    if not start:
        return insights
    each = [places_of(ending.scores) for ending in start]
    return Insights(
        tuple(
            msgspec.structs.replace(
                seat, expected_place=sum(places[seat.seat] for places in each) / len(each)
            )
            for seat in insights.seats
        )
    )


def places_of(scores: Sequence[float]) -> list[float]:
    """The place of each seat, counted from 1; equal scores have the same place."""
    return [1.0 + sum(other > score for other in scores) for score in scores]
