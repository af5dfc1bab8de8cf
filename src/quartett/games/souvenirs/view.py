"""What each viewer may know of a Souvenirs table (SO-17)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import cast

from msgspec.structs import replace

from quartett.core.game import FrozenDict, Hidden, Value, own_seat
from quartett.core.seeds import Rng
from quartett.games.souvenirs import scoring
from quartett.games.souvenirs.actions import Options
from quartett.games.souvenirs.combinations import Worth
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
from quartett.games.souvenirs.grid import CELL_OF, LINES, cards_of, frame, grid_of
from quartett.games.souvenirs.kit import COUNTS_OF, SIZE_OF
from quartett.games.souvenirs.position import cubes_of
from quartett.games.souvenirs.state import Phase, Player, State


class PlayerView(Value, frozen=True):
    """What a viewer sees of one player; `hand` only of the viewer's own."""

    hand_size: int
    """How many cards are in the hand."""
    hand: tuple[str, ...] | None
    """The cards in the hand; None in others' seats."""
    cubes: int
    """How many cubes this seat still has to place."""


class OwnView(PlayerView, frozen=True):
    """How `View.me` is typed: a player whose hand is known."""

    hand: tuple[str, ...]


class FrameView(Value, frozen=True):
    """The first and last column and row that the grid may still reach (SO-07)."""

    columns: tuple[int, int]
    """The first and the last column."""
    rows: tuple[int, int]
    """The first and the last row."""


class View(Value, frozen=True):
    """A Souvenirs table as one viewer sees it; `viewer` is None for a spectator."""

    viewer: int | None
    """The seat that sees this; None for a spectator."""
    options: Options
    """What was agreed before the match."""
    seats: tuple[PlayerView, ...]
    """Everybody, seat by seat."""
    grid: Mapping[str, str]
    """The card in each cell that has one; a cell is written `column,row`."""
    frame: FrameView
    """How far the grid may still reach (SO-07)."""
    cubes: Mapping[str, tuple[int, ...]]
    """The seats whose cubes are on each line, the first one first."""
    lines: Mapping[str, Worth]
    """What each row and column with a card would count if the game ended now."""
    scores: tuple[int, ...]
    """What each seat would have if the game ended now."""
    draw_pile: int
    """How many cards are left in the draw pile."""
    phase: Phase
    """What the seat in turn has to do: `place` or `book`; `over` at the end."""
    turn: int | None
    """The seat whose turn it is."""

    @property
    def me(self) -> OwnView:
        """The viewer's own seat, with the hand; a spectator has none."""
        return cast(OwnView, own_seat(self.viewer, self.seats))


def view(state: State, viewer: int | None) -> View:
    """The table as a viewer sees it, built by copying in."""
    grid = state.grid
    worths = scoring.worths(grid, state.options.points)
    return View(
        viewer,
        state.options,
        tuple([_player(each, seat == viewer) for seat, each in enumerate(state.seats)]),
        FrozenDict(cards_of(grid)),
        _frame(grid.rows, grid.columns, SIZE_OF[state.options.size]),
        FrozenDict(cubes_of(state)),
        FrozenDict({LINES[line]: worth for line, worth in worths.items()}),
        scoring.totals(state, worths),
        len(state.draw_pile),
        state.phase,
        state.turn,
    )


@cache
def _frame(rows: int, columns: int, size: int) -> FrameView:
    return FrameView(*frame(rows, columns, size))


def _player(player: Player, own: bool) -> PlayerView:
    return PlayerView(len(player.hand), player.hand if own else None, player.cubes)


def redact(event: Event, state: State, viewer: int | None) -> Event | Hidden:
    """The event without what the viewer may not know; one that is not named says nothing."""
    match event:
        case Dealt():
            hands = tuple(
                hand if seat == viewer else (None,) * len(hand)
                for seat, hand in enumerate(event.hands)
            )
            return Dealt(hands, event.first, (None,) * len(event.draw_pile))
        case Drew(seat=seat):
            return event if seat == viewer else Drew(seat, None)
        case Finished():
            return replace(event, hands=tuple(player.hand for player in state.seats))
        case TurnPassed() | Placed() | Booked() | Passed():
            return event
    return Hidden()


def determinize(view: View, rng: Rng) -> State:
    """A full state that this viewer could be in: the unseen cards are dealt out afresh."""
    pool = _unseen(view, rng)
    return State(
        options=view.options,
        seats=tuple(_seat(each, pool) for each in view.seats),
        grid=grid_of({CELL_OF[name]: card for name, card in view.grid.items()}),
        cubes=tuple(view.cubes.get(line, ()) for line in LINES),
        draw_pile=tuple(pool.pop() for _ in range(view.draw_pile)),
        phase=view.phase,
        turn=view.turn,
    )


def _unseen(view: View, rng: Rng) -> list[str]:
    seen = Counter(view.grid.values())
    for player in view.seats:
        seen.update(player.hand or ())
    return rng.shuffled((COUNTS_OF[view.options.size] - seen).elements())


def _seat(player: PlayerView, pool: list[str]) -> Player:
    hand = player.hand
    if hand is None:
        hand = tuple(pool.pop() for _ in range(player.hand_size))
    return Player(hand, player.cubes)
