"""Souvenirs' learned players: the network alone, and the master who looks ahead with it."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from quartett.bots.learned import Favourites, Imagined, LooksAhead
from quartett.bots.souvenirs import endgame, master_net
from quartett.bots.souvenirs.players import Thinking, booking, placing
from quartett.bots.souvenirs.worlds import seen_table, unseen
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import action_of
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

WEIGHTS = Path(__file__).with_name("master.npz")
MASTER_NODES = 96
"""How often the master tries a choice on a table, per move."""


class Network(Favourites[View, Action]):
    """Does what the network likes best, without looking ahead."""

    games = ("souvenirs",)
    net = master_net
    weights = WEIGHTS

    def __init__(self, nodes: int = MASTER_NODES) -> None:
        super().__init__(nodes)

    def imagine(self, view: View, chance: Random) -> Imagined[Action]:
        """Tables with the unseen cards dealt anew."""
        assert view.viewer is not None
        seat, table, pool = view.viewer, seen_table(view), unseen(view)
        return Imagined(
            seat,
            lambda: table.imagine(seat, pool, view.draw_pile, chance).game,
            lambda found: action_of(table.game, seat, found),
        )


class Master(LooksAhead[View, Action], Network):
    """Tries the network's favourites on imagined deals; exact when two cells are free."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The favourite with the best prospects."""
        thinking = Thinking(view, rng, self.nodes)
        if len(legal) == 1 or not exactly(thinking, view):
            return super().choose(view, legal, rng)
        laying = view.phase == "place"
        return placing(thinking.laying()) if laying else booking(thinking.booking())


def exactly(thinking: Thinking, view: View) -> bool:
    """Whether so little is left that everything can be calculated."""
    return thinking.is_end(endgame.CELLS - (view.phase == "book"))
