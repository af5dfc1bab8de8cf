"""How fast a table plays: live, or over days; and how long a turn may take."""

from quartett import games
from quartett.protocol.messages import Pace
from quartett.server.parts.clock import TurnRules
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


def turn_rules(doc: TableDocument) -> TurnRules:
    """How long a turn may take at this table."""
    timed = games.get(doc.game).timed
    return TurnRules(doc.turn_seconds, doc.turn_bank_seconds, doc.turn_increment_seconds, timed)
