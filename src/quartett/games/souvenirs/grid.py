"""The grid and its floating frame: where cards may lie (SO-06, SO-07).

The first card lies at (0, 0), so no card is ever more than four cells away from it, and nine by
nine cells are enough to hold every frame. Cells and lines are counted; sets of them are the bits
of an integer, which makes the neighbours of a whole grid four shifts. The cards are kept in the
order of their cells, so the number of taken cells before a cell says where its card is.
"""

from collections.abc import Mapping
from functools import cache

from quartett.core.game import Value

SIZE = 5
"""The most rows and columns a grid has."""

Cell = tuple[int, int]
"""A column and a row, counted from the first card to the right and downwards."""

_REACH = range(1 - SIZE, SIZE)
_WIDTH = len(_REACH)

CELLS: tuple[Cell, ...] = tuple((x, y) for y in _REACH for x in _REACH)
INDEX = {cell: index for index, cell in enumerate(CELLS)}
BIT = {cell: 1 << index for cell, index in INDEX.items()}
CELL_NAMES = tuple(f"{x},{y}" for x, y in CELLS)
CELL_OF = dict(zip(CELL_NAMES, CELLS, strict=True))

LINES = (*(f"row {y}" for y in _REACH), *(f"column {x}" for x in _REACH))
"""Every row and column that can ever hold a card, as it is written."""

LINE_INDEX = {line: index for index, line in enumerate(LINES)}

_LINE_BITS = (
    *(tuple(BIT[x, y] for x in _REACH) for y in _REACH),
    *(tuple(BIT[x, y] for y in _REACH) for x in _REACH),
)
"""The cells of every counted line."""


class Grid(Value, frozen=True):
    """The cards row by row, and as sets of bits the cells, rows and columns that hold any."""

    cards: tuple[str, ...] = ()
    taken: int = 0
    rows: int = 0
    columns: int = 0


def lay(grid: Grid, at: Cell, card: str) -> Grid:
    """The grid with one more card."""
    index = INDEX[at]
    bit, taken, cards = 1 << index, grid.taken, grid.cards
    before = (taken & (bit - 1)).bit_count()
    return Grid(
        cards[:before] + (card,) + cards[before:],  # noqa: RUF005 (the quicker way)
        taken | bit,
        grid.rows | (1 << index // _WIDTH),
        grid.columns | (1 << index % _WIDTH),
    )


def grid_of(cards: Mapping[Cell, str]) -> Grid:
    """The grid in which these cards lie."""
    grid = Grid()
    for at, card in cards.items():
        grid = lay(grid, at, card)
    return grid


def cards_of(grid: Grid) -> dict[str, str]:
    """The cards by the written name of their cell, row by row."""
    return dict(zip(map(CELL_NAMES.__getitem__, places(grid.taken)), grid.cards))  # noqa: B905


def is_full(taken: int, size: int = SIZE) -> bool:
    """Whether this set of cells fills a whole frame (SO-12)."""
    return taken.bit_count() == size * size


def _span(held: int, size: int) -> range:
    """The rows (or columns), as counted places, that the frame may still reach (SO-07)."""
    if not held:
        return range(_WIDTH)
    highest, lowest = held.bit_length() - 1, (held & -held).bit_length() - 1
    return range(max(0, highest - size + 1), min(_WIDTH, lowest + size))


@cache
def _reachable(rows: int, columns: int, size: int) -> int:
    """The cells inside some frame around the rows and columns that hold a card (SO-07)."""
    down, across = _span(rows, size), _span(columns, size)
    return sum(1 << (_WIDTH * row + column) for row in down for column in across)


_EVERYWHERE = range(_WIDTH)
_ROW = (1 << _WIDTH) - 1
_PLACES = tuple(
    tuple(
        tuple(_WIDTH * row + place for place in _EVERYWHERE if held >> place & 1)
        for held in range(1 << _WIDTH)
    )
    for row in _EVERYWHERE
)
"""The counted places of every set of cells of every row."""


def open_cells(grid: Grid, size: int = SIZE) -> int:
    """The free cells beside a card (SO-06) and inside every frame still possible (SO-07)."""
    taken = grid.taken
    # A shift past the side of the nine columns wraps around, but such cells are outside the frame.
    near = taken << 1 | taken >> 1 | taken << _WIDTH | taken >> _WIDTH
    return near & ~taken & _reachable(grid.rows, grid.columns, size)


def places(cells: int) -> list[int]:
    """The counted places in a set of bits, looked up row by row."""
    found: list[int] = []
    for row in _PLACES:
        found += row[cells & _ROW]
        cells >>= _WIDTH
    return found


def frame(rows: int, columns: int, size: int = SIZE) -> tuple[Cell, Cell]:
    """The first and last column, and the first and last row, that the frame may still reach."""
    columns_, rows_ = _span(columns, size), _span(rows, size)
    return (
        (_REACH[columns_[0]], _REACH[columns_[-1]]),
        (_REACH[rows_[0]], _REACH[rows_[-1]]),
    )


@cache
def lines(rows: int, columns: int) -> tuple[int, ...]:
    """The counted lines that hold a card, rows first (SO-08)."""
    return tuple(places(rows | columns << _WIDTH))


def lines_of(grid: Grid) -> dict[int, list[str]]:
    """The cards of every counted line that holds any, in their order; rows first."""
    found: dict[int, list[str]] = {line: [] for line in lines(grid.rows, grid.columns)}
    for place, card in zip(places(grid.taken), grid.cards):  # noqa: B905
        found[place // _WIDTH].append(card)
        found[_WIDTH + place % _WIDTH].append(card)
    return found


def has_card(grid: Grid, line: int) -> bool:
    """Whether a counted line holds a card."""
    return bool((grid.rows | grid.columns << _WIDTH) >> line & 1)


def line_cards(grid: Grid, line: int) -> tuple[str, ...]:
    """The cards of a counted line, in their order."""
    cards, taken = grid.cards, grid.taken
    bits = _LINE_BITS[line]
    return tuple([cards[(taken & (bit - 1)).bit_count()] for bit in bits if taken & bit])
