"""Experiments: players of Photo Rummy who give rounds up less often, for the arena."""

from quartett.bots.photo_rummy import master
from quartett.bots.photo_rummy.candidates import lay_of, lays
from quartett.bots.photo_rummy.master import choices, situation
from quartett.bots.photo_rummy.master_ahead import odds_of, share_of
from quartett.bots.photo_rummy.master_seen import After
from quartett.bots.photo_rummy.players import (
    Hard,
    affordable,
    is_alarming,
    may_leave,
    own_opened,
    own_rack,
    rivals,
)
from quartett.core.seeds import Rng
from quartett.games.photo_rummy.actions import PASS, Action
from quartett.games.photo_rummy.view import View


def out_wins(view: View) -> bool:
    """Whether going out now wins the match, or is not the match's end."""
    if view.round < view.options.rounds:
        return True
    others = rivals(view)
    own = view.seats[view.viewer or 0].score + sum(each.rack_size for each in others)
    # At least: jokers on their racks are unknown.
    return all(own > each.score - each.rack_size for each in others)


class NeverFold(Hard):
    """Hard, but it gives no round up."""

    refuses = False
    empty_only = True

    def lay(self, view: View, rng: Rng) -> Action:
        alarmed, spare = is_alarming(view, self.alarming), affordable(view)
        if not alarmed and not may_leave(view, max(spare, self.close)):
            return PASS
        found = lays(view.table, own_rack(view), own_opened(view))
        for solution in found:
            if solution.goes_out and not (self.refuses and not out_wins(view)):
                return lay_of(solution.table)
            if not solution.goes_out and solution.minus <= spare:
                return lay_of(solution.table)
        if found and found[0].goes_out:
            return PASS
        if not found or not (alarmed or found[0].left <= self.close):
            return PASS
        if not alarmed and (not view.table if self.empty_only else not own_opened(view)):
            return PASS
        return self._look_ahead(view, alarmed, rng)


class Refuse(NeverFold):
    """It does not go out either where that would lose the match."""

    refuses = True


class Wait(Refuse):
    """It looks ahead only once it has opened or is alarmed."""

    empty_only = False


class Margin(master.Network):
    """The network, but a lay must be worth clearly more than to wait."""

    margin = 0.06

    def lay(self, view: View, rng: Rng) -> Action:
        options = choices(view)
        if len(options) == 1:
            return PASS
        out = [each for each in options if not each.rack]
        if out and out_wins(view):
            return master.action_of(out[0], options[0].table)
        if out:
            return PASS
        odds = odds_of(master._weights(self.weights), options).tolist()
        shares = [share_of(each) for each in odds]
        at = self._pick_patiently(view, options, shares, rng)
        return master.action_of(options[at], options[0].table)

    def _pick_patiently(
        self, view: View, options: list[After], shares: list[float], rng: Rng
    ) -> int:
        best = shares.index(max(shares))
        return best if shares[best] >= shares[0] + self.margin else 0


class Margin0(Margin):
    margin = 0.0


class Margin3(Margin):
    margin = 0.03


class Margin6(Margin):
    margin = 0.06


class Margin12(Margin):
    margin = 0.12


class Both(Margin):
    """The network, but it gives no round up: the first lay of a round must protect a lead."""

    margin = 0.0

    def _pick_patiently(
        self, view: View, options: list[After], shares: list[float], rng: Rng
    ) -> int:
        if not view.table:
            known = situation(view)
            spare = affordable(view)
            fit = [at for at, each in enumerate(options) if at and minus(each) <= spare]
            return max(fit, key=lambda at: shares[at], default=0)
        return shares.index(max(shares))


def minus(each: After) -> int:
    from quartett.bots.photo_rummy.reckon import minus_of

    return minus_of(each.rack)
