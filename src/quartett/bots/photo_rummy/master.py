"""Photo Rummy's learned players: the network alone, and the master who looks ahead with it."""

from functools import cache
from pathlib import Path

from quartett.bots import network
from quartett.bots.photo_rummy.master_ahead import Ahead, odds_of, share_of
from quartett.bots.photo_rummy.master_round import favourite, options_of
from quartett.bots.photo_rummy.master_seen import After, Situation
from quartett.bots.photo_rummy.players import PhotoRummyBot, own_opened, own_rack
from quartett.bots.photo_rummy.reckon import boards_of
from quartett.bots.search import chance_of
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.solving.board import board, cards_of
from quartett.games.photo_rummy.view import View

WEIGHTS = Path(__file__).with_name("master.npz")
MASTER_NODES = 48
"""How often the master tries a choice on an imagined deal, per move."""

FAVOURITES = 3
CLOSE = 0.1
"""How many choices are tried at most, and how near the best they must be."""

TRUST = 0.8
"""How much of a choice's worth is what the network says at once."""

_weights = cache(network.load)


class Network(PhotoRummyBot):
    """Leaves behind what the network likes best, without looking ahead."""

    level = "network"
    games = ("photo_rummy",)
    weights = WEIGHTS

    def __init__(self, nodes: int = MASTER_NODES) -> None:
        super().__init__(nodes)
        _weights(self.weights)  # now, so that the first move takes no longer than the others

    def lay(self, view: View, rng: Rng) -> Action:
        """The network's favourite."""
        options = choices(view)
        if len(options) == 1:
            return PASS
        shares = [share_of(each) for each in odds_of(_weights(self.weights), options).tolist()]
        chosen = options[self._pick(view, options, shares, rng)]
        return action_of(chosen, options[0].table)

    def _pick(self, view: View, options: list[After], shares: list[float], rng: Rng) -> int:
        return favourite(options, shares)


class Master(Network):
    """Tries the network's favourites on imagined deals, where it is not sure of the first."""

    level = "master"

    def _pick(self, view: View, options: list[After], shares: list[float], rng: Rng) -> int:
        chosen = favourite(options, shares)
        order = sorted(range(len(options)), key=lambda at: -shares[at])[:FAVOURITES]
        tried = [at for at in order if shares[at] >= shares[order[0]] - CLOSE]
        if len(tried) == 1 or not options[chosen].rack:
            return chosen
        ahead = Ahead(view, _weights(self.weights), chance_of(rng))
        found = ahead.expected([options[at] for at in tried], max(1, self.nodes // len(tried)))
        worth = [
            TRUST * shares[at] + (1 - TRUST) * each for at, each in zip(tried, found, strict=True)
        ]
        return tried[favourite([options[at] for at in tried], worth)]


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
