"""The search: branch and bound over open categories, then over the capitals that must choose.

Three facts keep it small. A rack photo whose capital has a row or whose category has a set can
always be laid. How many photos and jokers meet in a line decides whether it can be split
correctly. And what already lies on the table may simply stay, so only capitals that gain by a new
row, or have to give photos back to sets that fall short, are looked at.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from quartett.games.photo_rummy.solving.board import (
    CATEGORY_BITS,
    CITY_BITS,
    CITY_COUNT,
    WIDTH,
    Position,
    cities_of,
    cities_with,
)
from quartett.games.photo_rummy.solving.counts import ROW_NEEDS, ROW_ROOM, SET_NEEDS, SET_ROOM
from quartett.games.photo_rummy.solving.options import (
    BALANCED,
    FIELD,
    SUBSETS,
    City,
    Option,
    all_ways,
    ways,
)

NEVER = 1 << 60
_COLUMNS = (1 << WIDTH) - 1


class Aim(NamedTuple):
    """What things cost."""

    photo: int
    """A photo that stays on the rack, if it is weighed."""
    joker: int
    """A joker that stays on the rack."""
    moved: int
    """A table photo that changes between row and set, or a joker taken."""
    weighed: int = -1
    """The photos that count when they stay, as a board."""
    forgiven: bool = False
    """Whether taken jokers may stay on the rack for nothing."""


class Found(NamedTuple):
    """A legal lay as the search sees it."""

    cost: int
    rows: int
    """Photos in rows, as a board."""
    left: int
    """Photos that stay on the rack, as a board."""
    row_jokers: tuple[int, ...]
    """Jokers in each capital's rows, before the spare ones are put anywhere."""
    set_jokers: tuple[int, ...]
    spare: int
    """Jokers to put wherever there is room."""
    unplaced: int
    """Jokers that stay on the rack."""
    taken_rows: tuple[int, ...]
    taken_sets: tuple[int, ...]


class State(NamedTuple):
    """One way to treat a category."""

    bound: int
    cost: int
    jokers: int
    is_open: bool
    slack: int
    ample: bool
    """Whether its sets can spare whatever rows might ever take."""


