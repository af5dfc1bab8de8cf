"""The one source of legality: may a seat do this at the moment the clock shows?"""

from collections.abc import Callable
from typing import Any

from quartett.core.errors import RuleError
from quartett.core.game import check_range
from quartett.games.flow.actions import SLOT, Action, Draw, Play, Set, Steal, Stop
from quartett.games.flow.cards import FITS
from quartett.games.flow.moves import can_stop
from quartett.games.flow.state import Player, State

_RULE_OF_PHASE = {"countdown": "FL-04", "round_over": "FL-04", "over": "FL-15"}


def check(state: State, seat: int, action: Action) -> None:
    """Raise RuleError unless the seat may do this now."""
    if state.phase != "running":
        raise RuleError(_RULE_OF_PHASE[state.phase], f"flow.phase_{state.phase}")
    busy_until = state.seats[seat].busy_until
    if state.clock < busy_until and type(action) is not Stop:
        raise RuleError("FL-05", "flow.busy", until=busy_until)
    _CHECKS[type(action)](state, seat, state.seats[seat], action)


def check_ready(state: State, seat: int, action: Action) -> None:
    """Raise RuleError unless the seat could do this now if its hand were free."""
    if state.phase != "running":
        raise RuleError(_RULE_OF_PHASE[state.phase], f"flow.phase_{state.phase}")
    _CHECKS[type(action)](state, seat, state.seats[seat], action)


def _draw(state: State, seat: int, player: Player, action: Draw) -> None:
    _check_hand_free(player)
    if not player.draw_pile:
        raise RuleError("FL-09", "flow.nothing_to_draw")
    if None not in player.display:
        raise RuleError("FL-09", "flow.display_full")


def _set(state: State, seat: int, player: Player, action: Set) -> None:
    check_range("FL-09", "slot", action.slot, 0, 1)
    if player.hand is None:
        raise RuleError("FL-09", "flow.hand_empty")
    lying = player.display[action.slot]
    if lying is not None:
        raise RuleError("FL-09", "flow.place_taken", card=lying, slot=action.slot)


def _play(state: State, seat: int, player: Player, action: Play) -> None:
    check_range("FL-07", "pile", action.pile, 0, 1)
    card = _card_to_play(state, seat, player, action)
    on = _card_aimed_at(state, action)
    if card not in FITS[on]:
        raise RuleError("FL-06", "flow.no_fit", card=card, on=on)


def _card_to_play(state: State, seat: int, player: Player, action: Play) -> str:
    if action.source == "hand":
        if player.hand is None:
            raise RuleError("FL-09", "flow.hand_empty")
        return player.hand
    slot = SLOT[action.source]
    _check_free_to_choose(state, seat, seat, slot)
    return _lying(state, seat, slot, "FL-07")


def _card_aimed_at(state: State, action: Play) -> str:
    """The card on top, or one covered less than `grace_ms` ago (FL-16)."""
    pile, on = state.middle[action.pile], action.on
    if on is not None and on not in FITS:
        raise RuleError("FL-01", "flow.no_such_card", card=on)
    if not pile:
        raise RuleError("FL-06", "flow.empty_pile")
    if on is None or on == pile[-1]:
        return pile[-1]
    for card, when in state.covered[action.pile]:
        if card == on and state.clock - when < state.options.grace_ms:
            return on
    raise RuleError("FL-16", "flow.pile_moved_on", on=on, top=pile[-1])


def _steal(state: State, seat: int, player: Player, action: Steal) -> None:
    check_range("FL-08", "seat", action.seat, 0, len(state.seats) - 1)
    check_range("FL-08", "slot", action.slot, 0, 1)
    if action.seat == seat:
        raise RuleError("FL-08", "flow.own_display")
    _check_free_to_choose(state, seat, action.seat, action.slot)
    card = _lying(state, action.seat, action.slot, "FL-08")
    if not player.stolen:
        raise RuleError("FL-06", "flow.empty_pile")
    on = player.stolen[-1]
    if card not in FITS[on]:
        raise RuleError("FL-06", "flow.no_fit", card=card, on=on)


def _stop(state: State, seat: int, player: Player, action: Stop) -> None:
    if not can_stop(player):
        raise RuleError("FL-11", "flow.stop_too_early")


def _check_hand_free(player: Player) -> None:
    if player.hand is not None:
        raise RuleError("FL-09", "flow.hand_full", card=player.hand)


def _check_free_to_choose(state: State, seat: int, owner: int, slot: int) -> None:
    """Display cards can be played and stolen only with an empty hand, and not while refilling."""
    player = state.seats[seat]
    _check_hand_free(player)
    if _somebody_was_faster(state, seat, owner, slot):
        raise RuleError("FL-17", "flow.card_gone", seat=owner, slot=slot)
    if player.refilling:
        raise RuleError("FL-10", "flow.refilling")


def _lying(state: State, owner: int, slot: int, rule: str) -> str:
    """The card in a place of a display."""
    card = state.seats[owner].display[slot]
    if card is None:
        raise RuleError(rule, "flow.empty_place", seat=owner, slot=slot)
    return card


def _somebody_was_faster(state: State, seat: int, owner: int, slot: int) -> bool:
    """Whether a place may have been emptied by another seat just now: by its owner or a thief."""
    if state.seats[owner].display[slot] is not None:
        return False
    others = (other for other in range(len(state.seats)) if other != seat)
    return any(
        _acted_just_now(state, other) and (other == owner or _has_stolen(state, other))
        for other in others
    )


def _acted_just_now(state: State, seat: int) -> bool:
    """Whether a seat's hand moved within `grace_ms`: practically at the same moment (FL-16)."""
    busy_until, options = state.seats[seat].busy_until, state.options
    return busy_until > 0 and state.clock - (busy_until - options.hand_ms) < options.grace_ms


def _has_stolen(state: State, seat: int) -> bool:
    """Whether more lies on a steal pile than the card it began with (FL-04)."""
    return len(state.seats[seat].stolen) > 1


_CHECKS: dict[type, Callable[[State, int, Player, Any], None]] = {
    Draw: _draw,
    Set: _set,
    Play: _play,
    Steal: _steal,
    Stop: _stop,
}
