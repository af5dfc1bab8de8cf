"""How each event changes the state: total, without chance and without checks."""

from collections.abc import Callable
from typing import Any

from quartett.core.cards import without
from quartett.games.souvenirs.events import (
    Booked,
    Dealt,
    Drew,
    Event,
    Finished,
    Passed,
    Placed,
    TurnPassed,
)
from quartett.games.souvenirs.grid import LINE_INDEX, grid_of, lay
from quartett.games.souvenirs.kit import cubes_each, kit_of
from quartett.games.souvenirs.state import NO_CUBES, Player, State


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return FOLDS[type(event)](state, event)


def _seated(seats: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return seats[:seat] + (player,) + seats[seat + 1 :]  # noqa: RUF005 (the quicker way)


def _dealt(state: State, event: Dealt) -> State:
    kit = kit_of(state.options)
    cubes = cubes_each(len(event.hands), kit)
    seats = tuple(Player(hand, cubes) for hand in event.hands)  # type: ignore[arg-type]
    grid = grid_of(kit.laid or {(0, 0): event.first})
    return State(state.options, seats, grid, NO_CUBES, event.draw_pile)  # type: ignore[arg-type]


def _drew(state: State, event: Drew) -> State:
    assert event.card is not None
    p = state.seats[event.seat]
    return State(
        state.options,
        _seated(state.seats, event.seat, Player((*p.hand, event.card), p.cubes)),
        state.grid,
        state.cubes,
        state.draw_pile[:-1],
        "place",
        event.seat,
    )


def _turn_passed(state: State, event: TurnPassed) -> State:
    return State(
        state.options,
        state.seats,
        state.grid,
        state.cubes,
        state.draw_pile,
        "place",
        event.seat,
    )


def _placed(state: State, event: Placed) -> State:
    p = state.seats[event.seat]
    return State(
        state.options,
        _seated(state.seats, event.seat, Player(without(p.hand, event.card), p.cubes)),
        lay(state.grid, event.at, event.card),
        state.cubes,
        state.draw_pile,
        "book",
        event.seat,
    )


def _booked(state: State, event: Booked) -> State:
    p = state.seats[event.seat]
    line = LINE_INDEX[event.line]
    cubes = state.cubes
    return State(
        state.options,
        _seated(state.seats, event.seat, Player(p.hand, p.cubes - 1)),
        state.grid,
        (*cubes[:line], (*cubes[line], event.seat), *cubes[line + 1 :]),
        state.draw_pile,
        state.phase,
        state.turn,
    )


def _passed(state: State, event: Passed) -> State:
    return state


def _finished(state: State, event: Finished) -> State:
    return State(state.options, state.seats, state.grid, state.cubes, state.draw_pile, "over", None)


FOLDS: dict[type, Callable[[State, Any], State]] = {
    Dealt: _dealt,
    Drew: _drew,
    TurnPassed: _turn_passed,
    Placed: _placed,
    Booked: _booked,
    Passed: _passed,
    Finished: _finished,
}
