"""What keeps strangers' pages and oversized bodies out."""

from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from quartett.server.settings import Settings

MAX_BODY = 32 * 1024
MAX_MESSAGE = 16 * 1024
"""Larger socket messages are refused; above `MAX_FRAME` the connection is closed."""
MAX_FRAME = 128 * 1024

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


STRICT_TRANSPORT = b"max-age=31536000"
"""Told of public names where they are asked by HTTPS: browsers come by nothing else for a year."""

LOCAL = (".local", ".lan", ".home.arpa", ".localhost", ".internal")
"""Names that no stranger can have a page under."""


class KnownHosts:
    """The names by which this server may be asked.

    A stranger's page may have a name that leads here (DNS rebinding): its browser would read as
    ours whatever is answered under that name. So only local names are answered, and those that
    whoever runs the server has named: in an origin, in a node's address, or on their own.
    """

    def __init__(self, settings: Settings) -> None:
        addresses = [*settings.origins, *([settings.node_url] if settings.node_url else [])]
        named = [_name(_host_of(each)) for each in addresses]
        self._any = "*" in settings.allowed_hosts
        self._names = {*named, *settings.allowed_hosts, settings.host.lower()} - {""}

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server; who sends none is no browser."""
        if self._any or not host:
            return True
        return _is_local_name(host) or _name(host) in self._names


def is_public(host: str) -> bool:
    """Whether a Host header has a name that is the same everywhere."""
    return bool(_name(host)) and not _is_local_name(host)


def _name(host: str) -> str:
    """The name in a Host header, without its port; nothing where there is none."""
    with suppress(ValueError):
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    return ""


def is_chunked(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request does not say how long it is; taking it in would cost more than it holds."""
    return any(name == b"transfer-encoding" for name, _ in headers)


def from_our_page(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    host = headers.get("host", "").lower()
    same = _host_of(origin) == host != ""
    return same and (_is_local_name(host) or any(_host_of(each) == host for each in allowed))


def _host_of(origin: str) -> str:
    """The host that an origin names, with its port; none where it is no address."""
    with suppress(ValueError):
        return urlsplit(origin).netloc.lower()
    return ""


def _is_local_name(host: str) -> bool:
    """Whether a name can only mean this machine or network.

    A stranger's domain may be made to point here (DNS rebinding); then origin and host agree,
    but the page is a stranger's all the same.
    """
    name = _name(host)
    with suppress(ValueError):
        return bool(ip_address(name))
    return bool(name) and ("." not in name or name.endswith(LOCAL))
