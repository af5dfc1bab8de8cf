"""The players of Photo Rummy: from one that lays by chance to one that looks ahead."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random

from quartett.bots.base import Bot
from quartett.bots.photo_rummy.bits import bits_of
from quartett.bots.photo_rummy.candidates import choices, lay_of, lays, most
from quartett.bots.photo_rummy.obvious import Glance
from quartett.bots.photo_rummy.search import Ahead
from quartett.core.seeds import Rng
from quartett.fast.photo_rummy_playout import misfits
from quartett.games.photo_rummy.actions import PASS, Action
from quartett.games.photo_rummy.solver import Solution
from quartett.games.photo_rummy.solving.board import board
from quartett.games.photo_rummy.state import Combinations
from quartett.games.photo_rummy.view import PlayerView, View


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


def is_alarming(view: View, cards: int) -> bool:
    """Whether somebody who may lay anything now has no more than so many cards."""
    return any(each.opened and each.rack_size <= cards for each in rivals(view))


def may_leave(view: View, cards: float) -> bool:
    """Whether it looks as if no more than so many cards would have to stay on the rack."""
    return misfits(bits_of(view.table), board(own_rack(view))) <= cards


def affordable(view: View) -> float:
    """How many minus points may stay on the rack without putting a lead at risk."""
    scores = [player.score for player in view.seats]
    lead = scores.pop(view.viewer or 0) - max(scores)
    # The winner gets what the others lose: each minus point costs the lead twice.
    rounds = view.options.rounds - view.round
    return (lead - 1) / 2 if not rounds else EARLY / rounds * lead / 2


EARLY = 0.3
"""The part of a lead that may be put at risk while there are rounds to come."""


class PhotoRummyBot(Bot[View, Action]):
    """What all players share: any stack is as good as any other, so chance picks one."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        """Draws at random; what to lay is each player's own matter."""
        if view.phase == "draw":
            return rng.choice(legal)
        return self.lay(view, rng)

    @abstractmethod
    def lay(self, view: View, rng: Rng) -> Action:
        """A lay, or a pass."""


class MostCards(PhotoRummyBot):
    """Always lays as many cards as can be laid; for comparison."""

    level = "most_cards"

    def lay(self, view: View, rng: Rng) -> Action:
        """The lay that leaves the fewest cards."""
        solution = most(view.table, own_rack(view), own_opened(view))
        return lay_of(solution.table) if solution.laid else PASS


class Easy(PhotoRummyBot):
    """A child: lays at once what it sees, overlooks some of it, and never regroups anything."""

    level = "easy"
    overlooked = 25
    """How often in a hundred."""

    def lay(self, view: View, rng: Rng) -> Action:
        """The obvious groups from the rack and what fits the table."""
        rack = own_rack(view)
        glance = Glance(view.table, rack, lambda: rng.below(100) < self.overlooked)
        glance.look(own_opened(view))
        return lay_of(glance.table) if len(glance.left) < len(rack) else PASS


class Chance(Easy):
    """Lays what it happens on. The listed lays are the best: to pick one would be playing well."""

    level = "random"
    overlooked = 75


class Medium(PhotoRummyBot):
    """Sees every regrouping, and lays when little stays behind, or when somebody is nearly out."""

    level = "medium"
    alarming = 2
    behind = 2
    """So few cards may stay on the rack: what is laid early helps the others."""
    unnoticed = 0
    """How often in a hundred it has no eye for a combination on the table."""
    unnoticed_at_last = 0
    """The same in the last round: where most is at stake, everybody looks harder."""
    protects = False
    """Whether it lays what makes a lead safe."""

    def lay(self, view: View, rng: Rng) -> Action:
        """The lay that leaves the fewest cards, or a pass that gives nothing away."""
        alarmed = is_alarming(view, self.alarming)
        spare = affordable(view) if self.protects else 0.0
        if not alarmed and not may_leave(view, max(spare, self.behind)):
            return PASS
        seen, rest = self._looked_over(view, rng)
        solution = self.found(seen, own_rack(view), own_opened(view))
        enough = alarmed or solution.left <= self.behind or solution.minus <= spare
        return lay_of((*solution.table, *rest)) if solution.laid and enough else PASS

    def found(self, seen: Combinations, rack: tuple[str, ...], opened: bool) -> Solution:
        """What it would lay of its rack: as many cards as it can."""
        return most(seen, rack, opened)

    def _looked_over(self, view: View, rng: Rng) -> tuple[Combinations, Combinations]:
        """The combinations that it has an eye for, and the others."""
        table, is_last = view.table, view.round == view.options.rounds
        unnoticed = self.unnoticed_at_last if is_last else self.unnoticed
        if not unnoticed:
            return table, ()
        eyes = [rng.below(100) >= unnoticed for _ in table]
        seen = tuple(cards for cards, eye in zip(table, eyes, strict=True) if eye)
        return seen, tuple(cards for cards, eye in zip(table, eyes, strict=True) if not eye)


class Hard(PhotoRummyBot):
    """Patient: waits until all can go, lays what makes a lead safe, and looks ahead."""

    level = "hard"
    alarming = 3
    close = 3
    """With no more cards left than this it is worth looking ahead."""

    def lay(self, view: View, rng: Rng) -> Action:
        """Everything; or what protects a lead; or what looks clearly best on imagined deals."""
        alarmed, spare = is_alarming(view, self.alarming), affordable(view)
        if not alarmed and not may_leave(view, max(spare, self.close)):
            return PASS
        found = lays(view.table, own_rack(view), own_opened(view))
        for solution in found:
            if solution.goes_out or solution.minus <= spare:
                return lay_of(solution.table)
        if not found or not (alarmed or found[0].left <= self.close):
            return PASS
        return self._look_ahead(view, alarmed, rng)

    def _look_ahead(self, view: View, alarmed: bool, rng: Rng) -> Action:
        options = choices(view.table, own_rack(view), own_opened(view))
        if alarmed:
            # Holding back is the exception now: it has to be clearly better than laying.
            options = options[1:] + options[:1]
        ahead = Ahead(view, Random(rng.below(1 << 62)))
        return ahead.best(options, self.nodes)
