"""The key that signs tokens and private links: one for all servers of a database, kept in it."""

import os
import secrets
from pathlib import Path

from quartett.core.errors import FormatError
from quartett.server.store.store import Store

MIN_KEY = 16
"""A key of fewer characters could be guessed."""

KEY_NAME = "signing_key"


async def signing_key(store: Store, data_dir: Path, given: str | None = None) -> str:
    """The key: the one given (or QUARTETT_SECRET), else the database's, made once or 0.1's.

    FormatError if it is empty or too short to keep anybody out.
    """
    given = os.environ.get("QUARTETT_SECRET") if given is None else given
    if given is not None:
        return check_key(given, "QUARTETT_SECRET")
    old = key_of_0_1(data_dir)
    key = await store.secret(KEY_NAME, lambda: old or secrets.token_urlsafe(32))
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
