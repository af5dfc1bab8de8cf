"""The hard bot's search: every choice is played out on the same dealt tables, the best go on.

All choices are tried on the same deals, so that luck is the same for all of them; after each round
the worse half drops out (sequential halving), so that most playouts go into the close decisions.
"""

from collections.abc import Sequence
from random import Random

from quartett.bots.jericho.v1.halving import Candidate, halving
from quartett.bots.jericho.v1.plays import as_play
from quartett.bots.jericho.v1.policy import best_first, draw, feed_all, play_out, worth
from quartett.bots.jericho.v1.table import Play
from quartett.bots.jericho.v1.worlds import World, Worlds, known_table
from quartett.games.jericho.actions import Action

LEAD = 0.03
"""What a card's lead counts beside the victory itself; it tells apart what wins equally often."""


TRIED = 8
"""How many choices are played ahead at most."""


def search(
    worlds: Worlds, legal: Sequence[Action], nodes: int, chance: Random
) -> list[Candidate[Action]]:
    """The choices with their mean results, the best first."""

    def try_out(action: Action, world: World) -> float:
        share, lead = _result(worlds, action, world)
        return share + LEAD * lead

    return halving(_promising(worlds, legal), nodes, lambda: worlds.deal(chance), try_out)


def _promising(worlds: Worlds, legal: Sequence[Action]) -> list[Action]:
    """The choices worth playing ahead, the rules of thumb's favourite first."""
    if worlds.view.phase == "first":
        return list(legal)
    table = known_table(worlds.view)
    liked = sorted(legal, key=lambda action: -worth(table, worlds.seat, as_play(action)))
    return liked[:TRIED]


def _result(worlds: Worlds, action: Action, world: World) -> tuple[float, float]:
    """The victory's share and the lead at the end of one playout."""
    copy = world.copy()
    _AFTER[worlds.view.phase](copy, worlds, as_play(action))
    return copy.table.result(worlds.seat)


def _after_play(world: World, worlds: Worlds, play: Play) -> None:
    table = world.table
    table.play(worlds.seat, play)
    if table.pile and not draw(table, worlds.seat):
        play_out(table)


def _after_feed(world: World, worlds: Worlds, play: Play) -> None:
    """The others choose what to feed without knowing what we chose."""
    table = world.table
    fed = [*worlds.fed]
    fed[worlds.seat] = True
    table.hands[worlds.seat].remove(play[1])
    feed_all(table, fed)
    table.put(play[1])
    world.reveal()
    table.turn = table.starter
    play_out(table)


def _after_first(world: World, worlds: Worlds, play: Play) -> None:
    """The others choose their first cards, all feed, the cards are revealed, and it goes on."""
    table = world.table
    world.faces[worlds.seat] = play[1]
    table.hands[worlds.seat].remove(play[1])
    for seat, face in enumerate(world.faces):
        if face is None and table.hands[seat]:
            card = best_first(table.hands[seat])
            table.hands[seat].remove(card)
            world.faces[seat] = card
    feed_all(table)
    world.reveal()
    table.turn = table.starter
    play_out(table)


_AFTER = {"first": _after_first, "feed": _after_feed, "play": _after_play}
