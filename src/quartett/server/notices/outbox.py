"""The outbox in the database: who claims a notice sends it; what is claimed comes back if not."""

from collections.abc import Collection, Sequence

import msgspec

from quartett.server.store.store import Statement, Store

LEASE_MS = 180_000
"""After so long, a notice whose sender has vanished is sent by another."""

MAX_TRIES = 8
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 60_000, 6 * 3_600_000
"""How often a notice is tried, and how long to wait after the first failure: then ever longer."""


class Notice(msgspec.Struct, frozen=True):
    """A notice that is due, claimed by whoever has it."""

    who: str
    table: str
    match: int
    stage: str
    began_at: int
    ends_at: int
    remind_at: int
    tries: int
    served: str
    claim: str
    deal: str | None
    """The challenge to which it tells an answer."""

    @property
    def channels_served(self) -> frozenset[str]:
        """The channels that have it already."""
        return frozenset(self.served.split())


_CLAIM = """
WITH due AS (
    SELECT who AS w, table_id AS t FROM notices WHERE due_at <= ?1
    ORDER BY due_at LIMIT ?4{skip_locked})
UPDATE notices SET due_at = ?2, claim = ?3, tries = tries + 1
FROM due WHERE who = w AND table_id = t
RETURNING who, table_id, match, stage, began_at, ends_at, remind_at, tries, served, claim,
    deal"""

# Whatever a table is changing just now is its own: nobody waits for the other.
_MINE = """
(who, table_id) IN (SELECT who, table_id FROM notices
    WHERE who = ?1 AND table_id = ?2 AND claim = ?3{skip_locked})"""
_TOLD = "UPDATE notices SET stage = 'told', due_at = NULL, claim = NULL WHERE"
_DONE = "DELETE FROM notices WHERE"
_LATER = "UPDATE notices SET due_at = ?4, served = ?5, claim = NULL WHERE"
_REMIND = """
UPDATE notices SET stage = 'reminder', due_at = remind_at, tries = 0, served = '', claim = NULL
WHERE"""
_QUIET = "UPDATE notices SET due_at = ?4, tries = tries - 1, claim = NULL WHERE"
_FAILED = "UPDATE notices SET stage = 'failed', due_at = NULL, why = ?4, claim = NULL WHERE"


async def claim(store: Store, now: int, name: str, most: int) -> list[Notice]:
    """Some of the notices that are due; nobody else sends them for a while."""
    query = _CLAIM.format(skip_locked=store.skip_locked)
    rows = await store.rows(query, now, now + LEASE_MS, name, most)
    return [Notice(*row) for row in rows]


async def still_wanted(store: Store, notice: Notice) -> bool:
    """Whether nobody has acted or looked since it was claimed."""
    query = "SELECT 1 FROM notices WHERE who = ?1 AND table_id = ?2 AND claim = ?3"
    return bool(await store.rows(query, *_key(notice)))


def sent(store: Store, notice: Notice, now: int) -> Statement:
    """It was sent: what is left is the reminder, if this was not it or as good as it.

    An answer is left to be listed.
    """
    if notice.stage == "answer":
        return _where(store, _TOLD), _key(notice)
    follows = notice.stage == "turn" and notice.remind_at > now
    return _where(store, _REMIND if follows else _DONE), _key(notice)


def postponed(store: Store, notice: Notice, until: int) -> Statement:
    """It is not to be sent before a moment; that is nobody's failure."""
    return _where(store, _QUIET), (*_key(notice), until)


def retried(
    store: Store, notice: Notice, served: Collection[str], why: str, now: int, pause: int = 0
) -> Statement:
    """It is tried again for those channels that do not have it, or given up."""
    wait = max(pause, FIRST_PAUSE_MS * 4 ** min(notice.tries - 1, 9))
    again = now + min(wait, LONGEST_PAUSE_MS)
    if notice.tries >= MAX_TRIES or again >= notice.ends_at:
        return failed(store, notice, why)
    return _where(store, _LATER), (*_key(notice), again, " ".join(sorted(served)))


def failed(store: Store, notice: Notice, why: str) -> Statement:
    """It is given up, and operators see why; the person's next turn begins anew."""
    return _where(store, _FAILED), (*_key(notice), why)


async def counts(store: Store) -> tuple[int, int]:
    """How many notices wait, and how many were given up."""
    query = (
        "SELECT (SELECT count(*) FROM notices WHERE due_at IS NOT NULL),"
        " (SELECT count(*) FROM notices WHERE stage = 'failed')"
    )
    waiting, given_up = (await store.rows(query))[0]
    return int(waiting), int(given_up)


async def failures(store: Store, most: int = 100) -> list[tuple[str, str, int]]:
    """Tables of notices that were given up, why, and when the turn ends; names nobody."""
    query = (
        "SELECT table_id, why, ends_at FROM notices WHERE stage = 'failed'"
        " ORDER BY ends_at, table_id LIMIT ?1"
    )
    return [(row[0], row[1], row[2]) for row in await store.rows(query, most)]


def _where(store: Store, statement: str) -> str:
    return statement + _MINE.format(skip_locked=store.skip_locked)


def _key(notice: Notice) -> Sequence[object]:
    return notice.who, notice.table, notice.claim
