"""Photo Rummy positions: a state as JSON values and back, with its rules checked."""

from collections.abc import Iterator

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json
from quartett.core.game import check_range
from quartett.core.positions import check_cards
from quartett.games.photo_rummy.actions import STACKS, Options
from quartett.games.photo_rummy.kit import COUNTS_OF
from quartett.games.photo_rummy.lay import check_table
from quartett.games.photo_rummy.state import NO_STACKS, Phase, Player, State


class PlayerForm(Form, frozen=True):
    """One player as written in a position."""

    rack: tuple[str, ...] = ()
    opened: bool = False
    score: int = 0


class StateForm(Form, frozen=True):
    """A state as written in a position; what is left out is as in a fresh game."""

    seats: tuple[PlayerForm, ...]
    table: tuple[tuple[str, ...], ...] = ()
    stacks: tuple[tuple[str, ...], ...] = NO_STACKS
    phase: Phase = "draw"
    turn: int | None = None
    round: int = 1
    starter: int | None = None


def write(state: State) -> Json:
    """The state as JSON values."""
    return {
        "table": [list(cards) for cards in state.table],
        "seats": [
            {"rack": list(player.rack), "opened": player.opened, "score": player.score}
            for player in state.seats
        ],
        "stacks": [list(stack) for stack in state.stacks],
        "phase": state.phase,
        "turn": state.turn,
        "round": state.round,
        "starter": state.starter,
    }


def read(options: Options, form: StateForm) -> State:
    """The state that a form describes, its rules not yet checked."""
    starter = _starter(options, form)
    return State(
        options=options,
        seats=tuple(Player(each.rack, each.opened, each.score) for each in form.seats),
        table=form.table,
        stacks=form.stacks,
        phase=form.phase,
        turn=_turn(form, starter),
        round=form.round,
        starter=starter,
    )


def _starter(options: Options, form: StateForm) -> int:
    """Who began the round: one seat further on in each round, unless the position says (PR-05)."""
    if form.starter is not None:
        return form.starter
    return (options.starter + form.round - 1) % len(form.seats)


def _turn(form: StateForm, starter: int) -> int | None:
    """Whose turn it is: nobody's once the match is over, and the starter's where none is named."""
    if form.phase == "over":
        return None
    return starter if form.turn is None else form.turn


def check(state: State) -> None:
    """Refuse a position that breaks a rule, naming the card and the rule."""
    check_cards(_all_cards(state), COUNTS_OF[state.options.size], "PR-01")
    check_table(state.table)
    if len(state.stacks) != STACKS:
        raise RuleError("PR-04", "photo_rummy.stack_count", count=len(state.stacks))
    check_range("PR-02", "round", state.round, 1, state.options.rounds)
    last = len(state.seats) - 1
    check_range("PR-05", "starter", state.starter, 0, last)
    if state.turn is not None:
        check_range("PR-05", "turn", state.turn, 0, last)


def _all_cards(state: State) -> Iterator[str]:
    for cards in (*state.table, *state.stacks):
        yield from cards
    for player in state.seats:
        yield from player.rack
