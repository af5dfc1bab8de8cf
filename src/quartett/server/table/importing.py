"""A finished match from a file becomes a table that is over, to be stepped through like any."""

import asyncio

from quartett import audit
from quartett.core.errors import FormatError
from quartett.core.game import AnyGame
from quartett.core.log import AnyLog, split_seal
from quartett.core.outcome import Outcome
from quartett.server.refusals import Refusal
from quartett.server.store.documents import (
    Deal,
    Finished,
    Person,
    SeatRecord,
    StoredEntry,
    TableDocument,
    to_row,
)
from quartett.server.store.store import StoredRow
from quartett.server.table import matches
from quartett.server.tokens import new_id

MAX_LOG = 4 * 1024 * 1024
"""The largest file that is taken: a long match is a tenth of it."""


async def checked(
    text: bytes, browser: str | None, now: int
) -> tuple[TableDocument, str, list[StoredRow]]:
    """A table for a log that is right, who the importer is there, and the log's entries."""
    # In a thread: nobody's table waits while a stranger's file is gone through.
    log, outcome = await asyncio.to_thread(_checked, text)
    doc, person = _table(log, outcome, browser, now)
    stored = [StoredEntry(e.events, e.seat, e.action, e.at, e.undo) for e in log.entries]
    return doc, person, [to_row(doc, number, each) for number, each in enumerate(stored)]


def _checked(text: bytes) -> tuple[AnyLog, Outcome]:
    """The match in a file, if it is sealed rightly, went by the rules and came to its end."""
    try:
        game, log = audit.read(text)
        if split_seal(text)[1]:
            audit.check_seal(text)
        audit.check_deal(log.header)
        return log, _outcome(game, log)
    except (audit.Mismatch, FormatError) as error:
        raise Refusal("bad_log", 422, detail=str(error)) from None


def _outcome(game: AnyGame, log: AnyLog) -> Outcome:
    # Played again with its seed: events that the rules and the seed do not give are made up.
    told = audit.recompute(game, log)
    outcome = game.outcome(told.state)
    if outcome is None:
        raise Refusal("log_not_over", 422)
    return outcome


def _table(
    log: AnyLog, outcome: Outcome, browser: str | None, now: int
) -> tuple[TableDocument, str]:
    person, header = new_id(), log.header
    names = ("",) * header.players
    doc = TableDocument(
        id=new_id(),
        game=header.game,
        name="",
        host=person,
        people={person: Person("", (browser,) if browser else (), owner=browser or "")},
        places=(SeatRecord(),) * header.players,
        deal=_deal(log),
        options=header.options,
        status="over",
        header=header,
        past=(Finished(1, header, None, names, outcome),),
        created_at=now,
        updated_at=now,
    )
    return doc, person


def _deal(log: AnyLog) -> Deal:
    shown = log.header.deal
    if not shown:
        return matches.promised()
    parts = {str(number): part for number, part in enumerate(shown.contributions)}
    return Deal(shown.secret, shown.commitment, parts)
