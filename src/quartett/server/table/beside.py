"""What else is stored when a table changes, in the same transaction: all of it or nothing."""

from collections.abc import Callable, Iterable

import msgspec

from quartett.server.parts.clock import TurnClocks
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.store.documents import TableDocument, TurnRecord
from quartett.server.store.store import Statement


class Moment(msgspec.Struct, frozen=True):
    """A table as it is at one moment."""

    doc: TableDocument
    play: VersionedMatch | None
    turns: TurnClocks

    @property
    def turn(self) -> TurnRecord | None:
        """Whose turn it is, and until when; None where nothing is played."""
        if self.play is None or self.doc.status != "running":
            return None
        able = tuple(sorted(self.play.able))
        people = [seat for seat in able if self.doc.places[seat].person]
        ends = dict(self.turns.ends()) if self.turns.rules.on else {}
        return TurnRecord(able, {seat: ends[seat] for seat in people if seat in ends})


Follower = Callable[[Moment, Moment, int], Iterable[Statement]]
"""What follows from a change (before, after, wall ms): a pure function."""

FOLLOWERS: tuple[Follower, ...] = ()
"""Whoever keeps account of what happens at tables; none of them may violate a constraint."""


def beside(before: Moment, after: Moment, on: int) -> tuple[Statement, ...]:
    """All that is stored beside a table when it changes."""
    return tuple(each for follower in FOLLOWERS for each in follower(before, after, on))
