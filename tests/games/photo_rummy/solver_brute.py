"""All legal lays of a small position, found by trying every table there is."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from quartett.core.errors import RuleError
from quartett.games.photo_rummy.cards import in_order, is_joker, minus_points
from quartett.games.photo_rummy.lay import TableLists, check_lay, line_of, verdict


class Lay(NamedTuple):
    """One legal lay and what it is worth."""

    table: tuple[tuple[str, ...], ...]
    laid: frozenset[str]
    left: int
    minus: int
    moved: int

    def key(self, goal: str) -> tuple[int, int, int]:
        """What the solver makes as small as it can."""
        worth = (self.left, self.minus) if goal == "cards" else (self.minus, self.left)
        return (*worth, self.moved)


def all_lays(table: TableLists, rack: list[str], opened: bool) -> list[Lay]:
    """Every legal lay, a pass among them."""
    cards = in_order({card for group in table for card in group} | set(rack))
    groups = [
        group
        for size in range(3, len(cards) + 1)
        for group in combinations(cards, size)
        if verdict(group).ok
    ]
    found = []
    for new in _tables(cards, groups):
        try:
            check_lay(table, rack, opened, new)
        except RuleError:
            continue
        found.append(_worth(table, rack, cards, new))
    return found


def _tables(
    cards: list[str], groups: list[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to put some of the cards into some of the groups."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    yield from _tables(rest, [group for group in groups if first not in group])
    for group in groups:
        if first in group:
            others = [each for each in groups if not set(each) & set(group)]
            free = [card for card in rest if card not in group]
            for more in _tables(free, others):
                yield (group, *more)


def _worth(
    old: TableLists, rack: list[str], cards: list[str], new: tuple[tuple[str, ...], ...]
) -> Lay:
    before, after = lines(old), lines(new)
    lying = [card for card in cards if card not in after]
    moved = sum(
        after.get(card) != line if is_joker(card) else after[card][0] != line[0]
        for card, line in before.items()
    )
    laid = frozenset(rack) & set(after)
    return Lay(new, laid, len(lying), minus_points(lying), moved)


def lines(table: TableLists) -> dict[str, tuple[str | None, str | None]]:
    """Kind and line of the combination in which each card lies."""
    return {card: line_of(group) for group in table for card in group}
