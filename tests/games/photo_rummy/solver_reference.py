"""The same question as a linear program, written from the rules page and solved by HiGHS.

It shares no code with the solver. Photos lie in a row, in a set, or stay; each line has a number
of photos and jokers that can be split into correct combinations.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
from scipy.sparse import coo_matrix  # type: ignore[import-untyped]

CITY_LARGEST, CATEGORY_LARGEST = 6, 17


class Program(NamedTuple):
    """Integer variables with upper bounds (lower ones are 0), rows `low <= sum <= high`, costs."""

    upper: list[int]
    rows: list[tuple[dict[int, int], float, float]]
    costs: dict[int, int]
    constant: int


@cache
def splits(kind: str, photos: int, jokers: int) -> bool:
    """Whether so many cards of one line can be split into correct combinations."""
    if photos == jokers == 0:
        return True
    smallest, largest = (3, CITY_LARGEST) if kind == "row" else (4, CATEGORY_LARGEST)
    return any(
        smallest <= some + few <= largest and splits(kind, photos - some, jokers - few)
        for some in range(1, photos + 1)
        for few in range(min(jokers, some - 1) + 1)
    )


class _Builder:
    def __init__(self) -> None:
        self.program = Program([], [], {}, 0)

    def variable(self, upper: int, cost: int = 0) -> int:
        number = len(self.program.upper)
        self.program.upper.append(upper)
        if cost:
            self.program.costs[number] = cost
        return number

    def row(self, terms: Mapping[int, int], low: float, high: float) -> None:
        self.program.rows.append((dict(terms), low, high))


def build(table: Sequence[Sequence[str]], rack: Sequence[str], opened: bool, goal: str) -> Program:
    """The program whose least cost is left, minus and moved as one number (see `unpack`)."""
    photo = (1 << 16) + (1 << 8)
    joker = (1 << 16) + (10 << 8) if goal == "cards" else (10 << 16) + (1 << 8)
    b = _Builder()
    in_row: dict[str, int] = {}
    in_set: dict[str, int] = {}
    locked: dict[tuple[str, str], int] = {}
    for cards in table:
        photos = [card.split("-") for card in cards if not card.startswith("joker")]
        is_row = len({city for city, _ in photos}) == 1
        line = ("row", photos[0][0]) if is_row else ("set", photos[0][1])
        locked[line] = locked.get(line, 0) + len(cards) - len(photos)
        for city, category in photos:
            card = f"{city}-{category}"
            in_row[card] = b.variable(1, 0 if is_row else 1)
            in_set[card] = b.variable(1, 1 if is_row else 0)
            b.row({in_row[card]: 1, in_set[card]: 1}, 1, 1)
    hand = [card for card in rack if not card.startswith("joker")]
    own_jokers = len(rack) - len(hand)
    for card in hand:
        in_row[card] = b.variable(1, -photo)
        in_set[card] = b.variable(1, -photo)
        b.row({in_row[card]: 1, in_set[card]: 1}, 0, 1)
    lines: dict[tuple[str, str], list[str]] = {}
    for card in in_row:
        city, category = card.split("-")
        lines.setdefault(("row", city), []).append(card)
        lines.setdefault(("set", category), []).append(card)
    total = own_jokers + sum(locked.values())
    placed, taken = [], {}
    for (kind, name), members in lines.items():
        where = in_row if kind == "row" else in_set
        had = locked.get((kind, name), 0)
        states = {}
        for jokers in range(total + 1):
            needs = [p for p in range(1, len(members) + 1) if splits(kind, p, jokers)]
            if needs:
                assert needs == list(range(needs[0], len(members) + 1))
                states[jokers] = (b.variable(1), needs[0])
        state_of = {variable: 1 for variable, _ in states.values()}
        if state_of:
            b.row(state_of, 0, 1)
        counted = {where[card]: 1 for card in members}
        b.row(counted | {v: -need for v, need in states.values()}, 0, np.inf)
        b.row(counted | {v: -17 for v, _ in states.values()}, -np.inf, 0)
        new = b.variable(total, -joker)
        gone = b.variable(had, 1 + joker)
        placed.append(new)
        if had:
            taken[kind, name] = gone
        b.row({v: j for j, (v, _) in states.items()} | {new: -1, gone: 1}, had, had)
    pool = dict.fromkeys(placed, 1) | dict.fromkeys(taken.values(), -1)
    b.row(pool, -np.inf, own_jokers)
    _replacements(b, hand, in_row, in_set, taken)
    if not opened:
        _opening(b, hand, in_row, in_set, placed, own_jokers)
    return b.program._replace(constant=photo * len(hand) + joker * own_jokers)


def _replacements(
    b: _Builder, hand: list[str], in_row: dict[str, int], in_set: dict[str, int],
    taken: dict[tuple[str, str], int],
) -> None:  # fmt: skip
    """PR-13: each joker taken from a line has a laid rack photo of that line to itself."""
    uses: dict[str, list[int]] = {}
    for (_, name), gone in taken.items():
        fitting = [card for card in hand if name in card.split("-")]
        matches = [b.variable(1) for _ in fitting]
        for card, match in zip(fitting, matches, strict=True):
            uses.setdefault(card, []).append(match)
        b.row(dict.fromkeys(matches, 1) | {gone: -1}, 0, np.inf)
    for card, used in uses.items():
        b.row(dict.fromkeys(used, -1) | {in_row[card]: 1, in_set[card]: 1}, 0, np.inf)


def _opening(
    b: _Builder, hand: list[str], in_row: dict[str, int], in_set: dict[str, int],
    placed: list[int], own_jokers: int,
) -> None:  # fmt: skip
    """PR-10: the cards that leave the rack contain a set or row; one joker of it may help."""
    help_ = b.variable(min(1, own_jokers))
    b.row(dict.fromkeys(placed, 1) | {help_: -1}, 0, np.inf)
    chosen = []
    for place, smallest in ((0, 3), (1, 4)):
        for name in sorted({card.split("-")[place] for card in hand}):
            fitting = [card for card in hand if card.split("-")[place] == name]
            choice = b.variable(1)
            chosen.append(choice)
            terms = {in_row[card]: 1 for card in fitting} | {in_set[card]: 1 for card in fitting}
            b.row(terms | {help_: 1, choice: -smallest}, 0, np.inf)
    b.row(dict.fromkeys(chosen, 1), 1, np.inf)


def arrays(program: Program) -> tuple[Any, Any, Any]:
    """Costs, constraints and bounds in HiGHS's shape."""
    costs = np.zeros(len(program.upper))
    for variable, cost in program.costs.items():
        costs[variable] = cost
    entries = [(i, v, x) for i, (terms, _, _) in enumerate(program.rows) for v, x in terms.items()]
    rows, columns, values = zip(*entries, strict=True)
    matrix = coo_matrix((values, (rows, columns)), (len(program.rows), len(program.upper))).tocsr()
    low = [each[1] for each in program.rows]
    high = [each[2] for each in program.rows]
    return costs, LinearConstraint(matrix, low, high), Bounds(0, program.upper)


def highs(program: Program) -> int | None:
    """The least cost by HiGHS, or None where nothing is possible."""
    if not any(terms for terms, _, _ in program.rows):
        return program.constant
    least = solve_arrays(*arrays(program))
    return None if least is None else program.constant + least


def solve_arrays(costs: Any, constraints: Any, bounds: Any) -> int | None:
    """The least sum of costs by HiGHS, or None where nothing is possible."""
    result = milp(
        costs, integrality=np.ones(len(costs)), bounds=bounds, constraints=constraints,
        options={"mip_rel_gap": 0},
    )  # fmt: skip
    return None if result.x is None else round(result.fun)


def reference(
    table: Sequence[Sequence[str]], rack: Sequence[str], opened: bool, goal: str
) -> tuple[int, int, int]:
    """Left, minus and moved of a best turn; a turn that lays nothing is a pass."""
    program = build(table, rack, opened, goal)
    cost = highs(program)
    least = program.constant if cost is None else min(cost, program.constant)
    first, second, moved = least >> 16, least >> 8 & 255, least & 255
    return (first, second, moved) if goal == "cards" else (second, first, moved)
