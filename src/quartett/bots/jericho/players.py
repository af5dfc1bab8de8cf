"""The Jericho bots: easy plays like a child, medium by rules of thumb, hard by playing ahead."""

from collections.abc import Sequence
from typing import ClassVar

from quartett.bots.base import Bot
from quartett.bots.jericho.search import search
from quartett.bots.jericho.worlds import known_table, worlds_of
from quartett.bots.search import chance_of, softly
from quartett.core.seeds import Rng
from quartett.fast.jericho import action_of, id_of
from quartett.fast.jericho_playout import Thumb
from quartett.games.jericho.actions import Action, Feed, First, Supply, Trumpet, Wall
from quartett.games.jericho.cards import VALUE
from quartett.games.jericho.view import View

HARD_NODES = 1600
"""How many matches ahead the hard bot plays per move."""

CHILD_SLIPS = 4
"""A child does anything at all once in this many turns."""


class Easy(Bot[View, Action]):
    """Builds the biggest card it has, blows at the highest wall it sees, and often just plays."""

    level = "easy"

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """What a child likes best, or anything at all."""
        if rng.below(CHILD_SLIPS) == 0:
            return rng.choice(legal)
        return max(rng.shuffled(legal), key=lambda action: _childs_liking(view, action))


def _childs_liking(view: View, action: Action) -> float:
    """Big is good; a trumpet is for the longest wall of somebody else."""
    match action:
        case Wall(card=card) | First(card=card):
            return float(VALUE[card])
        case Feed(card=card):
            return -float(VALUE[card])
        case Trumpet(colour=colour):
            others = [each for seat, each in enumerate(view.seats) if seat != view.viewer]
            return max(each.lengths.get(colour, 0) for each in others) / 3
        case Supply():
            return 0.0


class Medium(Bot[View, Action]):
    """Knows the rules of thumb, and is not always sure which of two good plays is better."""

    level = "medium"
    doubt: ClassVar[float] = 0.65
    """How much better a play has to look to be taken e times as often."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """One of the actions that the rules of thumb like, a better one more often."""
        table, seat = known_table(view), view.viewer
        assert seat is not None
        thumb = Thumb(table)
        likings = [thumb.worth(seat, id_of(table, seat, action)) for action in legal]
        return softly(legal, likings, self.doubt, chance_of(rng))


class Hard(Bot[View, Action]):
    """Plays every promising choice ahead on many tables that it could be sitting at."""

    level = "hard"

    def __init__(self, nodes: int = HARD_NODES) -> None:
        super().__init__(nodes)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The choice that did best on average."""
        if len(legal) == 1:
            return legal[0]
        worlds = worlds_of(view)
        ids = [id_of(worlds.known, worlds.seat, action) for action in legal]
        found = search(worlds, ids, self.nodes, chance_of(rng))
        return action_of(worlds.known, worlds.seat, found[0].action)
