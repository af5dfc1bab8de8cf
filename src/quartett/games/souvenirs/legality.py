"""What may be done when: `check` is the one source of legality, `moves` lists in agreement."""

import re
from collections.abc import Sequence

from quartett.core.errors import RuleError
from quartett.core.game import Seat, check_range
from quartett.games.souvenirs.actions import BOOKS, PASS, PLACES, Action, Book, Pass, Place
from quartett.games.souvenirs.combinations import COMBINATIONS, Points
from quartett.games.souvenirs.grid import (
    BIT,
    LINE_INDEX,
    Cell,
    Grid,
    has_card,
    open_cells,
    places,
)
from quartett.games.souvenirs.kit import COUNTS_OF, SIZE_OF
from quartett.games.souvenirs.state import CUBES_PER_LINE, State, open_lines

MAX_POINTS = 1_000_000
"""No combination is worth more; it keeps sums in every file format."""

_PHASE_OF = {Place: "place", Book: "book", Pass: "book"}
_RULE_OF_PHASE = {"place": "SO-05", "book": "SO-05", "over": "SO-12"}
_LINE = re.compile(r"(row|column) (0|-?[1-9][0-9]*)")


def moves(state: State, seat: Seat) -> Sequence[Action]:
    """Every legal action of a seat."""
    if seat != state.turn:
        return ()
    grid, player = state.grid, state.seats[seat]
    if state.phase == "place":
        cells = places(open_cells(grid, SIZE_OF[state.options.size]))
        kinds = [PLACES[card] for card in dict.fromkeys(player.hand)]
        return [everywhere[cell] for everywhere in kinds for cell in cells]
    if not player.cubes:
        return (PASS,)
    return [*(BOOKS[line] for line in open_lines(state.cubes, grid, seat)), PASS]


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise RuleError unless the seat may do this now."""
    kind = type(action)
    if seat != state.turn or _PHASE_OF[kind] != state.phase:
        _refuse_the_moment(state, seat)
    if isinstance(action, Place):
        _check_place(state, seat, action)
    elif isinstance(action, Book):
        _check_book(state, seat, action.line)


def _refuse_the_moment(state: State, seat: Seat) -> None:
    if state.turn is not None and seat != state.turn:
        raise RuleError("SO-04", "souvenirs.not_your_turn", turn=state.turn)
    raise RuleError(_RULE_OF_PHASE[state.phase], f"souvenirs.phase_{state.phase}")


def _check_place(state: State, seat: Seat, action: Place) -> None:
    card = action.card
    if card not in state.seats[seat].hand:
        if card not in COUNTS_OF[state.options.size]:
            raise RuleError("SO-01", "souvenirs.no_such_card", card=card)
        raise RuleError("SO-05", "souvenirs.not_in_hand", card=card)
    size = SIZE_OF[state.options.size]
    if not BIT.get(action.at, 0) & open_cells(state.grid, size):
        _refuse_the_cell(state.grid, action.at, size)


def _refuse_the_cell(grid: Grid, at: Cell, size: int) -> None:
    about: dict[str, object] = {"column": at[0], "row": at[1]}
    if BIT.get(at, 0) & grid.taken:
        raise RuleError("SO-06", "souvenirs.occupied", **about)
    if not _is_beside(grid, at):
        raise RuleError("SO-06", "souvenirs.not_adjacent", **about)
    raise RuleError("SO-07", "souvenirs.outside_frame", most=size, **about)


def _is_beside(grid: Grid, at: Cell) -> bool:
    """Whether a free cell, which may lie beyond the counted ones, shares a side with a card."""
    x, y = at
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(BIT.get(cell, 0) & grid.taken for cell in around)


def line_about(line: str) -> dict[str, object]:
    """The parts of a written line, for texts; RuleError if it is no row and no column (SO-08)."""
    if _LINE.fullmatch(line) is None:
        raise RuleError("SO-08", "souvenirs.no_such_line", line=line)
    kind, number = line.split(" ")
    return {"line": line, "kind": kind, "number": number}


def check_line(grid: Grid, line: str) -> None:
    """Refuse what is no row or column, and one without a card (SO-08)."""
    index = LINE_INDEX.get(line)
    if index is None or not has_card(grid, index):
        raise RuleError("SO-08", "souvenirs.empty_line", **line_about(line))


def _check_book(state: State, seat: Seat, line: str) -> None:
    check_line(state.grid, line)
    if not state.seats[seat].cubes:
        raise RuleError("SO-03", "souvenirs.no_cube")
    booked = state.cubes[LINE_INDEX[line]]
    if seat in booked:
        raise RuleError("SO-09", "souvenirs.booked_already", **line_about(line))
    if len(booked) >= CUBES_PER_LINE:
        raise RuleError("SO-10", "souvenirs.line_is_full", **line_about(line))


def check_points(points: Points) -> None:
    """Refuse points below 0, and more points for the second than for the first (SO-15)."""
    for name in COMBINATIONS:
        first, second = getattr(points, name)
        for value in (first, second):
            check_range("SO-15", f"points.{name}", value, 0, MAX_POINTS)
        if first < second:
            about = {"field": f"points.{name}", "first": first, "second": second}
            raise RuleError("SO-15", "souvenirs.second_above_first", **about)
