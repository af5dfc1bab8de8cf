"""Which capitals have rows, and of what, once it is settled which categories have sets.

What lies on the table stays unless something is gained. So only capitals with photos of closed
categories choose; where their new rows leave sets short, a joker or rows on the table help out.
"""

from __future__ import annotations

from quartett.games.photo_rummy.solving.aim import NEVER
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    COLUMNS,
    WIDTH,
    cities_of,
)
from quartett.games.photo_rummy.solving.options import (
    SUBSETS,
    City,
    Option,
    all_ways,
    ways,
    ways_to_give,
)
from quartett.games.photo_rummy.solving.outlook import Outlook
from quartett.games.photo_rummy.solving.slack import BALANCED, DIGIT, FIELD, PACKED, missing_in

Supply = tuple[int, int, int]
"""Photos in rows; those of them that can be given; how many can be given altogether."""


class Placing:
    """The search over capitals with one choice of open categories."""

    def __init__(self, outlook: Outlook) -> None:
        scenario = outlook.scenario
        self.outlook = outlook
        self.scenario = scenario
        self.best = scenario.best
        self._known: dict[int, tuple[Option, ...]] = {}
        self._seen: dict[tuple[int, ...], int] = {}
        self._mending: Mending | None = None
        self.losable = 0 if scenario.alike else scenario.position.rack & outlook.closed
        """Rack photos of which it matters whether they are laid."""
        self._rows, self._cost = outlook.rows, outlook.cost
        self._chosen: list[tuple[int, tuple[Option, ...]]] = []
        self._possible = self._decide()

    def run(self) -> None:
        """Searches, and offers what it finds; may be called again with another limit."""
        if self._possible:
            self._seen.clear()
            outlook, number = self.outlook, len(self._chosen)
            self._place(number, self._cost, outlook.slack, outlook.pool, self._rows, 0)

    def forget(self) -> None:
        """Drops references back to this object."""
        self._mending = None

    def _decide(self) -> bool:
        """Gives a way to those capitals that have only one, and lists those of the others."""
        outlook = self.outlook
        thorough = self.scenario.thorough
        is_done = not outlook.asked and outlook.slack & BALANCED == BALANCED
        self._ample = 0 if thorough or is_done else outlook.ample()
        for city in cities_of(outlook.asked):
            options = self._options(city)
            if not options:
                return False
            price, help_, row, change, _ = options[0]
            if len(options) == 1 and not help_ and not change:
                self._rows |= row << WIDTH * city
                self._cost += price
            else:
                self._chosen.append((city, options))
        self._least = _least_sums(self._chosen, outlook.pool)
        self._reserves = self._reserve_sums() if thorough else None
        return True

    def _reserve_sums(self) -> list[int]:
        """What rows might give back to each category, by the number of capitals still to choose."""
        sums = [0]
        for city, _ in reversed(self._chosen):
            held = self.scenario.position.rows >> WIDTH * city & COLUMNS
            sums.append(sums[-1] + PACKED[held & self.outlook.open])
        return sums

    def _options(self, city: int) -> tuple[Option, ...]:
        """What a capital that has to choose can do."""
        scenario, shift = self.scenario, WIDTH * city
        it = self._city(city)
        held, _, rack, _, opened, ample, _, _ = it
        if not held and not scenario.thorough:
            alone = (scenario.all >> shift & COLUMNS) & ~opened
            short = 3 - alone.bit_count()
            free = SUBSETS[rack & ample][short if short > 0 else 0]
            if free:
                return ((0, 0, alone | free[0], 0, 0),)
        aim = scenario.aim
        listed = all_ways if self.best.collecting else ways
        return listed(it, aim.photo, aim.moved, not scenario.thorough)

    def ways_to_give(self, city: int, category: int) -> tuple[Option, ...]:
        """How the rows of a capital can give back a photo of a category that falls short."""
        key = city * WIDTH + category
        known = self._known.get(key)
        if known is None:
            aim = self.scenario.aim
            known = ways_to_give(self._city(city), 1 << category, aim.photo, aim.moved)
            self._known[key] = known
        return known

    def _city(self, city: int) -> City:
        scenario, shift = self.scenario, WIDTH * city
        photos = scenario.all >> shift & COLUMNS
        rack = scenario.position.rack >> shift & COLUMNS
        locked = scenario.row_jokers[city]
        return (
            scenario.position.rows >> shift & COLUMNS,
            photos & ~rack,
            rack,
            scenario.aim.must >> shift & COLUMNS,
            self.outlook.open & photos,
            self._ample & photos,
            locked,
            self._most_help(locked),
        )

    def _most_help(self, locked: int) -> int:
        """How many jokers may join a capital's rows; where all find room, one at most helps."""
        if self.scenario.thorough:
            return min(self.outlook.pool, 4 - locked)
        return 1 if self.outlook.pool and not locked else 0

    def _place(
        self, number: int, cost: int, slack: int, jokers: int, rows: int, helps: int
    ) -> None:
        """Tries the ways of the next capital; `number` capitals are still to choose."""
        best = self.best
        if slack & BALANCED != BALANCED:
            reserve = self._reserves[number] if self._reserves else self.scenario.reserve
            if (slack + reserve) & BALANCED != BALANCED:
                return
            if cost + self._least_with(number, missing_in(slack), jokers) >= best.cost:
                return
        if not number:
            self._complete(cost, slack, jokers, rows, helps)
            return
        if self.was_seen(cost, (number, slack, jokers, rows & self.losable)):
            return
        least = self._least[number - 1][jokers]
        city, options = self._chosen[-number]
        for price, help_, row, change, _ in options:
            if cost + price + least >= best.cost:
                return
            if help_ <= jokers:
                self._place(
                    number - 1, cost + price, slack + change, jokers - help_,
                    rows | row << WIDTH * city, helps + (help_ << DIGIT * city),
                )  # fmt: skip

    def _least_with(self, number: int, missing: int, jokers: int) -> int:
        """What capitals and sets that fall short cost at least; each joker serves only one."""
        moved, least = self.scenario.aim.moved, self._least[number]
        if self.scenario.thorough:
            return least[jokers] + moved * missing
        if missing <= jokers and not number:
            return 0
        given, cheapest = self.outlook.given(), NEVER
        for used in range(jokers + 1):
            rest = missing - used
            if rest <= given:
                cost = least[jokers - used] + moved * rest if rest > 0 else least[jokers - used]
                if cost < cheapest:
                    cheapest = cost
                if rest <= 0:
                    break
        return cheapest

    def _complete(self, cost: int, slack: int, jokers: int, rows: int, helps: int) -> None:
        """Ends the search here if all sets are complete, otherwise tries to fill them."""
        if slack & BALANCED == BALANCED:
            self.finish(cost, jokers, rows, helps, self.outlook.used)
        elif not self.scenario.thorough:
            if self._mending is None:
                self._mending = Mending(self)
            broken = self.scenario.broken
            self._mending.run(cost, slack, jokers, rows, helps, broken, self.outlook.used)

    def was_seen(self, cost: int, state: tuple[int, ...]) -> bool:
        """Whether the same was reached before at no higher cost; all count when collecting."""
        if self.best.collecting:
            return False
        if self._seen.get(state, NEVER) <= cost:
            return True
        self._seen[state] = cost
        return False

    def finish(self, cost: int, jokers: int, rows: int, helps: int, used: int) -> None:
        """Hands over a complete arrangement of the photos."""
        left = self.scenario.position.rack & self.outlook.closed & ~rows
        self.scenario.finish(cost, rows, left, jokers, helps, used)


