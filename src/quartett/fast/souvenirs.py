"""Souvenirs, encoded as integers in flat lists and changed in place.

A kind of card is its index in the game's list of cards (30 numbers, then the joker). Cells and
lines are numbered as in the rules, nine by nine. The value of a line is looked up by a sum to which
every card adds its code. `apply` accepts what `legal_ids` lists and checks nothing.
"""

from bisect import insort
from random import Random
from typing import Final

from quartett.core.outcome import Outcome
from quartett.fast.chance import shuffled
from quartett.fast.souvenirs_payouts import CODE, Payouts, payouts_of
from quartett.games.souvenirs.actions import BOOKS, PASS, PLACES, Action, Book, Options, Place
from quartett.games.souvenirs.cards import CARDS, DECK
from quartett.games.souvenirs.grid import CELLS, INDEX, LINE_INDEX, SIZE, grid_of, places
from quartett.games.souvenirs.kit import KITS, cubes_each
from quartett.games.souvenirs.state import Phase, Player, State

KINDS: Final = 31
KIND: Final = {card: kind for kind, card in enumerate(CARDS)}
WIDTH: Final = 9
CELL_COUNT: Final = 81
LINE_COUNT: Final = 18
MIDDLE: Final = 40
"""The cell of the first card."""

FULL: Final = SIZE * SIZE
"""The cells of the grid in the full game."""

MAX_PLAYERS: Final = 4

PLACE_PHASE: Final = 0
BOOK_PHASE: Final = 1
OVER: Final = 2
PHASES: Final[tuple[Phase, ...]] = ("place", "book", "over")

BOOK_ID: Final = KINDS * CELL_COUNT
PASS_ID: Final = BOOK_ID + LINE_COUNT
ACTIONS: Final = PASS_ID + 1
"""The number of action ids; the table is in docs/bots.md and never changes."""

OBSERVED: Final = 3 + 5 + KINDS + CELL_COUNT + 4 * LINE_COUNT + 18 + MAX_PLAYERS * 3
"""The length of an observation."""

ONCE: Final = [KIND[card] for card in DECK]
CARDS_OF: Final = {size: [KIND[card] for card in kit.cards] for size, kit in KITS.items()}
"""The cards that are dealt, by size."""

