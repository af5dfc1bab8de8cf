"""Who somebody is, without accounts: signed tokens for a browser and for a person at a table."""

import re
import secrets

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from quartett.server.store.secrets import Keyring

COOKIE = "quartett"
"""The name of the cookie by which a browser is recognised."""

MAX_ID = 64
_ID = re.compile(r"[A-Za-z0-9_-]+")


class Proof(msgspec.Struct, frozen=True):
    """A person, and how often their tokens had been revoked when this one was given out."""

    person: str
    issue: int = 0


class Tokens:
    """Signs and reads the tokens of one server."""

    def __init__(self, keys: Keyring) -> None:
        self._keys = keys
        self._generation = -1

    @property
    def _browser(self) -> URLSafeSerializer:
        self._follow()
        return self._cookies

    @property
    def _person(self) -> URLSafeSerializer:
        self._follow()
        return self._links

    def _follow(self) -> None:
        """Sign and recognise with the keys as they are now."""
        if self._generation != self._keys.generation:
            self._generation = self._keys.generation
            self._cookies = URLSafeSerializer(self._keys.of("cookies"), salt="quartett.browser")
            self._links = URLSafeSerializer(self._keys.of("links"), salt="quartett.person")

    def for_browser(self, browser: str) -> str:
        """The cookie that lets a browser be recognised."""
        return str(self._browser.dumps(browser))

    def browser(self, cookie: str | None) -> str | None:
        """The browser that a cookie names, if we signed it."""
        named = _read(self._browser, cookie)
        return named if isinstance(named, str) else None

    def for_person(self, table: str, person: str, issue: int = 0) -> str:
        """The token that is a person's seat at one table, on any device, until it is revoked."""
        return str(self._person.dumps([table, person, issue] if issue else [table, person]))

    def proof(self, token: str | None, table: str) -> Proof | None:
        """Whom a token names at this table, if we signed it for this table."""
        named = _read(self._person, token)
        if not isinstance(named, list) or len(named) not in (2, 3) or named[0] != table:
            return None
        return Proof(named[1], named[2] if len(named) == 3 else 0)

    def person(self, token: str | None, table: str) -> str | None:
        """The person that a token names at this table, whether or not it was revoked since."""
        proof = self.proof(token, table)
        return None if proof is None else proof.person


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
