"""Photo Rummy's learned player: it leaves behind what its network likes best.

To look ahead on imagined deals made it no stronger, so the network is all there is.
"""

from functools import cache
from pathlib import Path

from quartett.bots import network
from quartett.bots.network import Array, Weights
from quartett.bots.photo_rummy import master_net
from quartett.bots.photo_rummy.bits import boards_of
from quartett.bots.photo_rummy.master_round import favourite, options_of
from quartett.bots.photo_rummy.master_seen import After, Situation, observations
from quartett.bots.photo_rummy.players import PhotoRummyBot, own_opened, own_rack
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.solving.board import board, cards_of
from quartett.games.photo_rummy.view import View

WEIGHTS = Path(__file__).with_name("master.npz")

_weights = cache(network.load)


class Network(PhotoRummyBot):
    """Leaves behind what the network likes best; a subclass may lend it other weights."""

    level = "network"
    games = ("photo_rummy",)
    weights = WEIGHTS

    def __init__(self, nodes: int = 1) -> None:
        super().__init__(nodes)
        _weights(self.weights)  # now, so that the first move takes no longer than the others

    def lay(self, view: View, rng: Rng) -> Action:
        """The network's favourite."""
        options = choices(view)
        if len(options) == 1:
            return PASS
        odds = odds_of(_weights(self.weights), options).tolist()
        return action_of(options[favourite(options, odds)], options[0].table)


class Master(Network):
    """The network alone."""

    level = "master"


def odds_of(weights: Weights, options: list[After]) -> Array:
    """The log-odds of victory after each choice, as the network sees them."""
    return master_net.evaluate(network.numpy(), weights, observations(options))[0]


def choices(view: View) -> list[After]:
    """What the viewer can leave behind; first of all the table as it is."""
    table, rack = boards_of(view.table), board(own_rack(view))
    return options_of(situation(view), table, rack, own_opened(view))


def situation(view: View) -> Situation:
    """What a lay does not change."""
    seat = view.viewer or 0
    seats = view.seats[seat:] + view.seats[:seat]
    return Situation(
        view.round,
        view.options.rounds,
        view.stacks,
        [each.rack_size for each in seats],
        [int(each.opened) for each in seats],
        [each.score for each in seats],
    )


def action_of(chosen: After, table: tuple[int, ...]) -> Action:
    """A choice as an action."""
    if chosen.table == table:
        return PASS
    return Lay(tuple(tuple(cards_of(bits)) for bits in chosen.table))
