"""What somebody has played, read in one go: their own results, whom they met, and which bots."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from quartett.core.forms import Json
from quartett.server.history.statistics import BotsMet, Met, Own
from quartett.server.store.store import Store

MAX_KNOWN = 3000
"""How many results are added up; of those who have more, the latest."""

# Which matches is read off the index alone; then each of them once, with all its seats.
_PLAYED = """
SELECT seat.table_id, seat.match, seat.game, seat.ended_at, place, score, points, share, fate,
    players, people, seat, who, kind, name, level, options
FROM (SELECT DISTINCT ended_at, table_id, match FROM results WHERE who = ?1
    ORDER BY ended_at DESC, table_id DESC, match DESC LIMIT ?2) AS mine
JOIN results AS seat ON seat.table_id = mine.table_id AND seat.match = mine.match
LEFT JOIN matches ON kind = 'bot' AND people = 1
    AND matches.table_id = mine.table_id AND matches.match = mine.match"""


class Seat(Own, frozen=True, gc=False):
    """Anybody's result, and whose it is."""

    seat: int
    who: str | None
    kind: str
    name: str
    level: str | None
    options: str | None
    """The match's options as JSON, where a bot sits in a match of one person against bots."""


class Played(msgspec.Struct, frozen=True):
    """A match with one's own seat; of several (two guests may be the same person), the first."""

    own: Seat
    seats: Sequence[Seat]


async def played(store: Store, me: str) -> list[Played]:
    """What somebody has played, the latest last."""
    matches: dict[tuple[str, int], list[Seat]] = defaultdict(list)
    for row in await store.rows(_PLAYED, me, MAX_KNOWN):
        matches[row[0], row[1]].append(Seat(*row))
    found = [Played(own, seats) for seats in matches.values() for own in _own(me, seats)]
    return sorted(found, key=lambda each: (each.own.ended_at, each.own.table, each.own.match))


def _own(me: str, seats: Sequence[Seat]) -> Sequence[Seat]:
    found = [each for each in seats if each.who == me and each.kind == "person"]
    return sorted(found, key=lambda each: each.seat)[:1] if len(found) > 1 else found


def people_met(me: str, matches: Iterable[Played]) -> Iterator[Met]:
    """Everybody else who is known."""
    for each in matches:
        for other in each.seats:
            if other.kind == "person" and other.who is not None and other.who != me:
                yield Met(other.game, other.who, other.name, other.place, each.own.place)


def bots_met(matches: Sequence[Played]) -> dict[str, list[BotsMet]]:
    """Matches against bots alone, by game."""
    found: dict[str, list[BotsMet]] = defaultdict(list)
    for each in matches:
        bots = [seat for seat in each.seats if seat.kind == "bot"]
        if bots and (options := bots[0].options) is not None:
            levels = tuple(bot.level for bot in bots)
            given = msgspec.json.decode(options, type=Json)
            found[each.own.game].append(BotsMet(each.own.game, each.own.share, given, levels))
    return found
