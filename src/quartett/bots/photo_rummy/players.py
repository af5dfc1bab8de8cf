"""The players of Photo Rummy: a child, a patient player, one that looks ahead, and a hasty one."""

from collections.abc import Sequence
from random import Random

from quartett.bots.base import Bot
from quartett.bots.halving import Halving
from quartett.bots.photo_rummy.candidates import Choice, choices, lay_of, most
from quartett.bots.photo_rummy.obvious import Glance
from quartett.bots.photo_rummy.search import Ahead, Deal
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import PASS, Action
from quartett.games.photo_rummy.view import PlayerView, View

NODES_PER_TRIAL = 10
"""About how often a round played in thought asks the solver."""


def own_rack(view: View) -> tuple[str, ...]:
    """The viewer's cards."""
    rack = view.seats[view.viewer or 0].rack
    assert rack is not None
    return rack


def own_opened(view: View) -> bool:
    """Whether the viewer has opened in this round."""
    return view.seats[view.viewer or 0].opened


def rivals(view: View) -> list[PlayerView]:
    """The other players."""
    return [player for seat, player in enumerate(view.seats) if seat != view.viewer]


class PhotoRummyBot(Bot[View, Action]):
    """What all players share: any stack is as good as any other, so chance picks one."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """Draws at random; what to lay is each player's own matter."""
        if view.phase == "draw":
            return rng.choice(legal)
        return self.lay(view, rng)

    def lay(self, view: View, rng: Rng) -> Action:
        """A lay, or a pass."""
        raise NotImplementedError


class MostCards(PhotoRummyBot):
    """Always lays as many cards as can be laid; for comparison."""

    level = "most_cards"

    def lay(self, view: View, rng: Rng) -> Action:
        """The lay that leaves the fewest cards."""
        solution = most(view.table, own_rack(view), own_opened(view))
        return lay_of(solution.table) if solution.laid else PASS


class Easy(PhotoRummyBot):
    """A child: wants to lay everything at once, sees no regrouping, and overlooks things."""

    level = "easy"
    overlooked = 5
    """Of a hundred things there are to see."""
    alarming = 1
    """A rack of so few cards makes a child lay whatever it sees."""

    def lay(self, view: View, rng: Rng) -> Action:
        """What is obvious, if it is all or if somebody is nearly out."""
        rack = own_rack(view)
        glance = Glance(view.table, rack, lambda: rng.below(100) < self.overlooked)
        glance.look(own_opened(view))
        alarmed = any(each.opened and each.rack_size <= self.alarming for each in rivals(view))
        if glance.left and (not alarmed or len(glance.left) == len(rack)):
            return PASS
        return lay_of(glance.table)


class Medium(PhotoRummyBot):
    """Patient: sees every regrouping, and lays when all can go, or when somebody is nearly out."""

    level = "medium"
    alarming = 2

    def lay(self, view: View, rng: Rng) -> Action:
        """The lay that leaves the fewest cards, or a pass that gives nothing away."""
        solution = most(view.table, own_rack(view), own_opened(view))
        alarmed = any(each.opened and each.rack_size <= self.alarming for each in rivals(view))
        if solution.goes_out or (alarmed and solution.laid):
            return lay_of(solution.table)
        return PASS


class Hard(PhotoRummyBot):
    """Weighs what a lay saves against what it gives away, on many imagined deals."""

    level = "hard"

    def lay(self, view: View, rng: Rng) -> Action:
        """The candidate after which the match looks best."""
        solution = most(view.table, own_rack(view), own_opened(view))
        if solution.goes_out:
            return lay_of(solution.table)
        options = choices(view.table, own_rack(view), own_opened(view))
        if len(options) == 1:
            return options[0]
        ahead = Ahead(view, Random(rng.below(1 << 62)))
        compared: Halving[Choice, Deal] = Halving(options, self.nodes // NODES_PER_TRIAL)
        return compared.run(ahead.imagine, ahead.value)
