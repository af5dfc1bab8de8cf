"""Which capitals have rows, and of what, once it is settled which categories have sets.

What lies on the table stays unless something is gained. So only capitals with photos of closed
categories choose; where their new rows leave sets short, a joker or rows on the table help out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quartett.games.photo_rummy.solving.aim import NEVER
from quartett.games.photo_rummy.solving.board import CATEGORY_BITS, CITY_BITS, WIDTH, cities_of
from quartett.games.photo_rummy.solving.options import (
    BALANCED,
    DIGIT,
    FIELD,
    SUBSETS,
    City,
    Option,
    all_ways,
    ways,
)

if TYPE_CHECKING:
    from quartett.games.photo_rummy.solving.scenario import Scenario

COLUMNS = (1 << WIDTH) - 1

CLOSED_BITS = tuple(
    sum(bits for category, bits in enumerate(CATEGORY_BITS) if not opened >> category & 1)
    for opened in range(1 << WIDTH)
)
"""All photos of the categories that are not in a mask of open ones."""


class Placing:
    """The search over capitals with these categories open."""

    def __init__(self, scenario: Scenario, opened: int, jokers: int, used: int) -> None:
        self._scenario = scenario
        self._best = scenario.best
        self._position = scenario.position
        self._moved = scenario.aim.moved
        self._photo = scenario.aim.photo
        self._open = opened
        self._closed = CLOSED_BITS[opened]
        self._pool = jokers
        self._used = used
        self._known: dict[int, tuple[Option, ...]] = {}
        self._seen: dict[tuple[int, ...], int] = {}
        self._ample = 0
        self._losable = 0 if scenario.alike else self._position.rack & self._closed
        """Rack photos of which it matters whether they are laid."""

    def run(self, cost: int, slack: int) -> None:
        """Searches from what the choice of categories costs and what their sets can spare."""
        scenario, position = self._scenario, self._position
        photos = scenario.all & self._closed
        if scenario.thorough:
            self._decide(list(cities_of(scenario.reach & scenario.all)), cost, slack, 0)
            return
        asked = list(
            cities_of(photos & scenario.reach & ~scenario.stay | position.rows & scenario.broken)
        )
        rows = (position.rows | photos) & scenario.stay
        if not asked and slack & BALANCED == BALANCED:
            self._finish(cost, self._pool, rows, 0, self._used)
        elif not self._is_hopeless(cost + self._least_of(asked), slack, self._pool):
            self._ample = self._ample_with(slack, len(asked))
            self._decide(asked, cost, slack, rows)

    def _decide(self, asked: list[int], cost: int, slack: int, rows: int) -> None:
        """Gives a way to those capitals that have only one, then tries those of the others."""
        chosen: list[tuple[int, tuple[Option, ...]]] = []
        for city in asked:
            options = self._options(city)
            if not options:
                return
            price, help_, row, change, _ = options[0]
            if len(options) == 1 and not help_ and not change:
                rows |= row << WIDTH * city
                cost += price
            else:
                chosen.append((city, options))
        self._chosen = chosen
        self._least, self._net = [0], [0]
        for _, options in reversed(chosen):
            self._least.append(self._least[-1] + options[0][0])
            self._net.append(self._net[-1] + min([option[4] for option in options]))
        self._place(len(chosen), cost, slack, self._pool, rows, 0)

    def _least_of(self, asked: list[int]) -> int:
        """A quick lower bound of what these capitals cost: the jokers help where it saves most."""
        position, held, opened = self._position, self._position.rows, self._open
        forced = (position.sets | self._scenario.aim.must) & self._closed
        least, savings = 0, []
        for city in asked:
            shift = WIDTH * city
            own, lying = position.rack >> shift & COLUMNS, position.sets >> shift & COLUMNS
            short = 3 - own.bit_count() - (lying & ~opened).bit_count()
            if short <= 0 or held >> shift & COLUMNS:
                continue
            lost = NEVER if forced >> shift & COLUMNS else self._photo * (own & ~opened).bit_count()
            takable = (lying & opened).bit_count()
            alone = min(lost, self._moved * short) if short <= takable else lost
            least += alone
            if self._pool:
                helped = min(lost, self._moved * (short - 1)) if short - 1 <= takable else lost
                savings.append(alone - helped)
        if savings:
            savings.sort()
            least -= sum(savings[-self._pool :])
        return least

    def _ample_with(self, slack: int, number: int) -> int:
        """The open categories that cannot fall short when so many capitals may take from them."""
        opened, ample, may_fall = self._open, 0, False
        takers = (self._position.sets | self._position.rack) & self._scenario.stay
        for category, bits in enumerate(CATEGORY_BITS):
            if opened >> category & 1:
                spare = (slack >> FIELD * category & 255) - 64 - number
                if spare < 0:
                    may_fall = True
                elif spare >= (takers & bits).bit_count():
                    ample |= 1 << category
        return ample if may_fall else opened

    def _options(self, city: int) -> tuple[Option, ...]:
        """What a capital can do in this choice of categories."""
        known = self._known.get(city)
        if known is None:
            known = self._known[city] = self._listed(city)
        return known

    def _listed(self, city: int) -> tuple[Option, ...]:
        scenario, shift = self._scenario, WIDTH * city
        rack = self._position.rack >> shift & COLUMNS
        held = self._position.rows >> shift & COLUMNS
        photos = scenario.all >> shift & COLUMNS
        opened, ample = self._open & photos, self._ample & photos
        if not held and not scenario.thorough:
            short = 3 - (photos & ~opened).bit_count()
            free = SUBSETS[rack & ample][short if short > 0 else 0]
            if free:
                return ((0, 0, photos & ~opened | free[0], 0, 0),)
        locked, aim = scenario.row_jokers[city], scenario.aim
        must = aim.must >> shift & COLUMNS
        most = self._most_help(locked)
        it = City(held, photos & ~rack, rack, must, opened, ample, locked, most)
        listed = all_ways if self._best.collecting else ways
        return listed(it, aim.photo, aim.moved, not scenario.thorough)

    def _most_help(self, locked: int) -> int:
        """How many jokers may join a capital's rows; where all find room, one at most helps."""
        if self._scenario.thorough:
            return min(self._pool, 4 - locked)
        return 1 if self._pool and not locked else 0

    def _place(
        self, number: int, cost: int, slack: int, jokers: int, rows: int, helps: int
    ) -> None:
        """Tries the ways of one capital after the other; so many are still to choose."""
        if not number:
            if slack & BALANCED == BALANCED:
                self._finish(cost, jokers, rows, helps, self._used)
            elif not self._scenario.thorough:
                self._mend(cost, slack, jokers, rows, helps, self._scenario.broken, self._used)
            return
        if self._is_hopeless(cost + self._net[number], slack, jokers):
            return
        if self._was_seen(cost, (number, slack, jokers, rows & self._losable)):
            return
        best, least = self._best, self._least[number - 1]
        city, options = self._chosen[-number]
        for price, help_, row, change, _ in options:
            if cost + price + least >= best.cost:
                return
            if help_ <= jokers:
                self._place(
                    number - 1, cost + price, slack + change, jokers - help_,
                    rows | row << WIDTH * city, helps + (help_ << DIGIT * city),
                )  # fmt: skip

    def _is_hopeless(self, cost: int, slack: int, jokers: int) -> bool:
        """Whether what sets miss, less what jokers can stand in for, costs too much."""
        if slack & BALANCED != BALANCED:
            missing = _missing(slack) - jokers
            if missing > 0:
                cost += self._moved * missing
        return cost >= self._best.cost

    def _was_seen(self, cost: int, state: tuple[int, ...]) -> bool:
        """Whether the same was reached before at no higher cost; all count when collecting."""
        if self._best.collecting:
            return False
        if self._seen.get(state, NEVER) <= cost:
            return True
        self._seen[state] = cost
        return False

    def _mend(
        self, cost: int, slack: int, jokers: int, rows: int, helps: int, touched: int, used: int
    ) -> None:
        """Fills the sets that fall short: with a joker, or with photos that rows give back."""
        if slack & BALANCED == BALANCED:
            self._finish(cost, jokers, rows, helps, used)
            return
        category, givers, missing = self._scarcest(slack, touched, jokers, used)
        if category < 0 or cost + self._moved * missing >= self._best.cost:
            return
        if self._was_seen(cost, (slack, jokers, touched, used, rows & self._losable)):
            return
        if jokers and self._may_help(category, used):
            more = slack + (1 << FIELD * category)
            now = used + (1 << DIGIT * category)
            self._mend(cost, more, jokers - 1, rows, helps, touched, now)
        for city in cities_of(givers):
            self._give(city, 1 << category, cost, slack, jokers, rows, helps, touched, used)

    def _may_help(self, category: int, used: int) -> bool:
        """Whether a joker would stand in for a missing photo: only the first one does."""
        return not self._scenario.set_jokers[category] and not used >> DIGIT * category & 15

    def _scarcest(self, slack: int, touched: int, jokers: int, used: int) -> tuple[int, int, int]:
        """The category with the least choice of rows to give to it (-1: too few), and those.

        The third number is what rows have to give to all categories together.
        """
        least, scarcest, givers, total, helpable = NEVER, -1, 0, 0, 0
        free = self._position.rows & ~touched
        for category, bits in enumerate(CATEGORY_BITS):
            missing = 64 - (slack >> FIELD * category & 255)
            if missing > 0:
                able = free & bits
                choice = able.bit_count() - missing
                total += missing
                if jokers and self._may_help(category, used):
                    choice += 1
                    helpable += 1
                if choice < 0:
                    return -1, 0, 0
                if choice < least:
                    least, scarcest, givers = choice, category, able
        return scarcest, givers, total - min(jokers, helpable)

    def _give(
        self, city: int, wanted: int, cost: int, slack: int, jokers: int, rows: int, helps: int,
        touched: int, used: int,
    ) -> None:  # fmt: skip
        """Lets the rows of a capital give back a photo of the wanted category, and what suits."""
        best = self._best
        kept = rows & ~CITY_BITS[city]
        touched |= CITY_BITS[city]
        for price, help_, row, change, _ in self._options(city):
            if cost + price >= best.cost:
                return
            if not row & wanted and help_ <= jokers:
                self._mend(
                    cost + price, slack + change, jokers - help_, kept | row << WIDTH * city,
                    helps + (help_ << DIGIT * city), touched, used,
                )  # fmt: skip

    def _finish(self, cost: int, jokers: int, rows: int, helps: int, used: int) -> None:
        left = self._position.rack & self._closed & ~rows
        self._scenario.finish(cost, rows, left, jokers, helps, used)


def _missing(slack: int) -> int:
    """How many photos the sets that fall short need altogether."""
    missing = 0
    for _ in range(WIDTH):
        field = slack & 255
        if field < 64:
            missing += 64 - field
        slack >>= FIELD
    return missing
