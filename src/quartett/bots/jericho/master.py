"""Jericho's learned players: the network alone, and the master who looks ahead with it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.jericho import master_net
from quartett.bots.jericho.worlds import worlds_of
from quartett.bots.lookahead import Lookahead
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.fast.jericho import action_of
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

WEIGHTS = Path(__file__).with_name("master.npz")
MASTER_NODES = 256
"""How often the master tries a choice on a table, per move."""

_weights = cache(network.load)


class Network(Bot[View, Action]):
    """Does what the network likes best, without looking ahead."""

    level = "network"
    games = ("jericho",)
    weights = WEIGHTS

    def __init__(self, nodes: int = MASTER_NODES) -> None:
        super().__init__(nodes)
        _weights(self.weights)  # now, so that the first move takes no longer than the others

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The network's favourite."""
        if len(legal) == 1:
            return legal[0]
        worlds, chance = worlds_of(view), chance_of(rng)
        ahead = Lookahead(
            master_net, _weights(self.weights), worlds.seat, lambda: worlds.deal(chance), chance
        )
        return action_of(worlds.known, worlds.seat, self._pick(ahead))

    def _pick(self, ahead: Lookahead) -> int:
        return ahead.likings()[0][1]


class Master(Network):
    """Tries the network's favourites on tables that it could be sitting at."""

    level = "master"

    def _pick(self, ahead: Lookahead) -> int:
        return ahead.search(self.nodes)[0].action
