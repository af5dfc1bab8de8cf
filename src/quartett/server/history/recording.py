"""Results are written in the transaction of the move that ends a match: all of it or nothing."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from quartett.server.history.results import MatchResult, Rating, seat_results
from quartett.server.parts.moment import Moment
from quartett.server.parts.pace import pace
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.store.documents import Finished, TableDocument
from quartett.server.store.store import Statement

FEW_ACTIONS = 3
"""A match in which somebody has acted less often themselves says nothing of anybody's strength."""

_MATCH = """
INSERT INTO matches (table_id, match, game, options, pace, deal, rating, moves, ended_at)
SELECT CAST(?1 AS TEXT), CAST(?2 AS INTEGER), CAST(?3 AS TEXT), CAST(?4 AS TEXT),
    CAST(?5 AS TEXT), CAST(?6 AS TEXT), CAST(?7 AS TEXT), CAST(?8 AS INTEGER),
    CAST(?9 AS BIGINT) {where} ON CONFLICT DO NOTHING"""

_SEAT = """
INSERT INTO results (table_id, match, seat, who, kind, name, level, place, score, points, share,
    fate, game, players, people, ended_at)
SELECT CAST(?1 AS TEXT), CAST(?2 AS INTEGER), CAST(?3 AS INTEGER), CAST(?4 AS TEXT),
    CAST(?5 AS TEXT), CAST(?6 AS TEXT), CAST(?7 AS TEXT), CAST(?8 AS INTEGER),
    CAST(?9 AS INTEGER), CAST(?10 AS DOUBLE PRECISION), CAST(?11 AS DOUBLE PRECISION),
    CAST(?12 AS TEXT), CAST(?13 AS TEXT), CAST(?14 AS INTEGER), CAST(?15 AS INTEGER),
    CAST(?16 AS BIGINT) {where} ON CONFLICT DO NOTHING"""

_ALWAYS = "WHERE 1 = 1"
_WHILE = "FROM tables WHERE id = ?1 AND version = CAST({place} AS BIGINT)"


def follow_end(before: Moment, after: Moment, on: int) -> Sequence[Statement]:
    """What is written when a match has ended."""
    if before.doc.status != "running" or after.doc.status != "over" or after.play is None:
        return ()
    found = result_of(after.doc, after.doc.past[-1], on, after.play.length)
    return () if found is None else written(replace(found, rating=_rating(after, after.play)))


def _rating(after: Moment, play: VersionedMatch) -> Rating:
    """Whether a match is to be rated, or what is seen at the table that speaks against it."""
    people = [seat for seat, place in enumerate(after.doc.places) if place.person]
    if not after.doc.rated:
        return "off"
    if after.near:
        return "near"
    return "due" if all(play.own_actions(seat) >= FEW_ACTIONS for seat in people) else "short"


def result_of(doc: TableDocument, past: Finished, on: int, moves: int) -> MatchResult | None:
    """The result of a finished match; none if it began in the middle of another, or from a file."""
    if past.deal is None:
        return None
    shared = doc.shared if doc.shared is not None and doc.shared.match == past.match else None
    return MatchResult(
        table=doc.id,
        match=past.match,
        game=past.header.game,
        options=msgspec.json.encode(past.header.options).decode(),
        pace=pace(doc),
        deal=None if shared is None else shared.origin or shared.deal,
        rating="off",
        moves=moves,
        ended_at=on,
        seats=tuple(seat_results(doc, past)),
    )


def written(result: MatchResult, version: int | None = None) -> list[Statement]:
    """The statements that keep a result, once; only while the table has a version, if one is given.

    Of what was written already nothing changes.
    """
    fence = () if version is None else (version,)
    statements: list[Statement] = [_match(result, fence)]
    return statements + [_seat(result, at, fence) for at in range(len(result.seats))]


def _match(result: MatchResult, fence: tuple[int, ...]) -> Statement:
    each = result
    key = each.table, each.match, each.game, each.options, each.pace, each.deal
    values = (*key, each.rating, each.moves, each.ended_at)
    return _fenced(_MATCH, values, fence)


def _seat(result: MatchResult, at: int, fence: tuple[int, ...]) -> Statement:
    each = result.seats[at]
    who = result.table, result.match, each.seat, each.who, each.kind, each.name, each.level
    did = each.place, each.score, each.points, each.share, each.fate
    where = result.game, len(result.seats), result.people, result.ended_at
    return _fenced(_SEAT, (*who, *did, *where), fence)


def _fenced(query: str, values: tuple[object, ...], fence: tuple[int, ...]) -> Statement:
    where = _WHILE.format(place=f"?{len(values) + 1}") if fence else _ALWAYS
    return query.format(where=where), (*values, *fence)
