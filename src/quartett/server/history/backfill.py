"""Results of matches that ended before results were kept, from what their tables still know."""

from contextlib import suppress

import msgspec

from quartett.server.history.recording import result_of, written
from quartett.server.store.documents import Finished, TableDocument, from_stored
from quartett.server.store.store import DamagedError, Statement, Store, StoredTable

AT_ONCE = 50
"""How many tables are read together."""

_PLACE = "results_from_tables"
"""The setting that says how far this has come: after which table's id, or that it is done."""
_DONE = "done"
_AFTER = "after "

_TABLES = """
SELECT id, game, status, public, created_at, updated_at, document, version FROM tables
WHERE id > ?1 AND damage IS NULL ORDER BY id LIMIT ?2"""

_LAST = """
SELECT number, entry FROM log WHERE table_id = ?1 AND match = ?2 ORDER BY number DESC LIMIT 1"""


class _Entry(msgspec.Struct):
    on: int = 0


async def fill_in(store: Store) -> bool:
    """Keep the results of some more tables; whether there may be others.

    It can be broken off anywhere and go on at several nodes at once: a result is kept once. What
    somebody changes in the meantime, such as by erasing their name, is read again.
    """
    place = await store.setting(_PLACE) or _AFTER
    if place == _DONE:
        return False
    rows = await store.rows(_TABLES, place.removeprefix(_AFTER), AT_ONCE)
    for *columns, version in rows:
        id, game, status, public, *rest = columns
        with suppress(DamagedError):
            doc = from_stored(StoredTable(id, game, status, bool(public), *rest))
            if not await _fill_in(store, doc, int(version)):
                return True
    await store.remember(_PLACE, _AFTER + rows[-1][0] if len(rows) == AT_ONCE else _DONE)
    return len(rows) == AT_ONCE


async def _fill_in(store: Store, doc: TableDocument, version: int) -> bool:
    """Keep what came of a table's matches; whether it has stayed as it was read."""
    statements: list[Statement] = []
    for past in doc.past:
        statements += await _of(store, doc, past, version)
    if not statements:
        return True
    still = "UPDATE tables SET version = version WHERE id = ?1 AND version = ?2"
    return (await store.change((still, (doc.id, version)), *statements))[0] == 1


async def _of(store: Store, doc: TableDocument, past: Finished, version: int) -> list[Statement]:
    for number, entry in await store.rows(_LAST, doc.id, past.match):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            on = msgspec.json.decode(entry, type=_Entry).on or doc.updated_at
            result = result_of(doc, past, on, number + 1)
            return [] if result is None else written(result, version)
    return []
