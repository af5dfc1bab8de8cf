"""Filling sets that fall short: with a joker, or with photos that rows on the table give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
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
