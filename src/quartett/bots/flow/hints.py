"""Hints for Speed & Flow: what a strong bot would do, and what speaks for it."""

from collections.abc import Sequence

from quartett.bots import network
from quartett.bots.base import MASTER, Hint, Reason
from quartett.bots.flow.master import WEIGHTS, Master
from quartett.bots.flow.stopping import lead, standing, without_stop
from quartett.bots.flow.table import seat_of, seen_table
from quartett.bots.flow.worth import good_on, worth
from quartett.core.seeds import Rng
from quartett.fast.flow import STOP_ID, WAIT_ID, Flow, action_of
from quartett.games.flow.actions import SLOT, STOP, Action, Draw, Play, Set, Steal
from quartett.games.flow.cards import DECK
from quartett.games.flow.view import View


def hint(view: View, legal: Sequence[Action], rng: Rng, level: str | None = None) -> Hint | None:
    """A suggestion for the seat whose view this is; None where waiting is best.

    It is the master's where there is one, or hard's. What it gains is what can be counted one step
    ahead: nothing where the network knows better.
    """
    if view.viewer is None or not legal:
        return None
    learned = (level or MASTER) == MASTER and network.is_ready(WEIGHTS)
    action = (_learned if learned else _counted)(view, legal)
    if action is None:
        return None
    others = [each for each in without_stop(legal) if each != action]
    ranked = sorted(others, key=lambda each: -worth(view, each))
    gain = lead(view) if action == STOP else max(0.0, _advantage(view, [action, *ranked]))
    return _hint(view, action, gain)


def _learned(view: View, legal: Sequence[Action]) -> Action | None:
    """What the network likes best; there is no way to say why to stop from behind."""
    found = Master().favourite(view, legal)
    if found == STOP_ID and lead(view) <= 0:
        return _counted(view, legal)
    return None if found == WAIT_ID else action_of(seen_table(view), seat_of(view), found)


def _counted(view: View, legal: Sequence[Action]) -> Action | None:
    """To stop when ahead, else what is worth most."""
    if STOP in legal and lead(view) > 0:
        return STOP
    return max(without_stop(legal), key=lambda action: worth(view, action), default=None)


def _hint(view: View, action: Action, gain: float) -> Hint:
    key, about = reason(view, action)
    return Hint(action, f"flow.hint.{key}", about, gain, "points")


def _advantage(view: View, ranked: Sequence[Action]) -> float:
    """How much better the first is than the second; the two places of a display are the same."""
    others = [action for action in ranked[1:] if not isinstance(action, Set)]
    return worth(view, ranked[0]) - worth(view, others[0]) if others else 0.0


def reason(view: View, action: Action) -> Reason:
    """Why an action is good: the first thing that speaks for it."""
    table, seat = seen_table(view), seat_of(view)
    if isinstance(action, Play):
        return _why_play(table, seat, action)
    if isinstance(action, Steal):
        return _why_steal(table, seat, action)
    if isinstance(action, Set):
        return _why_lay(table, seat)
    if isinstance(action, Draw):
        return ("refill" if table.refilling[seat] else "draw"), {}
    return "stop", standing(view)._asdict()


def _why_play(table: Flow, seat: int, action: Play) -> Reason:
    about = {"on": DECK[table.middle[action.pile][-1]]}
    if action.source == "hand":
        return "play_hand", {"card": DECK[table.hands[seat]], **about}
    at = 2 * seat + SLOT[action.source]
    card, other_card = table.displays[at], table.displays[at ^ 1]
    about = {"card": DECK[card], **about}
    thieves = (pile for other, pile in enumerate(table.stolen) if other != seat)
    if any(good_on(pile)[card] for pile in thieves):
        return "play_threatened", about
    return ("play_next" if good_on([card])[other_card] else "play"), about


def _why_steal(table: Flow, seat: int, action: Steal) -> Reason:
    at = 2 * action.seat + action.slot
    card, other_card = table.displays[at], table.displays[at ^ 1]
    about = {"card": DECK[card], "on": DECK[table.stolen[seat][-1]]}
    if any(good_on(pile)[card] for pile in table.middle):
        return "steal_deny", about
    return ("steal_next" if good_on([card])[other_card] else "steal"), about


def _why_lay(table: Flow, seat: int) -> Reason:
    card = table.hands[seat]
    playable = any(good_on(pile)[card] for pile in table.middle)
    return ("keep" if playable else "lay"), {"card": DECK[card]}
