"""What the booked rows and columns bring (SO-15, SO-16)."""

from quartett.core.outcome import Outcome
from quartett.games.souvenirs.combinations import Worth, best
from quartett.games.souvenirs.grid import line_cards
from quartett.games.souvenirs.state import State


def worth(state: State, line: int) -> Worth:
    """What a counted line would count if the game ended now."""
    return best(line_cards(state.grid, line), state.options.points)


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat if the game ended now (SO-15)."""
    totals = [0] * len(state.seats)
    for line, booked in enumerate(state.cubes):
        if not booked:
            continue
        value = worth(state, line)
        for seat, points in zip(booked, (value.first, value.second), strict=False):
            totals[seat] += points
    return tuple(totals)


def outcome(state: State) -> Outcome | None:
    """Most points win; equal points share the victory (SO-16)."""
    if state.phase != "over":
        return None
    totals = scores(state)
    winners = tuple(seat for seat, each in enumerate(totals) if each == max(totals))
    return Outcome(totals, winners, "most_points" if len(winners) == 1 else "shared")
