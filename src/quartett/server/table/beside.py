"""What else is stored when a table changes, in the same transaction: all of it or nothing."""

from quartett.server.history.recording import follow_end
from quartett.server.notices.following import follow_turns
from quartett.server.parts.moment import Follower, Moment
from quartett.server.store.store import Statement
from quartett.server.table.evening_ends import follow_evening

FOLLOWERS: tuple[Follower, ...] = (follow_end, follow_evening, follow_turns)
"""Whoever keeps account of what happens at tables."""


def beside(before: Moment, after: Moment, on: int) -> tuple[Statement, ...]:
    """All that is stored beside a table when it changes."""
    return tuple(each for follower in FOLLOWERS for each in follower(before, after, on))
