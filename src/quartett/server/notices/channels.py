"""Where people want their notices sent: statements for both engines."""

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from typing import Literal

import msgspec

from quartett.core.forms import Json
from quartett.server.notices.quiet_hours import QuietHours
from quartett.server.store.store import Statement, Store

ChannelKind = Literal["mail", "push"]


class Channel(msgspec.Struct, frozen=True):
    """An address to which somebody's notices go."""

    id: str
    who: str
    kind: ChannelKind
    address: str
    language: str
    made_at: int
    confirmed_at: int | None = None
    """When its owner has shown that it is theirs; nothing is sent there before."""
    code: bytes | None = None
    """What is stored of the code by which they do."""
    code_until: int | None = None
    code_tries: int = 0
    device: str | None = None
    """The browser that takes them in."""
    label: str = ""
    keys: str = ""
    """With what push messages to this browser are encrypted, as JSON."""


_COLUMNS = ", ".join(Channel.__struct_fields__)
_PLACES = ", ".join(f"?{number}" for number, _ in enumerate(Channel.__struct_fields__, start=1))
ADDED = f"INSERT INTO channels ({_COLUMNS}) VALUES ({_PLACES})"
REPLACED = "DELETE FROM channels WHERE kind = 'push' AND (address = ?1 OR device = ?2)"
"""A browser has one subscription, and one owner."""

AT_ONCE = 1000
"""How many channels are looked at together when old ones are forgotten."""

_NOBODY = (
    " NOT EXISTS (SELECT 1 FROM browsers WHERE browsers.browser = {0}.who)"
    " AND NOT EXISTS (SELECT 1 FROM people WHERE people.browser = {0}.who)"
)
_OLD_CHANNELS = (
    "DELETE FROM channels WHERE id > ?1 AND id <= ?2 AND made_at < ?3 AND"
    + _NOBODY.format("channels")
)
_QUIET_FOR_NOTHING = (
    "DELETE FROM quiet_hours WHERE who > ?1 AND who <= ?2 AND NOT EXISTS"
    " (SELECT 1 FROM channels WHERE channels.who = quiet_hours.who) AND"
    + _NOBODY.format("quiet_hours")
)

_ANSWERS_PASSED_ON = (
    "UPDATE notices SET who = ?2 WHERE who = ?1 AND deal IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM notices AS own WHERE own.who = ?2 AND own.table_id = notices.table_id)"
)
_OF_THEM = (
    "DELETE FROM notices WHERE deal IS NOT NULL"
    " AND table_id IN (SELECT table_id FROM results WHERE who = ?1)"
)

REMOVED = "DELETE FROM channels WHERE id = ?1"


async def of_people(store: Store, people: Collection[str]) -> dict[str, list[Channel]]:
    """The confirmed channels of these people."""
    if not people:
        return {}
    query = (
        f"SELECT {_COLUMNS} FROM channels WHERE who IN ({_places(people)})"
        " AND confirmed_at IS NOT NULL ORDER BY made_at, id"
    )
    found: dict[str, list[Channel]] = {}
    for row in await store.rows(query, *people):
        found.setdefault(row[1], []).append(Channel(*row))
    return found


async def of_person(store: Store, who: str, kind: ChannelKind | None = None) -> list[Channel]:
    """All channels of somebody, the oldest first; also those that are not confirmed yet."""
    query = f"SELECT {_COLUMNS} FROM channels WHERE who = ?1 ORDER BY made_at, id"
    found = [Channel(*row) for row in await store.rows(query, who)]
    return [each for each in found if kind is None or each.kind == kind]


async def by_id(store: Store, id: str) -> Channel | None:
    """A channel by its id."""
    rows = await store.rows(f"SELECT {_COLUMNS} FROM channels WHERE id = ?1", id)
    return Channel(*rows[0]) if rows else None


def added(channel: Channel) -> Statement:
    """A new channel."""
    return ADDED, msgspec.structs.astuple(channel)


def removed(channels: Iterable[Channel]) -> list[Statement]:
    """Nothing is sent to these any more."""
    return [(REMOVED, (each.id,)) for each in channels]


