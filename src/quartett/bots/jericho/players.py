"""The Jericho bots: some play by rules of thumb, in more or less doubt; hard plays ahead."""

from collections.abc import Sequence
from typing import ClassVar

from quartett.bots.base import Bot
from quartett.bots.jericho.search import search
from quartett.bots.jericho.worlds import known_table, worlds_of
from quartett.bots.search import chance_of, softly
from quartett.core.seeds import Rng
from quartett.fast.jericho import action_of, id_of
from quartett.fast.jericho_playout import Thumb
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

HARD_NODES = 1600
"""How many matches ahead the hard bot plays per move."""


class Doubting(Bot[View, Action]):
    """Knows the rules of thumb, and is not always sure which of two good plays is better."""

    doubt: ClassVar[float]
    """How much better a play has to look to be taken e times as often."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """One of the actions that the rules of thumb like, a better one more often."""
        table, seat = known_table(view), view.viewer
        assert seat is not None
        thumb = Thumb(table)
        likings = [
            self.liking(thumb.worth(seat, id_of(table, seat, action)), action) for action in legal
        ]
        return softly(legal, likings, self.doubt, chance_of(rng))

    def liking(self, worth: float, action: Action) -> float:
        """How much it likes an action of which it knows the worth."""
        return worth


class Easy(Doubting):
    """Has the right ideas, and seldom knows which of them matters now."""

    level = "easy"
    doubt = 2.8


class Medium(Doubting):
    """Takes the best play, or one that is nearly as good."""

    level = "medium"
    doubt = 0.65


class Hard(Bot[View, Action]):
    """Plays every promising choice ahead on many tables that it could be sitting at."""

    level = "hard"
    usual_nodes: ClassVar[int] = HARD_NODES

    def __init__(self, nodes: int | None = None) -> None:
        super().__init__(self.usual_nodes if nodes is None else nodes)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The choice that did best on average."""
        if len(legal) == 1:
            return legal[0]
        worlds = worlds_of(view)
        ids = [id_of(worlds.known, worlds.seat, action) for action in legal]
        found = search(worlds, ids, self.nodes, chance_of(rng))
        return action_of(worlds.known, worlds.seat, found[0].action)
