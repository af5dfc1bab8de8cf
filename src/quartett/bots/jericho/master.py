"""Jericho's learned players: the network alone, and the master who looks ahead with it."""

from pathlib import Path
from random import Random

from quartett.bots.jericho import master_net
from quartett.bots.jericho.worlds import worlds_of
from quartett.bots.learned import Favourites, Imagined, LooksAhead
from quartett.fast.jericho import action_of
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

WEIGHTS = Path(__file__).with_name("master.npz")
MASTER_NODES = 256
"""How often the master tries a choice on a table, per move."""


class Network(Favourites[View, Action]):
    """Does what the network likes best, without looking ahead."""

    games = ("jericho",)
    net = master_net
    weights = WEIGHTS

    def __init__(self, nodes: int = MASTER_NODES) -> None:
        super().__init__(nodes)

    def imagine(self, view: View, chance: Random) -> Imagined[Action]:
        """Tables with the unseen cards dealt anew."""
        worlds = worlds_of(view)
        return Imagined(
            worlds.seat,
            lambda: worlds.deal(chance),
            lambda found: action_of(worlds.known, worlds.seat, found),
        )


class Master(LooksAhead[View, Action], Network):
    """Tries the network's favourites on tables that it could be sitting at."""
