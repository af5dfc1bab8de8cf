"""What a step changes is written in one fenced transaction, until it is certain that it is."""

import asyncio
from collections.abc import Sequence

import msgspec

from quartett.server.history.recording import follow_end
from quartett.server.moved import MovedAway
from quartett.server.notices.answers import follow_answers
from quartett.server.notices.following import follow_turns
from quartett.server.parts.moment import Follower, Moment
from quartett.server.refusals import Refusal
from quartett.server.shared.services import Services
from quartett.server.store.documents import to_row, to_stored
from quartett.server.store.store import (
    Hold,
    StaleWriteError,
    Statement,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.table.effects import Effects

_ENDED = """
INSERT INTO evening_ends (table_id, evening_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"""


def follow_evening(before: Moment, after: Moment, on: int) -> Sequence[Statement]:
    """What is written when a table of an evening has played, or was left by everybody."""
    evening, was, now = after.doc.evening, before.doc.status, after.doc.status
    if evening is None or was == now or now not in ("over", "closed"):
        return ()
    return ((_ENDED, (after.doc.id, evening.id)),)


FOLLOWERS: tuple[Follower, ...] = (follow_end, follow_evening, follow_answers, follow_turns)
"""Whoever keeps account of what happens at tables: in the same transaction, all or nothing."""

ROW_MS = 60_000
"""A move changes nothing in the document but its date: how often the date is stored for it."""

UNSURE_SECONDS, AGAIN_SECONDS = 4.0, 0.2
"""How long and how often a write is retried after its answer was lost."""


class Storing:
    """The way of one table to the store."""

    def __init__(self, services: Services, hold: Hold, updated_at: int) -> None:
        self._services = services
        self._time = services.time
        self._hold = hold
        self._row_from = updated_at

    async def save(self, before: Moment, effects: Effects) -> None:
        """Write what has changed; MovedAway if the table is another process' by now."""
        after = effects.after
        doc, on = after.doc, after.doc.updated_at
        rows = [to_row(doc, effects.first + i, each) for i, each in enumerate(effects.entries)]
        only_log = not effects.document and on - self._row_from < ROW_MS
        follows = [each for follower in FOLLOWERS for each in follower(before, after, on)]
        turn = None if (told := after.turn) is None else msgspec.json.encode(told)
        table = None if only_log else to_stored(doc)
        await self._write(table, rows, after.due_at(on), follows, turn)
        if not only_log:
            self._row_from = on

    async def _write(
        self,
        stored: StoredTable | None,
        rows: Sequence[StoredRow],
        due_at: int | None,
        follows: Sequence[Statement],
        turn: bytes | None,
    ) -> None:
        until = self._time.ticking() + UNSURE_SECONDS
        while True:
            try:
                await self._services.store.write(self._hold, stored, rows, due_at, follows, turn)
            except StaleWriteError:
                # Another process owns this table now, or knows more of it.
                break
            except StoreUnavailableError:
                if self._hold.unsure is None:
                    raise Refusal("no_database", 503) from None
                if self._time.ticking() >= until or not self._services.ownership.held:
                    break
            else:
                return
            await asyncio.sleep(AGAIN_SECONDS)
        # The table is read again: the caller gets no answer and repeats the request by its id.
        raise MovedAway
