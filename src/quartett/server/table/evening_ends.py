"""That a table of an evening has ended is noted in the transaction of the move that ends it."""

from collections.abc import Sequence

from quartett.server.parts.moment import Moment
from quartett.server.store.store import Statement

_NOTE = """
INSERT INTO evening_ends (table_id, evening_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"""


def follow_evening(before: Moment, after: Moment, on: int) -> Sequence[Statement]:
    """What is written when a table of an evening has played, or was left by everybody."""
    evening, was, now = after.doc.evening, before.doc.status, after.doc.status
    if evening is None or was == now or now not in ("over", "closed"):
        return ()
    return ((_NOTE, (after.doc.id, evening.id)),)
