"""What somebody has played, read for them alone: their own results, whom they met, which bots.

Own results come out of an index that has all of them; others' are added up in the database.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import groupby

import msgspec

from quartett.core.forms import Json
from quartett.server.history.statistics import MAX_AGAINST_BOTS, BotsMet, Met, Own
from quartett.server.store.store import Store

MAX_KNOWN = 3000
"""How many results are added up; of those who have more, the latest."""

_MINE = """
FROM results WHERE who = ?1 AND kind = 'person'
ORDER BY ended_at DESC, table_id DESC, match DESC, seat DESC LIMIT ?2"""

_OWN = (
    "SELECT table_id, match, game, ended_at, place, score, points, share, players, people" + _MINE
)

# The name that they had when one met them last: moments of 16 digits are in order as texts too.
_MET = """
SELECT seat.game, seat.who,
    max((CAST(1000000000000000 + seat.ended_at AS TEXT) || seat.name){by_bytes}), count(*),
    sum(CASE WHEN mine.place < seat.place THEN 1 ELSE 0 END),
    sum(CASE WHEN mine.place > seat.place THEN 1 ELSE 0 END)
FROM (SELECT table_id, match, seat, place, people {mine}) AS mine
JOIN results AS seat ON seat.table_id = mine.table_id AND seat.match = mine.match
WHERE mine.people > 1 AND seat.kind = 'person' AND seat.who <> ?1 AND NOT EXISTS
    (SELECT 1 FROM results AS first WHERE first.table_id = mine.table_id
        AND first.match = mine.match AND first.seat < mine.seat
        AND first.who = ?1 AND first.kind = 'person')
GROUP BY seat.game, seat.who"""
_DIGITS = 16

_BOTS = """
SELECT mine.table_id, mine.match, mine.game, mine.share, options, seat.level
FROM (SELECT table_id, match, game, share, ended_at, row_number() OVER
        (PARTITION BY game ORDER BY ended_at DESC, table_id DESC, match DESC) AS age
    FROM (SELECT table_id, match, game, share, ended_at, people {mine}) AS latest
    WHERE people = 1) AS mine
JOIN matches ON matches.table_id = mine.table_id AND matches.match = mine.match
JOIN results AS seat ON seat.table_id = mine.table_id AND seat.match = mine.match
WHERE age <= ?3 AND seat.kind = 'bot'
ORDER BY mine.ended_at, mine.table_id, mine.match, seat.seat"""


async def played(store: Store, me: str) -> list[Own]:
    """What somebody has played, the latest last.

    Of several seats in a match (two guests may be the same person), the first.
    """
    found = {row[:2]: Own(*row) for row in map(tuple, await store.rows(_OWN, me, MAX_KNOWN))}
    return list(reversed(found.values()))


async def people_met(store: Store, me: str) -> list[Met]:
    """Everybody else who is known, game by game."""
    query = _MET.format(mine=_MINE, by_bytes=store.by_bytes)
    rows = await store.rows(query, me, MAX_KNOWN)
    return [Met(game, who, latest[_DIGITS:], *counts) for game, who, latest, *counts in rows]


async def bots_met(store: Store, me: str) -> dict[str, list[BotsMet]]:
    """The latest matches against bots alone, by game, the latest last."""
    found: dict[str, list[BotsMet]] = defaultdict(list)
    rows = await store.rows(_BOTS.format(mine=_MINE), me, MAX_KNOWN, MAX_AGAINST_BOTS)
    for (*_, game, share, options), seats in groupby(rows, lambda row: tuple(row[:5])):
        levels = tuple(seat[5] for seat in seats)
        found[game].append(BotsMet(game, share, _options(options), levels))
    return found


@lru_cache(256)
def _options(text: str) -> Json:
    return msgspec.json.decode(text, type=Json)
