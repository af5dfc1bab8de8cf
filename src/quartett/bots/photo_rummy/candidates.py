"""The lays worth thinking about: the most, the dearest, and some that give little away."""

from collections.abc import Iterator

from quartett.bots.photo_rummy.obvious import Glance
from quartett.games.photo_rummy.actions import PASS, Lay, Pass
from quartett.games.photo_rummy.cards import CATEGORY, CITY, is_joker
from quartett.games.photo_rummy.lay import SMALLEST
from quartett.games.photo_rummy.solver import Solution, solve
from quartett.games.photo_rummy.state import Combinations

Choice = Lay | Pass


def lay_of(table: list[list[str]]) -> Lay:
    """A table as an action."""
    return Lay(tuple(map(tuple, table)))


def most(table: Combinations, rack: tuple[str, ...], opened: bool) -> Solution:
    """The lay that leaves the fewest cards."""
    return solve(table, rack, opened)


def choices(table: Combinations, rack: tuple[str, ...], opened: bool) -> list[Choice]:
    """`pass` first, then different lays; a single `pass` where nothing can be laid."""
    solution = most(table, rack, opened)
    if not solution.laid:
        return [PASS]
    dearest = solve(table, rack, opened, "points")
    lays = [lay_of(solution.table), lay_of(dearest.table), *_quiet(table, rack, opened)]
    return list(dict.fromkeys([PASS, *lays]))


def _quiet(table: Combinations, rack: tuple[str, ...], opened: bool) -> Iterator[Lay]:
    """Lays without jokers: what fits the table, single groups, all rows; as they lie."""
    photos = [card for card in rack if not is_joker(card)]
    rows, sets = _groups(photos, CITY, "row"), _groups(photos, CATEGORY, "set")
    if opened:
        yield from _additions(table, photos)
    for group in rows + sets:
        yield Lay((*table, group))
    if len(rows) > 1:
        yield Lay((*table, *rows))


def _groups(photos: list[str], line: dict[str, str], kind: str) -> list[tuple[str, ...]]:
    together = [
        tuple(card for card in photos if line[card] == of)
        for of in dict.fromkeys(line[card] for card in photos)
    ]
    return [group for group in together if len(group) >= SMALLEST[kind]]


def _additions(table: Combinations, photos: list[str]) -> Iterator[Lay]:
    """All photos that fit what lies, without opening anything new."""
    glance = Glance(table, photos, lambda: False)
    glance.add_photos()
    if len(glance.left) < len(photos):
        yield lay_of(glance.table)
