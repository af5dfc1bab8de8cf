"""How each event changes the state: total, without chance and without checks."""

from collections.abc import Callable
from typing import Any

from quartett.games.photo_rummy.events import (
    Dealt,
    Drew,
    Event,
    Finished,
    Laid,
    Passed,
    RoundDrawn,
    RoundWon,
)
from quartett.games.photo_rummy.kit import kit_of
from quartett.games.photo_rummy.state import Player, State


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return FOLDS[type(event)](state, event)


def _seated(seats: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*seats[:seat], player, *seats[seat + 1 :])


def _dealt(state: State, event: Dealt) -> State:
    laid = kit_of(state.options).laid
    seats = tuple(
        Player(rack, bool(laid), player.score)  # type: ignore[arg-type]
        for rack, player in zip(event.racks, state.seats, strict=True)
    )
    stacks: Any = event.stacks
    return State(
        state.options, seats, laid, stacks, "draw", event.starter, event.round, event.starter
    )


def _drew(state: State, event: Drew) -> State:
    assert event.card is not None
    at = event.stack
    stacks = state.stacks
    p = state.seats[event.seat]
    return State(
        state.options,
        _seated(state.seats, event.seat, Player((*p.rack, event.card), p.opened, p.score)),
        state.table,
        (*stacks[:at], stacks[at][:-1], *stacks[at + 1 :]),
        "lay",
        state.turn,
        state.round,
        state.starter,
    )


def _laid(state: State, event: Laid) -> State:
    p = state.seats[event.seat]
    kept = tuple(card for card in p.rack if card not in event.laid)
    player = Player(kept + event.taken, True, p.score)
    return _next_turn(state, event.seat, _seated(state.seats, event.seat, player), event.table)


def _passed(state: State, event: Passed) -> State:
    return _next_turn(state, event.seat, state.seats, state.table)


def _next_turn(
    state: State, seat: int, seats: tuple[Player, ...], table: tuple[tuple[str, ...], ...]
) -> State:
    """Play goes clockwise, and the next player draws (PR-05, PR-06)."""
    turn = (seat + 1) % len(seats)
    return State(
        state.options, seats, table, state.stacks, "draw", turn, state.round, state.starter
    )


def _round_won(state: State, event: RoundWon) -> State:
    seats = tuple(
        Player(p.rack, p.opened, p.score + points)
        for p, points in zip(state.seats, event.points, strict=True)
    )
    return State(
        state.options,
        seats,
        state.table,
        state.stacks,
        state.phase,
        state.turn,
        state.round,
        state.starter,
    )


def _round_drawn(state: State, event: RoundDrawn) -> State:
    return state


def _finished(state: State, event: Finished) -> State:
    """Nobody is to act any more; the cards of the last round lie as they are."""
    return State(
        state.options,
        state.seats,
        state.table,
        state.stacks,
        "over",
        None,
        state.round,
        state.starter,
    )


FOLDS: dict[type, Callable[[State, Any], State]] = {
    Dealt: _dealt,
    Drew: _drew,
    Laid: _laid,
    Passed: _passed,
    RoundWon: _round_won,
    RoundDrawn: _round_drawn,
    Finished: _finished,
}
