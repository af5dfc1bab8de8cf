"""What keeps strangers' pages, floods and oversized bodies out."""

import time
from collections import OrderedDict
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class SafeHeaders:
    """Adds the protective headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete its answer."""

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, complete if scope["type"] == "http" else send)


def from_our_page(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    host = headers.get("host", "").lower()
    same = urlsplit(origin).netloc.lower() == host != ""
    return same and (_is_local_name(host) or any(urlsplit(o).netloc == host for o in allowed))


def _is_local_name(host: str) -> bool:
    """Whether a name can only mean this machine or network.

    A stranger's domain may be made to point here (DNS rebinding); then origin and host agree,
    but the page is a stranger's all the same.
    """
    name = urlsplit(f"//{host}").hostname or ""
    with suppress(ValueError):
        return bool(ip_address(name))
    return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".localhost"))


class Bucket:
    """Lets `rate` things a second through in the long run, and a burst of a few seconds' worth."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; those seen longest ago are forgotten."""

    def __init__(self, rate: float, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may do one more thing now."""
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._rate * 10))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()
