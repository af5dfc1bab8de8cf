"""Whether a whole rack can be laid, decided by counting where that is enough, as it mostly is.

Everything is counted by capital and category, table and rack together. A choice of the categories
that have sets leaves capitals with photos of the others; each of these needs a row, for which it
may take what sets can spare. Too little of that means no, a way to share it out means yes; between
the two, and where jokers would have to be replaced, only the solver knows.
"""

from typing import Final

from quartett.games.photo_rummy.solving.answer import in_order, lowest_of
from quartett.games.photo_rummy.solving.board import (
    CARDS,
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    COLUMNS,
    PHOTO_BITS,
    WIDTH,
    Position,
)
from quartett.games.photo_rummy.solving.counts import (
    NEVER,
    ROW_NEEDS,
    SET_NEEDS,
    SET_ROOM,
    is_correct,
)
from quartett.games.photo_rummy.solving.slack import FIELD, PACKED

NO: Final = 0
UNSURE: Final = 1
YES: Final = 2

ROW: Final = 3
SET: Final = 4
"""The photos of the smallest row and set without a joker; with one it is one photo less."""

SIZES: Final = [mask.bit_count() for mask in range(COLUMNS + 1)]
"""The number of photos in each mask of one capital."""

BITS: Final = [1 << card for card in range(CARDS)]

_ROW_NEEDS: Final = [*ROW_NEEDS]
_SET_NEEDS: Final = [*SET_NEEDS]
_SET_ROOM: Final = [*SET_ROOM]


HALF: Final = 10
"""The number of capitals that fit into one machine word."""

LOW: Final = (1 << WIDTH * HALF) - 1


class Lying:
    """A table: its cards, and where its jokers lie."""

    def __init__(self, table: list[int]) -> None:
        self.table = table
        """The combinations, as boards."""
        self.position = Position(table, 0, opened=True)
        """The table alone, as the solver sees it."""
        self.bits = 0
        """All cards."""
        for bits in table:
            self.bits |= bits
        self.jokers = (self.bits >> CARDS).bit_count()
        self.row_jokers = self.position.row_jokers
        self.set_jokers = self.position.set_jokers
        self.rows_with_jokers: list[int] = []
        self.sets_with_jokers: list[int] = []
        if self.jokers:
            self.rows_with_jokers = _filled(self.row_jokers)
            self.sets_with_jokers = _filled(self.set_jokers)
        self.open_sets = 0
        """All photos that could join a set, as a board, lying or not."""
        for category in self.position.set_lists:
            self.open_sets |= CATEGORY_BITS[category]
        self.fitting = self.position.open_cities | self.open_sets
        """Those that could join a row or a set."""
        self.masks = [0] * CITY_COUNT
        """The photos of each capital, a bit for each category."""
        self.numbers = [0] * WIDTH
        """How many photos of each category there are."""
        spread(self.bits & PHOTO_BITS, self.masks, self.numbers)

    def with_photos(self, photos: int) -> list[int] | None:
        """The table once photos that fit have been laid, or None where jokers leave no room."""
        position, found = self.position, self.table[:]
        for category in position.set_lists:
            more = photos & CATEGORY_BITS[category]
            if more:
                photos ^= more
                if not _join(found, "set", position.set_lists[category], more):
                    return None
        for city in position.row_lists:
            more = photos & CITY_BITS[city]
            if more and not _join(found, "row", position.row_lists[city], more):
                return None
        return in_order(found)


def _filled(jokers: list[int]) -> list[int]:
    return [line for line in range(len(jokers)) if jokers[line]]


def _join(table: list[int], kind: str, lists: list[int], photos: int) -> bool:
    """Lets photos join the lowest combination of their line, if it stays correct."""
    lowest = min(lists, key=lowest_of) if len(lists) > 1 else lists[0]
    joined = lowest | photos
    if not is_correct(kind, (joined & PHOTO_BITS).bit_count(), (joined >> CARDS).bit_count()):
        return False
    table[table.index(lowest)] = joined
    return True


def spread(photos: int, masks: list[int], numbers: list[int]) -> None:
    """Count photos where they belong; none of them may have been counted before."""
    part, first, packed = photos & LOW, 0, 0
    for _ in range(2):
        city = first
        while part:
            more = part & COLUMNS
            if more:
                masks[city] |= more
                packed += PACKED[more]
            part >>= WIDTH
            city += 1
        part, first = photos >> WIDTH * HALF, HALF
    for category in range(WIDTH):
        numbers[category] += packed >> FIELD * category & 255


