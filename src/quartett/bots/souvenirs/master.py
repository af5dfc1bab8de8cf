"""Souvenirs' learned players: the network alone, and the master who looks ahead with it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.lookahead import Lookahead
from quartett.bots.search import chance_of
from quartett.bots.souvenirs import endgame, master_net
from quartett.bots.souvenirs.players import Thinking, booking, placing
from quartett.bots.souvenirs.worlds import seen_table, unseen
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import Souvenirs, action_of
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

WEIGHTS = Path(__file__).with_name("master.npz")
MASTER_NODES = 96
"""How often the master tries a choice on a table, per move."""

_weights = cache(network.load)


class Network(Bot[View, Action]):
    """Does what the network likes best, without looking ahead."""

    level = "network"
    games = ("souvenirs",)
    weights = WEIGHTS

    def __init__(self, nodes: int = MASTER_NODES) -> None:
        super().__init__(nodes)
        _weights(self.weights)  # now, so that the first move takes no longer than the others

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The network's favourite."""
        if len(legal) == 1:
            return legal[0]
        assert view.viewer is not None
        seat, chance, table, pool = view.viewer, chance_of(rng), seen_table(view), unseen(view)

        def deal() -> Souvenirs:
            return table.imagine(seat, pool, view.draw_pile, chance).game

        ahead = Lookahead(master_net, _weights(self.weights), seat, deal, chance)
        return action_of(table.game, seat, self._pick(ahead))

    def _pick(self, ahead: Lookahead) -> int:
        return ahead.likings()[0][1]


class Master(Network):
    """Tries the network's favourites on imagined deals; exact when two cells are free."""

    level = "master"

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The favourite with the best prospects."""
        thinking = Thinking(view, rng, self.nodes)
        if len(legal) > 1 and view.phase == "place" and thinking.is_end(endgame.CELLS):
            return placing(thinking.laying())
        if len(legal) > 1 and view.phase == "book" and thinking.is_end(endgame.CELLS - 1):
            return booking(thinking.booking())
        return super().choose(view, legal, rng)

    def _pick(self, ahead: Lookahead) -> int:
        return ahead.search(self.nodes)[0].action
