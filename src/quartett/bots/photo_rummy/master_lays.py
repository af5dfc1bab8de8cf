"""The lays that a learned player chooses from, on boards of bits.

Beside what the solver finds there are lays that give little away: a row helps the others with three
cards at most, a set with every card of its category. Whatever leaves the table is a joker taken.
"""

from collections.abc import Iterator

from quartett.fast.photo_rummy import MAX_ROW, MAX_SET
from quartett.fast.photo_rummy_playout import after_laying
from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    PHOTO_BITS,
    WIDTH,
)

MIN_ROW = 3
MIN_SET = 4
SINGLE_ROWS = 2
"""So many rows at most are also proposed one by one."""

Boards = tuple[int, ...]


class Turn:
    """A table and the rack of whoever has drawn and may lay."""

    def __init__(self, table: list[int], rack: int, opened: bool) -> None:
        self.table, self.rack, self.opened = table, rack, opened
        self._photos = rack & PHOTO_BITS
        self._jokers = _single(rack & ~PHOTO_BITS)
        self._rows = [*self._own_rows()]

    def choices(self) -> list[Boards]:
        """Different tables to leave behind: first the one that lies there, which is to pass."""
        found: dict[frozenset[int], Boards] = {frozenset(self.table): tuple(self.table)}
        for table in self._lays():
            found.setdefault(frozenset(table), tuple(table))
        return [*found.values()]

    def _lays(self) -> Iterator[list[int]]:
        most = after_laying(self.table, self.rack, self.opened)
        if most is None:
            return
        yield most
        if self._jokers:
            photos = after_laying(self.table, self._photos, self.opened)
            if photos is not None:
                yield photos
        if self.opened:
            yield self._with([], sets=False)
            yield self._with([], sets=True)
            yield from self._exchanges()
        if self._rows:
            yield self._with(self._rows, sets=False)
            yield self._with(self._rows, sets=True)
            for row in self._rows[:SINGLE_ROWS]:
                yield [*self.table, row]
        yield from self._rows_with_jokers()
        yield from self._some_sets()

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

    def _rows_with_jokers(self) -> Iterator[list[int]]:
        """Each joker with two photos of a capital that has no row; then all other rows as well."""
        lying = _rows_of(self.table)
        pairs = [
            self._photos & bits
            for city, bits in enumerate(CITY_BITS)
            if city not in lying and (self._photos & bits).bit_count() == MIN_ROW - 1
        ]
        made = [pair | joker for pair, joker in zip(pairs, self._jokers, strict=False)]
        if made:
            yield self.table + made
            yield self._with(self._rows + made, sets=True)

    def _some_sets(self) -> Iterator[list[int]]:
        """The sets of some categories; the others are held back, with all that fits only them."""
        lying = {line_of(cards)[0] for cards in self.table}
        sets = []
        for bits in CATEGORY_BITS:
            held = self._photos & bits
            if held.bit_count() >= MIN_SET or (self.opened and held and bits in lying):
                sets.append(held)
        # Where a player has most cards the others are likely to have too few.
        sets.sort(key=int.bit_count)
        for number in range(1, len(sets) + 1):
            yield self._with_sets(sets[:number])
        for at in range(len(sets) - 1):
            yield self._with_sets(sets[:at] + sets[at + 1 :])

    def _with_sets(self, sets: list[int]) -> list[int]:
        """The table with these photos, each category's in its set."""
        table = self.table[:]
        for photos in sets:
            for at, cards in enumerate(table):
                line, largest = line_of(cards)
                if photos & ~line == 0 and cards.bit_count() + photos.bit_count() <= largest:
                    table[at] = cards | photos
                    break
            else:
                table += [photos] * (photos.bit_count() >= MIN_SET)
        return table


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
