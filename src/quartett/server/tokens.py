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


class Known(msgspec.Struct, frozen=True):
    """A browser as its cookie names it."""

    device: str
    """The id of the very browser; it changes whenever somebody comes in on it."""
    guest: str
    """The id under which it is a guest at tables; that stays."""


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

    @property
    def _renewals(self) -> URLSafeSerializer:
        self._follow()
        return self._renewed

    def _follow(self) -> None:
        """Sign and recognise with the keys as they are now."""
        if self._generation != self._keys.generation:
            self._generation = self._keys.generation
            self._cookies = URLSafeSerializer(self._keys.of("cookies"), salt="quartett.browser")
            self._renewed = URLSafeSerializer(self._keys.of("cookies"), salt="quartett.renewal")
            self._links = URLSafeSerializer(self._keys.of("links"), salt="quartett.person")

    def for_browser(self, browser: Known) -> str:
        """The cookie that lets a browser be recognised."""
        device, guest = browser.device, browser.guest
        return str(self._browser.dumps(guest if device == guest else [device, guest]))

    def browser(self, cookie: str | None) -> Known | None:
        """The browser that a cookie names, if we signed it."""
        match _read(self._browser, cookie):
            case str(id):
                return Known(id, id)
            case [str(device), str(guest)]:
                return Known(device, guest)
            case _:
                return None

    def renewal(self, device: str) -> str:
        """What the page is told that gave a browser its new id, and nobody else."""
        return str(self._renewals.dumps(device)).rpartition(".")[2]

    def is_renewal(self, device: str, proof: str) -> bool:
        """Whether this is what the page was told."""
        text = str(self._renewals.dumps(device)).rpartition(".")[0]
        return _read(self._renewals, f"{text}.{proof}") == device

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
    """An id that cannot be guessed, and that a command line does not take for an option."""
    id = secrets.token_urlsafe(12)
    return new_id() if id.startswith("-") else id


def _read(serializer: URLSafeSerializer, token: str | None) -> object:
    try:
        return serializer.loads(token) if token else None
    except BadSignature:
        return None


def is_id(text: str) -> bool:
    """Whether this could be an id of ours; nothing else need be looked up."""
    return len(text) <= MAX_ID and _ID.fullmatch(text) is not None
