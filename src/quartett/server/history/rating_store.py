"""Which matches count for ratings, and the ratings: kept so that many processes agree.

Whoever takes a step writes its number; so of two that take the same step one fails, and looks
again. A step decides of some matches whether they count, once and for all, and rates those that do.
A match that is found later than one that ended after it has all ratings computed anew.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from itertools import groupby

import msgspec

from quartett.server.history.ratings import DAY_MS, Counted, Pair, Rating, Ratings
from quartett.server.store.store import Row, Statement, Store, TakenError

SETTLED_MS = 2000
"""Matches are rated after this time, so that one that ended before is there too."""

AT_ONCE = 100
"""How many matches a step decides about."""

PAGE = 15_000
"""How many results are read together where all are read."""

ROWS = 400
"""How many ratings are written by one statement."""

Place = tuple[int, str, int]
BEGINNING: Place = (-1, "", 0)

_DUE = """
SELECT ended_at, table_id, match, game FROM matches WHERE rating = 'due' AND ended_at <= ?1
ORDER BY ended_at, table_id{by_bytes}, match LIMIT ?2"""

_SEATED = """
SELECT kind, place, people.id FROM results LEFT JOIN people ON browser = who
WHERE table_id = ?1 AND match = ?2 ORDER BY seat"""

# Of the results that count an index is in this order: each page is read where the last one ended.
_COUNTED = """
SELECT ended_at, table_id, match, game, rated_as, place FROM results
WHERE rated_as IS NOT NULL AND ended_at >= ?1
    AND (ended_at > ?1 OR table_id{by_bytes} > ?2 OR (table_id = ?2 AND match > ?3))
ORDER BY ended_at, table_id{by_bytes}, match, seat LIMIT ?4"""

_OF_DAY = """
SELECT found.ended_at, found.table_id, found.match, found.game, results.rated_as, results.place
FROM results AS found
JOIN results ON results.table_id = found.table_id AND results.match = found.match
WHERE found.rated_as = ?1 AND found.game = ?2 AND found.ended_at >= ?3
    AND results.rated_as IS NOT NULL
