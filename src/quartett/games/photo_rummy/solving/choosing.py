"""Which categories have sets: the search within one choice of jokers to take."""

from collections.abc import Sequence

from quartett.games.photo_rummy.solving.outlook import Outlook
from quartett.games.photo_rummy.solving.placing import Placing
from quartett.games.photo_rummy.solving.scenario import Scenario, Treatment
from quartett.games.photo_rummy.solving.slack import BALANCED


class Choosing:
    """Settles the categories that have only one way, then tries the ways of the others."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.taking = scenario.aim.moved * scenario.number
        """What taking the jokers costs."""
        self._best = scenario.best
        self._undecided: list[Sequence[Treatment]] = []
        self._is_settled = False
        self._is_possible = True
        self._bounds = [0]
        """For each undecided category the least that those after it cost."""
        self._outlooks: dict[int, Outlook] = {}
        """What is known of each choice of open categories."""
        self._placings: dict[int, Placing] = {}
        """The searches that have begun, by the same."""

    def run(self) -> None:
        """Searches, and offers what it finds; may be called again with another limit."""
        if not self._is_settled:
            self._settle()
        if not self._is_possible:
            return
        bound, cost, opened, slack = self._settled
        if self._undecided:
            self._choose(0, bound, cost, opened, slack, self.scenario.jokers, 0)
        elif bound >= self._best.cost:
            self._best.give_up(bound)
        else:
            self._try(cost, opened, slack, self.scenario.jokers, 0)

    def _settle(self) -> None:
        """Finds the ways to treat each category, and settles those that have only one."""
        self._is_settled = True
        bound = cost = self.taking
        opened, slack = 0, BALANCED
        for states in self.scenario.treatments():
            if len(states) == 1 and not states[0][2]:
                least, price, _, _, bit, more = states[0]
                bound += least
                cost += price
                opened |= bit
                slack += more
            elif states:
                self._undecided.append(states)
            else:
                self._is_possible = False
                return
        self._settled = bound, cost, opened, slack
        for states in reversed(self._undecided):
            self._bounds.insert(0, self._bounds[0] + states[0][0])
        del self._bounds[0]

    def _choose(
        self, index: int, bound: int, cost: int, opened: int, slack: int, jokers: int, used: int
    ) -> None:
        """Settles which categories have sets, one after the other."""
        rest, best = bound + self._bounds[index], self._best
        is_last = index + 1 == len(self._undecided)
        for least, price, help_, digit, bit, more in self._undecided[index]:
            if rest + least >= best.cost:
                best.give_up(rest + least)
                return
            if help_ > jokers:
                continue
            if is_last:
                self._try(cost + price, opened | bit, slack + more, jokers - help_, used + digit)
            else:
                self._choose(
                    index + 1, bound + least, cost + price, opened | bit, slack + more,
                    jokers - help_, used + digit,
                )  # fmt: skip

    def _try(self, cost: int, opened: int, slack: int, jokers: int, used: int) -> None:
        """Searches one choice of categories, unless its lower bound is too high already."""
        if self.scenario.thorough:
            Placing(Outlook(self.scenario, cost, opened, slack, jokers, used)).run()
            return
        outlook = self._outlooks.get(opened)
        if outlook is None:
            outlook = Outlook(self.scenario, cost, opened, slack, jokers, used)
            self._outlooks[opened] = outlook
        best = self._best
        if outlook.floor >= best.cost:
            best.give_up(outlook.floor)
            return
        best.give_up(best.cost)
        self._search(outlook)

    def _search(self, outlook: Outlook) -> None:
        if self._best.found and outlook.floor_with_moves() >= self._best.cost:
            return
        placing = self._placings.get(outlook.open)
        if placing is None:
            placing = self._placings[outlook.open] = Placing(outlook)
        placing.run()

    def forget(self) -> None:
        """Drops all searches, so that nothing waits for the garbage collector."""
        for placing in self._placings.values():
            placing.forget()
        self._placings.clear()
        self._outlooks.clear()