async def quiet_hours(store: Store, people: Collection[str]) -> dict[str, QuietHours]:
    """When these people want to be left alone."""
    if not people:
        return {}
    query = f"SELECT who, zone, begins, ends FROM quiet_hours WHERE who IN ({_places(people)})"
    return {row[0]: QuietHours(*row[1:]) for row in await store.rows(query, *people)}


def kept_quiet(who: str, hours: QuietHours | None) -> list[Statement]:
    """Somebody's quiet hours from now on."""
    gone: Statement = "DELETE FROM quiet_hours WHERE who = ?1", (who,)
    if hours is None:
        return [gone]
    new = "INSERT INTO quiet_hours (who, zone, begins, ends) VALUES (?1, ?2, ?3, ?4)"
    return [gone, (new, (who, hours.zone, hours.begins, hours.ends))]


# When people come in, go, or are forgotten


def passed_on(old: str, new: str) -> list[Statement]:
    """What somebody set up as a guest is set up for whom they turn out to be.

    Where both have the same, or an e-mail address of their own, the new one's stays.
    """
    double = (
        "DELETE FROM channels WHERE who = ?1 AND ((kind, address) IN (SELECT kind, address FROM"
        " channels WHERE who = ?2) OR (kind = 'mail' AND EXISTS (SELECT 1 FROM channels AS own"
        " WHERE own.who = ?2 AND own.kind = 'mail')))"
    )
    both = old, new
    return [
        (double, both),
        ("UPDATE channels SET who = ?2 WHERE who = ?1", both),
        (_ANSWERS_PASSED_ON, both),
        ("DELETE FROM notices WHERE who = ?1", (old,)),
        (
            "DELETE FROM quiet_hours WHERE who = ?1"
            " AND EXISTS (SELECT 1 FROM quiet_hours AS own WHERE own.who = ?2)",
            both,
        ),
        ("UPDATE quiet_hours SET who = ?2 WHERE who = ?1", both),
    ]


def forgotten(browsers: Collection[str]) -> list[Statement]:
    """Nothing is kept or sent for somebody who was known by these browsers, nor told of them.

    What is told of them is known by their results: those are to be forgotten after this.
    """
    own = (
        f"DELETE FROM {table} WHERE who = ?1" for table in ("channels", "quiet_hours", "notices")
    )
    return [
        (statement, (browser,)) for statement in (*own, _OF_THEM) for browser in sorted(browsers)
    ]


def signed_out(device: str) -> Statement:
    """A browser that is signed out takes in nothing any more."""
    return "DELETE FROM channels WHERE device = ?1", (device,)


async def forget_strangers(store: Store, before: int) -> None:
    """Delete channels from before a moment of guests who have no table any more."""
    async for stretch in _stretches(store, "id", "channels"):
        await store.change((_OLD_CHANNELS, (*stretch, before)))
    async for stretch in _stretches(store, "who", "quiet_hours"):
        await store.change((_QUIET_FOR_NOTHING, stretch))


async def _stretches(store: Store, key: str, table: str) -> AsyncIterator[tuple[str, str]]:
    """A table piece by piece (after this key, up to that one), so that no piece takes long."""
    query = f"SELECT {key} FROM {table} WHERE {key} > ?1 ORDER BY {key} LIMIT ?2"
    after = ""
    while keys := await store.rows(query, after, AT_ONCE):
        yield after, keys[-1][0]
        after = keys[-1][0]


async def told(store: Store, who: str) -> Json:
    """What is kept of somebody's notices, for themselves."""
    hours = (await quiet_hours(store, [who])).get(who)
    waiting = "SELECT table_id, stage, due_at FROM notices WHERE who = ?1 ORDER BY table_id"
    return {
        "channels": [
            {
                "kind": each.kind,
                "address": each.address,
                "language": each.language,
                "device": each.label,
                "made_at": each.made_at,
                "confirmed_at": each.confirmed_at,
            }
            for each in await of_person(store, who)
        ],
        "quiet": None if hours is None else msgspec.to_builtins(hours),
        "waiting": [
            {"table": row[0], "stage": row[1], "due_at": row[2]}
            for row in await store.rows(waiting, who)
        ],
    }


def _places(values: Collection[object] | Sequence[object]) -> str:
    return ", ".join(f"?{number}" for number, _ in enumerate(values, start=1))