class Companions:
    """A table and one rack together, in counts that can grow."""

    def __init__(self, lying: Lying, rack: int) -> None:
        self.lying = lying
        self.jokers = (rack >> CARDS).bit_count()
        """Those of the rack."""
        self.masks = lying.masks[:]
        """The photos of each capital, a bit for each category."""
        self.numbers = lying.numbers[:]
        """How many photos of each category there are."""
        self._rack = rack & PHOTO_BITS
        spread(self._rack, self.masks, self.numbers)
        self._must = self.masks
        """The photos that have to lie."""
        self._rows: list[int] = []
        """The capitals that might have a row."""
        self._spare = [0] * WIDTH
        """What the sets of each category have beyond their needs."""
        self._row_jokers = [0] * CITY_COUNT
        self._set_jokers = [0] * WIDTH
        """The jokers on the table that cannot be taken: no card of the rack replaces them."""
        self._row_tried = lying.row_jokers[:]
        self._set_tried = lying.set_jokers[:]
        """Where jokers stay on the table in an attempt."""

    def add(self, card: int) -> None:
        """Add a card to the rack."""
        if card >= CARDS:
            self.jokers += 1
            return
        self._rack |= BITS[card]
        self.masks[card // WIDTH] |= 1 << card % WIDTH
        self.numbers[card % WIDTH] += 1

    def all_can_lie(self) -> int:
        """Whether all cards of table and rack can lie on the table in the end."""
        self._must = self.masks
        free = self._free_jokers()
        must_open = self._must_open(ROW - 1 if free else ROW)
        choice = undecided = self._undecided(must_open, SET - 1 if free else SET)
        answer = NO
        while choice >= 0:
            opened = must_open | choice
            if self._jokers_needed(opened) <= free:
                if self._can_share(opened, self.jokers) or self._can_exchange(opened):
                    return YES
                answer = UNSURE
            choice = (choice - 1) & undecided if choice else -1
        return answer

    def may_lie(self, card: int) -> bool:
        """Whether a photo of the rack might be laid, alone or not; only False is certain."""
        return self._may_any_lie(BITS[card])

    def may_lay(self) -> bool:
        """Whether anything of the rack might be laid; only False is certain."""
        return self.jokers > 0 or self._may_any_lie(self._rack)

    def fitting(self) -> int:
        """The photos that fit what lies, where a best lay has just these and moves nothing, or 0.

        There must be no joker to lay, no new set among them, and nothing else that might be laid.
        """
        fitting = self._rack & self.lying.fitting
        if not fitting or self.jokers:
            return 0
        alone = fitting & ~self.lying.open_sets
        if alone:
            for bits in CATEGORY_BITS:
                if (alone & bits).bit_count() >= SET - 1:
                    return 0
        others = self._rack & ~fitting
        return 0 if others and self._may_any_lie(others) else fitting

    def _may_any_lie(self, photos: int) -> bool:
        """Whether one of these might be laid; only False is certain."""
        table = self.lying.masks
        self._must = table[:]
        free = self._free_jokers()
        must_open = self._must_open(ROW - 1 if free else ROW)
        choice = undecided = self._undecided(must_open, SET - 1 if free else SET)
        categories = 0
        for category in range(WIDTH):
            if photos & CATEGORY_BITS[category]:
                categories |= 1 << category
        while choice >= 0:
            opened = must_open | choice
            if self._jokers_needed(opened) <= free:
                if opened & categories:
                    return True
                for city in self._rows:
                    more = (photos >> WIDTH * city) & COLUMNS
                    if more:
                        self._must[city] |= more
                        if self._jokers_needed(opened) <= free:
                            return True
                        self._must[city] = table[city]
            choice = (choice - 1) & undecided if choice else -1
        return False

    def _free_jokers(self) -> int:
        return self.jokers + self._take_jokers() if self.lying.jokers else self.jokers

    def _take_jokers(self) -> int:
        """How many jokers might be taken from the table; records those that must stay (PR-13)."""
        lying, rack, taken = self.lying, self._rack, 0
        for city in lying.rows_with_jokers:
            held = lying.row_jokers[city]
            most = min(held, (rack & CITY_BITS[city]).bit_count())
            self._row_jokers[city] = held - most
            taken += most
        for category in lying.sets_with_jokers:
            held = lying.set_jokers[category]
            most = min(held, (rack & CATEGORY_BITS[category]).bit_count())
            self._set_jokers[category] = held - most
            taken += most
        return taken

    def _must_open(self, least: int) -> int:
        """The categories of jokers that stay, and of photos whose capitals cannot have a row."""
        found, rows = 0, self._rows
        rows.clear()
        for city in range(CITY_COUNT):
            mask = self.masks[city]
            if SIZES[mask] >= least or self._row_jokers[city]:
                rows.append(city)
            else:
                found |= self._must[city]
        for category in self.lying.sets_with_jokers:
            if self._set_jokers[category]:
                found |= 1 << category
        return found

    def _undecided(self, must_open: int, least: int) -> int:
        """The further categories with photos enough for a set; -1 where one is missing."""
        found = 0
        for category in range(WIDTH):
            if self.numbers[category] >= least or self._set_jokers[category]:
                found |= 1 << category
        return -1 if must_open & ~found else found & ~must_open

    def _jokers_needed(self, opened: int) -> int:
        """How many free jokers are missing at least if just these categories have sets.

        A joker stands in for one photo, wherever it is needed, unless one lies there already.
        """
        needed = demand = takers = can_give = can_get = 0
        for category in range(WIDTH):
            if opened >> category & 1:
                held = self._set_jokers[category]
                more = self.numbers[category] - _SET_NEEDS[held]
                self._spare[category] = more
                if more > 0:
                    can_give |= 1 << category
                elif held:
                    needed += NEVER if more else 0
                elif more:
                    needed += 1
                else:
                    can_get |= 1 << category
        for city in self._rows:
            mask, held = self.masks[city], self._row_jokers[city]
            wanted = _ROW_NEEDS[held] - SIZES[mask & ~opened]
            if wanted > 0 and (held or self._must[city] & ~opened):
                # A joker helps the row itself, or a set that gives a photo for it.
                if SIZES[mask & (can_give | can_get)] < (wanted if held else wanted - 1):
                    return NEVER
                givers = mask & can_give
                if SIZES[givers] < wanted:
                    needed += wanted - SIZES[givers]
                    wanted = SIZES[givers]
                demand += wanted
                takers += PACKED[givers]
        if not demand:
            return needed
        given = 0
        for category in range(WIDTH):
            if can_give >> category & 1:
                given += min(self._spare[category], takers >> FIELD * category & 255)
        return needed + demand - given if demand > given else needed

    def _can_exchange(self, opened: int) -> bool:
        """Whether an attempt succeeds once a single joker has been taken from the table."""
        for city in self.lying.rows_with_jokers:
            if self._row_jokers[city] < self._row_tried[city]:
                self._row_tried[city] -= 1
                succeeds = self._can_share(opened, self.jokers + 1)
                self._row_tried[city] += 1
                if succeeds:
                    return True
        for category in self.lying.sets_with_jokers:
            if self._set_jokers[category] < self._set_tried[category]:
                self._set_tried[category] -= 1
                succeeds = self._can_share(opened, self.jokers + 1)
                self._set_tried[category] += 1
                if succeeds:
                    return True
        return False

    def _can_share(self, opened: int, free: int) -> bool:
        """Whether a quick attempt with these sets and this many free jokers succeeds."""
        can_get = 0
        for category in range(WIDTH):
            held, more = self._set_tried[category], -1
            if opened >> category & 1:
                more = self.numbers[category] - _SET_NEEDS[held]
                if more < 0:
                    if held:
                        return False
                    free -= 1
                    more = 0
                elif not held:
                    can_get |= 1 << category
            elif held:
                return False
            self._spare[category] = more
        for city in self._rows:
            mask, held = self.masks[city], self._row_tried[city]
            alone = SIZES[mask & ~opened]
            wanted = _ROW_NEEDS[held] - alone
            if wanted > 0 and (alone or held):
                mask &= opened
                given = self._give(mask, wanted)
                wanted -= SIZES[given]
                if wanted and not held:
                    free -= 1
                    wanted -= 1
                if wanted:
                    # A joker joins a set, which then has a photo to spare.
                    more = can_get & mask & ~given
                    more &= -more
                    if not more or wanted > 1:
                        return False
                    free -= 1
                    can_get ^= more
        return free >= 0 and (not free or self._has_room(free))

    def _give(self, mask: int, wanted: int) -> int:
        """The photos that sets give, from the categories that have most to spare."""
        spare, given = self._spare, 0
        for _ in range(wanted):
            best, most = -1, 0
            for category in range(WIDTH):
                if mask >> category & 1 and spare[category] > most:
                    best, most = category, spare[category]
            if best < 0:
                break
            spare[best] -= 1
            mask ^= 1 << best
            given |= 1 << best
        return given

    def _has_room(self, jokers: int) -> bool:
        """Whether this many jokers could still join sets, not counting sets that got one."""
        room = 0
        for category in range(WIDTH):
            held, more = self._set_tried[category], self._spare[category]
            if more > 0:
                room += _SET_ROOM[_SET_NEEDS[held] + more] - held
        return room >= jokers
