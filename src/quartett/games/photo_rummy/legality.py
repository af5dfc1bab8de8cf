"""What may be done when: `check` is the one source of legality, `moves` lists in agreement."""

from collections.abc import Sequence

from quartett.core.errors import RuleError
from quartett.core.game import Seat
from quartett.games.photo_rummy.actions import DRAWS, PASS, STACKS, Action, Draw, Lay
from quartett.games.photo_rummy.lay import LayError, check_lay
from quartett.games.photo_rummy.offers import Offers
from quartett.games.photo_rummy.state import State


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
