"""Passkeys in the database, and the challenges to which they answer."""

import msgspec

from quartett.server.people.records import (
    ADD_DEVICE,
    DEVICE,
    DeviceRecord,
    KeptPerson,
    device_values,
)
from quartett.server.store.store import Store, TakenError

CHALLENGE_MS = 300_000
"""How long a challenge can be answered."""

MAX_PASSKEYS = 20
"""How many passkeys a person may have."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as it is stored; its secret half never leaves its owner's device."""

    id: str
    person: str
    site: str
    """The host name under which it was made; it is good for no other."""
    public_key: bytes
    counter: int
    label: str
    made_at: int
    made_by: str
    """The device on which it was made."""
    used_at: int | None = None


_PASSKEY = (
    "SELECT id, person_id, site, public_key, counter, label, made_at, made_by, used_at"
    " FROM passkeys"
)
_LASTS = f"expires_at > {{0}} AND expires_at <= {{0}} + {CHALLENGE_MS}"
"""Whether a challenge lasts at a moment; a clock that was put back makes none last longer."""


class PasskeyRecords:
    """Passkeys and challenges in the database; what changes more than one row is atomic."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: KeptPerson) -> list[Passkey]:
        """A person's passkeys, the oldest first."""
        query = f"{_PASSKEY} WHERE person_id = ?1 ORDER BY made_at, id"
        return [Passkey(*row) for row in await self._store.rows(query, person.id)]

    async def find(self, id: str) -> Passkey | None:
        """A passkey by its id."""
        rows = await self._store.rows(f"{_PASSKEY} WHERE id = ?1", id)
        return Passkey(*rows[0]) if rows else None

    async def challenge(self, hash: bytes, kind: str, device: str, now: int) -> None:
        """Remember a challenge; the one before, for the same device, is worth nothing."""
        before = "DELETE FROM challenges WHERE (kind = ?1 AND device = ?2) OR expires_at <= ?3"
        await self._store.change(
            (before, (kind, device, now)),
            (
                "INSERT INTO challenges (hash, kind, device, expires_at) VALUES (?1, ?2, ?3, ?4)",
                (hash, kind, device, now + CHALLENGE_MS),
            ),
        )

    async def take_challenge(self, hash: bytes, kind: str, device: str, now: int) -> bool:
        """Use a challenge up; whether it was this device's, and still good."""
        taken = "DELETE FROM challenges WHERE hash = ?1 AND kind = ?2 AND device = ?3"
        values = (hash, kind, device, now)
        return (await self._store.change((f"{taken} AND {_LASTS.format('?4')}", values)))[0] == 1

    async def add(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False if there is one of this id, or the person has too many."""
        count = "SELECT COUNT(*) FROM passkeys WHERE person_id = ?2"
        statement = (
            "INSERT INTO passkeys"
            " (id, person_id, site, public_key, counter, label, made_at, made_by)"
            " SELECT ?1, ?2, ?3, ?4, CAST(?5 AS BIGINT), ?6, CAST(?7 AS BIGINT), ?8"
            f" WHERE ({count}) < {MAX_PASSKEYS}"
        )
        try:
            return (await self._store.change((statement, _values(passkey))))[0] == 1
        except TakenError:
            return False

    async def use(self, passkey: Passkey, counter: int, device: DeviceRecord) -> bool:
        """Sign a device in; False if the passkey has counted this far already, or is gone.

        A counter that does not rise is that of a copy. Those that stay at 0 do not count.
        """
        use = (
            "UPDATE passkeys SET counter = ?2, used_at = ?3, used_by = ?4 WHERE id = ?1"
            " AND (counter < ?2 OR (counter = 0 AND ?2 = 0))"
        )
        mine = "FROM passkeys WHERE id = ?6 AND used_by = ?1"
        values = (passkey.id, counter, device.added_at, device.browser)
        let_in = (*device_values(passkey.person, device), passkey.id)
        try:
            used, _ = await self._store.change(
                (use, values), (f"{ADD_DEVICE} SELECT {DEVICE} {mine}", let_in)
            )
        except TakenError:
            return False  # the device is somebody's already
        return used == 1

    async def remove(self, person: KeptPerson, id: str) -> bool:
        """Accept a passkey no longer; whether it was theirs."""
        gone = "DELETE FROM passkeys WHERE id = ?1 AND person_id = ?2"
        return (await self._store.change((gone, (id, person.id))))[0] == 1


def _values(passkey: Passkey) -> tuple[object, ...]:
    return (
        passkey.id,
        passkey.person,
        passkey.site,
        passkey.public_key,
        passkey.counter,
        passkey.label,
        passkey.made_at,
        passkey.made_by,
    )
