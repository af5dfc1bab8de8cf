"""Speed & Flow's learned player: with the hands of hard, and a network that says what to reach for.

To look ahead would take time that the hands do not have, so the network is all there is; only
whether to end the match by a Stop is counted out.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from quartett.bots import network
from quartett.bots.flow import master_net
from quartett.bots.flow.pace import Pace
from quartett.bots.flow.players import HARD_PACE
from quartett.bots.flow.stopping import lead, would_end_the_match
from quartett.bots.flow.table import seat_of, seen_table
from quartett.bots.learned import Learned
from quartett.core.seeds import Rng
from quartett.fast.flow import STOP_ID, WAIT_ID, action_of, id_of
from quartett.games.flow.actions import STOP, Action
from quartett.games.flow.view import View

WEIGHTS = Path(__file__).with_name("master.npz")


class Network(Learned[View, Action]):
    """Reaches for what the network likes best; a subclass may lend it another pace."""

    level = "network"
    games = ("flow",)
    net = master_net
    weights = WEIGHTS
    pace: ClassVar[Pace] = HARD_PACE

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """The network's favourite; to wait is to call Stop a long time from now."""
        if len(legal) == 1:
            return legal[0]
        table, seat = seen_table(view), seat_of(view)
        return action_of(table, seat, min(self.favourite(view, legal), STOP_ID))

    def reaction_ms(self, view: View, legal: Sequence[Action], rng: Rng) -> int:
        """As long as a hard bot takes."""
        if STOP in legal and self.favourite(view, legal) == WAIT_ID:
            return self.pace.waiting_ms(rng)
        return self.pace.reaction_ms(view, legal, rng)

    def favourite(self, view: View, legal: Sequence[Action]) -> int:
        """The id of what the network likes best."""
        np = network.numpy()
        table, seat = seen_table(view), seat_of(view)
        ids = {id_of(table, seat, action) for action in legal}
        if STOP in legal:
            ids.add(WAIT_ID)
            if would_end_the_match(view):
                if lead(view) > 0:
                    return STOP_ID
                ids.remove(STOP_ID)
        logits, _ = master_net.evaluate(np, self.numbers(), np.array(table.observe(seat), np.int32))
        return max(sorted(ids), key=lambda each: float(logits[each]))


class Master(Network):
    """The network alone: looking ahead takes too long. It is slower among three and four."""

    level = "master"
    pace = HARD_PACE.around(HARD_PACE.median, 1.24, 1.39)
