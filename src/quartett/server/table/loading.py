"""A stored table becomes a live one again: its match replayed, its clocks as they would be now."""

import asyncio
from collections.abc import Sequence

from quartett import games
from quartett.server.parts.clock import Time, TurnClocks
from quartett.server.parts.moment import Moment, clocked
from quartett.server.parts.pace import turn_rules
from quartett.server.parts.versioned import Stored, VersionedMatch, ends_round
from quartett.server.shared.services import Services
from quartett.server.store.documents import TableDocument, from_row
from quartett.server.store.store import Hold, StoredRow
from quartett.server.table.live_table import LiveTable

MAX_ROWS_AT_ONCE = 300
"""A longer log is replayed in a thread, so that no other table waits for it."""


async def load(services: Services, doc: TableDocument, hold: Hold) -> LiveTable:
    """A table as it was stored."""
    play, turns = None, TurnClocks(turn_rules(doc), services.time)
    if doc.header is not None:
        rows = await services.store.log(doc.id, doc.match)
        if len(rows) > MAX_ROWS_AT_ONCE:
            play, turns = await asyncio.to_thread(_replayed, doc, rows, services.time)
        else:
            play, turns = _replayed(doc, rows, services.time)
    seated = frozenset(place.person for place in doc.places if place.person)
    now = Moment(doc, play, turns, seen_by=seated)
    return LiveTable(services, hold, now.timed_from(services.time.wall_ms()))


def _replayed(
    doc: TableDocument, rows: Sequence[StoredRow], time: Time
) -> tuple[VersionedMatch, TurnClocks]:
    game = games.get(doc.game)
    entries = [from_row(game, row) for row in rows]
    assert doc.header is not None
    play = VersionedMatch.load(game, doc.header, entries)
    return play, _clocks(doc, play, entries, time)


def _clocks(
    doc: TableDocument, play: VersionedMatch, entries: Sequence[Stored], time: Time
) -> TurnClocks:
    """The turn clocks as the moments of the stored entries make them."""
    turns = TurnClocks(turn_rules(doc), time)
    if not turns.on or doc.status != "running":
        return turns
    for entry, state in zip(entries, play.match.states(), strict=True):
        on_turn = clocked(play.game, play.game.to_act(state), doc.places)
        at = entry.on or time.wall_ms()
        if entry.undo:
            turns.undone()
        elif entry.seat is None:
            turns.passed(on_turn, at)
        else:
            if entry.began:
                turns.begun(entry.seat, entry.began)
            over = ends_round(play.game, entry.events)
            turns.acted(entry.seat, on_turn, at, entry.covered, over)
    if doc.uncovered is not None:
        turns.uncovered(*doc.uncovered)
    if doc.looked is not None:
        for seat in doc.looked[0]:
            turns.uncovered(seat, doc.looked[1])
    return turns
