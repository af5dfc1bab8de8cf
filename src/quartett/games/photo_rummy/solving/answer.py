"""From what the search found back to cards: which combinations, with which jokers."""

from collections.abc import Sequence

from quartett.games.photo_rummy.solving.aim import Found
from quartett.games.photo_rummy.solving.board import (
    CARDS,
    CATEGORY_BITS,
    CITY_BITS,
    PHOTO_BITS,
    ROW_CARDS,
    Position,
    cards_of,
    cities_of,
)
from quartett.games.photo_rummy.solving.counts import (
    ROW_ROOM,
    SET_ROOM,
    is_correct,
    split,
)

_NOTHING: Sequence[int] = ()


class Answer:
    """The combinations of a found lay, as boards with joker bits."""

    def __init__(self, position: Position, found: Found) -> None:
        self._position = position
        self._found = found
        self._sets = (position.sets | position.rows | position.rack) & ~found.rows & ~found.left
        self._pool = self._free_jokers()
        self.unplaced = 0
        self.lists: list[int] = []

    def build(self) -> "Answer":
        """Fills `lists`, and `unplaced` with the jokers that stay on the rack."""
        position, found = self._position, self._found
        row_jokers, set_jokers = self._with_spare()
        for city in cities_of(found.rows):
            photos, old = found.rows & CITY_BITS[city], position.row_lists.get(city, _NOTHING)
            if not row_jokers[city] and len(old) < 2:
                self.lists.append(photos)
            else:
                self._line("row", photos, row_jokers[city], old, found.taken_rows[city])
        for category, bits in enumerate(CATEGORY_BITS):
            if photos := self._sets & bits:
                old = position.set_lists.get(category, _NOTHING)
                if not set_jokers[category] and len(old) < 2:
                    self.lists.append(photos)
                else:
                    self._line("set", photos, set_jokers[category], old, found.taken_sets[category])
        self.unplaced = sum(self._pool)
        return self

    def boards(self) -> list[int]:
        """The combinations, in canonical order."""
        return in_order(self.lists)

    def table(self) -> tuple[tuple[str, ...], ...]:
        """The combinations as cards, in canonical order."""
        return tuple([tuple(ROW_CARDS.get(bits) or cards_of(bits)) for bits in self.boards()])

    def moved(self) -> int:
        """Table photos that change between row and set, plus jokers taken."""
        position, found = self._position, self._found
        table = position.rows | position.sets
        return ((found.rows ^ position.rows) & table).bit_count() + found.taken()

    def _free_jokers(self) -> list[int]:
        """The jokers of the rack, then those taken from the table; each as a bit."""
        rack = _bits(self._position.rack_bits & ~PHOTO_BITS)
        if not any(self._found.taken_rows) and not any(self._found.taken_sets):
            return rack
        return rack + [
            joker
            for lists, taken in (
                (self._position.row_lists, self._found.taken_rows),
                (self._position.set_lists, self._found.taken_sets),
            )
            for line, number in enumerate(taken)
            if number
            for joker in _jokers(lists[line])[-number:]
        ]

    def _with_spare(self) -> tuple[Sequence[int], Sequence[int]]:
        """The jokers of each line once the spare ones are put where there is room."""
        spare = self._found.spare
        if not spare:
            return self._found.row_jokers, self._found.set_jokers
        rows, sets = list(self._found.row_jokers), list(self._found.set_jokers)
        places = [
            (sets, category, SET_ROOM[(self._sets & bits).bit_count()])
            for category, bits in enumerate(CATEGORY_BITS)
        ] + [
            (rows, city, ROW_ROOM[(self._found.rows & bits).bit_count()])
            for city, bits in enumerate(CITY_BITS)
        ]
        for jokers, line, room in places:
            more = min(spare, room - jokers[line])
            jokers[line] += more
            spare -= more
        return rows, sets

    def _line(self, kind: str, photos: int, jokers: int, old: Sequence[int], taken: int) -> None:
        """Adds the combinations of one line; those that lie there stay as they are if they can."""
        locked = _jokers(old)
        if taken:
            locked = locked[:-taken]
        new = self._pool[: jokers - len(locked)]
        if new:
            del self._pool[: len(new)]
        if len(old) < 2 and is_correct(kind, photos.bit_count(), jokers):
            self.lists.append(photos | sum(locked) | sum(new))
        else:
            kept = _kept(kind, photos, old, locked, new)
            self.lists += kept or _regrouped(kind, photos, locked + new)


def _kept(
    kind: str, photos: int, old: Sequence[int], locked: list[int], new: list[int]
) -> list[int] | None:
    """The old combinations without what left them and with what came, if all stay correct."""
    stays = photos | sum(locked)
    lists = [bits & stays for bits in old if bits & stays]
    if not lists:
        return None
    lists.sort(key=lowest_of)
    lists[0] |= photos & ~sum(lists) | sum(new)
    return lists if all(is_correct(kind, *_numbers(bits)) for bits in lists) else None


def _regrouped(kind: str, photos: int, jokers: list[int]) -> list[int]:
    """As few correct combinations as these cards make."""
    cards = _bits(photos)
    parts = split(kind, len(cards), len(jokers))
    assert parts is not None
    lists = []
    for some, few in parts:
        lists.append(sum(cards[:some]) + sum(jokers[:few]))
        del cards[:some], jokers[:few]
    return lists


def in_order(lists: list[int]) -> list[int]:
    """Combinations in canonical order."""
    return sorted(lists, key=lowest_of)


def lowest_of(bits: int) -> int:
    """The lowest card of a combination, as a bit."""
    return bits & -bits


def _numbers(bits: int) -> tuple[int, int]:
    return (bits & PHOTO_BITS).bit_count(), (bits >> CARDS).bit_count()


def _bits(bits: int) -> list[int]:
    single = []
    while bits:
        lowest = bits & -bits
        single.append(lowest)
        bits ^= lowest
    return single


def _jokers(lists: Sequence[int]) -> list[int]:
    """The jokers in some combinations, by number, each as a bit."""
    bits = 0
    for each in lists:
        bits |= each & ~PHOTO_BITS
    return _bits(bits) if bits else []
