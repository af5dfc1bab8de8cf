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
        return _checked(given, "QUARTETT_SECRET")
    old = _from_0_1(data_dir / "signing.key")
    key = await store.secret(KEY_NAME, lambda: old or secrets.token_urlsafe(32))
    return _checked(key, "the database's signing key")


def _from_0_1(path: Path) -> str | None:
    """The key that 0.1 kept in a file beside its data; the file stays where it is."""
    try:
        return _checked(path.read_text(), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise FormatError(f"cannot read the key that signs tokens in {path}: {why}") from None


def _checked(key: str, where: str) -> str:
    if len(key.strip()) < MIN_KEY:
        raise FormatError(
            f"{where} is too short to sign tokens with: it must have at least {MIN_KEY} characters"
        )
    return key
