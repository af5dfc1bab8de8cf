"""How fast a table plays: live, or over days."""

from quartett.protocol.messages import Pace
from quartett.server.store.documents import TableDocument

DAYS_SECONDS = 3600
"""From this turn clock on, people come and go between their turns."""

MAX_LATE = 3
"""After this number of consecutive timeouts, a stand-in keeps the seat until its person returns."""


def pace(doc: TableDocument) -> Pace:
    """Whether people sit at the table together, or come for their turns."""
    return "days" if (doc.turn_seconds or 0) >= DAYS_SECONDS else "live"


def away_seconds(doc: TableDocument) -> int | None:
    """How long others wait for somebody who is gone; over days, the turn clock alone decides."""
    return doc.away_seconds if pace(doc) == "live" else None
