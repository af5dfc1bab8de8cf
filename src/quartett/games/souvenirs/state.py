"""A state of Souvenirs: everything, hidden cards included."""

from collections.abc import Iterator
from typing import Literal

from quartett.core.game import Value
from quartett.games.souvenirs.actions import Options
from quartett.games.souvenirs.grid import LINES, Grid, lines

Phase = Literal["place", "book", "over"]
Cubes = tuple[tuple[int, ...], ...]
"""The seats that booked each counted line: nobody, the first, or the first and the second."""

NO_CUBES: Cubes = ((),) * len(LINES)
CUBES_PER_LINE = 2


class Player(Value, frozen=True):
    """What one player has: hand cards and unplaced cubes."""

    hand: tuple[str, ...] = ()
    cubes: int = 0


class State(Value, frozen=True):
    """The whole table; the last card of the draw pile is on top."""

    options: Options
    seats: tuple[Player, ...] = ()
    grid: Grid = Grid()
    cubes: Cubes = NO_CUBES
    draw_pile: tuple[str, ...] = ()
    phase: Phase = "place"
    turn: int | None = None


def open_lines(cubes: Cubes, grid: Grid, seat: int) -> Iterator[int]:
    """The counted lines with a card and room for a cube of this seat (SO-08 to SO-10)."""
    for line in lines(grid.rows, grid.columns):
        booked = cubes[line]
        if len(booked) < CUBES_PER_LINE and seat not in booked:
            yield line


def any_open_line(cubes: Cubes, grid: Grid, seat: int) -> bool:
    """Whether this seat could place a cube anywhere."""
    return next(open_lines(cubes, grid, seat), None) is not None
