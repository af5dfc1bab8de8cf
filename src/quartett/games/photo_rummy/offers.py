"""The lays that a player is offered: there are too many to list, so the solver names the best."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

from quartett.games.photo_rummy.actions import PASS, Action, Lay
from quartett.games.photo_rummy.state import Combinations, State


@lru_cache(maxsize=256)
def best_lays(table: Combinations, rack: tuple[str, ...], opened: bool) -> tuple[Lay, ...]:
    """The lays that leave fewest cards and fewest minus points; none where nothing can be laid."""
    # Imported here, so that drawing, passing and judging a lay never load the solver.
    from quartett.games.photo_rummy.solver import solve

    solutions = [solve(table, rack, opened, goal) for goal in ("cards", "points")]
    lays = [Lay(found.table) for found in solutions if found.laid]
    return tuple(dict.fromkeys(lays))


@lru_cache(maxsize=256)
def can_rearrange(table: Combinations) -> bool:
    """Whether the table's own cards make another table."""
    from quartett.games.photo_rummy.solving import regroup

    return regroup.can_rearrange(table)


class Offers(Sequence[Action]):
    """`pass`, then the best lays, which are worked out only when somebody looks past `pass`."""

    __slots__ = ("_seat", "_state")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    def lays(self) -> tuple[Lay, ...]:
        """The best lays that the solver knows."""
        player = self._state.seats[self._seat]
        return best_lays(self._state.table, player.rack, player.opened)

    def is_lay_possible(self) -> bool:
        """Whether there is any lay, be it one that only rearranges the table (PR-12)."""
        opened = self._state.seats[self._seat].opened
        return bool(self.lays()) or (opened and can_rearrange(self._state.table))

    def __iter__(self) -> Iterator[Action]:
        yield PASS
        yield from self.lays()

    def __len__(self) -> int:
        return 1 + len(self.lays())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if index == 0:
            return PASS
        offers: tuple[Action, ...] = (PASS, *self.lays())
        return offers[index]