class Mending:
    """Fills sets that fall short, once all capitals that had to choose have: with a joker, or with
    photos that rows on the table give back.

    What rows still have to give is counted like slack, in one field for each category.
    """

    def __init__(self, placing: Placing) -> None:
        self._placing = placing
        self._best = placing.best
        self._moved = placing.scenario.aim.moved
        self._locked = placing.scenario.set_jokers
        self._losable = placing.losable
        self._giving = 0
        """The photos that rows can give back at all."""
        self._each: dict[int, Supply] = {}
        """What each capital's rows have."""
        self._supplies: dict[int, Supply] = {}
        """What the rows of all capitals have that are not touched, by the bits of the others."""
        self._helps: dict[int, int] = {}
        self._look_at_rows()

    def _look_at_rows(self) -> None:
        scenario, outlook = self._placing.scenario, self._placing.outlook
        fixed = scenario.must_lie & outlook.closed
        in_rows = can_give = together = 0
        for city, bits, held, locked, spare in scenario.givers():
            givable = held & ~outlook.closed
            most = givable.bit_count()
            if locked or fixed & bits:
                most = min(most, spare)
                if not spare and (locked or not outlook.pool):
                    givable = 0
            shift = WIDTH * city
            each = PACKED[held >> shift], PACKED[givable >> shift], most
            self._each[city] = each
            if not scenario.broken & bits:
                self._giving |= givable
                in_rows += each[0]
                can_give += each[1]
                together += most
        self._supplies[scenario.broken] = in_rows, can_give, together

    def run(
        self, cost: int, slack: int, jokers: int, rows: int, helps: int, touched: int, used: int
    ) -> None:
        """Fills the category with the least choice, then the others."""
        if slack & BALANCED == BALANCED:
            self._placing.finish(cost, jokers, rows, helps, used)
            return
        in_rows, giving, given = self._supplies[touched]
        help_ = (self._helps.get(used) or self._helpable(used)) if jokers else 0
        if (slack + giving + help_) & BALANCED != BALANCED:
            return
        place, missing = _scarcest(slack, slack + in_rows + help_)
        if missing - jokers > given:
            return
        if help_:
            missing -= min(jokers, ((~slack & BALANCED) >> 6 & help_).bit_count())
        least, best = cost + self._moved * missing, self._best
        if least >= best.cost:
            return
        if self._placing.was_seen(cost, (slack, jokers, touched, used, rows & self._losable)):
            return
        category = place // FIELD
        if help_ >> place & 1:
            now = used + (1 << DIGIT * category)
            self.run(cost, slack + (1 << place), jokers - 1, rows, helps, touched, now)
        for city in cities_of(self._giving & ~touched & CATEGORY_BITS[category]):
            if least >= best.cost:
                return
            self._give(city, category, cost, slack, jokers, rows, helps, touched, used, least)

    def _give(
        self, city: int, category: int, cost: int, slack: int, jokers: int, rows: int, helps: int,
        touched: int, used: int, least: int,
    ) -> None:  # fmt: skip
        """Lets the rows of a capital give back a photo of a category, and what else suits.

        At least so much will be paid in the end, and beside it what does not serve the sets.
        """
        best, moved = self._best, self._moved
        useless = self._each[city][0] & ~(~slack & BALANCED) >> 6
        kept = rows & ~CITY_BITS[city]
        touched |= CITY_BITS[city]
        if touched not in self._supplies:
            self._supply_without(city, touched)
        hope = slack + self._supplies[touched][1] + (self._helps[used] if jokers else 0)
        for price, help_, row, change, net in self._placing.ways_to_give(city, category):
            if cost + price >= best.cost:
                return
            if help_ > jokers or (hope + change) & BALANCED != BALANCED:
                continue
            if least + net + moved * (useless & ~PACKED[row]).bit_count() < best.cost:
                self.run(
                    cost + price, slack + change, jokers - help_, kept | row << WIDTH * city,
                    helps + (help_ << DIGIT * city), touched, used,
                )  # fmt: skip

    def _supply_without(self, city: int, touched: int) -> None:
        """Notes what rows have once this capital is touched too."""
        in_rows, can_give, most = self._supplies[touched & ~CITY_BITS[city]]
        gone, not_given, fewer = self._each[city]
        self._supplies[touched] = in_rows - gone, can_give - not_given, most - fewer

    def _helpable(self, used: int) -> int:
        """The categories where a joker would stand in for a photo: only the first one does."""
        help_ = 0
        for category, locked in enumerate(self._locked):
            if not locked and not used >> DIGIT * category & 15:
                help_ |= 1 << FIELD * category
        self._helps[used] = help_
        return help_


