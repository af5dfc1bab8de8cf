"""The lays worth thinking about: the most, the dearest, and what opens nothing new."""

from collections.abc import Iterator, Sequence

from quartett.bots.photo_rummy.obvious import Glance
from quartett.games.photo_rummy.actions import PASS, Lay, Pass
from quartett.games.photo_rummy.cards import is_joker
from quartett.games.photo_rummy.solver import Goal, Solution, solve
from quartett.games.photo_rummy.state import Combinations

Choice = Lay | Pass
GOALS: tuple[Goal, Goal] = ("cards", "points")


def lay_of(table: Sequence[Sequence[str]]) -> Lay:
    """A table as an action."""
    return Lay(tuple(map(tuple, table)))


def most(table: Combinations, rack: tuple[str, ...], opened: bool) -> Solution:
    """The lay that leaves the fewest cards."""
    return solve(table, rack, opened)


def lays(table: Combinations, rack: tuple[str, ...], opened: bool) -> list[Solution]:
    """The lay of most cards and that of most points, best first; none where nothing can be laid."""
    found = [solve(table, rack, opened, goal) for goal in GOALS]
    return [each for at, each in enumerate(found) if each.laid and each not in found[:at]]


def choices(table: Combinations, rack: tuple[str, ...], opened: bool) -> list[Choice]:
    """`pass` first, then different lays; a single `pass` where nothing can be laid."""
    best = [lay_of(each.table) for each in lays(table, rack, opened)]
    quiet = _additions(table, rack) if best and opened else ()
    return list(dict.fromkeys([PASS, *best, *quiet]))


def _additions(table: Combinations, rack: tuple[str, ...]) -> Iterator[Lay]:
    """All photos that fit what lies, without opening anything new and without jokers."""
    photos = [card for card in rack if not is_joker(card)]
    glance = Glance(table, photos, lambda: False)
    glance.add_photos()
    if len(glance.left) < len(photos):
        yield lay_of(glance.table)
