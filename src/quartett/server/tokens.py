"""Who somebody is, without accounts: signed tokens for a browser and for a person at a table."""

import re
import secrets

from itsdangerous import BadSignature, URLSafeSerializer

MAX_ID = 64
_ID = re.compile(r"[A-Za-z0-9_-]+")


class Tokens:
    """Signs and reads the tokens of one server."""

    def __init__(self, key: str) -> None:
        self._browser = URLSafeSerializer(key, salt="quartett.browser")
        self._person = URLSafeSerializer(key, salt="quartett.person")

    def for_browser(self, browser: str) -> str:
        """The cookie that lets a browser be recognised."""
        return str(self._browser.dumps(browser))

    def browser(self, cookie: str | None) -> str | None:
        """The browser that a cookie names, if we signed it."""
        named = _read(self._browser, cookie)
        return named if isinstance(named, str) else None

    def for_person(self, table: str, person: str) -> str:
        """The token that is a person's seat at one table, on any device."""
        return str(self._person.dumps([table, person]))

    def person(self, token: str | None, table: str) -> str | None:
        """The person that a token names at this table, if we signed it for this table."""
        named = _read(self._person, token)
        return named[1] if isinstance(named, list) and named[0] == table else None


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(12)


def _read(serializer: URLSafeSerializer, token: str | None) -> object:
    try:
        return serializer.loads(token) if token else None
    except BadSignature:
        return None


def is_id(text: str) -> bool:
    """Whether this could be an id of ours; nothing else need be looked up."""
    return len(text) <= MAX_ID and _ID.fullmatch(text) is not None
