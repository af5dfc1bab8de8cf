"""A person's own results, read for them alone: page by page, and what they add up to."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

from quartett import games
from quartett.bots import ladder, rivals
from quartett.core.errors import FormatError
from quartett.protocol.history import (
    Against,
    GameStatistics,
    HistoryPage,
    PlayedMatch,
    PlayedSeat,
    RatingShown,
    Rivals,
    Statistics,
)
from quartett.server.history import statistics
from quartett.server.history.played import bots_met, people_met, played
from quartett.server.history.rating_store import ratings_of
from quartett.server.history.ratings import Rating
from quartett.server.history.statistics import (
    MAX_AGAINST_BOTS,
    Own,
    opponent_id,
)
from quartett.server.parts.faces import shown_face
from quartett.server.store.documents import NAMELESS
from quartett.server.store.faces import faces_of
from quartett.server.store.store import Row, Statement, Store

PAGE = 20
"""How many matches a page has."""

REMEMBERED = 50
"""So many of a table's latest matches can be stepped through."""

_MINE = """
SELECT table_id, match, seat, ended_at FROM results AS mine
WHERE who = ?1 AND kind = 'person' {where}
AND ended_at <= ?2 AND (ended_at < ?2 OR table_id{by_bytes} < ?3 OR (table_id = ?3 AND match < ?4))
ORDER BY ended_at DESC, table_id{by_bytes} DESC, match DESC LIMIT ?5"""

_PAGE = """
SELECT mine.table_id, mine.match, mine.seat, mine.ended_at, matches.game, pace, deal, rating,
    EXISTS (SELECT 1 FROM tables WHERE id = mine.table_id AND status <> 'closed')
        AND mine.match > (SELECT max(newest.match) FROM matches AS newest
            WHERE newest.table_id = mine.table_id) - {remembered},
    EXISTS (SELECT 1 FROM keepsakes WHERE kind = 'review' AND who = ''
        AND keepsakes.name = mine.table_id || '/' || CAST(mine.match AS TEXT)),
    results.seat, results.who, kind, results.name, level, place, score, fate, people.face
FROM ({mine}) AS mine
JOIN matches ON matches.table_id = mine.table_id AND matches.match = mine.match
JOIN results ON results.table_id = mine.table_id AND results.match = mine.match
LEFT JOIN people ON people.browser = results.who AND kind = 'person'
ORDER BY mine.ended_at DESC, mine.table_id{by_bytes} DESC, mine.match DESC, results.seat"""

_AGAINST = {"all": "", "people": " AND people > 1", "bots": " AND people = 1"}
_OF_GAME = " AND game = ?6"
_WITH = """ AND EXISTS (SELECT 1 FROM results AS other WHERE other.table_id = mine.table_id
    AND other.match = mine.match AND other.kind = 'person' AND other.who = ?{place})"""

_RIVALS = """
SELECT mine.game, mine.share, mine.players, other.level
FROM (SELECT * FROM results WHERE who = ?1 AND kind = 'person'
    ORDER BY ended_at DESC, table_id DESC, match DESC LIMIT ?2) AS mine
JOIN results AS other ON other.table_id = mine.table_id AND other.match = mine.match
WHERE other.kind = 'bot' AND other.level LIKE 'rival-%'
ORDER BY mine.ended_at DESC, mine.table_id DESC, mine.match DESC"""

_OPPONENTS = """
SELECT DISTINCT other.who FROM results AS mine
JOIN results AS other ON other.table_id = mine.table_id AND other.match = mine.match
WHERE mine.who = ?1 AND mine.kind = 'person' AND other.kind = 'person' AND other.who <> ?1"""

_FORGET = """
UPDATE results SET who = NULL, name = ?3 WHERE who = ?1 AND ended_at < ?2"""

END = 1 << 62


async def page(
    store: Store,
    me: str | None,
    game: str | None = None,
    against: Against = "all",
    opponent: str | None = None,
    before: str | None = None,
) -> HistoryPage:
    """A page of somebody's finished matches."""
    place = _place(before)
    if me is None:
        return HistoryPage(matches=[])
    where, values = _AGAINST[against], list[object]([*place, PAGE + 1])
    if game is not None:
        where, values = where + _OF_GAME, [*values, game]
    if opponent is not None:
        who = await _opponent(store, me, opponent)
        where, values = where + _WITH.format(place=len(values) + 2), [*values, who]
    by_bytes = store.by_bytes
    mine = _MINE.format(where=where, by_bytes=by_bytes)
    query = _PAGE.format(mine=mine, by_bytes=by_bytes, remembered=REMEMBERED)
    found = _matches(me, await store.rows(query, me, *values))
    last = found[PAGE - 1] if len(found) > PAGE else None
    return HistoryPage(
        matches=found[:PAGE],
        next=None if last is None else f"{last.ended_at}.{last.match}.{last.table}",
    )


