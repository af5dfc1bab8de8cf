"""Hints for Jericho: what a strong bot would do, with a reason that rules of thumb see in it."""

from collections.abc import Sequence

from quartett.bots import network
from quartett.bots.base import MASTER, Bot, Hint, Reason
from quartett.bots.jericho.master import WEIGHTS, Master
from quartett.bots.jericho.players import Hard
from quartett.bots.jericho.search import chances, search
from quartett.bots.jericho.worlds import known_table, worlds_of
from quartett.bots.search import chance_of
from quartett.core.forms import Json
from quartett.core.seeds import Rng
from quartett.fast.jericho import BRASS, COLOUR, KIND, VALUE, Jericho, action_of, id_of
from quartett.fast.jericho_playout import Thumb
from quartett.games.jericho.actions import Action, First, Trumpet, Wall
from quartett.games.jericho.cards import COLOURS as NAMES
from quartett.games.jericho.view import View

SEARCHED = 300
COMPARED = 100
"""How many games ahead are played to find the suggestion, and then to compare it."""


def hint(view: View, legal: Sequence[Action], rng: Rng, level: str | None = None) -> Hint | None:
    """A suggestion for the seat whose view this is: the master's where there is one, or hard's."""
    if view.viewer is None or not legal:
        return None
    learned = adviser(level)
    found = learned.advice(view, rng) if isinstance(learned, Master) else None
    action, gain = found or _searched(legal, view, rng)
    key, about = reason(view, action)
    return Hint(action, f"jericho.hint.{key}", about, gain, "chance")


def adviser(level: str | None = None) -> Bot[View, Action]:
    """Whose choice a hint is."""
    learned = (level or MASTER) == MASTER and network.is_ready(WEIGHTS)
    return Master() if learned else Hard(SEARCHED)


def _searched(legal: Sequence[Action], view: View, rng: Rng) -> tuple[Action, float]:
    """What the search finds best, and by how much."""
    worlds, chance = worlds_of(view), chance_of(rng)
    ids = [id_of(worlds.known, worlds.seat, action) for action in legal]
    found = search(worlds, ids, SEARCHED, chance)
    compared = chances(worlds, [each.action for each in found[:2]], COMPARED, chance)
    gain = max(0.0, compared[0] - compared[1]) if len(compared) > 1 else 0.0
    return action_of(worlds.known, worlds.seat, found[0].action), gain


def reason(view: View, action: Action) -> Reason:
    """Why an action is good: the first rule of thumb that speaks for it."""
    assert view.viewer is not None
    thumb, seat = Thumb(known_table(view)), view.viewer
    if isinstance(action, Trumpet):
        return _why_blow(thumb, seat, action)
    kind = KIND[action.card]
    if kind == BRASS:
        return "spare_trumpet", {}
    about = {"card": action.card, "colour": NAMES[COLOUR[kind]]}
    if isinstance(action, First):
        return ("one" if VALUE[kind] == 1 else "first"), about
    if isinstance(action, Wall):
        return _why_build(thumb, seat, kind, about)
    leading = thumb.leads[seat * 5 + COLOUR[kind]] > 0
    return ("feed_own" if leading else "feed_cheap"), about


def _why_build(thumb: Thumb, seat: int, kind: int, about: Json) -> Reason:
    at = seat * 5 + COLOUR[kind]
    lengths, before = thumb.game.lengths, thumb.leads[at]
    length, other = lengths[at] + VALUE[kind], lengths[at] - before
    about = {**about, "length": length, "other": other}
    if VALUE[kind] == 1:
        return "one", about
    if before > 0:
        return "extends_lead", about
    return ("takes_lead" if length > other else "catches_up"), about


def _why_blow(thumb: Thumb, seat: int, action: Trumpet) -> Reason:
    colour = NAMES.index(action.colour)
    at = seat * 5 + colour
    thumb.look(colour)
    before, after = thumb.leads[at], thumb.blown[at]
    length = _length_after(thumb.game, seat, action)
    about = {"colour": action.colour, "length": length, "other": length - after}
    if before <= 0 < after:
        return "trumpet_takes_lead", about
    if after > before:
        return "trumpet_weakens", about
    return "trumpet_fills_supply", about


def _length_after(game: Jericho, seat: int, action: Trumpet) -> int:
    """How long one's own wall of the colour is once a trumpet has been played."""
    then = game.copy()
    then.apply(seat, id_of(game, seat, action))
    return then.lengths[seat * 5 + NAMES.index(action.colour)]
