"""Positions of Speed & Flow: a state as JSON values and back, with every rule checked.

What a position leaves out is as in a fresh game: the clock at 0, the phase `countdown`, all of a
countdown or pause still to come, `acted_at` at the clock, nothing covered, hands free, `dealt` as
the options say, `refilling` where an empty display has a draw pile beside it (FL-10).
"""

from collections.abc import Iterator
from operator import itemgetter

from msgspec import UNSET, UnsetType

from quartett.core.errors import RuleError
from quartett.core.forms import Form, Json
from quartett.core.game import check_range
from quartett.core.positions import check_cards
from quartett.games.flow.actions import Options
from quartett.games.flow.cards import COUNTS, DECK
from quartett.games.flow.deal import cards_each
from quartett.games.flow.state import (
    EMPTY_DISPLAY,
    Covered,
    Display,
    Phase,
    Pile,
    Player,
    State,
    left,
    must_refill,
)
from quartett.games.flow.time import LATEST

_LAST_WAIT = 2 * LATEST
"""What begins at the last moment still ends after it."""

_RULE_OF_WAIT = {"countdown": "FL-04", "round_over": "FL-15"}


class PlayerForm(Form, frozen=True):
    """One player as written in a position."""

    draw_pile: Pile = ()
    display: Display = EMPTY_DISPLAY
    hand: str | None = None
    stolen: Pile = ()
    dealt: int | None = None
    score: int = 0
    busy_until: int = 0
    refilling: bool | None = None


class StateForm(Form, frozen=True):
    """A state as written in a position; what is left out is as in a fresh game."""

    seats: tuple[PlayerForm, ...]
    middle: tuple[Pile, Pile] = ((), ())
    covered: tuple[dict[str, int], dict[str, int]] = ({}, {})
    clock: int = 0
    phase: Phase = "countdown"
    until: int | UnsetType | None = UNSET
    acted_at: int | None = None
    round: int = 1


def write(state: State) -> Json:
    """The state as JSON values."""
    return {
        "middle": [list(pile) for pile in state.middle],
        "seats": [_written(player) for player in state.seats],
        "covered": [dict(pile) for pile in state.covered],
        "clock": state.clock,
        "phase": state.phase,
        "until": state.until,
        "acted_at": state.acted_at,
        "round": state.round,
    }


def _written(player: Player) -> Json:
    return {
        "draw_pile": list(player.draw_pile),
        "display": list(player.display),
        "hand": player.hand,
        "stolen": list(player.stolen),
        "dealt": player.dealt,
        "score": player.score,
        "busy_until": player.busy_until,
        "refilling": player.refilling,
    }


def read(options: Options, form: StateForm) -> State:
    """The state that a form describes, its rules not yet checked."""
    dealt = cards_each(options, len(form.seats))
    return State(
        options=options,
        middle=form.middle,
        seats=tuple(_player(each, dealt) for each in form.seats),
        covered=_covered(form),
        clock=form.clock,
        phase=form.phase,
        until=_until(form, options),
        acted_at=form.clock if form.acted_at is None else form.acted_at,
        round=form.round,
    )


def _covered(form: StateForm) -> Covered:
    return tuple(tuple(sorted(pile.items(), key=itemgetter(1))) for pile in form.covered)


def _until(form: StateForm, options: Options) -> int | None:
    """A countdown or a pause that does not say when it ends has just begun."""
    if form.until is not UNSET:
        return form.until
    waits = {"countdown": options.countdown_ms, "round_over": options.pause_ms}
    return form.clock + waits[form.phase] if form.phase in waits else None


def _player(form: PlayerForm, dealt: int) -> Player:
    refilling = must_refill(form.display, form.draw_pile)
    return Player(
        draw_pile=form.draw_pile,
        display=form.display,
        hand=form.hand,
        stolen=form.stolen,
        dealt=dealt if form.dealt is None else form.dealt,
        score=form.score,
        busy_until=form.busy_until,
        refilling=refilling if form.refilling is None else form.refilling,
    )


def check(state: State) -> None:
    """Refuse a position that no sequence of plays could lead to, naming the card and the rule."""
    check_cards(_all_cards(state), COUNTS, "FL-01")
    _check_times(state)
    _check_covered(state)
    for seat, player in enumerate(state.seats):
        _check_numbers(seat, player)
        _check_hand(state, player)
        _check_refilling(seat, player)
    _check_scores(state)


def _all_cards(state: State) -> Iterator[str]:
    for pile in state.middle:
        yield from pile
    for player in state.seats:
        yield from player.draw_pile + player.stolen
        yield from (card for card in (*player.display, player.hand) if card is not None)


def _check_times(state: State) -> None:
    check_range(None, "clock", state.clock, 0, LATEST)
    check_range("FL-13", "acted_at", state.acted_at, 0, state.clock)
    check_range("FL-15", "round", state.round, 1, LATEST)
    rule = _RULE_OF_WAIT.get(state.phase)
    if (rule is None) != (state.until is None):
        raise RuleError(rule or "FL-04", "flow.until_only_while_waiting", phase=state.phase)
    if state.until is not None:
        check_range(rule, "until", state.until, state.clock, _LAST_WAIT)


def _check_covered(state: State) -> None:
    for index, (pile, covered) in enumerate(zip(state.middle, state.covered, strict=True)):
        for card, when in covered:
            if card not in pile[:-1]:
                raise RuleError("FL-16", "flow.not_covered", card=card, pile=index)
            check_range("FL-16", f"covered[{index}].{card}", when, 0, state.clock)


def _check_numbers(seat: int, player: Player) -> None:
    check_range("FL-02", f"seats[{seat}].dealt", player.dealt, 0, len(DECK))
    check_range("FL-15", f"seats[{seat}].score", player.score, 0, LATEST)
    check_range("FL-05", f"seats[{seat}].busy_until", player.busy_until, 0, _LAST_WAIT)
    if left(player) > player.dealt:
        about = {"seat": seat, "left": left(player), "dealt": player.dealt}
        raise RuleError("FL-02", "flow.more_left_than_dealt", **about)


def _check_hand(state: State, player: Player) -> None:
    if player.hand is None:
        return
    if None not in player.display:
        raise RuleError("FL-09", "flow.hand_beside_full_display", card=player.hand)
    if state.phase == "countdown":
        raise RuleError("FL-04", "flow.hand_before_start", card=player.hand)


def _check_refilling(seat: int, player: Player) -> None:
    if must_refill(player.display, player.draw_pile) and not player.refilling:
        raise RuleError("FL-10", "flow.refilling_is_due", seat=seat)
    if player.refilling and (None not in player.display or not player.draw_pile):
        raise RuleError("FL-10", "flow.refilling_is_done", seat=seat)


def _check_scores(state: State) -> None:
    reached = any(player.score >= state.options.target for player in state.seats)
    if reached != (state.phase == "over"):
        about = {"target": state.options.target, "phase": state.phase}
        raise RuleError("FL-15", "flow.over_at_the_target", **about)
