"""Answers to a challenge: who sent it is told when somebody has finished the same deal.

There is one row for each answer. The first one is sent; those that follow are only listed on the
home page until the challenger has looked at it: however many people take it up, there is one
notice. Results say whose challenge it is, so nobody who was forgotten is told or named.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from quartett.protocol.bodies import ChallengeAnswer
from quartett.server.notices.following import DELAY_MS
from quartett.server.parts.moment import Moment
from quartett.server.store.store import Statement, Store

Came: TypeAlias = Literal["beat", "below", "level"]
"""How an answer compares with the challenger's result."""

LASTS_MS = 7 * 24 * 3600 * 1000
"""For how long it is tried to send an answer."""

SHOWN = 6
"""How many answers the home page lists, the latest first."""

# From a challenge by its id to the result that is to be beaten: its link is kept for that match.
_CHALLENGED = """
JOIN keepsakes AS link ON link.kind = 'deal' AND link.who = 'link'
    AND link.table_id = sent.table_id AND link.document = sent.document
JOIN results AS mine ON mine.table_id = link.table_id AND mine.kind = 'person'
    AND link.name = mine.table_id || '/' || CAST(mine.match AS TEXT)"""

# Changes nothing, but of two who finish at once the second waits here, and then finds the notice.
_ONE_BY_ONE = """
UPDATE keepsakes SET kept_at = kept_at WHERE kind = 'deal' AND who = '' AND name IN
    (SELECT name FROM keepsakes WHERE kind = 'result' AND table_id = ?1)"""

_WAITS = """
EXISTS (SELECT 1 FROM notices AS told WHERE told.who = mine.who AND told.deal = sent.name)"""

_ANSWER = f"""
INSERT INTO notices
    (who, table_id, match, stage, began_at, ends_at, remind_at, due_at, tries, served, deal)
SELECT mine.who, theirs.table_id, theirs.match,
    CASE WHEN {_WAITS} THEN 'told' ELSE 'answer' END,
    CAST(?3 AS BIGINT), CAST(?4 AS BIGINT), CAST(?3 AS BIGINT),
    CASE WHEN {_WAITS} THEN NULL ELSE CAST(?5 AS BIGINT) END, 0, '', sent.name
FROM results AS theirs
JOIN keepsakes AS taken ON taken.kind = 'result' AND taken.table_id = theirs.table_id
JOIN keepsakes AS sent ON sent.kind = 'deal' AND sent.name = taken.name AND sent.who = ''
{_CHALLENGED}
WHERE theirs.table_id = ?1 AND theirs.match = ?2 AND theirs.kind = 'person'
    AND theirs.fate = 'played' AND theirs.who <> mine.who
ON CONFLICT DO NOTHING"""

_TOLD = f"""
FROM notices
JOIN results AS theirs ON theirs.table_id = notices.table_id AND theirs.match = notices.match
    AND theirs.kind = 'person' AND theirs.who IS NOT NULL
JOIN keepsakes AS sent ON sent.kind = 'deal' AND sent.name = notices.deal AND sent.who = ''
{_CHALLENGED} AND mine.who = notices.who
WHERE notices.who = ?1"""

_LISTED = f"""
SELECT notices.deal, theirs.game, theirs.name, theirs.score, mine.score {_TOLD}
ORDER BY notices.began_at DESC, notices.table_id LIMIT ?2"""

_CAME = f"SELECT theirs.score, mine.score {_TOLD} AND notices.table_id = ?2"


def follow_answers(before: Moment, after: Moment, on: int) -> Sequence[Statement]:
    """The notice that somebody has finished a deal to which they were challenged, after results."""
    doc = after.doc
    if before.doc.status != "running" or doc.status != "over":
        return ()
    match = doc.past[-1].match
    if doc.shared is None or doc.shared.match != match:
        return ()
    return answered(doc.id, match, on)


def answered(table: str, match: int, on: int) -> Sequence[Statement]:
    """What is written when a match has answered challenges, once its results are there."""
    when = on, on + LASTS_MS, on + DELAY_MS
    return (_ONE_BY_ONE, (table,)), (_ANSWER, (table, match, *when))


async def listed(store: Store, who: str) -> list[ChallengeAnswer]:
    """The answers to somebody's challenges at which they have not looked yet."""
    return [
        ChallengeAnswer(path=f"/challenge/{deal}", game=game, name=name, score=score, mine=mine)
        for deal, game, name, score, mine in await store.rows(_LISTED, who, SHOWN)
    ]


async def came(store: Store, who: str, table: str) -> Came | None:
    """How the answer of a table's player compares; None if nothing is known of it any more."""
    for theirs, mine in await store.rows(_CAME, who, table):
        return "level" if theirs == mine else "beat" if theirs > mine else "below"
    return None


async def looked(store: Store, who: str | None, deal: str) -> None:
    """Somebody looks at a challenge: nothing is left to tell of the answers to it."""
    where = "FROM notices WHERE who = ?1 AND deal = ?2"
    if who is not None and await store.rows(f"SELECT 1 {where} LIMIT 1", who, deal):
        await store.change((f"DELETE {where}", (who, deal)))
