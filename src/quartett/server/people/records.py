"""People in the database: statements for both engines, each one atomic."""

import hmac
from collections.abc import Sequence

import msgspec

from quartett.server.people.codes import hashed
from quartett.server.store.reading import ATTACHMENT
from quartett.server.store.store import Attachment, Row, Statement, Store, TakenError
from quartett.server.tokens import Known, new_id

PAIRING_MS = 120_000
"""How long a pairing code can be used."""


class KeptPerson(msgspec.Struct, frozen=True):
    """Somebody who keeps their name."""

    id: str
    handle: str
    """How their recovery codes begin."""
    browser: str
    """Under which id they are known at tables, whatever device they come from."""
    name: str
    created_at: int
    face: str = ""
    """The portrait that they have chosen."""


class Identity(msgspec.Struct, frozen=True):
    """As whom a browser is known."""

    browser: str
    """The id at tables."""
    face: str = ""


class DeviceRecord(msgspec.Struct, frozen=True):
    """A browser in which somebody is known."""

    browser: str
    label: str
    added_at: int
    guest: str | None = None
    """As whom it was at tables before; None where that was stored nowhere."""


class PairingRecord(msgspec.Struct, frozen=True):
    """A device that may join, and the one that asks to."""

    expires_at: int
    browser: str | None
    label: str | None
    number: str | None
    guest: str | None


_COLUMNS = "people.id, handle, people.browser, name, created_at, face"
_PERSON = f"SELECT {_COLUMNS} FROM people"
_LASTS = f"expires_at > {{0}} AND expires_at <= {{0}} + {PAIRING_MS}"
"""Whether a pairing lasts at a moment: where the clock was put back, not until that time again."""
ADD_DEVICE = "INSERT INTO devices (browser, person_id, label, added_at, guest)"
DEVICE = "?1, ?2, ?3, CAST(?4 AS BIGINT), CAST(?5 AS TEXT)"


