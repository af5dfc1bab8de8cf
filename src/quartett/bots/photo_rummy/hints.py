"""Hints for Photo Rummy: what the strongest player would do, and why."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from quartett.bots.base import Bot, Hint
from quartett.bots.photo_rummy.candidates import lay_of, most
from quartett.bots.photo_rummy.players import (
    Hard,
    affordable,
    is_alarming,
    own_opened,
    own_rack,
    rivals,
)
from quartett.bots.photo_rummy.search import Ahead
from quartett.core.forms import Json
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import PASS, Action, Draw, Lay
from quartett.games.photo_rummy.cards import in_order, is_joker, minus_points
from quartett.games.photo_rummy.view import View

DEALS = 40
"""On so many imagined deals the suggestion is compared with its alternative."""


def hint(view: View, legal: Sequence[Action], rng: Rng) -> Hint | None:
    """A suggestion for the viewer, if it is the viewer's turn."""
    if view.viewer is None or view.viewer != view.turn or not legal:
        return None
    action = adviser().choose(view, legal, rng)
    if isinstance(action, Draw):
        return Hint(action, "photo_rummy.hint.draw", {"stack": action.stack}, 0.0, "chance")
    return _lay(view, action, rng) if isinstance(action, Lay) else _pass(view, rng)


def adviser() -> Bot[View, Action]:
    """Whose choice a hint is: hard's, which has reasons that can be told."""
    return Hard()


def _lay(view: View, action: Lay, rng: Rng) -> Hint:
    """Why to lay; how much better it is than to pass."""
    about = _about(view, action)
    if about["count"] == about["rack"] and not about["jokers"]:
        won = sum(player.rack_size for player in rivals(view))
        return Hint(action, "photo_rummy.hint.out", about, float(won), "points")
    gain = _gain(view, action, PASS, rng)
    return Hint(action, f"photo_rummy.hint.{_reason(view, about)}", about, gain, "chance")


def _reason(view: View, about: Json) -> str:
    if about["minus"] <= affordable(view):
        return "guard"
    if is_alarming(view, Hard.alarming):
        return "alarm"
    return "joker" if about["jokers"] else "lay"


def _pass(view: View, rng: Rng) -> Hint:
    """Why to wait; how much better it is than to lay the most."""
    solution = most(view.table, own_rack(view), own_opened(view))
    if not solution.laid:
        return Hint(PASS, "photo_rummy.hint.nothing", {}, 0.0, "chance")
    other = lay_of(solution.table)
    gain = _gain(view, PASS, other, rng)
    return Hint(PASS, "photo_rummy.hint.hold", _about(view, other), gain, "chance")


def _about(view: View, lay: Lay) -> Json:
    """The numbers of a lay."""
    rack = own_rack(view)
    before = {card for cards in view.table for card in cards}
    after = {card for cards in lay.table for card in cards}
    taken = in_order(card for card in before - after if is_joker(card))
    left = [card for card in rack if card not in after] + taken
    return {
        "count": sum(card in after for card in rack),
        "rack": len(rack),
        "minus": minus_points(left),
        "jokers": taken,
        "fewest": min(player.rack_size for player in rivals(view)),
    }


def _gain(view: View, action: Action, other: Action, rng: Rng) -> float:
    """How much the chance to win the match grows, never below nothing."""
    assert not isinstance(action, Draw)
    assert not isinstance(other, Draw)
    ahead = Ahead(view, Random(rng.below(1 << 62)))
    deals = [ahead.imagine() for _ in range(DEALS)]
    return max(0.0, fmean(ahead.value(action, deal) - ahead.value(other, deal) for deal in deals))
