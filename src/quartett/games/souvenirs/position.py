"""Souvenirs positions: a state as JSON values and back, with every rule it could break checked."""

import re
from collections import Counter

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json
from quartett.core.game import check_range
from quartett.core.positions import check_cards
from quartett.games.souvenirs.actions import Options
from quartett.games.souvenirs.grid import LINES, Cell, Grid, cards_of, grid_of, is_full
from quartett.games.souvenirs.kit import COUNTS_OF, Kit, cubes_each, kit_of
from quartett.games.souvenirs.legality import check_line, line_about
from quartett.games.souvenirs.state import CUBES_PER_LINE, Cubes, Phase, Player, State

_CELL = re.compile(r"(0|-?[1-9][0-9]{0,5}),(0|-?[1-9][0-9]{0,5})")


class PlayerForm(Form, frozen=True):
    """One player as written in a position; cubes default to all that were not placed."""

    hand: tuple[str, ...] = ()
    cubes: int | None = None


class StateForm(Form, frozen=True):
    """A state as written in a position; what is left out is as in a fresh game."""

    grid: dict[str, str]
    seats: tuple[PlayerForm, ...]
    cubes: dict[str, tuple[int, ...]] = {}
    draw_pile: tuple[str, ...] = ()
    phase: Phase = "place"
    turn: int | None = None


def cubes_of(state: State) -> dict[str, tuple[int, ...]]:
    """The cubes by the written name of their line."""
    return {line: booked for line, booked in zip(LINES, state.cubes) if booked}  # noqa: B905


def write(state: State) -> Json:
    """The state as JSON values."""
    return {
        "grid": cards_of(state.grid),
        "cubes": {line: list(booked) for line, booked in cubes_of(state).items()},
        "seats": [{"hand": list(each.hand), "cubes": each.cubes} for each in state.seats],
        "draw_pile": list(state.draw_pile),
        "phase": state.phase,
        "turn": state.turn,
    }


def read(options: Options, form: StateForm) -> State:
    """The state that a form describes; RuleError names the card and the rule it breaks."""
    kit = kit_of(options)
    check_cards(_all_cards(form), COUNTS_OF[options.size], "SO-01")
    grid = _grid(form.grid, kit.size)
    cubes = _cubes(form, grid)
    turn = options.starter if form.turn is None else form.turn
    check_range("SO-04", "turn", turn, 0, len(form.seats) - 1)
    _check_end(options, form.phase, grid)
    return State(
        options=options,
        seats=tuple(_player(form, seat, kit) for seat in range(len(form.seats))),
        grid=grid,
        cubes=cubes,
        draw_pile=form.draw_pile,
        phase=form.phase,
        turn=None if form.phase == "over" else turn,
    )


def _all_cards(form: StateForm) -> Counter[str]:
    cards = Counter(form.draw_pile)
    cards.update(form.grid.values())
    for player in form.seats:
        cards.update(player.hand)
    return cards


def _grid(written: dict[str, str], size: int) -> Grid:
    cards = {_cell(name): card for name, card in written.items()}
    if (0, 0) not in cards:
        raise RuleError("SO-02", "souvenirs.no_first_card")
    _check_joined(cards)
    _check_frame(cards, size)
    return grid_of(cards)


def _cell(name: str) -> Cell:
    found = _CELL.fullmatch(name)
    if found is None:
        raise RuleError("SO-06", "souvenirs.no_such_cell", cell=name)
    return int(found[1]), int(found[2])


def _check_joined(cards: dict[Cell, str]) -> None:
    """Every card must be reached from the first one, side by side (SO-06)."""
    loose = set(cards) - {(0, 0)}
    ahead: list[Cell] = [(0, 0)]
    while ahead:
        x, y = ahead.pop()
        found = loose & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        loose -= found
        ahead += found
    if loose:
        x, y = min(loose)
        raise RuleError("SO-06", "souvenirs.not_joined", card=cards[x, y], column=x, row=y)


def _check_frame(cards: dict[Cell, str], size: int) -> None:
    for axis in (0, 1):
        first, last = min(cards, key=lambda at: at[axis]), max(cards, key=lambda at: at[axis])
        if last[axis] - first[axis] >= size:
            far = first if abs(first[axis]) > abs(last[axis]) else last
            about = {"card": cards[far], "column": far[0], "row": far[1], "most": size}
            raise RuleError("SO-07", "souvenirs.too_large", **about)


def _cubes(form: StateForm, grid: Grid) -> Cubes:
    for line, booked in form.cubes.items():
        check_line(grid, line)
        for place, seat in enumerate(booked):
            check_range("SO-03", f"cubes.{line}[{place}]", seat, 0, len(form.seats) - 1)
        if len(set(booked)) < len(booked):
            raise RuleError("SO-09", "souvenirs.cube_twice", **line_about(line))
        if len(booked) > CUBES_PER_LINE:
            raise RuleError("SO-10", "souvenirs.line_is_full", **line_about(line))
    return tuple(form.cubes.get(line, ()) for line in LINES)


def _player(form: StateForm, seat: int, kit: Kit) -> Player:
    most = cubes_each(len(form.seats), kit)
    placed = sum(booked.count(seat) for booked in form.cubes.values())
    held = form.seats[seat].cubes
    left = most - placed if held is None else held
    if left < 0 or placed + left > most:
        about = {"seat": seat, "placed": placed, "held": max(left, 0) if held is None else held}
        raise RuleError("SO-03", "souvenirs.wrong_cubes", most=most, **about)
    return Player(form.seats[seat].hand, left)


def _check_end(options: Options, phase: Phase, grid: Grid) -> None:
    """A full grid is the end, or the last cube where the players agreed on one (SO-12)."""
    over = phase == "over" or (phase == "book" and options.last_cube)
    if is_full(grid.taken, kit_of(options).size) and not over:
        raise RuleError("SO-12", "souvenirs.full_grid", phase=phase)
