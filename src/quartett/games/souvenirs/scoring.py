"""What the booked rows and columns bring (SO-15, SO-16)."""

from collections.abc import Mapping

from quartett.core.outcome import Outcome
from quartett.games.souvenirs.combinations import Points, Worth, best, known_worths
from quartett.games.souvenirs.grid import Grid, line_cards, lines_of
from quartett.games.souvenirs.state import State


def worth(state: State, line: int) -> Worth:
    """What a counted line would count if the game ended now."""
    return best(line_cards(state.grid, line), state.options.points)


def worths(grid: Grid, points: Points) -> dict[int, Worth]:
    """What every counted line with a card would count if the game ended now."""
    known = known_worths(points)
    found: dict[int, Worth] = {}
    for line, cards in lines_of(grid).items():
        key = tuple(cards)
        value = known.get(key)
        found[line] = known.worth(key) if value is None else value
    return found


def totals(state: State, lines: Mapping[int, Worth]) -> tuple[int, ...]:
    """The points of every seat, given what the lines count (SO-15)."""
    found = [0] * len(state.seats)
    for line, booked in enumerate(state.cubes):
        if booked:
            value = lines[line]
            found[booked[0]] += value.first
            if len(booked) > 1:
                found[booked[1]] += value.second
    return tuple(found)


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat if the game ended now (SO-15)."""
    booked = (line for line, cubes in enumerate(state.cubes) if cubes)
    return totals(state, {line: worth(state, line) for line in booked})


def outcome(state: State) -> Outcome | None:
    """Most points win; equal points share the victory (SO-16)."""
    if state.phase != "over":
        return None
    points = scores(state)
    winners = tuple(seat for seat, each in enumerate(points) if each == max(points))
    return Outcome(points, winners, "most_points" if len(winners) == 1 else "shared")