ORDER BY found.ended_at, found.table_id, found.match, results.seat"""

_LAST = "SELECT step, ended_at, table_id, match FROM rating_steps ORDER BY step DESC LIMIT 1"
_STEP = "INSERT INTO rating_steps VALUES (?1, ?2, ?3, ?4)"
_EARLIER = "DELETE FROM rating_steps WHERE step < ?1"
_DECIDED = "UPDATE matches SET rating = ?3 WHERE table_id = ?1 AND match = ?2"
_AS = """
UPDATE results SET rated_as = (SELECT id FROM people WHERE browser = who)
WHERE table_id = ?1 AND match = ?2 AND kind = 'person'"""
_KNOWN = "SELECT mu, sigma, matches, rivals FROM ratings WHERE game = ?1 AND person_id = ?2"
_KEEP = """
INSERT INTO ratings (game, person_id, mu, sigma, matches, rivals) VALUES {rows}
ON CONFLICT (game, person_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    matches = excluded.matches, rivals = excluded.rivals"""


async def rate_due(store: Store) -> bool:
    """Take a step: decide about some matches and rate them; whether there may be more."""
    before = await store.now() - SETTLED_MS
    due = await store.rows(_DUE.format(by_bytes=store.by_bytes), before, AT_ONCE)
    if not due:
        return False
    step, last = await _last(store)
    counted, decided = list[Counted](), list[Statement]()
    for ended_at, table, match, game in due:
        places = await _places(store, table, match)
        decided.append((_DECIDED, (table, match, "counts" if places else "guests")))
        if places:
            counted.append(Counted(game, ended_at, table, match, places))
            decided.append((_AS, (table, match)))
    late = any(each.when <= last for each in counted)
    kept = [] if late else await _rated(store, counted)
    place = max([last, *(each.when for each in counted)])
    try:
        await store.change(*_step(step + 1, place), *decided, *kept)
    except TakenError:
        return True  # another process was first
    if late:
        await recompute(store)
    return len(due) == AT_ONCE


async def recompute(store: Store) -> int:
    """Compute all ratings anew from the matches that count; how many these are."""
    found, place, count = Ratings(), BEGINNING, 0
    while True:
        step, _ = await _last(store)
        async for matches in _all_counted(store, place):
            await asyncio.to_thread(_add, found, matches)
            place, count = matches[-1].when, count + len(matches)
        people = {row[0] for row in await store.rows("SELECT id FROM people")}
        gone: Statement = ("DELETE FROM ratings", ())
        try:
            await store.change(*_step(step + 1, place), gone, *_keep(found, people))
        except TakenError:
            continue  # further matches were rated meanwhile
        return count


async def ratings_of(store: Store, person: str) -> dict[str, Rating]:
    """A person's ratings, by game."""
    query = "SELECT game, mu, sigma, matches, rivals FROM ratings WHERE person_id = ?1"
    return {game: _rating(*row) for game, *row in await store.rows(query, person)}


def forgotten(person: str) -> Statement:
    """A person's ratings are gone; what others won against them stays."""
    return "DELETE FROM ratings WHERE person_id = ?1", (person,)


def _add(found: Ratings, matches: Sequence[Counted]) -> None:
    for each in matches:
        found.add(each)


async def _last(store: Store) -> tuple[int, Place]:
    for step, *place in await store.rows(_LAST):
        return step, (place[0], place[1], place[2])
    return 0, BEGINNING


def _step(number: int, place: Place) -> list[Statement]:
    return [(_STEP, (number, *place)), (_EARLIER, (number,))]


async def _places(store: Store, table: str, match: int) -> tuple[tuple[str, int], ...]:
    """The places of those who keep their name, if all do who are not bots; none otherwise."""
    seats = [row for row in await store.rows(_SEATED, table, match) if row[0] != "bot"]
    people = {person for kind, _, person in seats if kind == "person" and person is not None}
    if len(people) < len(seats) or len(people) < 2:
        return ()
    return tuple((person, place) for _, place, person in seats)


async def _rated(store: Store, matches: Sequence[Counted]) -> list[Statement]:
    """Rate matches that ended after all others."""
    found = Ratings()
    for each in matches:
        for person, _ in each.places:
            if (each.game, person) not in found.known:
                for row in await store.rows(_KNOWN, each.game, person):
                    found.known[each.game, person] = _rating(*row)
    # What these people have played on the same day so far decides how much the next counts.
    found.met = await _met(store, matches)
    for each in sorted(matches, key=lambda match: match.when):
        found.add(each)
    changed = {(each.game, person) for each in matches for person, _ in each.places}
    found.known = {key: found.known[key] for key in sorted(changed)}
    return list(_keep(found, {person for _, person in changed}))


async def _met(store: Store, matches: Sequence[Counted]) -> dict[tuple[str, int, Pair], int]:
    before: dict[tuple[str, int], Counted] = {}
    for each in matches:
        for person, _ in each.places:
            values = person, each.game, each.day * DAY_MS
            for known in _matches(await store.rows(_OF_DAY, *values)):
                before[known.table, known.match] = known
    met: dict[tuple[str, int, Pair], int] = {}
    for each in before.values():
        for pair in each.pairs:
            key = each.game, each.day, pair
            met[key] = met.get(key, 0) + 1
    return met


async def _all_counted(store: Store, place: Place) -> AsyncIterator[list[Counted]]:
    """All matches that count from a place on, a page at a time."""
    query = _COUNTED.format(by_bytes=store.by_bytes)
    more = True
    while more:
        rows = await store.rows(query, *place, PAGE)
        more = len(rows) == PAGE
        matches = list(_matches(rows))[: -1 if more else None]  # the last one may be cut
        if matches:
            yield matches
            place = matches[-1].when


def _matches(rows: Sequence[Row]) -> Iterator[Counted]:
    for key, seats in groupby(rows, lambda row: tuple(row[:4])):
        ended_at, table, match, game = key
        yield Counted(game, ended_at, table, match, tuple((row[4], row[5]) for row in seats))


def _keep(found: Ratings, people: Collection[str]) -> Iterator[Statement]:
    """Statements that write ratings of people who are still there."""
    kept = [(*key, each) for key, each in found.known.items() if key[1] in people]
    for rows in (kept[at : at + ROWS] for at in range(0, len(kept), ROWS)):
        values = [value for row in rows for value in _row(*row)]
        marks = ", ".join(
            f"({', '.join(f'?{6 * at + n}' for n in range(1, 7))})" for at in range(len(rows))
        )
        yield _KEEP.format(rows=marks), values


def _row(game: str, person: str, each: Rating) -> tuple[object, ...]:
    rivals = msgspec.json.encode(sorted(each.rivals)).decode()
    return game, person, each.mu, each.sigma, each.matches, rivals


def _rating(mu: float, sigma: float, matches: int, rivals: str) -> Rating:
    return Rating(mu, sigma, matches, msgspec.json.decode(rivals, type=frozenset[str]))
