"""The hard bot of version 0.1."""

from collections.abc import Sequence

from quartett.bots.base import Bot
from quartett.bots.jericho.v1.search import search
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

HARD_NODES = 400
"""How many games ahead it played per move."""


class Hard(Bot[View, Action]):
    """Plays every promising choice ahead on many tables that it could be sitting at."""

    level = "hard@1"

    def __init__(self, nodes: int = HARD_NODES) -> None:
        super().__init__(nodes)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The choice that did best on average."""
        if len(legal) == 1:
            return legal[0]
        return search(view, legal, self.nodes, chance_of(rng))[0].action
