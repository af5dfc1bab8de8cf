"""The lays that a learned player chooses from, on boards of bits.

Beside what the solver finds there are lays that give little away: a row helps the others with three
cards at most, a set with every card of its category. Whatever leaves the table is a joker taken.
"""

from collections.abc import Iterator
from functools import lru_cache

from quartett.fast.photo_rummy import MAX_ROW, MAX_SET
from quartett.fast.photo_rummy_counts import Companions, Lying
from quartett.fast.photo_rummy_playout import after_laying
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    PHOTO_BITS,
    WIDTH,
)

MIN_ROW = 3

Boards = tuple[int, ...]


class Turn:
    """A table and the rack of the player who has drawn and may lay."""

    def __init__(self, table: list[int], rack: int, opened: bool) -> None:
        self.table, self.rack, self.opened = table, rack, opened
        self._photos = rack & PHOTO_BITS
        self._jokers = _single(rack & ~PHOTO_BITS)
        self._lying = Lying(table)
        self._most = self._laid(rack)
        together = sum(table) | rack
        self.left = rack if self._most is None else together & ~sum(self._most)
        """What even the lay of most cards leaves on the rack."""

    def choices(self) -> list[Boards]:
        """Different tables to leave behind: first the one that lies there, which is to pass."""
        found: dict[frozenset[int], Boards] = {frozenset(self.table): tuple(self.table)}
        for table in self._lays():
            found.setdefault(frozenset(table), tuple(table))
        return [*found.values()]

    def _lays(self) -> Iterator[list[int]]:
        if self._most is None:
            return
        yield self._most
        if self._jokers:
            photos = self._laid(self._photos)
            if photos is not None:
                yield photos
        if self.opened:
            yield self._with([], sets=False)
            yield self._with([], sets=True)
            yield from self._exchanges()
        rows = [*self._own_rows()]
        if rows:
            yield self._with(rows, sets=False)
        pairs = [*self._rows_with_jokers()]
        if pairs:
            yield self._with(rows + pairs, sets=True)

    def _laid(self, rack: int) -> list[int] | None:
        """The table once most of these cards are laid."""
        return after_laying(Companions(self._lying, rack), rack, self.opened)

    def _own_rows(self) -> Iterator[int]:
        """Rows of the rack's photos, for capitals that have none on the table."""
        lying = _rows_of(self.table)
        for city, bits in enumerate(CITY_BITS):
            row = self._photos & bits
            if city not in lying and row.bit_count() >= MIN_ROW:
                yield row

    def _with(self, rows: list[int], sets: bool) -> list[int]:
        """The table with these rows, and with every photo that fits a row or, if wanted, a set."""
        left = self._photos & ~sum(rows)
        table = []
        for cards in self.table:
            line, largest = line_of(cards)
            if largest == MAX_ROW or sets:
                fitting = _single(left & line)[: largest - cards.bit_count()]
                cards |= sum(fitting)
                left &= ~sum(fitting)
            table.append(cards)
        return table + rows

    def _exchanges(self) -> Iterator[list[int]]:
        """A photo of the rack for each joker that it can replace, one joker at a time (PR-13)."""
        for at, cards in enumerate(self.table):
            jokers, fitting = cards & ~PHOTO_BITS, self._photos & line_of(cards)[0]
            if jokers and fitting:
                after = cards & ~(jokers & -jokers) | fitting & -fitting
                yield [*self.table[:at], after, *self.table[at + 1 :]]

    def _rows_with_jokers(self) -> Iterator[int]:
        """Each joker with two photos of a capital that has no row."""
        lying = _rows_of(self.table)
        pairs = [
            self._photos & bits
            for city, bits in enumerate(CITY_BITS)
            if city not in lying and (self._photos & bits).bit_count() == MIN_ROW - 1
        ]
        for pair, joker in zip(pairs, self._jokers, strict=False):
            yield pair | joker


@lru_cache(maxsize=1 << 14)
def line_of(cards: int) -> tuple[int, int]:
    """The photos of a combination's capital or category, and how many cards it can hold."""
    photos = cards & PHOTO_BITS
    place = (photos & -photos).bit_length() - 1
    row = CITY_BITS[place // WIDTH]
    return (CATEGORY_BITS[place % WIDTH], MAX_SET) if photos & ~row else (row, MAX_ROW)


def _rows_of(table: list[int]) -> set[int]:
    """The capitals that have a row on the table."""
    lines = [line_of(cards)[0] for cards in table]
    return {city for city in range(CITY_COUNT) if CITY_BITS[city] in lines}


def _single(bits: int) -> list[int]:
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found
