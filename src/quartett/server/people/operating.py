"""What an operator can look at, and have done: queries for both engines, and wishes for servers.

A wish is a row that any running server carries out within a minute: it alone may write a table that
people are playing at.
"""

from collections.abc import Sequence

import msgspec

from quartett.core.errors import FormatError, QuartettError
from quartett.server.people.records import KeptPerson, PeopleRecords
from quartett.server.store.documents import from_stored
from quartett.server.store.reading import COLUMNS, to_table
from quartett.server.store.store import Store
from quartett.server.table.members import numbered

BLOCKED = "blocked_names"
"""The setting with the names that nobody may have, as a JSON list."""

_PERSON, _GUEST = "erase.person.", "erase.guest."

_SEEN = """(SELECT MAX(at) FROM (
    SELECT people.created_at AS at
    UNION ALL SELECT added_at FROM devices WHERE person_id = people.id
    UNION ALL SELECT COALESCE(used_at, made_at) FROM passkeys WHERE person_id = people.id
    UNION ALL SELECT ended_at FROM results WHERE who = people.browser
    UNION ALL SELECT updated_at FROM browsers JOIN tables ON tables.id = table_id
        WHERE browsers.browser = people.browser) AS moments)"""
"""When a person was last there: came in on a device, or had a part in a table that changed."""

_UNSEEN = f"""
SELECT id, {_SEEN} < ?1 FROM people WHERE id > ?2 ORDER BY id LIMIT ?3"""

_PEOPLE = f"""
SELECT handle, name, created_at, {_SEEN},
    (SELECT COUNT(*) FROM devices WHERE person_id = people.id),
    (SELECT COUNT(*) FROM browsers WHERE browser = people.browser),
    (SELECT COUNT(*) FROM results WHERE who = people.browser)
FROM people WHERE LOWER(name) LIKE LOWER(?1) ESCAPE '!' OR handle = ?2
ORDER BY created_at DESC, id LIMIT ?3"""

_TABLES = f"""
SELECT {COLUMNS}, damage,
    (SELECT CAST(COALESCE(SUM(LENGTH(entry)), 0) AS BIGINT) FROM log WHERE table_id = tables.id)
FROM tables {{where}} ORDER BY updated_at DESC, id LIMIT ?1"""

