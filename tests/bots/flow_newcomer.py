"""A careful newcomer to Speed & Flow, by whom the levels are calibrated.

Takes two seconds for everything, sees all that fits and does the first thing that helps: plays what
it can, else steals, else draws, and calls Stop when nothing else is left. It neither counts points
nor looks ahead, and nothing it does is wrong. Played in the arena's clock, as own bots are:

    quartett arena flow --bots tests/bots/flow_newcomer.py:Newcomer,easy --option target=200
"""

from collections.abc import Mapping, Sequence
from math import exp

from quartett.bots.base import Bot
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.games.flow.actions import Action, Draw, Play, Set, Steal, Stop
from quartett.games.flow.view import View

ACTION_MS = 2000
SPREAD = 0.25
"""The standard deviation of the times' logarithm."""

LIKES: Mapping[type, int] = {Play: 4, Steal: 3, Draw: 2, Set: 1, Stop: 0}


class Newcomer(Bot[View, Action]):
    """Takes its time and whatever helps."""

    games = ("flow",)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        return max(rng.shuffled(legal), key=lambda action: LIKES[type(action)])

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        return round(ACTION_MS * exp(chance_of(rng).gauss(0, SPREAD)))
