"""What else is stored when a table changes, in the same transaction: all of it or nothing."""

from collections.abc import Callable, Iterable

from quartett.server.store.store import Statement
from quartett.server.table.moment import Moment

__all__ = ["FOLLOWERS", "Follower", "Moment", "beside"]

Follower = Callable[[Moment, Moment, int], Iterable[Statement]]
"""What follows from a change (before, after, wall ms): a pure function."""

FOLLOWERS: tuple[Follower, ...] = ()
"""Whoever keeps account of what happens at tables; none of them may violate a constraint."""


def beside(before: Moment, after: Moment, on: int) -> tuple[Statement, ...]:
    """All that is stored beside a table when it changes."""
    return tuple(each for follower in FOLLOWERS for each in follower(before, after, on))
