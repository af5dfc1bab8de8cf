"""The network of Jericho as a player."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.jericho import master_net
from quartett.bots.jericho.worlds import worlds_of
from quartett.core.seeds import Rng
from quartett.fast.jericho import action_of, id_of
from quartett.games.jericho.actions import Action
from quartett.games.jericho.view import View

WEIGHTS = Path(__file__).with_name("master.npz")

_weights = cache(network.load)


class Network(Bot[View, Action]):
    """Does what the network likes best, without looking ahead."""

    level = "network"
    games = ("jericho",)
    weights = WEIGHTS

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The legal action with the highest logit."""
        if len(legal) == 1:
            return legal[0]
        np, worlds = network.numpy(), worlds_of(view)
        # Whatever the unseen cards are, the viewer observes the same.
        table = worlds.deal(Random(0))
        seen = np.array(table.observe(worlds.seat), np.int16)
        logits, _ = master_net.evaluate(np, _weights(self.weights), seen)
        ids = [id_of(table, worlds.seat, action) for action in legal]
        return action_of(table, worlds.seat, max(ids, key=lambda each: float(logits[each])))
