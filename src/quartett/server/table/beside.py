"""What else is stored when a table changes, in the same transaction: all of it or nothing."""

from collections.abc import Callable, Iterable

import msgspec

from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.store.documents import TableDocument
from quartett.server.store.store import Statement


class Moment(msgspec.Struct, frozen=True):
    """A table as it is at one moment."""

    doc: TableDocument
    play: VersionedMatch | None
    turns: TurnClocks


Follower = Callable[[Moment, Moment, int], Iterable[Statement]]
"""What follows from a change (before, after, wall ms): a pure function."""

FOLLOWERS: tuple[Follower, ...] = ()
"""Whoever keeps account of what happens at tables; none of them may violate a constraint."""


def beside(before: Moment, after: Moment, on: int) -> tuple[Statement, ...]:
    """All that is stored beside a table when it changes."""
    return tuple(each for follower in FOLLOWERS for each in follower(before, after, on))
