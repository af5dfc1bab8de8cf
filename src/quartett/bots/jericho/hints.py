"""Hints for Jericho: what the search suggests, with a reason that the rules of thumb see in it."""

from collections.abc import Sequence
from typing import Any

from quartett.bots.base import Hint
from quartett.bots.jericho.plays import as_play
from quartett.bots.jericho.search import chances, search
from quartett.bots.jericho.table import BLOW, BRASS, COLOUR, COLOURS, VALUE, Table
from quartett.bots.jericho.worlds import Worlds, known_table
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.games.jericho.actions import Action, First, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS as NAMES
from quartett.games.jericho.view import View

SEARCHED = 300
COMPARED = 100
"""How many games ahead are played to find the suggestion, and then to compare it."""

Reason = tuple[str, dict[str, Any]]


def hint(view: View, legal: Sequence[Action], rng: Rng) -> Hint | None:
    """A suggestion for the seat whose view this is."""
    if view.viewer is None or not legal:
        return None
    worlds, chance = Worlds(view), chance_of(rng)
    found = search(worlds, legal, SEARCHED, chance)
    compared = chances(worlds, [each.action for each in found[:2]], COMPARED, chance)
    gain = max(0.0, compared[0] - compared[1]) if len(compared) > 1 else 0.0
    key, about = reason(view, found[0].action)
    return Hint(found[0].action, f"jericho.hint.{key}", about, gain, "chance")


def reason(view: View, action: Action) -> Reason:
    """Why an action is good: the first rule of thumb that speaks for it."""
    assert view.viewer is not None
    table, seat = known_table(view), view.viewer
    if isinstance(action, Trumpet):
        return _why_blow(table, seat, as_play(action)[1])
    _, card = as_play(action)
    if card == BRASS:
        return "spare_trumpet", {}
    about = {"card": action.card, "colour": NAMES[COLOUR[card]]}
    if isinstance(action, First):
        return ("one" if VALUE[card] == 1 else "first"), about
    if isinstance(action, Wall):
        return _why_build(table, seat, card, about)
    leading = table.leads[seat * COLOURS + COLOUR[card]] > 0
    return ("feed_own" if leading else "feed_cheap"), about


def _why_build(table: Table, seat: int, card: int, about: dict[str, Any]) -> Reason:
    at = seat * COLOURS + COLOUR[card]
    length, before = table.lengths[at] + VALUE[card], table.leads[at]
    other = table.lengths[at] - before
    about = {**about, "length": length, "other": other}
    if VALUE[card] == 1:
        return "one", about
    if before > 0:
        return "extends_lead", about
    return ("takes_lead" if length > other else "catches_up"), about


def _why_blow(table: Table, seat: int, colour: int) -> Reason:
    at = seat * COLOURS + colour
    before, after = table.leads[at], table.blown(colour)[0][seat]
    after_table = table.copy()
    after_table.play(seat, (BLOW, colour))
    length = after_table.lengths[at]
    about = {"colour": NAMES[colour], "length": length, "other": length - after}
    if before <= 0 < after:
        return "trumpet_takes_lead", about
    if after > before:
        return "trumpet_weakens", about
    return "trumpet_fills_supply", about