def _least_sums(chosen: list[tuple[int, tuple[Option, ...]]], pool: int) -> list[list[int]]:
    """What the last n capitals cost at least, by the number of jokers available to them.

    What rows pay for giving photos back is left out: sets that fall short count that.
    """
    sums = [[0] * (pool + 1)]
    for _, options in reversed(chosen):
        if not pool:
            sums.append([sums[-1][0] + min([option[4] for option in options])])
            continue
        nets = [NEVER] * (pool + 1)
        for _, help_, _, _, net in options:
            if net < nets[help_]:
                nets[help_] = net
        before, least = sums[-1], [NEVER] * (pool + 1)
        for help_, net in enumerate(nets):
            if net < NEVER:
                for jokers in range(help_, pool + 1):
                    least[jokers] = min(least[jokers], net + before[jokers - help_])
        sums.append(least)
    return sums


def _scarcest(slack: int, choices: int) -> tuple[int, int]:
    """The field of the category that falls short with the least choice, and what all miss."""
    short, missing, scarcest, least = ~slack & BALANCED, 0, 0, 256
    while short:
        place = (short & -short).bit_length() - 7
        missing += 64 - (slack >> place & 255)
        choice = choices >> place & 255
        if choice < least:
            least, scarcest = choice, place
        short &= short - 1
    return scarcest, missing