class Search:
    """Finds the cheapest lay that costs less than a limit."""

    def __init__(self, position: Position, aim: Aim, limit: int) -> None:
        self.position = position
        self.aim = aim
        self.cost = limit
        self.found: Found | None = None
        self.thorough = False
        self.collect: list[Found] | None = None
        self.wanted = 0
        self._short = NEVER
        self._all = position.rows | position.sets | position.rack
        self._table = position.rows | position.sets

    def run(self) -> Found | None:
        """The cheapest lay, or nothing where all cost the limit or more."""
        scenarios = sorted(_scenarios(self.position), key=lambda taken: (sum(taken), taken))
        for taken in scenarios:
            self._try(taken)
        if self._short < self.cost:
            self.thorough = True
            for taken in scenarios:
                self._try(taken)
        return self.found

    def all_best(self, wanted: int) -> list[Found]:
        """Up to so many lays that cost exactly one less than the limit."""
        self.thorough, self.collect, self.wanted = True, [], wanted
        for taken in sorted(_scenarios(self.position), key=lambda taken: (sum(taken), taken)):
            self._try(taken)
        return self.collect

    def _try(self, taken: tuple[int, ...]) -> None:
        """Searches with exactly these jokers taken, by capital and then category."""
        position, aim = self.position, self.aim
        number = sum(taken)
        start = aim.moved * number
        if start >= self.cost:
            return
        self._taken_rows, self._taken_sets = taken[:CITY_COUNT], taken[CITY_COUNT:]
        self._row_jokers, self._set_jokers = position.row_jokers, position.set_jokers
        self._broken = 0
        if number:
            self._take(taken)
        self._jokers = position.rack_jokers + number
        self._taken = number
        reach = cities_with(self._all, 2 if self._jokers else 3)
        self._reach = reach | position.open_cities & ~self._broken
        states = [self._states(category) for category in range(WIDTH)]
        if not all(states):
            return
        self._states_left = states
        bounds = [0] * (WIDTH + 1)
        for category in range(WIDTH - 1, -1, -1):
            bounds[category] = bounds[category + 1] + states[category][0].bound
        self._bounds = bounds
        self._choose(0, start, start, (), 0, 0, BALANCED, self._jokers)

    def _take(self, taken: tuple[int, ...]) -> None:
        held = self.position.rows
        before = self.position.row_jokers + self.position.set_jokers
        after = [had - gone for had, gone in zip(before, taken, strict=True)]
        self._row_jokers, self._set_jokers = after[:CITY_COUNT], after[CITY_COUNT:]
        for city, gone in enumerate(self._taken_rows):
            if gone and (held & CITY_BITS[city]).bit_count() < ROW_NEEDS[after[city]]:
                self._broken |= CITY_BITS[city]

    def _states(self, category: int) -> list[State]:
        """The ways to treat a category, the most promising first."""
        position, aim, bits = self.position, self.aim, CATEGORY_BITS[category]
        states = []
        locked = self._set_jokers[category]
        if not locked and not self._table & bits & ~self._reach:
            lost = (position.rack & aim.weighed & bits & ~self._reach).bit_count()
            cost = aim.photo * lost + aim.moved * (position.sets & bits).bit_count()
            states.append(State(cost, cost, 0, False, 0, True))
        photos = (self._all & bits).bit_count()
        usual = ((position.sets | position.rack) & bits).bit_count()
        wanted = ((position.sets | position.rack) & bits & self._reach).bit_count()
        for help_ in range(self._most_help(locked) + 1):
            slack = usual - SET_NEEDS[locked + help_]
            if photos - usual + slack >= 0:
                ample = slack >= wanted
                bound = aim.moved * -slack if slack < 0 else 0
                states.append(State(bound, 0, help_, True, slack << FIELD * category, ample))
                if ample and not self.thorough:
                    break
        states.sort(key=lambda state: state.bound)
        return states

    def _most_help(self, locked: int) -> int:
        """How many jokers of the pool are worth a try; without shortage one helps, more do not."""
        if self.thorough:
            return min(self._jokers, 6 - locked)
        return 1 if self._jokers and not locked else 0

    def _choose(
        self, category: int, bound: int, cost: int, jokers_used: tuple[int, ...],
        opened: int, ample: int, slack: int, jokers: int,
    ) -> None:  # fmt: skip
        if category == WIDTH:
            self._set_used, self._open, self._ample = jokers_used, opened, ample
            self._cities(cost, slack, jokers)
            return
        rest = self._bounds[category + 1]
        for state in self._states_left[category]:
            if bound + state.bound + rest >= self.cost:
                return
            if state.jokers <= jokers:
                bit = 1 << category
                self._choose(
                    category + 1, bound + state.bound, cost + state.cost,
                    (*jokers_used, state.jokers), opened | bit * state.is_open,
                    ample | bit * state.ample, slack + state.slack, jokers - state.jokers,
                )  # fmt: skip

    def _cities(self, cost: int, slack: int, jokers: int) -> None:
        """Lets every capital that has a choice choose, once the open categories are settled."""
        position = self.position
        closed = 0
        for category in range(WIDTH):
            if not self._open >> category & 1:
                closed |= CATEGORY_BITS[category]
        self._closed = closed
        stay = position.open_cities & ~self._broken
        rows = (position.rows | self._all & closed) & stay
        chosen: list[tuple[int, list[Option]]] = []
        ask = self._reach | self._broken if self.thorough else (
            self._all & closed & self._reach & ~stay | position.rows & self._broken
        )  # fmt: skip
        if self.thorough:
            rows, ask = 0, ask & self._all
        for city in cities_of(ask):
            options = self._options(city, jokers)
            if not options:
                return
            if len(options) == 1 and not options[0].change and not options[0].jokers:
                rows |= options[0].row << WIDTH * city
                cost += options[0].cost
            else:
                chosen.append((city, options))
        self._chosen = chosen
        self._least, self._least_net = self._suffixes(chosen)
        self._place(0, cost, slack, jokers, rows, ())

    def _suffixes(self, chosen: list[tuple[int, list[Option]]]) -> tuple[list[int], list[int]]:
        """The least cost of the capitals still to choose, with and without what releases cost."""
        moved = self.aim.moved
        least, net = [0], [0]
        for _, options in reversed(chosen):
            least.append(least[-1] + options[0].cost)
            net.append(net[-1] + min(each.cost - moved * each.released for each in options))
        return least[::-1], net[::-1]

    def _options(self, city: int, jokers: int) -> list[Option]:
        position, aim = self.position, self.aim
        shift = WIDTH * city
        table, rack = self._table >> shift & _COLUMNS, position.rack >> shift & _COLUMNS
        locked = self._row_jokers[city]
        private = (table | rack) & ~self._open
        held = position.rows >> shift & _COLUMNS
        if not self.thorough and not held:
            if private.bit_count() >= 3:
                return [Option(0, 0, private, 0, 0)]
            free = rack & self._ample & self._open
            if (short := 3 - private.bit_count()) <= free.bit_count():
                return [Option(0, 0, private | SUBSETS[free][short][0], 0, 0)]
        weighed = rack & aim.weighed >> shift
        it = City(city, held, table, rack, weighed, self._open, locked)
        if self.thorough:
            helps = range(min(jokers, 4 - locked) + 1)
        else:
            helps = range(2 if jokers and not locked else 1)
        listed = all_ways if self.collect is not None else ways
        return listed(it, helps, aim.photo, aim.moved)

    def _place(
        self, index: int, cost: int, slack: int, jokers: int, rows: int,
        helps: tuple[tuple[int, int], ...],
    ) -> None:  # fmt: skip
        if index == len(self._chosen):
            if slack & BALANCED == BALANCED:
                self._finish(cost, jokers, rows, helps)
            elif not self.thorough:
                self._release(cost, slack, jokers, rows, helps, self._broken, (0,) * WIDTH)
            return
        city, options = self._chosen[index]
        least = self._least[index + 1]
        if slack & BALANCED != BALANCED:
            missing = self.aim.moved * _missing(slack)
            if cost + self._least_net[index] + missing >= self.cost:
                return
        for option in options:
            if cost + option.cost + least >= self.cost:
                return
            if option.jokers <= jokers:
                self._place(
                    index + 1, cost + option.cost, slack + option.change, jokers - option.jokers,
                    rows | option.row << WIDTH * city,
                    (*helps, (city, option.jokers)) if option.jokers else helps,
                )  # fmt: skip

    def _release(
        self, cost: int, slack: int, jokers: int, rows: int,
        helps: tuple[tuple[int, int], ...], touched: int, banned: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Lets rows on the table give photos back to the sets that fall short."""
        if slack & BALANCED == BALANCED:
            self._finish(cost, jokers, rows, helps)
            return
        if cost + self.aim.moved * _missing(slack) >= self.cost:
            return
        category = next(k for k in range(WIDTH) if not slack >> (FIELD * k + 6) & 1)
        refused = banned[category]
        givers = self.position.rows & CATEGORY_BITS[category] & ~touched & ~refused
        for city in cities_of(givers):
            now = (*banned[:category], refused, *banned[category + 1 :])
            self._give(city, 1 << category, cost, slack, jokers, rows, helps, touched, now)
            refused |= CITY_BITS[city]

    def _give(
        self, city: int, wanted: int, cost: int, slack: int, jokers: int, rows: int,
        helps: tuple[tuple[int, int], ...], touched: int, banned: tuple[int, ...],
    ) -> None:  # fmt: skip
        kept = rows & ~CITY_BITS[city]
        for option in self._options(city, jokers):
            if cost + option.cost >= self.cost:
                return
            if not option.row & wanted and option.jokers <= jokers:
                self._release(
                    cost + option.cost, slack + option.change, jokers - option.jokers,
                    kept | option.row << WIDTH * city,
                    (*helps, (city, option.jokers)) if option.jokers else helps,
                    touched | CITY_BITS[city], banned,
                )  # fmt: skip

    def _finish(
        self, cost: int, jokers: int, rows: int, helps: tuple[tuple[int, int], ...]
    ) -> None:
        """Judges a complete arrangement of the photos."""
        position = self.position
        left = position.rack & self._closed & ~rows
        row_jokers = list(self._row_jokers)
        for city, more in helps:
            row_jokers[city] += more
        set_jokers = [a + b for a, b in zip(self._set_jokers, self._set_used, strict=True)]
        unplaced = jokers
        if jokers and not self.thorough:
            unplaced = max(0, jokers - self._room(jokers, rows, left, row_jokers, set_jokers))
            if unplaced:
                self._short = min(self._short, cost)
        total = cost + self._price(unplaced)
        if total >= self.cost or not self._is_legal(position.rack & ~left, unplaced):
            return
        found = Found(
            total, rows, left, tuple(row_jokers), tuple(set_jokers),
            jokers - unplaced, unplaced, self._taken_rows, self._taken_sets,
        )  # fmt: skip
        self._keep(found)

    def _keep(self, found: Found) -> None:
        if self.collect is None:
            self.cost, self.found = found.cost, found
        elif found.cost == self.cost - 1:
            self.collect.append(found)
            if len(self.collect) == self.wanted:
                self.cost = -NEVER

    def _price(self, unplaced: int) -> int:
        if self.aim.forgiven:
            unplaced = max(0, unplaced - self._taken)
        return self.aim.joker * unplaced

    def _room(
        self, wanted: int, rows: int, left: int, row_jokers: list[int], set_jokers: list[int]
    ) -> int:
        """How many more jokers fit in, counted no further than wanted."""
        sets = self._all & ~rows & ~left
        room = 0
        for category, bits in enumerate(CATEGORY_BITS):
            room += SET_ROOM[(sets & bits).bit_count()] - set_jokers[category]
            if room >= wanted:
                return wanted
        for city in cities_of(rows):
            room += ROW_ROOM[(rows & CITY_BITS[city]).bit_count()] - row_jokers[city]
        return min(room, wanted)

    def _is_legal(self, laid: int, unplaced: int) -> bool:
        position = self.position
        if self._taken and not self._are_replaced(laid):
            return False
        if position.opened:
            return True
        placed = self._jokers - unplaced
        return opens(laid, min(position.rack_jokers, placed))

    def _are_replaced(self, laid: int) -> bool:
        """Whether each taken joker has a laid photo of its own that fits where it lay (PR-13)."""
        wanted = [laid & CITY_BITS[c] for c, n in enumerate(self._taken_rows) for _ in range(n)]
        wanted += [
            laid & CATEGORY_BITS[k] for k, n in enumerate(self._taken_sets) for _ in range(n)
        ]
        return _can_match(wanted, 0)


def opens(laid: int, jokers: int) -> bool:
    """Whether these cards from the rack contain a complete set or row (PR-10)."""
    help_ = 1 if jokers else 0
    if cities_with(laid, 3 - help_):
        return True
    return any((laid & bits).bit_count() >= 4 - help_ for bits in CATEGORY_BITS)


def _can_match(wanted: list[int], index: int) -> bool:
    """Whether every entry from an index on can have a photo of its own."""
    if index == len(wanted):
        return True
    photos = wanted[index]
    while photos:
        photo = photos & -photos
        photos ^= photo
        rest = [each & ~photo for each in wanted]
        if _can_match(rest, index + 1):
            return True
    return False


def _missing(slack: int) -> int:
    """How many photos the sets that fall short need altogether."""
    missing = 0
    for category in range(WIDTH):
        field = (slack >> FIELD * category) & 255
        if field < 64:
            missing += 64 - field
    return missing


def _scenarios(position: Position) -> Iterator[tuple[int, ...]]:
    """Which jokers might be taken: for each line no more than rack photos that fit it."""
    lines = CITY_BITS + CATEGORY_BITS
    jokers = position.row_jokers + position.set_jokers
    most = [
        min(number, (position.rack & bits).bit_count()) if number else 0
        for number, bits in zip(jokers, lines, strict=True)
    ]
    return product(*(range(number + 1) for number in most))
