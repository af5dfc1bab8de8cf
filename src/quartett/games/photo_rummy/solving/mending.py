"""Filling sets that fall short: with a joker, or with photos that rows on the table give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    COLUMNS,
    WIDTH,
    cities_of,
)
from quartett.games.photo_rummy.solving.slack import BALANCED, DIGIT, FIELD, PACKED

if TYPE_CHECKING:
    from quartett.games.photo_rummy.solving.placing import Placing


Supply = tuple[int, int, int]
"""Photos in rows; those of them that can be given; how many can be given altogether."""


class Mending:
    """The search for rows that give photos back, once all capitals that had to choose have.

    What rows still have to give is counted like slack, in one field for each category.
    """

    def __init__(self, placing: Placing) -> None:
        self._placing = placing
        self._best = placing.best
        self._moved = placing.scenario.aim.moved
        self._rows = placing.scenario.position.rows
        self._locked = placing.scenario.set_jokers
        self._losable = placing.losable
        self._gives: dict[int, int] = {}
        """The most photos each capital's rows can give back, without a joker's help."""
        self._giving = 0
        """The photos that can be given back at all."""
        self._look_at_rows()
        self._supplies: dict[int, Supply] = {}
        self._helps: dict[int, int] = {}

    def _look_at_rows(self) -> None:
        scenario, outlook = self._placing.scenario, self._placing.outlook
        fixed = (scenario.table | scenario.aim.must) & outlook.closed
        for city, bits, held, locked, spare in scenario.givers():
            givable = held & ~outlook.closed
            self._gives[city] = most = givable.bit_count()
            if locked or fixed & bits:
                self._gives[city] = min(most, spare)
                if not spare and (locked or not outlook.pool):
                    continue
            self._giving |= givable

    def run(
        self, cost: int, slack: int, jokers: int, rows: int, helps: int, touched: int, used: int
    ) -> None:
        """Fills the category with the least choice, then the others."""
        if slack & BALANCED == BALANCED:
            self._placing.finish(cost, jokers, rows, helps, used)
            return
        in_rows, giving, given = self._supplies.get(touched) or self._supply(touched)
        help_ = self._helpable(used) if jokers else 0
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
            self._give(city, 1 << category, cost, slack, jokers, rows, helps, touched, used, least)

    def _give(
        self, city: int, wanted: int, cost: int, slack: int, jokers: int, rows: int, helps: int,
        touched: int, used: int, least: int,
    ) -> None:  # fmt: skip
        """Lets the rows of a capital give back a photo of the wanted category, and what suits.

        At least so much will be paid in the end, and beside it what does not serve the sets.
        """
        best, moved = self._best, self._moved
        held = self._rows >> WIDTH * city & COLUMNS
        useless = PACKED[held] & ~(~slack & BALANCED) >> 6
        kept = rows & ~CITY_BITS[city]
        touched |= CITY_BITS[city]
        if touched not in self._supplies:
            self._supply_without(city, touched)
        for price, help_, row, change, net in self._placing.options(city):
            if cost + price >= best.cost:
                return
            if not row & wanted and help_ <= jokers:
                waste = (useless & ~PACKED[row]).bit_count()
                if least + net + moved * waste < best.cost:
                    self.run(
                        cost + price, slack + change, jokers - help_, kept | row << WIDTH * city,
                        helps + (help_ << DIGIT * city), touched, used,
                    )  # fmt: skip

    def _supply(self, touched: int) -> Supply:
        """What rows that are not touched have; kept, because many ways lead to the same."""
        free, giving = self._rows & ~touched, self._giving & ~touched
        in_rows = can_give = 0
        for category, bits in enumerate(CATEGORY_BITS):
            in_rows += (free & bits).bit_count() << FIELD * category
            can_give += (giving & bits).bit_count() << FIELD * category
        gives = self._gives
        most = sum([gives[city] for city in gives if not touched >> WIDTH * city & 1])
        self._supplies[touched] = supply = in_rows, can_give, most
        return supply

    def _supply_without(self, city: int, touched: int) -> None:
        """Notes what rows have once this capital is touched too."""
        in_rows, can_give, most = self._supplies[touched & ~CITY_BITS[city]]
        held = self._rows >> WIDTH * city & COLUMNS
        giving = self._giving >> WIDTH * city & COLUMNS
        self._supplies[touched] = (
            in_rows - PACKED[held], can_give - PACKED[giving], most - self._gives[city],
        )  # fmt: skip

    def _helpable(self, used: int) -> int:
        """The categories where a joker would stand in for a photo: only the first one does."""
        help_ = self._helps.get(used)
        if help_ is None:
            help_ = 0
            for category, locked in enumerate(self._locked):
                if not locked and not used >> DIGIT * category & 15:
                    help_ |= 1 << FIELD * category
            self._helps[used] = help_
        return help_


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
