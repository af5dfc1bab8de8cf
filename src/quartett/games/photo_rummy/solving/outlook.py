"""One choice of categories that have sets, and what it costs at least, found without any search.

A capital with one or two photos of closed categories and no row yet needs two or one more: photos
that sets can spare, photos that rows give back, or a joker. These are few, and sets that fall
short want them too; where they do not go round, photos stay on the rack.

All capitals are counted at once: six bits of a board belong to each, which is room for a count.
"""

from typing import Final

from quartett.games.photo_rummy.solving.aim import NEVER
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    COLUMNS,
    EACH_CITY,
    WIDTH,
    cities_in,
    counts_of,
)
from quartett.games.photo_rummy.solving.scenario import Scenario
from quartett.games.photo_rummy.solving.slack import BALANCED, FIELD, missing_in

_MASKS: Final = range(1 << WIDTH)
_IN: Final = tuple(tuple(k for k in range(WIDTH) if mask >> k & 1) for mask in _MASKS)
"""The categories of each mask."""

CLOSED_BITS: Final = tuple(
    sum(CATEGORY_BITS[k] for k in _IN[COLUMNS ^ opened]) for opened in _MASKS
)
"""All photos of the categories that are not in a mask of open ones."""


class Outlook:
    """A choice of open categories; which capitals have to choose then, and a lower bound."""

    def __init__(
        self, scenario: Scenario, cost: int, opened: int, slack: int, jokers: int, used: int
    ) -> None:
        position = scenario.position
        self.scenario = scenario
        self.cost = cost
        """What the choice costs at once."""
        self.open = opened
        self.closed = CLOSED_BITS[opened]
        self.slack = slack
        self.pool = jokers
        self.used = used
        """Jokers in sets, in the categories' digits."""
        self._given = -1
        self.rows = 0
        """What lies in the rows of the capitals that do not have to choose."""
        self.floor = cost
        """What the choice costs at least in the end."""
        if scenario.thorough:
            self.asked = cities_in(scenario.reach & scenario.all)
            """The lowest bits of the capitals that have to choose."""
        else:
            photos = scenario.all & self.closed
            asking = photos & scenario.reach & ~scenario.stay | position.rows & scenario.broken
            self.asked = cities_in(asking) if asking else 0
            self.rows = (position.rows | photos) & scenario.stay
            self.floor += self._least()

    def _least(self) -> int:
        slack, pool, aim = self.slack, self.pool, self.scenario.aim
        missing = missing_in(slack) if slack & BALANCED != BALANCED else 0
        short = aim.moved * (missing - pool) if missing > pool else 0
        if not self.asked:
            return short if missing <= pool or missing <= pool + self.given() else NEVER
        ones, twos, forced = self._wishes()
        must = (ones & forced).bit_count() + 2 * (twos & forced).bit_count()
        one, two = (ones & ~forced).bit_count(), (twos & ~forced).bit_count()
        rest = pool - missing - must
        if rest < one + two + two:
            rest += self._spare() + self.given()
            if rest < 0:
                return NEVER
        saved = min(one, rest)
        lost = 2 * (one - saved) + two - min(two, (rest - saved) // 2)
        if pool and self.scenario.pairs & (ones | twos):
            lost = max(lost, self._lost_pairs(ones, twos, forced))
        return aim.photo * lost + short

    def _wishes(self) -> tuple[int, int, int]:
        """The capitals that want one photo more for a row; or two; those that have to get a row."""
        scenario = self.scenario
        cards, fixed = scenario.own, scenario.position.sets | scenario.aim.must
        counts = forced = 0
        for category in _IN[COLUMNS ^ self.open]:
            counts += cards >> category & EACH_CITY
            forced |= fixed >> category
        asked = self.asked & ~counts >> 2 & ~scenario.position.open_cities
        return asked & counts >> 1 & ~counts, asked & counts & ~counts >> 1, forced

    def _lost_pairs(self, ones: int, twos: int, forced: int) -> int:
        """How many photos stay at least where only a joker makes two photos a row."""
        pairs = self.scenario.pairs
        pool = self.pool - (pairs & (ones | twos) & forced).bit_count()
        if pool < 0:
            return NEVER
        dear, cheap = (pairs & ones & ~forced).bit_count(), (pairs & twos & ~forced).bit_count()
        saved = min(dear, pool)
        return 2 * (dear - saved) + max(0, cheap - (pool - saved))

    def _spare(self) -> int:
        """How many photos the sets can spare for the capitals that have to choose."""
        takers, spare = self.scenario.own & self.asked * COLUMNS, 0
        for category in _IN[self.open]:
            more = (self.slack >> FIELD * category & 255) - 64
            if more > 0:
                spare += min(more, (takers & CATEGORY_BITS[category]).bit_count())
        return spare

    def given(self) -> int:
        """How many photos the rows on the table can give back at most, without a joker's help."""
        if self._given >= 0:
            return self._given
        scenario, closed, given = self.scenario, self.closed, 0
        fixed = scenario.must_lie & closed
        for _, bits, held, locked, spare in scenario.givers():
            most = (held & ~closed).bit_count()
            given += min(most, spare) if locked or fixed & bits else most
        self._given = given
        return given

    def floor_with_moves(self) -> int:
        """Another lower bound: what it costs to move table photos to where they are needed."""
        scenario = self.scenario
        position = scenario.position
        counts = counts_of(position.rack | position.sets & self.closed)
        asked = self.asked & ~counts >> 2 & ~position.open_cities & ~scenario.pairs
        short = (asked & counts >> 1 & ~counts).bit_count()
        short += 2 * (asked & counts & ~counts >> 1).bit_count()
        missing = missing_in(self.slack)
        return self.cost + scenario.aim.moved * (
            max(0, short - self.pool) + max(0, missing - self.pool)
        )

    def ample(self) -> int:
        """The open categories that cannot fall short, whatever the capitals take."""
        scenario, number = self.scenario, self.asked.bit_count()
        staying = scenario.own & scenario.stay
        ample, may_fall = 0, False
        for category in _IN[self.open]:
            spare = (self.slack >> FIELD * category & 255) - 64 - number
            if spare < 0:
                may_fall = True
            elif spare >= (staying & CATEGORY_BITS[category]).bit_count():
                ample |= 1 << category
        return ample if may_fall else self.open