async def statistics_of(store: Store, me: str | None) -> Statistics:
    """What somebody's results add up to."""
    if me is None:
        return Statistics(games=[], known=0)
    matches = await played(store, me)
    bots = await bots_met(store, me)
    people = await store.rows("SELECT id FROM people WHERE browser = ?1", me)
    ratings = await ratings_of(store, people[0][0]) if people else {}
    met = statistics.most_met(await people_met(store, me))
    faces = await faces_of(store, {each.who for game in met.values() for each in game})
    by_game: dict[str, list[Own]] = defaultdict(list)
    for own in matches:
        by_game[own.game].append(own)
    found = [
        GameStatistics(
            game=game,
            people=statistics.summary([each for each in results if each.people > 1]),
            bots=statistics.summary([each for each in results if each.people == 1]),
            line=statistics.line(results),
            best=statistics.best(results),
            opponents=statistics.opponents(me, met.get(game, ()), faces),
            rating=_shown(ratings.get(game)),
            plays_like=statistics.plays_like(game, bots.get(game, [])),
        )
        for game, results in sorted(by_game.items(), key=lambda each: -len(each[1]))
    ]
    return Statistics(games=found, known=len(matches))


async def rivals_of(store: Store, me: str | None) -> Rivals:
    """At which level somebody's rival is now, by their latest match against it."""
    levels = {game: rivals.FIRST for game in games.names() if ladder.steps(game)}
    found = [] if me is None else await store.rows(_RIVALS, me, MAX_AGAINST_BOTS)
    for game, share, players, level in reversed(found):
        if game in levels and rivals.place(level) is not None:
            levels[game] = rivals.after(level, share, players)
    return Rivals(levels=levels)


def forget(me: str, before: int | None) -> Statement:
    """What came of somebody's matches is theirs no longer; others keep theirs."""
    return _FORGET, (me, END if before is None else before, NAMELESS)


def _place(before: str | None) -> tuple[int, str, int]:
    """After which match a page begins."""
    if before is None:
        return END, "", 0
    ended, _, rest = before.partition(".")
    match, _, table = rest.partition(".")
    numbers = all(each.isascii() and each.isdigit() and len(each) < 16 for each in (ended, match))
    if not (numbers and table and int(match) < 1 << 31):
        raise FormatError("`before`: not a place in the list")
    return int(ended), table, int(match)


async def _opponent(store: Store, me: str, id: str) -> str:
    """Who is meant by an opponent's id; nobody by one of somebody else's."""
    found = (row[0] for row in await store.rows(_OPPONENTS, me))
    return next((who for who in found if opponent_id(me, who) == id), "")


def _matches(me: str, rows: Sequence[Row]) -> list[PlayedMatch]:
    found = list[PlayedMatch]()
    for (table, match), seats in groupby(rows, lambda row: (row[0], row[1])):
        told = list(seats)
        _, _, own, ended_at, game, pace, deal, rating, kept, reviewed, *_ = told[0]
        shown = [_seat(me, own, row[10:]) for row in told if row[2] == own]
        found.append(
            PlayedMatch(
                table=table,
                match=match,
                game=game,
                ended_at=ended_at,
                pace=pace,
                deal=deal,
                rating=rating,
                seats=shown,
                kept=bool(kept),
                reviewed=bool(reviewed),
            )
        )
    return found


def _seat(me: str, own: int, row: Row) -> PlayedSeat:
    seat, who, kind, name, level, place, score, fate, face = row
    known = kind == "person" and who is not None and who != me
    return PlayedSeat(
        kind="me" if seat == own else kind,
        name=name,
        opponent=opponent_id(me, who) if known else None,
        level=level,
        place=place,
        score=score,
        fate=fate,
        face=shown_face(face),
    )


def _shown(rating: Rating | None) -> RatingShown | None:
    if rating is None:
        return None
    return RatingShown(
        points=rating.shown,
        within=rating.within,
        matches=rating.matches,
        provisional=rating.provisional,
    )
