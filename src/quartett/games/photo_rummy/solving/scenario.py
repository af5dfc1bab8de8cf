"""One choice of jokers to take from the table, and what follows from it alone."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from quartett.games.photo_rummy.solving.aim import Aim, Best, Found
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    EACH_CITY,
    WIDTH,
    Position,
    cities_that_have,
    counts_of,
)
from quartett.games.photo_rummy.solving.counts import JOKERS, ROW_NEEDS, SET_NEEDS
from quartett.games.photo_rummy.solving.legal import are_replaced, opens, room
from quartett.games.photo_rummy.solving.slack import DIGIT, FIELD

Treatment = tuple[int, int, int, int, int, int]
"""One way to treat a category, a bare tuple because there are many:

the least that it costs in the end; what it costs at once; its jokers; the same in the category's
digit; the category's bit, if it has sets; its slack.
"""

Giver = tuple[int, int, int, int, int]
"""A capital's rows on the table, bare too: the capital's number and bits, the photos in its rows,
the jokers locked there, and how many photos the capital has beyond what such rows need.
"""

_CATEGORIES: Final = tuple((bits, 1 << k, FIELD * k) for k, bits in enumerate(CATEGORY_BITS))
"""The photos, the bit and the field of each category."""


class Scenario:
    """The position with exactly these jokers taken, counted by capital and then by category."""

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
        self.own = position.sets | position.rack
        """What sets have without rows giving anything back."""
        self.all = self.table | position.rack
        self.broken = 0
        """All bits of the capitals whose rows are too short without the taken jokers."""
        if self.number:
            self._take(taken)
        self.stay = position.open_cities & ~self.broken
        """All bits of the capitals whose rows may stay as they are."""
        counts = counts_of(self.all)
        self.reach = cities_that_have(counts, 2 if self.jokers else 3) | self.stay
        """All bits of the capitals that might have rows."""
        self.lost = self.all & ~self.reach
        """The photos of all others."""
        self.must_lie = self.table | aim.must
        """The photos that have to lie somewhere in the end."""
        self.fixed = self.must_lie & self.lost
        """Those of them for which there is no row."""
        self.reserve = 0
        """What rows and jokers might add to each category's slack."""
        self.pairs = 0
        """The lowest bits of the capitals that only a joker can give a row."""
        if self.jokers:
            self.pairs = counts >> 1 & ~counts & EACH_CITY & ~(counts >> 2)
        self._givers: list[Giver] | None = None
        self.alike = position.opened and not self.number
        """Whether it does not matter which photos are laid, only how many."""

    def _take(self, taken: tuple[int, ...]) -> None:
        held = self.position.rows
        before = self.position.row_jokers + self.position.set_jokers
        after = [had - gone for had, gone in zip(before, taken, strict=True)]
        self.row_jokers, self.set_jokers = after[:CITY_COUNT], after[CITY_COUNT:]
        for city, gone in enumerate(self.taken_rows):
            if gone and (held & CITY_BITS[city]).bit_count() < ROW_NEEDS[after[city]]:
                self.broken |= CITY_BITS[city]

    def treatments(self) -> list[Sequence[Treatment]]:
        """The ways to treat each category, the cheapest first; none where it cannot be."""
        return self._listed() if self.thorough else self._usual()

    def _usual(self) -> list[Sequence[Treatment]]:
        """The ways to treat each category, the more promising first; a joker may help later.

        One loop without calls, because every question goes through it.
        """
        position, photo, moved = self.position, self.aim.photo, self.aim.moved
        in_rows, in_sets = position.row_numbers, position.set_numbers
        on_rack = position.rack_numbers
        fixed, lost, joker, reserve = self.fixed, position.rack & self.lost, min(1, self.jokers), 0
        ways: list[Sequence[Treatment]] = []
        for category in range(WIDTH):
            bits, bit, field = _CATEGORIES[category]
            locked = self.set_jokers[category]
            help_ = 0 if locked else joker
            spare = in_rows[category] + help_
            reserve += spare << field
            slack = in_sets[category] + on_rack[category] - SET_NEEDS[locked]
            can_open, least = spare + slack >= 0, slack + help_
            state = (-moved * least if least < 0 else 0, 0, 0, 0, bit, slack << field)
            if locked or (fixed and fixed & bits):
                ways.append((state,) if can_open else ())
                continue
            cost = moved * in_sets[category]
            if lost:
                cost += photo * (lost & bits).bit_count()
            closed = (cost, cost, 0, 0, 0, 0)
            if not can_open:
                ways.append((closed,))
            else:
                ways.append((closed, state) if cost < state[0] else (state, closed))
        self.reserve = reserve
        return ways

    def _listed(self) -> list[Sequence[Treatment]]:
        """The ways to treat each category, with every number of jokers."""
        return [self._with_every_help(category) for category in range(WIDTH)]

    def _with_every_help(self, category: int) -> Sequence[Treatment]:
        position, moved, (bits, bit, field) = self.position, self.aim.moved, _CATEGORIES[category]
        locked, states = self.set_jokers[category], []
        if not locked and not self.fixed & bits:
            lost = (position.rack & self.lost & bits).bit_count()
            cost = moved * (position.sets & bits).bit_count() + self.aim.photo * lost
            states.append((cost, cost, 0, 0, 0, 0))
        for help_ in range(min(self.jokers, JOKERS - locked) + 1):
            slack = (self.own & bits).bit_count() - SET_NEEDS[locked + help_]
            if (position.rows & bits).bit_count() + slack >= 0:
                bound, used = moved * max(0, -slack), help_ << DIGIT * category
                states.append((bound, 0, help_, used, bit, slack << field))
        return sorted(states, key=itemgetter(0))

    def givers(self) -> list[Giver]:
        """The rows on the table that might give photos back."""
        if self._givers is None:
            self._givers = []
            for city in self.position.row_lists:
                bits, locked = CITY_BITS[city], self.row_jokers[city]
                spare = max(0, (self.all & bits).bit_count() - ROW_NEEDS[locked])
                self._givers.append((city, bits, self.position.rows & bits, locked, spare))
        return self._givers

    def finish(self, cost: int, rows: int, left: int, jokers: int, helps: int, used: int) -> None:
        """Judges a complete arrangement of the photos; `jokers` are still to be placed."""
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
            cost, rows, left, row_jokers, set_jokers, jokers - unplaced,
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
