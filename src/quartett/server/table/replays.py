"""Matches as logs: finished ones in full, a running one as somebody may know it."""

import asyncio
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame
from quartett.core.log import Entry, Log, seal
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Finished, from_log_row
from quartett.server.store.store import LogRow
from quartett.server.table.dealing import revealed
from quartett.server.table.playing import told_log
from quartett.server.table.seats import seats_of
from quartett.server.table.table import Table


async def current(table: Table, person: str | None) -> Iterator[bytes]:
    """The latest match: in full once it is over, before that as its asker may know it."""
    if table.play is None:
        raise Refusal("no_such_match", 404)
    if table.doc.status == "over":
        return log_lines(await finished(table, table.doc.match))
    own = seats_of(table.doc, person)
    if not own and not table.doc.spectators:
        raise Refusal("no_spectators", 403)
    return iter((told_log(table.play, own[0] if own else None),))


async def finished(table: Table, match: int) -> Log:
    """A match that is over, from the deal to the end."""
    past = next((each for each in table.doc.past if each.match == match), None)
    if past is None:
        raise Refusal("no_such_match", 404)
    game = games.get(table.doc.game)
    rows = await table.house.store.log(table.doc.id, match)
    # In a thread: a long match takes a while to be read.
    return await asyncio.to_thread(_assembled, game, past, rows)


def _assembled(game: AnyGame, past: Finished, rows: Sequence[LogRow]) -> Log:
    kept = [from_log_row(game, row) for row in rows]
    entries = tuple(Entry(each.events, each.seat, each.action, each.at) for each in kept)
    return Log(replace(past.header, deal=revealed(past) or msgspec.UNSET), entries)


def log_lines(log: Log) -> Iterator[bytes]:
    """A log as JSON Lines, line by line, with the seal at the end."""
    text = bytearray()
    for each in (log.header, *log.entries):
        line = msgspec.json.encode(each) + b"\n"
        text += line
        yield line
    yield seal(bytes(text))
