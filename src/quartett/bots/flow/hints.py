"""Hints for Speed & Flow: what the hard bot would do, and what speaks for it."""

from collections.abc import Sequence
from typing import Any

from quartett.bots.base import Hint
from quartett.bots.flow.stopping import lead, standing, without_stop
from quartett.bots.flow.table import Table, seat_of
from quartett.bots.flow.worth import good_on, worth
from quartett.core.seeds import Rng
from quartett.games.flow.actions import SLOT, STOP, Action, Draw, Play, Set, Steal
from quartett.games.flow.view import View

Reason = tuple[str, dict[str, Any]]


def hint(view: View, legal: Sequence[Action], rng: Rng) -> Hint | None:
    """A suggestion for the seat whose view this is; None where waiting is best."""
    if view.viewer is None or not legal:
        return None
    if STOP in legal and lead(view) > 0:
        return _hint(view, STOP, lead(view))
    ranked = sorted(without_stop(legal), key=lambda action: -worth(view, action))
    return _hint(view, ranked[0], _advantage(view, ranked)) if ranked else None


def _hint(view: View, action: Action, gain: float) -> Hint:
    key, about = reason(view, action)
    return Hint(action, f"flow.hint.{key}", about, gain, "points")


def _advantage(view: View, ranked: Sequence[Action]) -> float:
    """How much better the first is than the second; the two places of a display are the same."""
    others = [action for action in ranked[1:] if not isinstance(action, Set)]
    return worth(view, ranked[0]) - worth(view, others[0]) if others else 0.0


def reason(view: View, action: Action) -> Reason:
    """Why an action is good: the first thing that speaks for it."""
    table, seat = Table(view), seat_of(view)
    if isinstance(action, Play):
        return _why_play(table, seat, action)
    if isinstance(action, Steal):
        return _why_steal(table, seat, action)
    if isinstance(action, Set):
        return _why_lay(table, seat)
    if isinstance(action, Draw):
        return ("refill" if table.refilling[seat] else "draw"), {}
    return "stop", standing(view)._asdict()


def _why_play(table: Table, seat: int, action: Play) -> Reason:
    about = {"on": table.tops[action.pile]}
    if action.source == "hand":
        return "play_hand", {"card": table.hands[seat], **about}
    card = table.displays[seat][SLOT[action.source]]
    about = {"card": card, **about}
    if any(card in good_on(top) for other, top in enumerate(table.stolen) if other != seat):
        return "play_threatened", about
    other_card = table.displays[seat][1 - SLOT[action.source]]
    return ("play_next" if other_card in good_on(card) else "play"), about


def _why_steal(table: Table, seat: int, action: Steal) -> Reason:
    display = table.displays[action.seat]
    card, other_card = display[action.slot], display[1 - action.slot]
    about = {"card": card, "on": table.stolen[seat]}
    if any(card in good_on(top) for top in table.tops):
        return "steal_deny", about
    return ("steal_next" if other_card in good_on(card) else "steal"), about


def _why_lay(table: Table, seat: int) -> Reason:
    card = table.hands[seat]
    playable = any(card in good_on(top) for top in table.tops)
    return ("keep" if playable else "lay"), {"card": card}
