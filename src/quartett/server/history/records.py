"""Results in the database: statements for both engines."""

from collections.abc import Collection

from quartett.core.forms import Json
from quartett.server.history.results import MatchResult, SeatResult
from quartett.server.store.documents import NAMELESS
from quartett.server.store.store import Statement, Store

_MATCH = """
SELECT table_id, match, game, options, pace, deal, rating, moves, ended_at FROM matches
WHERE table_id = ?1 AND match = ?2"""

_SEATS = """
SELECT seat, who, kind, name, level, place, score, points, share, fate FROM results
WHERE table_id = ?1 AND match = ?2 ORDER BY seat"""

# The oldest first, a few at a time: whether anybody has a part who keeps their name.
_OLD = """
SELECT ended_at, table_id, match, EXISTS (SELECT 1 FROM results JOIN people ON browser = who
    WHERE results.table_id = old.table_id AND results.match = old.match)
FROM (SELECT ended_at, table_id, match FROM matches
    WHERE ended_at < ?1 AND ended_at >= ?2
    AND (ended_at > ?2 OR table_id > ?3 OR (table_id = ?3 AND match > ?4))
    ORDER BY ended_at, table_id, match LIMIT ?5) AS old
ORDER BY ended_at, table_id, match"""

AT_ONCE, DELETED_AT_ONCE = 250, 50
"""How many old matches are looked at and deleted together: no move waits for long meanwhile."""

_NAMES = (
    "table",
    "match",
    "game",
    "seat",
    "name",
    "place",
    "players",
    "people",
    "score",
    "points",
    "share",
    "fate",
    "ended_at",
)
_TOLD = """
SELECT table_id, match, game, seat, name, place, players, people, score, points, share, fate,
    ended_at FROM results
WHERE who = ?1 AND kind = 'person' ORDER BY ended_at, table_id, match"""


async def result(store: Store, table: str, match: int) -> MatchResult | None:
    """What came of a match, if it has ended."""
    for row in await store.rows(_MATCH, table, match):
        seats = await store.rows(_SEATS, table, match)
        names = ("table", *MatchResult.__struct_fields__[1:-1])
        values = dict(zip(names, row, strict=True))
        told = (dict(zip(SeatResult.__struct_fields__, seat, strict=True)) for seat in seats)
        return MatchResult(**values, seats=tuple(SeatResult(**each) for each in told))
    return None


async def told(store: Store, who: str) -> list[Json]:
    """Everything that is kept of a person's results, without data about others."""
    return [dict(zip(_NAMES, row, strict=True)) for row in await store.rows(_TOLD, who)]


def passed_on(old: str, new: str) -> Statement:
    """What somebody played as a guest is the results of whom they turn out to be."""
    return "UPDATE results SET who = ?2 WHERE who = ?1", (old, new)


def forgotten(browsers: Collection[str]) -> list[Statement]:
    """A person's results under no name: others' matches and ratings stay what they are."""
    query = "UPDATE results SET who = NULL, name = ?2 WHERE who = ?1"
    return [(query, (browser, NAMELESS)) for browser in sorted(browsers)]


async def forget_guests(store: Store, before: int, most: int) -> int:
    """Delete results from before a moment in which only guests have a part; how many went."""
    gone, place = 0, (0, "", 0)
    while gone < most:
        old = await store.rows(_OLD, before, *place, AT_ONCE)
        guests = [(table, match) for _, table, match, kept in old if not kept][: most - gone]
        for at in range(0, len(guests), DELETED_AT_ONCE):
            few = guests[at : at + DELETED_AT_ONCE]
            await store.change(*(each for key in few for each in _deleted(*key)))
        gone += len(guests)
        if len(old) < AT_ONCE:
            break
        ended_at, table, match, _ = old[-1]
        place = ended_at, table, match
    return gone


def _deleted(table: str, match: int) -> list[Statement]:
    return [
        ("DELETE FROM results WHERE table_id = ?1 AND match = ?2", (table, match)),
        ("DELETE FROM matches WHERE table_id = ?1 AND match = ?2", (table, match)),
    ]
