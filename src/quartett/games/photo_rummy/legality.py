"""What may be done when: `check` is the one source of legality, `moves` lists in agreement."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

from quartett.core.errors import RuleError
from quartett.core.game import Seat
from quartett.games.photo_rummy.actions import DRAWS, PASS, STACKS, Action, Draw, Lay
from quartett.games.photo_rummy.lay import LayError, check_lay
from quartett.games.photo_rummy.state import Combinations, State


def moves(state: State, seat: Seat) -> Sequence[Action]:
    """The legal actions of a seat; of the lays only the best that are known."""
    if seat != state.turn:
        return ()
    if state.phase == "lay":
        return Offers(state, seat)
    draws = [DRAWS[at] for at, stack in enumerate(state.stacks) if stack]
    return draws or (PASS,)


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise RuleError unless the seat may do this now."""
    if state.phase == "over":
        raise RuleError("PR-18", "photo_rummy.phase_over")
    if seat != state.turn:
        raise RuleError("PR-05", "photo_rummy.not_your_turn", turn=state.turn)
    if isinstance(action, Draw):
        _check_draw(state, action)
    elif isinstance(action, Lay):
        _check_lay(state, seat, action)
    else:
        _check_pass(state)


def _check_draw(state: State, action: Draw) -> None:
    if state.phase != "draw":
        raise RuleError("PR-06", "photo_rummy.drawn_already")
    if not 0 <= action.stack < STACKS:
        raise RuleError("PR-04", "photo_rummy.no_such_stack", stack=action.stack, last=STACKS - 1)
    if not state.stacks[action.stack]:
        raise RuleError("PR-06", "photo_rummy.stack_empty", stack=action.stack)


def _check_drawn(state: State) -> None:
    if state.phase != "lay":
        raise RuleError("PR-06", "photo_rummy.draw_first")


def _check_lay(state: State, seat: Seat, action: Lay) -> None:
    _check_drawn(state)
    player = state.seats[seat]
    given = (state.table, player.rack, player.opened, action.table)
    try:
        check_lay(*given)
    except LayError as error:
        from quartett.games.photo_rummy.solver import explain  # only a refusal needs the solver

        raise explain(error, *given) from None


def _check_pass(state: State) -> None:
    # Only positions written by hand ask for a draw where there is nothing to draw (PR-17).
    if any(state.stacks):
        _check_drawn(state)


@lru_cache(maxsize=256)
def best_lays(table: Combinations, rack: tuple[str, ...], opened: bool) -> tuple[Lay, ...]:
    """The lays that leave fewest cards and fewest minus points; none where nothing can be laid."""
    # Imported here, so that drawing, passing and judging a lay never load the solver.
    from quartett.games.photo_rummy.solver import solve

    solutions = [solve(table, rack, opened, goal) for goal in ("cards", "points")]
    lays = [Lay(found.table) for found in solutions if found.laid]
    return tuple(dict.fromkeys(lays))


@lru_cache(maxsize=256)
def can_rearrange(table: Combinations) -> bool:
    """Whether the table's own cards make another table."""
    from quartett.games.photo_rummy.solving import regroup

    return regroup.can_rearrange(table)


class Offers(Sequence[Action]):
    """`pass`, then the best lays, which are worked out only when somebody looks past `pass`."""

    __slots__ = ("_seat", "_state")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    def lays(self) -> tuple[Lay, ...]:
        """The best lays that the solver knows."""
        player = self._state.seats[self._seat]
        return best_lays(self._state.table, player.rack, player.opened)

    def is_lay_possible(self) -> bool:
        """Whether there is any lay, be it one that only rearranges the table (PR-12)."""
        opened = self._state.seats[self._seat].opened
        return bool(self.lays()) or (opened and can_rearrange(self._state.table))

    def __iter__(self) -> Iterator[Action]:
        yield PASS
        yield from self.lays()

    def __len__(self) -> int:
        return 1 + len(self.lays())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if index == 0:
            return PASS
        offers: tuple[Action, ...] = (PASS, *self.lays())
        return offers[index]
