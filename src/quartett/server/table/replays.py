"""Matches as logs: finished ones in full, a running one as somebody may know it."""

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.log import Entry, Log, dump_log
from quartett.server.refusals import Refusal
from quartett.server.store.documents import from_row
from quartett.server.table.dealing import revealed
from quartett.server.table.playing import told_log
from quartett.server.table.seats import seats_of
from quartett.server.table.table import Table


async def current(table: Table, person: str | None) -> bytes:
    """The latest match: in full once it is over, before that as its asker may know it."""
    if table.play is None:
        raise Refusal("no_such_match", 404)
    if table.doc.status == "over":
        return dump_log(await finished(table, table.doc.match))
    own = seats_of(table.doc, person)
    if not own and not table.doc.spectators:
        raise Refusal("no_spectators", 403)
    return told_log(table.play, own[0] if own else None)


async def finished(table: Table, match: int) -> Log:
    """A match that is over, from the deal to the end."""
    past = next((each for each in table.doc.past if each.match == match), None)
    if past is None:
        raise Refusal("no_such_match", 404)
    game = games.get(table.doc.game)
    rows = await table.house.store.log(table.doc.id, match)
    kept = [from_row(game, row) for row in rows]
    entries = tuple(Entry(each.events, each.seat, each.action, each.at) for each in kept)
    return Log(replace(past.header, deal=revealed(past) or msgspec.UNSET), entries)
