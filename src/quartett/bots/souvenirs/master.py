"""The network of Souvenirs as a player."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from quartett.bots import network
from quartett.bots.base import Bot
from quartett.bots.souvenirs import master_net
from quartett.bots.souvenirs.worlds import seen_table, unseen
from quartett.core.seeds import Rng
from quartett.fast.souvenirs import action_of
from quartett.games.souvenirs.actions import Action
from quartett.games.souvenirs.view import View

WEIGHTS = Path(__file__).with_name("master.npz")

_weights = cache(network.load)


class Network(Bot[View, Action]):
    """Does what the network likes best, without looking ahead."""

    level = "network"
    games = ("souvenirs",)
    weights = WEIGHTS

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The legal choice with the highest logit."""
        if len(legal) == 1:
            return legal[0]
        assert view.viewer is not None
        np = network.numpy()
        # Whatever the unseen cards are, the viewer observes the same.
        thought = seen_table(view).imagine(view.viewer, unseen(view), view.draw_pile, Random(0))
        seen = np.array(thought.game.observe(view.viewer), np.int16)
        logits, _ = master_net.evaluate(np, _weights(self.weights), seen)
        likes = np.where(master_net.mask(np, seen), logits, -np.inf)
        choice = master_net.ids(np, seen, np.argmax(likes))
        return action_of(thought.game, view.viewer, int(choice))
