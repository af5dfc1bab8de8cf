"""The hard bot's search: every choice is played out on the same dealt tables, the best go on.

All choices are tried on the same deals, so that luck is the same for all of them; after each round
the worse half drops out (sequential halving), so that most playouts go into the close decisions.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from quartett.bots.search import Candidate, halving
from quartett.fast.jericho_playout import Thumb
from quartett.fast.jericho_worlds import Worlds

TRIED = 6
"""How many choices are played ahead at most."""

TRUST = 0.02
"""What the rules of thumb count: one e times less likely is worse by so much."""


def search(
    worlds: Worlds, legal: Sequence[int], nodes: int, chance: Random
) -> list[Candidate[int]]:
    """The choices with their mean results and what the rules of thumb add, the best first."""
    thumb = Thumb(worlds.known)
    liking = {action: TRUST * thumb.worth(worlds.seat, action) for action in legal}
    tried = sorted(legal, key=lambda action: -liking[action])[:TRIED]
    return halving(
        tried,
        nodes,
        lambda: worlds.deal(chance),
        lambda action, world: worlds.value(action, world) + liking[action],
    )


def chances(worlds: Worlds, actions: Sequence[int], deals: int, chance: Random) -> list[float]:
    """The shares of the victory that actions bring, all on the same deals."""
    dealt = [worlds.deal(chance) for _ in range(deals)]
    return [fmean(worlds.share_and_lead(world, action)[0] for world in dealt) for action in actions]