_COUNTS = {
    "damaged_tables": "SELECT COUNT(*) FROM tables WHERE damage IS NOT NULL",
    "evenings": "SELECT COUNT(*) FROM evenings",
    "damaged_evenings": "SELECT COUNT(*) FROM evenings WHERE damage IS NOT NULL",
    "people": "SELECT COUNT(*) FROM people",
    "devices": "SELECT COUNT(*) FROM devices",
    "passkeys": "SELECT COUNT(*) FROM passkeys",
    "guests": """SELECT COUNT(DISTINCT browser) FROM browsers
        WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.browser = browsers.browser)""",
    "finished_matches": "SELECT COUNT(*) FROM matches",
    "to_erase": "SELECT COUNT(*) FROM settings WHERE name LIKE 'erase.%'",
}


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is of what; no names."""

    tables: dict[str, int]
    """By their state."""
    damaged_tables: int
    evenings: int
    damaged_evenings: int
    people: int
    devices: int
    passkeys: int
    guests: int
    """Browsers with a table whose owners keep no name."""
    finished_matches: int
    to_erase: int
    """How many people are to be erased, once a server runs."""
    stored_bytes: int
    blocked_names: int


class PersonLine(msgspec.Struct, frozen=True):
    """A person who keeps their name, for an operator."""

    handle: str
    name: str
    created_at: int
    seen_at: int
    devices: int
    tables: int
    results: int


class TableLine(msgspec.Struct, frozen=True):
    """A table, for an operator: who sits there, but no card."""

    id: str
    game: str
    status: str
    changed_at: int
    bytes: int
    players: list[str]
    damage: str | None


async def figures(store: Store) -> Figures:
    """How much there is of what."""
    counted = {name: (await store.rows(query))[0][0] for name, query in _COUNTS.items()}
    states = await store.rows("SELECT status, COUNT(*) FROM tables GROUP BY status ORDER BY status")
    return Figures(
        tables={row[0]: row[1] for row in states},
        stored_bytes=(await store.size()).bytes,
        blocked_names=len(await blocked_names(store)),
        **counted,
    )


async def people(store: Store, text: str, limit: int) -> list[PersonLine]:
    """People whose name contains a text, or whose handle it is; the latest first."""
    like = "".join(f"!{c}" if c in "!%_" else c for c in text)
    rows = await store.rows(_PEOPLE, f"%{like}%", text.upper(), limit)
    return [PersonLine(*row) for row in rows]


async def tables(store: Store, status: str | None, damaged: bool, limit: int) -> list[TableLine]:
    """Tables, the latest changed first."""
    wanted = ["damage IS NOT NULL"] if damaged else []
    values: tuple[str, ...] = ()
    if status is not None:
        wanted, values = [*wanted, "status = ?2"], (status,)
    where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
    rows = await store.rows(_TABLES.format(where=where), limit, *values)
    return [_line(row) for row in rows]


def _line(row: Sequence[object]) -> TableLine:
    *columns, damage, log = row
    stored = to_table(columns)
    try:
        names = [place.name for place in from_stored(stored).places if place.name]
    except QuartettError:
        names = []  # what is damaged cannot be read
    taken = len(stored.document) + int(str(log))
    why = None if damage is None else str(damage)
    return TableLine(stored.id, stored.game, stored.status, stored.updated_at, taken, names, why)


async def unseen(
    store: Store, before: int, most: int, after: str = ""
) -> tuple[list[KeptPerson], str]:
    """Of so many people after an id, those who were not there since a moment (ms).

    And the id to go on after: an empty text once all were looked at.
    """
    rows = await store.rows(_UNSEEN, before, after, most)
    found = [await PeopleRecords(store).of_id(id) for id, gone in rows if gone]
    return [each for each in found if each is not None], "" if len(rows) < most else rows[-1][0]


# Names that nobody may have


async def blocked_names(store: Store) -> list[str]:
    """The names that nobody may have."""
    return msgspec.json.decode(await store.setting(BLOCKED) or "[]", type=list[str])


async def block(store: Store, more: Sequence[str], fewer: Sequence[str]) -> list[str]:
    """Block names, and unblock others; all that are blocked now."""
    names = sorted({*await blocked_names(store), *more} - set(fewer))
    await store.remember(BLOCKED, msgspec.json.encode(names).decode())
    return names


# Erasing on request


async def person_to_erase(store: Store, handle: str) -> PersonLine:
    """Who is meant by a handle; FormatError if there is nobody."""
    found = [each for each in await people(store, handle, 1000) if each.handle == handle.upper()]
    if not found:
        raise FormatError(f"nobody's recovery codes begin with {handle}")
    return found[0]


async def wish_person_erased(store: Store, line: PersonLine) -> None:
    """Have a person erased by a server."""
    person = await PeopleRecords(store).of_handle(line.handle)
    if person is not None:
        await store.remember(_PERSON + person.id, "wanted")


async def guest_to_erase(store: Store, table: str, number: int) -> tuple[str, str]:
    """The name and the browser of a guest at a table; FormatError if it is not one."""
    stored = await store.table(table)
    if stored is None:
        raise FormatError(f"there is no table {table}")
    doc = from_stored(stored)
    try:
        person = doc.people[numbered(doc, number)]
    except QuartettError:
        raise FormatError(f"nobody at this table has the number {number}") from None
    browser = person.owner or next(iter(person.browsers), "")
    if not browser:
        raise FormatError("this guest keeps no cookie: their name goes with the table")
    if await PeopleRecords(store).is_somebodys(browser):
        raise FormatError(f"{person.name} keeps their name: see `quartett admin people`")
    return person.name, browser


async def wish_guest_erased(store: Store, browser: str) -> None:
    """Have a guest erased by a server."""
    await store.remember(_GUEST + browser, "wanted")


async def wishes(store: Store) -> tuple[dict[str, KeptPerson | None], dict[str, str]]:
    """Whom servers are to erase: people and guests, each by the name of the wish."""
    rows = await store.rows("SELECT name FROM settings WHERE name LIKE 'erase.%' ORDER BY name")
    names = [row[0] for row in rows]
    records = PeopleRecords(store)
    return (
        {
            name: await records.of_id(name.removeprefix(_PERSON))
            for name in names
            if name.startswith(_PERSON)
        },
        {name: name.removeprefix(_GUEST) for name in names if name.startswith(_GUEST)},
    )


async def fulfilled(store: Store, wish: str) -> None:
    """A wish that has been carried out."""
    await store.change(("DELETE FROM settings WHERE name = ?1", (wish,)))
