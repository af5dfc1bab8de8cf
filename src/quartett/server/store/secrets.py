"""The keys behind tokens, links and shared deals: the same for all servers of a database.

They are kept in it. A new one is recognised by every server before the first signs with it, and the
old one is recognised for a while after: so nobody notices that keys were changed.
"""

import hmac
import os
import secrets
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from quartett.core.errors import FormatError
from quartett.server.store.store import Store

MIN_KEY = 16
"""A key of fewer characters could be guessed."""

KEY_NAME = "signing_key"
KEYS_NAME = "signing_keys"
"""All keys once there is more than the first one; that stays under its own name too."""

Purpose = Literal["links", "cookies", "deals", "push"]

DERIVED = "q1:"
"""How a key begins from which those for each purpose are derived; before, two purposes told theirs
apart by what was signed, and go on doing so as long as their key does."""

REFRESH_SECONDS = 60.0
"""How often servers look for new keys."""

ACTIVATION_MS = 10 * 60 * 1000
"""How long a new key is only recognised: by then every server has seen it."""

DAY_MS = 24 * 3600 * 1000
DEALS_MS = 61 * DAY_MS
"""How long retired keys are kept: shared deals can be shown for as long."""


class Key(msgspec.Struct, frozen=True):
    """A key, and between which moments (ms) it is used."""

    secret: str
    since: int = 0
    """When it begins to sign."""
    until: int | None = None
    """When what it signed is no longer recognised."""

    def derive(self, purpose: Purpose) -> str:
        """What is used for a purpose."""
        if not self.secret.startswith(DERIVED) and purpose != "push":
            return self.secret
        label = f"quartett/key/{purpose}".encode()
        return hmac.new(self.secret.encode(), label, sha256).hexdigest()


class Keyring:
    """The keys as they are at a moment; `refresh` follows the database and the time."""

    def __init__(self, keys: Sequence[Key], now: int = 0) -> None:
        self.generation = 0
        """Rises whenever other keys sign or are recognised."""
        self._keys: tuple[Key, ...] = ()
        self._used: tuple[Key, ...] = ()
        self.take(keys, now)

    def take(self, keys: Sequence[Key], now: int) -> None:
        """From now on these are the keys."""
        self._keys = tuple(sorted(keys, key=lambda key: key.since))
        known = [key for key in self._keys if key.until is None or key.until > now]
        signing = self.signing(now)
        used = (*(key for key in known if key != signing), signing)
        if used != self._used:
            self._used = used
            self.generation += 1

    def signing(self, moment: int) -> Key:
        """The key that signs at a moment; the first one before all."""
        return next((key for key in reversed(self._keys) if key.since <= moment), self._keys[0])

    def of(self, purpose: Purpose) -> list[str]:
        """All keys accepted for a purpose; the last one signs."""
        return [key.derive(purpose) for key in self._used]

    async def refresh(self, store: Store) -> None:
        """See whether there are new keys, and whether one's time has come."""
        self.take(await stored_keys(store) or self._keys, await store.now())


async def keyring(
    store: Store, data_dir: Path, given: str | None = None, old: Sequence[str] = ()
) -> Keyring:
    """The keys: those given, or else the database's; FormatError if one could be guessed."""
    now = await store.now()
    first = await signing_key(store, data_dir, given)
    if given is not None or os.environ.get("QUARTETT_SECRET") is not None:
        # What is given is recognised as long as it is given.
        others = [Key(check_key(each, "QUARTETT_OLD_SECRETS"), -1) for each in old]
        return Given([*others, Key(first)], now)
    return Keyring(await stored_keys(store) or [Key(first)], now)


class Given(Keyring):
    """Keys from the environment: what the database has is nothing to them."""

    async def refresh(self, store: Store) -> None:
        """They stay as they are until the server is started again."""


async def stored_keys(store: Store) -> list[Key]:
    """The database's keys; none where there is only the first one."""
    found = await store.setting(KEYS_NAME)
    try:
        keys = [] if found is None else msgspec.json.decode(found, type=list[Key])
    except msgspec.DecodeError:
        raise FormatError("the keys in the database cannot be read") from None
    for key in keys:
        check_key(key.secret, "the database's")
    return keys


async def rotate(store: Store, data_dir: Path, overlap_ms: int, at_once: bool = False) -> list[Key]:
    """Create a new key; signatures of the old ones are accepted for this long. All keys."""
    first = await signing_key(store, data_dir)
    now = await store.now()
    keys = await stored_keys(store) or [Key(first)]
    if any(key.since > now for key in keys):
        raise FormatError("a new key is about to be used; wait until it is before making another")
    since = now if at_once else now + ACTIVATION_MS
    until = since + overlap_ms
    kept = [
        msgspec.structs.replace(key, until=until if key.until is None else min(key.until, until))
        for key in keys
        if key.until is None or key.until > now - DEALS_MS
    ]
    new = Key(DERIVED + secrets.token_urlsafe(32), since)
    await store.remember(KEYS_NAME, msgspec.json.encode([*kept, new]).decode())
    return [*kept, new]


async def signing_key(store: Store, data_dir: Path, given: str | None = None) -> str:
    """The key: the one given (or QUARTETT_SECRET), else the database's, made once or 0.1's.

    FormatError if it is empty or too short to keep anybody out.
    """
    given = os.environ.get("QUARTETT_SECRET") if given is None else given
    if given is not None:
        return check_key(given, "QUARTETT_SECRET")
    old = key_of_0_1(data_dir)
    key = await store.secret(KEY_NAME, lambda: old or DERIVED + secrets.token_urlsafe(32))
    return check_key(key, "the database's")


def key_of_0_1(data_dir: Path) -> str | None:
    """The key that 0.1 kept in a file beside its data; the file stays where it is."""
    path = data_dir / "signing.key"
    try:
        return check_key(path.read_text(), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise FormatError(f"cannot read the key that signs tokens in {path}: {why}") from None


def check_key(key: str, where: str) -> str:
    """The key; FormatError if it could be guessed."""
    if len(key.strip()) < MIN_KEY:
        raise FormatError(
            f"the key that signs tokens ({where}) is empty or short: it needs at least {MIN_KEY}"
            " characters, or anybody could take any seat"
        )
    return key
