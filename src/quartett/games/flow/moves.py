"""Who can do what once the hand is free: listed quickly, in agreement with `checks`."""

from collections.abc import Sequence

from quartett.games.flow.actions import DRAW, HAND, PLAYS, SETS, STEALS, STOP, Action
from quartett.games.flow.cards import FITS
from quartett.games.flow.state import Player, State


def moves(state: State, seat: int) -> Sequence[Action]:
    """Every action of a seat while the round runs; plays name the card now on top."""
    player = state.seats[seat]
    if player.hand is not None:
        return _with_card_in_hand(state, player, player.hand)
    found: list[Action] = []
    if player.draw_pile:
        if None in player.display:
            found.append(DRAW)
        if player.refilling:
            return found
    _add_plays(found, state, player)
    _add_steals(found, state, seat, player)
    if not player.draw_pile:
        found.append(STOP)
    return found


def _with_card_in_hand(state: State, player: Player, card: str) -> list[Action]:
    """With a card in the hand it can only be laid or played, or Stop called (FL-09, FL-11)."""
    found: list[Action] = [
        action for action, lying in zip(SETS, player.display, strict=True) if lying is None
    ]
    for pile, cards in enumerate(state.middle):
        if cards and card in FITS[cards[-1]]:
            found.append(PLAYS[HAND][pile][cards[-1]])
    if not player.draw_pile:
        found.append(STOP)
    return found


def _add_plays(found: list[Action], state: State, player: Player) -> None:
    first, second = player.display
    for pile, cards in enumerate(state.middle):
        if cards:
            top = cards[-1]
            fits = FITS[top]
            if first in fits:
                found.append(PLAYS[0][pile][top])
            if second in fits:
                found.append(PLAYS[1][pile][top])


def _add_steals(found: list[Action], state: State, seat: int, player: Player) -> None:
    if not player.stolen:
        return
    fits = FITS[player.stolen[-1]]
    for other, each in enumerate(state.seats):
        if other != seat:
            first, second = each.display
            if first in fits:
                found.append(STEALS[other][0])
            if second in fits:
                found.append(STEALS[other][1])


def can_stop(player: Player) -> bool:
    """Whether a player may call Stop, with a card in the hand too (FL-11)."""
    return not player.draw_pile


def can_act_now(state: State, seat: int) -> bool:
    """Whether a seat can do anything at all at this moment: a busy hand can only call Stop."""
    player = state.seats[seat]
    if not player.draw_pile:
        return True
    return state.clock >= player.busy_until and can_move(state, seat)


def can_move(state: State, seat: int) -> bool:
    """Whether a seat can draw, lay, play or steal; Stop does not count (FL-13)."""
    player = state.seats[seat]
    if player.hand is not None or (player.draw_pile and None in player.display):
        return True
    first, second = player.display
    for cards in state.middle:
        if cards:
            fits = FITS[cards[-1]]
            if first in fits or second in fits:
                return True
    return _can_steal(state, seat, player)


def _can_steal(state: State, seat: int, player: Player) -> bool:
    if not player.stolen:
        return False
    fits = FITS[player.stolen[-1]]
    for other, each in enumerate(state.seats):
        if other != seat:
            first, second = each.display
            if first in fits or second in fits:
                return True
    return False


def somebody_can_move(state: State) -> bool:
    """Whether the round can go on without help (FL-13)."""
    for seat in range(len(state.seats)):  # noqa: SIM110 - asked at every tick
        if can_move(state, seat):
            return True
    return False