class PeopleRecords:
    """People in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def known_as(self, browser: Known) -> Identity | None:
        """As whom a browser is known at tables; None: it was signed out."""
        if (person := await self.of_device(browser.device)) is not None:
            return Identity(person.browser, person.face)
        return None if await self.is_somebodys(browser.guest) else Identity(browser.guest)

    async def is_somebodys(self, guest: str) -> bool:
        """Whether who was a guest under this id keeps their name now, or has come in with it."""
        query = (
            "SELECT 1 FROM people WHERE browser = ?1 UNION SELECT 1 FROM devices WHERE guest = ?1"
        )
        return bool(await self._store.rows(query, guest))

    async def of_device(self, browser: str) -> KeptPerson | None:
        """Who is in on a device."""
        query = f"{_PERSON} JOIN devices ON person_id = people.id WHERE devices.browser = ?1"
        return _one(await self._store.rows(query, browser))

    async def of_id(self, id: str) -> KeptPerson | None:
        """A person by their id."""
        return _one(await self._store.rows(f"{_PERSON} WHERE people.id = ?1", id))

    async def of_handle(self, handle: str) -> KeptPerson | None:
        """Whose recovery codes begin so."""
        return _one(await self._store.rows(f"{_PERSON} WHERE handle = ?1", handle))

    async def add(self, person: KeptPerson, device: DeviceRecord, codes: Sequence[str]) -> None:
        """A new person with a device and codes; TakenError if the device is somebody's."""
        values = (person.id, person.handle, person.browser, person.name, person.created_at)
        await self._store.change(
            (
                "INSERT INTO people (id, handle, browser, name, created_at)"
                " VALUES (?1, ?2, ?3, ?4, ?5)",
                values,
            ),
            (f"{ADD_DEVICE} VALUES (?1, ?2, ?3, ?4, ?5)", device_values(person.id, device)),
            *_new_codes(person, codes, person.created_at),
        )

    async def choose_face(self, person: KeptPerson, face: str) -> None:
        """Have this portrait from now on; an empty one is none."""
        query = "UPDATE people SET face = ?2 WHERE id = ?1"
        await self._store.change((query, (person.id, face)))

    async def tables(self, person: KeptPerson) -> set[str]:
        """The ids of a person's tables."""
        query = "SELECT table_id FROM browsers WHERE browser = ?1"
        return {row[0] for row in await self._store.rows(query, person.browser)}

    async def replace_codes(self, person: KeptPerson, codes: Sequence[str], now: int) -> None:
        """New codes; all earlier ones stop working."""
        gone = "DELETE FROM credentials WHERE person_id = ?1 AND kind = 'code'"
        await self._store.change((gone, (person.id,)), *_new_codes(person, codes, now))

    async def codes(self, person: KeptPerson) -> list[tuple[str, bytes]]:
        """The codes that were not used yet: their ids, and what is stored of them."""
        query = (
            "SELECT id, hash FROM credentials"
            " WHERE person_id = ?1 AND kind = 'code' AND used_by IS NULL ORDER BY id"
        )
        return [(row[0], row[1]) for row in await self._store.rows(query, person.id)]

    async def of_code(self, handle: str, wanted: bytes) -> tuple[KeptPerson, str] | None:
        """Whose unused code this is, and its id; whether there is such a handle takes no longer."""
        query = (
            f"SELECT credentials.id, hash, {_COLUMNS}"
            " FROM credentials JOIN people ON people.id = person_id"
            " WHERE handle = ?1 AND kind = 'code' AND used_by IS NULL ORDER BY credentials.id"
        )
        found = None
        for id, known, *person in await self._store.rows(query, handle):
            if hmac.compare_digest(known, wanted):
                found = KeptPerson(*person), str(id)
        return found

    async def use_code(self, person: KeptPerson, code: str, device: DeviceRecord) -> bool:
        """Sign a device in with a one-time code; whether the code was still unused."""
        use = "UPDATE credentials SET used_by = ?2 WHERE id = ?1 AND used_by IS NULL"
        mine = "FROM credentials WHERE id = ?6 AND used_by = ?1"
        let_in = f"{ADD_DEVICE} SELECT {DEVICE} {mine}"
        try:
            used, _ = await self._store.change(
                (use, (code, device.browser)), (let_in, (*device_values(person.id, device), code))
            )
        except TakenError:
            return False  # the device is somebody's already
        return used == 1

    async def devices(self, person: KeptPerson) -> list[DeviceRecord]:
        """A person's devices, the oldest first."""
        query = (
            "SELECT browser, label, added_at, guest FROM devices WHERE person_id = ?1"
            " ORDER BY added_at, browser"
        )
        return [DeviceRecord(*row) for row in await self._store.rows(query, person.id)]

    async def remove_device(self, person: KeptPerson, browser: str) -> bool:
        """Sign a device out; whether it was in.

        Passkeys and recovery codes that may have been made there are worth nothing any more. Codes
        that the person began with were made elsewhere, or by whoever has all the rest too.
        """
        made_there = (
            "DELETE FROM credentials WHERE person_id = ?1 AND kind = 'code' AND made_at > ?3"
            " AND made_at >= (SELECT added_at FROM devices WHERE browser = ?2 AND person_id = ?1)"
        )
        keys = "DELETE FROM passkeys WHERE person_id = ?1 AND made_by = ?2"
        gone = "DELETE FROM devices WHERE person_id = ?1 AND browser = ?2"
        values = (person.id, browser)
        *_, removed = await self._store.change(
            (made_there, (*values, person.created_at)), (keys, values), (gone, values)
        )
        return removed == 1

    async def begin_pairing(self, person: KeptPerson, code: str, now: int) -> None:
        """Let a device ask with this code; an earlier one is worth nothing."""
        await self._store.change(
            ("DELETE FROM pairings WHERE person_id = ?1 OR expires_at <= ?2", (person.id, now)),
            (
                "INSERT INTO pairings (person_id, hash, expires_at) VALUES (?1, ?2, ?3)",
                (person.id, hashed(code), now + PAIRING_MS),
            ),
        )

    async def ask_pairing(self, code: str, device: DeviceRecord, number: str, now: int) -> bool:
        """Ask to be let in; only the first who has the code may, and may ask again."""
        ask = (
            "UPDATE pairings SET browser = ?2, label = ?3, number = ?4, guest = ?6 WHERE hash = ?1"
            f" AND {_LASTS.format('?5')}"
            " AND (browser IS NULL OR (browser = ?2 AND number IS NOT NULL))"
        )
        values = (hashed(code), device.browser, device.label, number, now, device.guest)
        return (await self._store.change((ask, values)))[0] == 1

    async def was_accepted(self, code: str, browser: str, now: int) -> bool:
        """Whether a device was let in by this code."""
        query = (
            "SELECT 1 FROM pairings WHERE hash = ?1 AND browser = ?2"
            f" AND {_LASTS.format('?3')} AND number IS NULL"
        )
        return bool(await self._store.rows(query, hashed(code), browser, now))

    async def pairing(self, person: KeptPerson, now: int) -> PairingRecord | None:
        """The pairing that a person has begun, while it lasts and is not answered."""
        query = (
            "SELECT expires_at, browser, label, number, guest FROM pairings WHERE person_id = ?1"
            f" AND {_LASTS.format('?2')} AND (browser IS NULL OR number IS NOT NULL)"
        )
        for row in await self._store.rows(query, person.id, now):
            return PairingRecord(*row)
        return None

    async def accept(self, person: KeptPerson, asked: PairingRecord, now: int) -> bool:
        """Let the device in that asks; whether it still does."""
        asks = f"person_id = ?2 AND browser = ?1 AND number IS NOT NULL AND {_LASTS.format('?4')}"
        let_in = f"{ADD_DEVICE} SELECT {DEVICE} FROM pairings WHERE {asks}"
        is_in = "SELECT 1 FROM devices WHERE browser = ?2 AND person_id = ?1"
        done = (
            "UPDATE pairings SET number = NULL"
            f" WHERE person_id = ?1 AND browser = ?2 AND EXISTS ({is_in})"
        )
        values = (asked.browser, person.id, asked.label, now, asked.guest)
        statements = (let_in, values), (done, (person.id, asked.browser))
        try:
            return (await self._store.change(*statements))[0] == 1
        except TakenError:
            return False  # the device is somebody's already

    async def decline(self, person: KeptPerson) -> None:
        """Let nobody in by the code that was given out last."""
        await self._store.change(("DELETE FROM pairings WHERE person_id = ?1", (person.id,)))

    async def attachments(self, browser: str, person: str | None = None) -> list[Attachment]:
        """Results and challenges of a browser, and of a person's devices from before."""
        query = (
            f"SELECT {ATTACHMENT} FROM keepsakes WHERE (kind = 'result' AND (who = ?1 OR"
            " who IN (SELECT COALESCE(guest, browser) FROM devices WHERE person_id = ?2))) OR"
            " (kind = 'deal' AND table_id IN (SELECT table_id FROM browsers WHERE browser = ?1))"
        )
        rows = await self._store.rows(query, browser, person or "")
        return [Attachment(*row) for row in rows]

    async def erase(self, person: KeptPerson, beside: Sequence[Statement] = ()) -> None:
        """Forget a person with all that proves who they are, and what else is to go with them."""
        await self._store.change(
            *(
                (f"DELETE FROM {table} WHERE person_id = ?1", (person.id,))
                for table in ("credentials", "passkeys", "devices", "pairings")
            ),
            *beside,
            ("DELETE FROM people WHERE id = ?1", (person.id,)),
        )


def device_values(person: str, device: DeviceRecord) -> tuple[str, str, str, int, str | None]:
    """A person's new device, as `ADD_DEVICE` takes it."""
    return device.browser, person, device.label, device.added_at, device.guest


def _new_codes(
    person: KeptPerson, codes: Sequence[str], now: int
) -> list[tuple[str, tuple[object, ...]]]:
    statement = (
        "INSERT INTO credentials (id, person_id, kind, hash, made_at)"
        " VALUES (?1, ?2, 'code', ?3, ?4)"
    )
    plain = (code.replace("-", "") for code in codes)
    return [(statement, (new_id(), person.id, hashed(code), now)) for code in plain]


def _one(rows: Sequence[Row]) -> KeptPerson | None:
    return KeptPerson(*rows[0]) if rows else None
