"""Who has finished a deal that many play, each at a table of their own."""

from contextlib import suppress

import msgspec

from quartett.server.store.documents import TableDocument, from_stored
from quartett.server.store.store import DamagedError, Store
from quartett.server.table.matches import is_shared


class _Result(msgspec.Struct):
    """What is kept of an attempt, as far as it matters here."""

    score: int | None = None
    """None: it is not over, or nobody has counted it yet."""


async def has_finished(store: Store, doc: TableDocument, match: int, browser: str | None) -> bool:
    """Whether a browser's owner has finished the deal of a finished match, at whatever table."""
    past = next((each for each in doc.past if each.match == match), None)
    if browser is None or past is None or doc.shared is None or not is_shared(doc, match):
        return False
    deal = doc.shared.origin or doc.shared.deal
    for attempt in await store.attached("result", deal, browser, limit=1):
        if msgspec.json.decode(attempt.document, type=_Result).score is not None:
            return True
        return attempt.table is not None and await _is_over(store, attempt.table, past.header.seed)
    return False


async def _is_over(store: Store, table: str, seed: int | str) -> bool:
    """Whether a match of this seed has come to its end at a table."""
    with suppress(DamagedError):
        if (stored := await store.table(table)) is not None:
            return any(each.header.seed == seed for each in from_stored(stored).past)
    return False