NEIGHBOURS: Final = [
    [
        other
        for other in (cell - WIDTH, cell - 1, cell + 1, cell + WIDTH)
        if 0 <= other < CELL_COUNT
        and (other // WIDTH == cell // WIDTH or other % WIDTH == cell % WIDTH)
    ]
    for cell in range(CELL_COUNT)
]


class Souvenirs:
    """One match of Souvenirs; of `owners` the first 18 booked each line first, the rest second."""

    def __init__(
        self,
        players: int,
        options: Options,
        pay: Payouts,
        numbers: list[int],
        hands: list[list[int]],
        grid: list[int],
        near: list[int],
        cells: list[int],
        sums: list[int],
        owners: list[int],
        cubes: list[int],
        pile: list[int],
    ) -> None:
        self.players = players
        self.options = options
        self.pay = pay
        self.phase, self.turn, self.taken, self.top, self.bottom, self.left, self.right = numbers
        self.last_cube = options.last_cube
        self.size = KITS[options.size].size
        """The most rows and columns of the grid."""
        self.full = self.size * self.size
        self.hands = hands
        self.grid = grid
        """The kind of card on each cell, or -1."""
        self.near = near
        """1 for each cell that is filled or listed in `cells`."""
        self.cells = cells
        """The open cells in ascending order (SO-06, SO-07)."""
        self.sums = sums
        self.owners = owners
        self.cubes = cubes
        self.pile = pile

    def copy(self) -> "Souvenirs":
        """An independent copy of this match."""
        return Souvenirs(
            self.players,
            self.options,
            self.pay,
            [self.phase, self.turn, self.taken, self.top, self.bottom, self.left, self.right],
            [hand[:] for hand in self.hands],
            self.grid[:],
            self.near[:],
            self.cells[:],
            self.sums[:],
            self.owners[:],
            self.cubes[:],
            self.pile[:],
        )

    def __copy__(self) -> "Souvenirs":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "Souvenirs":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        parts = (
            self.players,
            self.options,
            self.pay,
            [self.phase, self.turn, self.taken, self.top, self.bottom, self.left, self.right],
            self.hands,
            self.grid,
            self.near,
            self.cells,
            self.sums,
            self.owners,
            self.cubes,
            self.pile,
        )
        return Souvenirs, parts

    def to_act(self) -> list[int]:
        """The seats that may act now: `turn`, or nobody."""
        return [self.turn] if self.turn >= 0 else []

    def legal_ids(self, seat: int) -> list[int]:
        """The ids of the legal actions of a seat; they are sorted for each kind of card."""
        if seat != self.turn:
            return []
        if self.phase == PLACE_PHASE:
            hand, cells = self.hands[seat], self.cells
            found: list[int] = []
            for at in range(len(hand)):
                kind = hand[at]
                if at == 0 or kind not in hand[:at]:
                    base = kind * CELL_COUNT
                    found += [base + cell for cell in cells]
            return found
        found = [BOOK_ID + line for line in self.open_lines(seat)] if self.cubes[seat] else []
        found.append(PASS_ID)
        return found

    def mask(self, seat: int) -> list[int]:
        """1 for each id that is legal, else 0."""
        found = [0] * ACTIONS
        for each in self.legal_ids(seat):
            found[each] = 1
        return found

    def apply(self, seat: int, action: int) -> None:
        """Apply a legal action of a seat."""
        if action < BOOK_ID:
            kind = action // CELL_COUNT
            self.hands[seat].remove(kind)
            self.lay(kind, action % CELL_COUNT)
            if self.taken == self.full and not self.last_cube:
                self._finish()
            elif self.cubes[seat] and self.has_open_line(seat):
                self.phase = BOOK_PHASE
            else:
                self._next_turn(seat)
            return
        if action != PASS_ID:
            self.book(seat, action - BOOK_ID)
        self._next_turn(seat)

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    def scores(self) -> list[int]:
        """The points of every seat if the match ended now (SO-15)."""
        totals = [0] * self.players
        owners, sums, pay = self.owners, self.sums, self.pay
        for line in range(LINE_COUNT):
            seat = owners[line]
            if seat >= 0:
                totals[seat] += pay.first(sums[line])
                seat = owners[line + LINE_COUNT]
                if seat >= 0:
                    totals[seat] += pay.second(sums[line])
        return totals

    def winners(self) -> list[int]:
        """The seats in the lead (SO-16)."""
        totals = self.scores()
        best = max(totals)
        return [seat for seat in range(self.players) if totals[seat] == best]

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        if self.phase != OVER:
            return None
        winners = self.winners()
        reason = "most_points" if len(winners) == 1 else "shared"
        return Outcome(tuple(self.scores()), tuple(winners), reason)

    def observe(self, seat: int) -> list[int]:
        """What a seat may know (SO-17), as numbers; seats are counted from the viewer on.

        Phase (one of three), whose turn it is, cards in the draw pile, cards in the grid, whether
        the last card allows a cube, players; one's own hand by kind; on each cell the kind of card
        plus 1, or 0; who booked each line first, then second (place at the table plus 1, or 0);
        what each line would pay the first, then the second; the points of the combinations. Then
        for each of four places hand size, cubes and score.
        """
        players, pay = self.players, self.pay
        found = [0, 0, 0]
        found[self.phase] = 1
        found += [
            -1 if self.turn < 0 else (self.turn - seat) % players,
            len(self.pile),
            self.taken,
            1 if self.last_cube else 0,
            players,
        ]
        own = [0] * KINDS
        for kind in self.hands[seat]:
            own[kind] += 1
        found += own
        found += [kind + 1 for kind in self.grid]
        found += [0 if each < 0 else (each - seat) % players + 1 for each in self.owners]
        found += [pay.first(line) if line else 0 for line in self.sums]
        found += [pay.second(line) if line else 0 for line in self.sums]
        found += pay.table
        scores = self.scores()
        for place in range(players):
            other = (seat + place) % players
            found += [len(self.hands[other]), self.cubes[other], scores[other]]
        found += [0] * (OBSERVED - len(found))
        return found

    def lay(self, kind: int, cell: int) -> None:
        """Put a card onto a cell."""
        row, column = cell // WIDTH, cell % WIDTH
        self.grid[cell] = kind
        self.taken += 1
        code = CODE[kind]
        self.sums[row] += code
        self.sums[WIDTH + column] += code
        cells, near = self.cells, self.near
        if near[cell]:
            cells.remove(cell)
        near[cell] = 1
        if row < self.top or row > self.bottom or column < self.left or column > self.right:
            self._stretch(row, column)
            cells = self.cells
        top, bottom = self.bottom - self.size + 1, self.top + self.size - 1
        left, right = self.right - self.size + 1, self.left + self.size - 1
        for other in NEIGHBOURS[cell]:
            if not near[other]:
                near[other] = 1
                row, column = other // WIDTH, other % WIDTH
                if top <= row <= bottom and left <= column <= right:
                    insort(cells, other)

    def book(self, seat: int, line: int) -> None:
        """Put a cube of a seat onto a line."""
        owners = self.owners
        owners[line if owners[line] < 0 else line + LINE_COUNT] = seat
        self.cubes[seat] -= 1

    def draw(self, seat: int) -> None:
        """Let a seat draw, if there is a card."""
        if self.pile:
            self.hands[seat].append(self.pile.pop())

    def open_lines(self, seat: int) -> list[int]:
        """The lines that a seat may book, if it has a cube (SO-08 to SO-10)."""
        owners, sums = self.owners, self.sums
        return [
            line
            for line in range(LINE_COUNT)
            if sums[line] and owners[line + LINE_COUNT] < 0 and owners[line] != seat
        ]

    def has_open_line(self, seat: int) -> bool:
        """Whether there is a line that a seat may book."""
        owners, sums = self.owners, self.sums
        for line in range(LINE_COUNT):
            if sums[line] and owners[line + LINE_COUNT] < 0 and owners[line] != seat:
                return True
        return False

    def _stretch(self, row: int, column: int) -> None:
        """The grid has grown: close the cells that can no longer belong to it (SO-07)."""
        self.top, self.bottom = min(self.top, row), max(self.bottom, row)
        self.left, self.right = min(self.left, column), max(self.right, column)
        top, bottom = self.bottom - self.size + 1, self.top + self.size - 1
        left, right = self.right - self.size + 1, self.left + self.size - 1
        self.cells = [
            cell
            for cell in self.cells
            if top <= cell // WIDTH <= bottom and left <= cell % WIDTH <= right
        ]

    def _next_turn(self, seat: int) -> None:
        if self.taken == self.full:
            self._finish()
            return
        seat += 1
        if seat == self.players:
            seat = 0
        if self.pile:
            self.hands[seat].append(self.pile.pop())
        self.phase = PLACE_PHASE
        self.turn = seat

    def _finish(self) -> None:
        self.phase = OVER
        self.turn = -1


def empty(players: int, options: Options) -> Souvenirs:
    """An empty table: nobody has a card or a cube, and the grid is empty."""
    return Souvenirs(
        players,
        options,
        payouts_of(options.points),
        [PLACE_PHASE, options.starter, 0, WIDTH, -1, WIDTH, -1],
        [[] for _ in range(players)],
        [-1] * CELL_COUNT,
        [0] * CELL_COUNT,
        [],
        [0] * LINE_COUNT,
        [-1] * (2 * LINE_COUNT),
        [0] * players,
        [],
    )


_USUAL: Final = Options()


def deal(players: int, chance: Random, options: Options = _USUAL) -> Souvenirs:
    """A new match: two cards each, the first card of the grid, the first draw (SO-02, SO-05)."""
    game = begun(players, options)
    kit = KITS[options.size]
    cards = shuffled(CARDS_OF[options.size], chance)
    game.hands = [[cards.pop() for _ in range(kit.hand)] for _ in range(players)]
    if not kit.laid:
        game.lay(cards.pop(), MIDDLE)
        game.pile = cards
        game.draw(game.turn)
    return game


def begun(players: int, options: Options) -> Souvenirs:
    """The table before the deal: the cubes, and the cards that are always in the grid."""
    game = empty(players, options)
    kit = KITS[options.size]
    game.cubes = [cubes_each(players, kit)] * players
    for cell, card in kit.laid.items():
        game.lay(KIND[card], INDEX[cell])
    return game


def from_state(state: State) -> Souvenirs:
    """The fast version of a state of the rules."""
    game = empty(len(state.seats), state.options)
    for cell, card in zip(places(state.grid.taken), state.grid.cards, strict=True):
        game.lay(KIND[card], cell)
    for line, booked in enumerate(state.cubes):
        for at, seat in enumerate(booked):
            game.owners[line + at * LINE_COUNT] = seat
    game.hands = [[KIND[card] for card in player.hand] for player in state.seats]
    game.cubes = [player.cubes for player in state.seats]
    game.pile = [KIND[card] for card in state.draw_pile]
    game.phase = PHASES.index(state.phase)
    game.turn = -1 if state.turn is None else state.turn
    return game


def to_state(game: Souvenirs) -> State:
    """The state of the rules for this match."""
    grid = {CELLS[cell]: CARDS[kind] for cell, kind in enumerate(game.grid) if kind >= 0}
    booked = []
    for line in range(LINE_COUNT):
        both = (game.owners[line], game.owners[line + LINE_COUNT])
        booked.append(tuple([seat for seat in both if seat >= 0]))
    return State(
        game.options,
        tuple(
            [
                Player(tuple([CARDS[kind] for kind in hand]), cubes)
                for hand, cubes in zip(game.hands, game.cubes, strict=True)
            ]
        ),
        grid_of(grid),
        tuple(booked),
        tuple([CARDS[kind] for kind in game.pile]),
        PHASES[game.phase],
        None if game.turn < 0 else game.turn,
    )


def action_of(game: Souvenirs, seat: int, action: int) -> Action:
    """The action with this id."""
    if action < BOOK_ID:
        return PLACES[CARDS[action // CELL_COUNT]][action % CELL_COUNT]
    return PASS if action == PASS_ID else BOOKS[action - BOOK_ID]


def id_of(game: Souvenirs, seat: int, action: Action) -> int:
    """The id of an action."""
    if isinstance(action, Place):
        return KIND[action.card] * CELL_COUNT + INDEX[action.at]
    return BOOK_ID + LINE_INDEX[action.line] if isinstance(action, Book) else PASS_ID


def play_randomly(game: Souvenirs, chance: Random) -> int:
    """Play uniformly random legal actions to the end; returns the number of unforced choices."""
    decisions = 0
    number = chance.random
    while game.turn >= 0:
        seat = game.turn
        ids = game.legal_ids(seat)
        count = len(ids)
        if count > 1:
            decisions += 1
            game.apply(seat, ids[int(number() * count)])
        elif count:
            game.apply(seat, ids[0])
        else:  # only in positions written by hand
            return decisions
    return decisions
