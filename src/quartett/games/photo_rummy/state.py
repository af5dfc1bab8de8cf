"""A state of Photo Rummy: everything, hidden cards included."""

from typing import Literal

from quartett.core.game import Value
from quartett.games.photo_rummy.actions import STACKS, Options

Phase = Literal["draw", "lay", "over"]
Combinations = tuple[tuple[str, ...], ...]
"""The sets and rows on the table; their order means nothing."""

NO_STACKS: tuple[tuple[str, ...], ...] = ((),) * STACKS


class Player(Value, frozen=True):
    """What one player has; `opened`: a first lay of their own was made in this round (PR-10)."""

    rack: tuple[str, ...] = ()
    opened: bool = False
    score: int = 0


class State(Value, frozen=True):
    """The whole table; the last card of each stack is on top, `starter` began this round."""

    options: Options
    seats: tuple[Player, ...]
    table: Combinations = ()
    stacks: tuple[tuple[str, ...], ...] = NO_STACKS
    phase: Phase = "draw"
    turn: int | None = None
    round: int = 1
    starter: int = 0
