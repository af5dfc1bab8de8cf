"""What is the best I can lay? Exact answers, never greedy, the same on every machine.

All calls take a table, a rack, and whether its owner has opened in this round; they refuse a table
that is not correct. Answers do not depend on the order of combinations or cards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from quartett.core.errors import FormatError
from quartett.core.positions import check_cards
from quartett.games.photo_rummy.cards import in_order, is_joker, minus_points
from quartett.games.photo_rummy.lay import LayError, TableLists, check_table
from quartett.games.photo_rummy.solving.aim import Aim, Found
from quartett.games.photo_rummy.solving.answer import Answer
from quartett.games.photo_rummy.solving.board import BIT, Position, cards_of
from quartett.games.photo_rummy.solving.search import (
    DEAR,
    FIRST,
    MAX_CARDS,
    MIN_POINTS,
    SECOND,
    all_that_cost,
    best,
    cheapest,
    goes_out,
    may_open,
)
from quartett.games.photo_rummy.state import Combinations

Goal = Literal["cards", "points"]
"""`cards`: fewest cards left, then least minus points; `points`: the other way round."""

_AIMS: dict[Goal, Aim] = {"cards": MAX_CARDS, "points": MIN_POINTS}
_ALL_LAID = Aim(photo=FIRST, joker=FIRST, moved=1, forgiven=True)


class Solution(msgspec.Struct, frozen=True):
    """A best turn: what stays on the rack, and the complete new table."""

    left: int
    """Cards that remain on the rack, taken jokers included."""
    minus: int
    """The minus points they would cost."""
    goes_out: bool
    """Whether nothing remains on the rack."""
    moved: int
    """Table photos that change between row and set, plus jokers taken."""
    table: Combinations
    """The complete new table, as the action `lay` wants it."""
    laid: tuple[str, ...]
    """The cards that leave the rack; none means a pass."""


def solve(table: TableLists, rack: Sequence[str], opened: bool, goal: Goal = "cards") -> Solution:
    """A best lay: best for the goal, then with the fewest cards moved on the table.

    >>> table = [["paris-church", "rome-church", "bern-church", "joker-1"]]
    >>> found = solve(table, ["oslo-church", "rome-sight"], opened=True)
    >>> found.laid, found.left
    (('oslo-church',), 1)
    """
    position = _read(table, rack, opened)
    found = best(position, _aim(goal))
    return _pass(table, rack) if found is None else _solution(position, found)


def best_lays(
    table: TableLists, rack: Sequence[str], opened: bool, goal: Goal = "cards", limit: int = 10
) -> list[Solution]:
    """Up to `limit` different lays that are all as good as the best; a pass if that is all."""
    position = _read(table, rack, opened)
    aim = _aim(goal)
    first = best(position, aim)
    if first is None:
        return [_pass(table, rack)]
    found = all_that_cost(position, aim, first.cost, limit)
    return [_solution(position, each) for each in found]


def can_lay(
    table: TableLists, rack: Sequence[str], opened: bool, cards: Iterable[str]
) -> Combinations | None:
    """A table that has exactly these cards of the rack laid, or None where there is none.

    >>> table = [["paris-church", "rome-church", "bern-church", "joker-1"]]
    >>> can_lay(table, ["oslo-church", "rome-sight"], True, ["oslo-church"])
    (('oslo-church', 'paris-church', 'rome-church', 'bern-church', 'joker-1'),)
    """
    chosen = set(cards)
    if not chosen <= set(rack):
        return None
    position = _read(table, chosen, opened)
    found = cheapest(position, _ALL_LAID, FIRST) if may_open(position) else None
    return None if found is None else _solution(position, found).table


def can_go_out(table: TableLists, rack: Sequence[str], opened: bool) -> bool:
    """Whether the whole rack can be laid in one turn."""
    return goes_out(_read(table, rack, opened))


def playable_cards(table: TableLists, rack: Sequence[str], opened: bool) -> frozenset[str]:
    """The cards of the rack that can be part of some lay."""
    position = _read(table, rack, opened)
    if not may_open(position):
        return frozenset()
    most = best(position, MAX_CARDS)
    left = most.left if most else position.rack
    playable = set(cards_of(position.rack & ~left))
    playable.update(card for card in cards_of(left) if _is_playable(position, BIT[card]))
    jokers = [card for card in rack if is_joker(card)]
    if jokers and _joker_is_playable(position):
        playable.update(jokers)
    return frozenset(playable)


def explain(
    error: LayError, table: TableLists, rack: Sequence[str], opened: bool, new_table: TableLists
) -> LayError:
    """The same refusal, which also says whether the same rack cards can be laid in another way."""
    laid = {card for cards in new_table for card in cards} & set(rack)
    possible = bool(laid) and can_lay(table, rack, opened, laid) is not None
    return LayError(error.rule, error.reason, **error.about | {"possible": possible})


def _read(table: TableLists, rack: Iterable[str], opened: bool) -> Position:
    """The board of a table and a rack; RuleError where the table or the cards are not correct."""
    try:
        lists = tuple(map(tuple, table))
        cards = [card for each in (*lists, rack) for card in each]
        if len(BIT.keys() & cards) < len(cards):
            check_cards(cards, Counter(list(BIT)), "PR-01")
        _check_table(lists)
    except TypeError:
        raise FormatError("a table is made of lists of cards, a rack of cards") from None
    return Position.read(lists, rack, opened)


@lru_cache(maxsize=1024)
def _check_table(table: Combinations) -> None:
    """The same table is usually queried many times, so each is analysed once."""
    check_table(table)


def _aim(goal: Goal) -> Aim:
    if goal not in _AIMS:
        raise FormatError(f"goal: {goal!r} is neither 'cards' nor 'points'")
    return _AIMS[goal]


def _is_playable(position: Position, photo: int) -> bool:
    aim = Aim(SECOND, 0, 1, must=photo, any_will_do=True)
    return cheapest(position, aim, DEAR) is not None


def _joker_is_playable(position: Position) -> bool:
    """Whether at least one joker of the rack finds a place: the others may stay."""
    aim = Aim(SECOND, DEAR, 1, forgiven=True, any_will_do=True)
    return cheapest(position, aim, DEAR * position.rack_jokers) is not None


def _pass(table: TableLists, rack: Sequence[str]) -> Solution:
    lists = sorted((tuple(in_order(cards)) for cards in table), key=lambda cards: BIT[cards[0]])
    return Solution(len(rack), minus_points(rack), not rack, 0, tuple(lists), ())


def _solution(position: Position, found: Found) -> Solution:
    answer = Answer(position, found).build()
    left = found.left | answer.unplaced
    photos, jokers = found.left.bit_count(), answer.unplaced.bit_count()
    return Solution(
        left=photos + jokers,
        minus=photos + 10 * jokers,
        goes_out=not left,
        moved=answer.moved(),
        table=answer.table(),
        laid=tuple(cards_of(position.rack_bits & ~left)),
    )
