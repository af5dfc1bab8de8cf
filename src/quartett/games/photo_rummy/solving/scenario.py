"""One choice of jokers to take from the table; within it, which categories have sets."""

from typing import NamedTuple

from quartett.games.photo_rummy.solving.aim import Aim, Best, Found
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    WIDTH,
    Position,
    cities_with,
)
from quartett.games.photo_rummy.solving.counts import JOKERS, ROW_NEEDS, SET_NEEDS
from quartett.games.photo_rummy.solving.legal import are_replaced, opens, room
from quartett.games.photo_rummy.solving.options import BALANCED, DIGIT, FIELD
from quartett.games.photo_rummy.solving.placing import Placing


class State(NamedTuple):
    """One way to treat a category."""

    bound: int
    """The least that this choice costs in the end."""
    cost: int
    """What it costs at once."""
    jokers: int
    used: int
    """The same jokers, in the category's digit."""
    opened: int
    """The category's bit, if it has sets."""
    slack: int


class Scenario:
    """The search with exactly these jokers taken, counted by capital and then by category."""

    def __init__(
        self, position: Position, aim: Aim, best: Best, taken: tuple[int, ...], thorough: bool
    ) -> None:
        self.position = position
        self.aim = aim
        self.best = best
        self.thorough = thorough
        self.number = sum(taken)
        self.taken_rows, self.taken_sets = taken[:CITY_COUNT], taken[CITY_COUNT:]
        self.row_jokers, self.set_jokers = position.row_jokers, position.set_jokers
        self.jokers = position.rack_jokers + self.number
        self.table = position.rows | position.sets
        self.all = self.table | position.rack
        self.broken = 0
        """All bits of the capitals whose rows are too short without the taken jokers."""
        if self.number:
            self._take(taken)
        self.stay = position.open_cities & ~self.broken
        """All bits of the capitals whose rows may stay as they are."""
        self.reach = cities_with(self.all, 2 if self.jokers else 3) | self.stay
        """All bits of the capitals that might have rows."""
        self.alike = position.opened and not self.number
        """Whether it does not matter which photos are laid, only how many."""

    def run(self) -> None:
        """Searches, and offers what it finds."""
        cost = bound = self.aim.moved * self.number
        opened, slack = 0, BALANCED
        undecided = []
        for category in range(WIDTH):
            states = self._thorough_states(category) if self.thorough else self._states(category)
            if not states:
                return
            if len(states) > 1:
                undecided.append(states)
                continue
            state = states[0]
            if state.jokers:
                undecided.append(states)
                continue
            bound += state.bound
            cost += state.cost
            opened |= state.opened
            slack += state.slack
        self._undecided = undecided
        self._bounds = sums_from_behind([states[0].bound for states in undecided])
        self._choose(0, bound, cost, opened, slack, self.jokers, 0)

    def _take(self, taken: tuple[int, ...]) -> None:
        held = self.position.rows
        before = self.position.row_jokers + self.position.set_jokers
        after = [had - gone for had, gone in zip(before, taken, strict=True)]
        self.row_jokers, self.set_jokers = after[:CITY_COUNT], after[CITY_COUNT:]
        for city, gone in enumerate(self.taken_rows):
            if gone and (held & CITY_BITS[city]).bit_count() < ROW_NEEDS[after[city]]:
                self.broken |= CITY_BITS[city]

    def _closed(self, category: int) -> list[State]:
        """The category without sets: its photos lie in rows or stay on the rack."""
        aim, bits = self.aim, CATEGORY_BITS[category]
        lost = bits & ~self.reach
        if self.set_jokers[category] or (self.table | aim.must) & lost:
            return []
        position = self.position
        photos, moved = (position.rack & lost).bit_count(), (position.sets & bits).bit_count()
        cost = aim.photo * photos + aim.moved * moved
        return [State(cost, cost, 0, 0, 0, 0)]

    def _states(self, category: int) -> list[State]:
        """The ways to treat a category, the more promising first; a joker may help it later."""
        states = self._closed(category)
        position, bits, locked = self.position, CATEGORY_BITS[category], self.set_jokers[category]
        slack = ((position.sets | position.rack) & bits).bit_count() - SET_NEEDS[locked]
        least = slack + 1 if self.jokers and not locked else slack
        if (position.rows & bits).bit_count() + least < 0:
            return states
        bound = -self.aim.moved * least if least < 0 else 0
        state = State(bound, 0, 0, 0, 1 << category, slack << FIELD * category)
        if states and states[0].bound < bound:
            return [states[0], state]
        return [state, *states]

    def _thorough_states(self, category: int) -> list[State]:
        """The ways to treat a category, with every number of jokers."""
        states = self._closed(category)
        position, bits, locked = self.position, CATEGORY_BITS[category], self.set_jokers[category]
        usual = ((position.sets | position.rack) & bits).bit_count()
        in_rows = (position.rows & bits).bit_count()
        for help_ in range(min(self.jokers, JOKERS - locked) + 1):
            slack = usual - SET_NEEDS[locked + help_]
            if in_rows + slack >= 0:
                bound = self.aim.moved * max(0, -slack)
                used, field = help_ << DIGIT * category, slack << FIELD * category
                states.append(State(bound, 0, help_, used, 1 << category, field))
        return sorted(states, key=lambda state: state.bound)

    def _choose(
        self, index: int, bound: int, cost: int, opened: int, slack: int, jokers: int, used: int
    ) -> None:
        """Settles which categories have sets, one after the other."""
        if index == len(self._undecided):
            Placing(self, opened, jokers, used).run(cost, slack)
            return
        rest, best = bound + self._bounds[index + 1], self.best
        for least, price, help_, digit, bit, more in self._undecided[index]:
            if rest + least >= best.cost:
                return
            if help_ <= jokers:
                self._choose(
                    index + 1, bound + least, cost + price, opened | bit, slack + more,
                    jokers - help_, used + digit,
                )  # fmt: skip

    def finish(self, cost: int, rows: int, left: int, jokers: int, helps: int, used: int) -> None:
        """Judges a complete arrangement of the photos; so many jokers are still to be placed."""
        best = self.best
        row_jokers, set_jokers = self.row_jokers, self.set_jokers
        if helps:
            row_jokers = [had + (helps >> DIGIT * c & 15) for c, had in enumerate(row_jokers)]
        if used:
            set_jokers = [had + (used >> DIGIT * k & 15) for k, had in enumerate(set_jokers)]
        unplaced = jokers
        if jokers:
            if not self.thorough:
                sets = self.all & ~rows & ~left
                unplaced -= room(jokers, rows, sets, row_jokers, set_jokers)
                if unplaced and cost < best.short:
                    best.short = cost
            cost += self._price(unplaced)
        if cost >= best.cost or not self._is_legal(self.position.rack & ~left, unplaced):
            return
        found = Found(
            cost, rows, left, tuple(row_jokers), tuple(set_jokers), jokers - unplaced,
            self.taken_rows, self.taken_sets,
        )  # fmt: skip
        best.offer(found, self.aim.any_will_do)

    def _price(self, unplaced: int) -> int:
        if self.aim.forgiven:
            unplaced = max(0, unplaced - self.number)
        return self.aim.joker * unplaced

    def _is_legal(self, laid: int, unplaced: int) -> bool:
        if self.number and not are_replaced(laid, self.taken_rows, self.taken_sets):
            return False
        own = self.position.rack_jokers
        return self.position.opened or opens(laid, min(own, self.jokers - unplaced))


def sums_from_behind(values: list[int]) -> list[int]:
    """For each place the sum of the values from there on, and a last 0."""
    sums = [0]
    for value in reversed(values):
        sums.append(sums[-1] + value)
    sums.reverse()
    return sums
