"""Matches as logs: finished ones in full, a running one as somebody may know it."""

import asyncio
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame
from quartett.core.log import FORMAT, AnyLog, Log, seal
from quartett.server.parts.versioned import to_entry
from quartett.server.refusals import Refusal
from quartett.server.store.documents import Finished, TableDocument, from_row
from quartett.server.store.store import Store, StoredRow
from quartett.server.table.matches import revealed


def past_match(doc: TableDocument, match: int) -> Finished:
    """A match of a table that is over."""
    past = next((each for each in doc.past if each.match == match), None)
    if past is None:
        raise Refusal("no_such_match", 404)
    return past


async def finished(store: Store, doc: TableDocument, match: int) -> AnyLog:
    """A match that is over, from the deal to the end."""
    past = past_match(doc, match)
    game = games.get(past.header.game)
    rows = await store.log(doc.id, match)
    # In a thread: a long match takes a while to be read.
    return await asyncio.to_thread(_assembled, game, past, rows)


def _assembled(game: AnyGame, past: Finished, rows: Sequence[StoredRow]) -> AnyLog:
    entries = tuple(to_entry(from_row(game, row)) for row in rows)
    undone = any(entry.undo for entry in entries)
    format = FORMAT if undone else past.header.format
    header = replace(past.header, deal=revealed(past) or msgspec.UNSET, format=format)
    return Log(header, entries)


def log_lines(log: AnyLog) -> Iterator[bytes]:
    """A log as JSON Lines, line by line, with the seal at the end."""
    text = bytearray()
    for each in (log.header, *log.entries):
        line = msgspec.json.encode(each) + b"\n"
        text += line
        yield line
    yield seal(bytes(text))
