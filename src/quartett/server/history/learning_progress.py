"""What pages remember of learning, kept with a name: what several devices know, put together."""

from collections.abc import Iterable, Sequence

import msgspec

from quartett.protocol.history import Learnt, Trend
from quartett.server.store.store import Statement, Store, TakenError

MAX_SOLVED, MAX_DAYS, MAX_TRENDS = 2000, 400, 200
TRIES = 5


async def learnt(store: Store, person: str) -> Learnt:
    """What is kept of a person."""
    return (await _kept(store, person))[1]


async def put_together(store: Store, person: str, told: Learnt) -> Learnt:
    """Add what a device knows; all that is known then."""
    for _ in range(TRIES):
        before, known = await _kept(store, person)
        both = together(known, told)
        if both == known:
            return both
        document = msgspec.json.encode(both)
        query = "INSERT INTO learnt (person_id, document) VALUES (?1, ?2)"
        values: tuple[object, ...] = person, document
        if before is not None:
            query = "UPDATE learnt SET document = ?2 WHERE person_id = ?1 AND document = ?3"
            values = *values, before
        try:
            if await store.change((query, values)) == [1]:
                return both
        except TakenError:
            pass  # another device of theirs was first, or they are gone
    return await learnt(store, person)


def forgotten(person: str) -> Statement:
    """Nothing is kept of a person any more."""
    return "DELETE FROM learnt WHERE person_id = ?1", (person,)


def together(first: Learnt, second: Learnt) -> Learnt:
    """What two devices know: in whatever order they tell it, however often."""
    trends = {each.key: each for each in sorted((*first.trends, *second.trends), key=_order)}
    return Learnt(
        solved=_union(first.solved, second.solved)[:MAX_SOLVED],
        days=_union(first.days, second.days)[-MAX_DAYS:],
        trends=sorted(trends.values(), key=_order)[-MAX_TRENDS:],
    )


def _order(each: Trend) -> tuple[int, bytes]:
    return each.at, msgspec.json.encode(each)


def _union(first: Sequence[str], second: Iterable[str]) -> list[str]:
    return sorted({*first, *second})


async def _kept(store: Store, person: str) -> tuple[bytes | None, Learnt]:
    for row in await store.rows("SELECT document FROM learnt WHERE person_id = ?1", person):
        return row[0], msgspec.json.decode(row[0], type=Learnt)
    return None, Learnt()
