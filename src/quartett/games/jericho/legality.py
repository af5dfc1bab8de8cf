"""What may be done when: `check` is the one source of legality, `moves` lists in agreement."""

from collections.abc import Sequence

from quartett.core.errors import RuleError
from quartett.core.game import Seat
from quartett.games.jericho.actions import (
    FEED,
    FIRST,
    Action,
    Feed,
    First,
    Supply,
    Trumpet,
    Wall,
)
from quartett.games.jericho.cards import COUNTS, TRUMPET
from quartett.games.jericho.deal import PLAYS_OF, kit_of
from quartett.games.jericho.state import State, yet_to_choose

_PHASE_OF = {First: "first", Feed: "feed", Wall: "play", Trumpet: "play", Supply: "play"}
_RULE_OF_PHASE = {"first": "JE-04", "feed": "JE-06", "play": "JE-08", "over": "JE-20"}


def moves(state: State, seat: Seat) -> Sequence[Action]:
    """Every legal action of a seat."""
    if state.phase == "play":
        if seat != state.turn:
            return ()
        plays = PLAYS_OF[state.options.size]
        return [play for card in dict.fromkeys(state.seats[seat].hand) for play in plays[card]]
    if state.phase == "over" or seat not in yet_to_choose(state):
        return ()
    if state.phase == "feed":
        return [FEED[card] for card in dict.fromkeys(state.seats[seat].hand)]
    return [FIRST[card] for card in _first_cards(state.seats[seat].hand)]


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise RuleError unless the seat may do this now."""
    if _PHASE_OF[type(action)] != state.phase:
        raise RuleError(_RULE_OF_PHASE[state.phase], f"jericho.phase_{state.phase}")
    if isinstance(action, First | Feed):
        _check_choice(state, seat, action)
    else:
        _check_play(state, seat, action)


def _first_cards(hand: tuple[str, ...]) -> list[str]:
    """The cards that may be laid first: wall cards, where there are any (JE-04)."""
    walls = [card for card in dict.fromkeys(hand) if card != TRUMPET]
    return walls or [TRUMPET]


def _check_choice(state: State, seat: Seat, action: First | Feed) -> None:
    rule = _RULE_OF_PHASE[state.phase]
    hand = state.seats[seat].hand
    if seat not in yet_to_choose(state):
        raise RuleError(rule, "jericho.chosen_already" if hand else "jericho.no_cards")
    _check_hand(hand, action.card, rule)
    if state.phase == "first" and action.card not in _first_cards(hand):
        raise RuleError("JE-04", "jericho.first_is_a_wall_card", card=action.card)


def _check_play(state: State, seat: Seat, action: Wall | Trumpet | Supply) -> None:
    if seat != state.turn:
        raise RuleError("JE-08", "jericho.not_your_turn", turn=state.turn)
    hand = state.seats[seat].hand
    if isinstance(action, Trumpet):
        if action.colour not in kit_of(state.options).colours:
            raise RuleError("JE-10", "jericho.no_such_colour", colour=action.colour)
        if TRUMPET not in hand:
            raise RuleError("JE-10", "jericho.no_trumpet")
        return
    _check_hand(hand, action.card, "JE-08")
    if isinstance(action, Wall) and action.card == TRUMPET:
        raise RuleError("JE-09", "jericho.not_a_wall_card", card=action.card)


def _check_hand(hand: tuple[str, ...], card: str, rule: str) -> None:
    if card in hand:
        return
    if card not in COUNTS:
        raise RuleError("JE-01", "jericho.no_such_card", card=card)
    raise RuleError(rule, "jericho.not_in_hand", card=card)
