"""The hard bot's search: every choice is played out on the same dealt tables, the best go on.

All choices are tried on the same deals, so that luck is the same for all of them; after each round
the worse half drops out (sequential halving), so that most playouts go into the close decisions.
"""

from collections.abc import Sequence
from random import Random

from quartett.bots.jericho.v1.halving import Candidate, halving
from quartett.bots.jericho.v1.plays import as_play
from quartett.bots.jericho.v1.worlds import worlds_of
from quartett.fast.jericho_hard_1 import Table
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

LEAD = 0.03
"""What a card's lead counts beside the victory itself; it tells apart what wins equally often."""


TRIED = 8
"""How many choices are played ahead at most."""


def search(
    view: View, legal: Sequence[Action], nodes: int, chance: Random
) -> list[Candidate[Action]]:
    """The choices with their mean results, the best first."""
    worlds = worlds_of(view)
    seat = worlds.seat

    def try_out(action: Action, world: Table) -> float:
        table = worlds.played_out(as_play(action), world)
        return table.share(seat) + LEAD * table.lead(seat)

    promising: Sequence[Action] = legal
    if view.phase != "first":
        liked = sorted(legal, key=lambda action: -worlds.known.worth(seat, as_play(action)))
        promising = liked[:TRIED]
    return halving(promising, nodes, lambda: worlds.deal(chance), try_out)
