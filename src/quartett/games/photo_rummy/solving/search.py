"""The search: branch and bound over open categories, then over the capitals that must choose.

Three facts keep it small. A rack photo whose capital has a row or whose category has a set can
always be laid. How many photos and jokers meet in a line decides whether it can be split
correctly. And what already lies on the table may simply stay, so only capitals that gain by a new
row, or have to give photos back to sets that fall short, are looked at.
"""

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
CLOSED_BITS = tuple(
    sum(bits for category, bits in enumerate(CATEGORY_BITS) if not opened >> category & 1)
    for opened in range(1 << WIDTH)
)
"""All photos of the categories that are not in a mask of open ones."""

Helps = tuple[tuple[int, int], ...]
"""Jokers from the pool in rows: capital and number."""


class Aim(NamedTuple):
    """What things cost."""

    photo: int
    """A photo that stays on the rack; never for nothing."""
    joker: int
    """A joker that stays on the rack."""
    moved: int
    """A table photo that changes between row and set, or a joker taken; never for nothing."""
    must: int = 0
    """The rack photos that have to be laid, as a board."""
    forgiven: bool = False
    """Whether taken jokers may stay on the rack for nothing."""
    any_will_do: bool = False
    """Whether the first lay found is good enough."""


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
    """The least that this choice costs in the end."""
    cost: int
    """What it costs at once."""
    jokers: int
    is_open: bool
    slack: int


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
        self._table = position.rows | position.sets
        self._all = self._table | position.rack

    def run(self) -> Found | None:
        """The cheapest lay, or nothing where all cost the limit or more."""
        if self._is_easy():
            return self.found
        scenarios = _scenarios(self.position)
        for taken in scenarios:
            self._try(taken)
        if self._short < self.cost:
            self.thorough = True
            for taken in scenarios:
                self._try(taken)
        return self.found

    def _is_easy(self) -> bool:
        """Whether everything fits where it is: then nothing costs anything."""
        position = self.position
        alone = position.rack
        for category in position.set_lists:
            alone &= ~CATEGORY_BITS[category]
        if alone & ~position.open_cities or position.rack_jokers or self.cost <= 0:
            return False
        rows, sets = tuple(position.row_jokers), tuple(position.set_jokers)
        none = (0,) * CITY_COUNT
        self.found = Found(0, position.rows | alone, 0, rows, sets, 0, 0, none, none[:WIDTH])
        return True

    def all_best(self, wanted: int) -> list[Found]:
        """Up to so many lays that cost exactly one less than the limit."""
        self.thorough, self.collect, self.wanted = True, [], wanted
        for taken in _scenarios(self.position):
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
        self._alike = position.opened and not number and self.collect is None
        self._stay = position.open_cities & ~self._broken
        self._reach = cities_with(self._all, 2 if self._jokers else 3) | self._stay
        states = [self._states(category) for category in range(WIDTH)]
        if all(states):
            self._categories = states
            self._bounds = _sums_from_behind([each[0].bound for each in states])
            self._choose(0, start, start, (), 0, BALANCED, self._jokers)

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
        if not locked and not (self._table | aim.must) & bits & ~self._reach:
            lost = (position.rack & bits & ~self._reach).bit_count()
            cost = aim.photo * lost + aim.moved * (position.sets & bits).bit_count()
            states.append(State(cost, cost, 0, False, 0))
        usual = ((position.sets | position.rack) & bits).bit_count()
        in_rows = (position.rows & bits).bit_count()
        if not self.thorough:
            slack = usual - SET_NEEDS[locked]
            least = slack + (1 if self._jokers and not locked else 0)
            if in_rows + least >= 0:
                bound = aim.moved * -least if least < 0 else 0
                states.append(State(bound, 0, 0, True, slack << FIELD * category))
                if len(states) == 2 and bound <= states[0].bound:
                    states.reverse()
            return states
        for help_ in range(min(self._jokers, 6 - locked) + 1):
            slack = usual - SET_NEEDS[locked + help_]
            if in_rows + slack >= 0:
                bound = aim.moved * -slack if slack < 0 else 0
                states.append(State(bound, 0, help_, True, slack << FIELD * category))
        states.sort(key=lambda state: state.bound)
        return states

    def _choose(
        self, category: int, bound: int, cost: int, used: tuple[int, ...],
        opened: int, slack: int, jokers: int,
    ) -> None:  # fmt: skip
        """Settles which categories have sets, one after the other."""
        if category == WIDTH:
            self._set_used, self._open = used, opened
            self._cities(cost, slack, jokers)
            return
        rest = bound + self._bounds[category + 1]
        for state in self._categories[category]:
            if rest + state.bound >= self.cost:
                return
            if state.jokers <= jokers:
                self._choose(
                    category + 1, bound + state.bound, cost + state.cost,
                    (*used, state.jokers), opened | state.is_open << category,
                    slack + state.slack, jokers - state.jokers,
                )  # fmt: skip

    def _cities(self, cost: int, slack: int, jokers: int) -> None:
        """Lets every capital that has a choice choose, once the open categories are settled."""
        position = self.position
        closed = CLOSED_BITS[self._open]
        self._closed = closed
        if self.thorough:
            rows, ask = 0, self._reach & self._all
        else:
            rows = (position.rows | self._all & closed) & self._stay
            ask = self._all & closed & self._reach & ~self._stay | position.rows & self._broken
        asked = list(cities_of(ask))
        if asked and not self.thorough and cost + self._least_of(asked, jokers) >= self.cost:
            return
        self._ample = 0 if self.thorough else self._ample_with(slack, len(asked))
        self._known: dict[int, tuple[Option, ...]] = {}
        self._pool = jokers
        chosen: list[tuple[int, tuple[Option, ...]]] = []
        for city in asked:
            options = self._options(city)
            if not options:
                return
            if len(options) == 1 and not options[0][1] and not options[0][3]:
                rows |= options[0][2] << WIDTH * city
                cost += options[0][0]
            else:
                chosen.append((city, options))
        self._chosen = chosen
        self._least = _sums_from_behind([options[0][0] for _, options in chosen])
        self._net = _sums_from_behind([min([o[4] for o in options]) for _, options in chosen])
        self._seen: dict[tuple[int, ...], int] = {}
        self._place(0, cost, slack, jokers, rows, ())

    def _least_of(self, asked: list[int], jokers: int) -> int:
        """A quick lower bound of what these capitals cost."""
        position, aim = self.position, self.aim
        rack, sets, held, opened = position.rack, position.sets, position.rows, self._open
        forced = (sets | aim.must) & self._closed
        need = 2 if jokers else 3
        least = 0
        for city in asked:
            shift = WIDTH * city
            own, lying = rack >> shift & _COLUMNS, sets >> shift & _COLUMNS
            short = need - own.bit_count() - (lying & ~opened).bit_count()
            if short <= 0 or held >> shift & _COLUMNS:
                continue
            is_forced = forced >> shift & _COLUMNS
            lost = NEVER if is_forced else aim.photo * (own & ~opened).bit_count()
            if short <= (lying & opened).bit_count() and aim.moved * short < lost:
                lost = aim.moved * short
            least += lost
        return least

    def _ample_with(self, slack: int, number: int) -> int:
        """The open categories that cannot fall short when so many capitals may take from them."""
        spare = slack - BALANCED
        if not spare:
            return 0
        ample = 0
        opened = self._open
        fields = [(slack >> FIELD * k & 255) - 64 for k in range(WIDTH)]
        if all(fields[k] >= number for k in range(WIDTH) if opened >> k & 1):
            return opened
        takers = (self.position.sets | self.position.rack) & self._stay
        for category in range(WIDTH):
            if opened >> category & 1 and fields[category] >= number:
                more = (takers & CATEGORY_BITS[category]).bit_count()
                ample |= (fields[category] >= number + more) << category
        return ample

    def _options(self, city: int) -> tuple[Option, ...]:
        """What a capital can do in this choice of categories."""
        known = self._known.get(city)
        if known is None:
            known = self._known[city] = self._listed(city)
        return known

    def _listed(self, city: int) -> tuple[Option, ...]:
        aim, shift, pool = self.aim, WIDTH * city, self._pool
        rack = self.position.rack >> shift & _COLUMNS
        locked = self._row_jokers[city]
        most_help = min(pool, 4 - locked) if self.thorough else 1 if pool and not locked else 0
        held = self.position.rows >> shift & _COLUMNS
        photos = self._table >> shift & _COLUMNS | rack
        opened, ample = self._open & photos, self._ample & photos
        if not held and not self.thorough:
            short = 3 - (photos & ~opened).bit_count()
            free = SUBSETS[rack & ample][max(0, short)]
            if free:
                return ((0, 0, photos & ~opened | free[0], 0, 0),)
        must = aim.must >> shift & _COLUMNS
        it = City(held, photos & ~rack, rack, must, opened, ample, locked, most_help)
        listed = ways if self.collect is None else all_ways
        return listed(it, aim.photo, aim.moved, not self.thorough)

    def _place(
        self, index: int, cost: int, slack: int, jokers: int, rows: int, helps: Helps
    ) -> None:
        """Tries the ways of one capital after the other."""
        if index == len(self._chosen):
            if slack & BALANCED == BALANCED:
                self._finish(cost, jokers, rows, helps, self._set_used)
            elif not self.thorough:
                self._mend(cost, slack, jokers, rows, helps, self._broken, self._set_used)
            return
        if self._is_hopeless(cost + self._net[index], slack, jokers):
            return
        if self._alike and self._was_seen(cost, (index, slack, jokers)):
            return
        city, options = self._chosen[index]
        least = self._least[index + 1]
        for price, help_, row, change, _ in options:
            if cost + price + least >= self.cost:
                return
            if help_ <= jokers:
                self._place(
                    index + 1, cost + price, slack + change, jokers - help_,
                    rows | row << WIDTH * city, (*helps, (city, help_)) if help_ else helps,
                )  # fmt: skip

    def _is_hopeless(self, cost: int, slack: int, jokers: int) -> bool:
        """Whether what sets miss, less what jokers can stand in for, costs too much."""
        if slack & BALANCED == BALANCED:
            return cost >= self.cost
        return cost + self.aim.moved * max(0, _missing(slack) - jokers) >= self.cost

    def _was_seen(self, cost: int, state: tuple[int, ...]) -> bool:
        """Whether the same was reached before at no higher cost."""
        if self._seen.get(state, NEVER) <= cost:
            return True
        self._seen[state] = cost
        return False

    def _mend(
        self, cost: int, slack: int, jokers: int, rows: int, helps: Helps,
        touched: int, used: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Fills the sets that fall short: with a joker, or with photos that rows give back."""
        if slack & BALANCED == BALANCED:
            self._finish(cost, jokers, rows, helps, used)
            return
        if self._is_hopeless(cost, slack, jokers):
            return
        if self._alike and self._was_seen(cost, (slack, jokers, touched, *used)):
            return
        category, givers = self._scarcest(slack, touched, jokers, used)
        if category < 0:
            return
        if jokers and not self._set_jokers[category] and not used[category]:
            now = (*used[:category], 1, *used[category + 1 :])
            more = slack + (1 << FIELD * category)
            self._mend(cost, more, jokers - 1, rows, helps, touched, now)
        for city in cities_of(givers):
            self._give(city, 1 << category, cost, slack, jokers, rows, helps, touched, used)

    def _scarcest(
        self, slack: int, touched: int, jokers: int, used: tuple[int, ...]
    ) -> tuple[int, int]:
        """The category with the least choice of rows to give to it, and those; -1 if too few."""
        least, scarcest, givers = NEVER, -1, 0
        free = self.position.rows & ~touched
        for category, bits in enumerate(CATEGORY_BITS):
            missing = 64 - (slack >> FIELD * category & 255)
            if missing > 0:
                able = free & bits
                choice = able.bit_count() - missing
                if jokers and not self._set_jokers[category] and not used[category]:
                    choice += 1
                if choice < 0:
                    return -1, 0
                if choice < least:
                    least, scarcest, givers = choice, category, able
        return scarcest, givers

    def _give(
        self, city: int, wanted: int, cost: int, slack: int, jokers: int, rows: int, helps: Helps,
        touched: int, used: tuple[int, ...],
    ) -> None:  # fmt: skip
        kept = rows & ~CITY_BITS[city]
        touched |= CITY_BITS[city]
        for price, help_, row, change, _ in self._options(city):
            if cost + price >= self.cost:
                return
            if not row & wanted and help_ <= jokers:
                self._mend(
                    cost + price, slack + change, jokers - help_, kept | row << WIDTH * city,
                    (*helps, (city, help_)) if help_ else helps, touched, used,
                )  # fmt: skip

    def _finish(
        self, cost: int, jokers: int, rows: int, helps: Helps, used: tuple[int, ...]
    ) -> None:
        """Judges a complete arrangement of the photos."""
        position = self.position
        left = position.rack & self._closed & ~rows
        row_jokers = list(self._row_jokers)
        for city, more in helps:
            row_jokers[city] += more
        set_jokers = [a + b for a, b in zip(self._set_jokers, used, strict=True)]
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
            if self.aim.any_will_do:
                self.cost = -NEVER
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


def _sums_from_behind(values: list[int]) -> list[int]:
    """For each place the sum of the values from there on, and a last 0."""
    sums = [0]
    for value in reversed(values):
        sums.append(sums[-1] + value)
    return sums[::-1]


def _scenarios(position: Position) -> list[tuple[int, ...]]:
    """Which jokers might be taken: for each line no more than rack photos that fit it."""
    jokers = position.row_jokers + position.set_jokers
    if not any(jokers):
        return [tuple(jokers)]
    most = [
        min(number, (position.rack & bits).bit_count()) if number else 0
        for number, bits in zip(jokers, CITY_BITS + CATEGORY_BITS, strict=True)
    ]
    return sorted(product(*(range(number + 1) for number in most)), key=sum)
