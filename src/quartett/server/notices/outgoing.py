"""Requests to push services: to checked addresses only, without redirects, and with an end.

A browser names the address, and may be a stranger's: so the name is resolved here, every address of
it has to be public, and the connection goes to the very address that was checked.
"""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import msgspec

TIMEOUT_SECONDS = 10.0
"""How long a request may take, from the name to the answer."""

MAX_URL, MAX_HEAD = 1000, 16_384
TLS_PORT, PLAIN_PORT = 443, 80

NAT64 = ip_network("64:ff9b::/96")
"""In these, networks wrap addresses of the older kind."""


class BadAddressError(ValueError):
    """Nothing is sent there."""


class Target(msgspec.Struct, frozen=True):
    """Where a request goes."""

    host: str
    port: int
    path: str
    tls: bool

    @property
    def origin(self) -> str:
        """Scheme and host, as tokens name them."""
        usual = TLS_PORT if self.tls else PLAIN_PORT
        port = "" if self.port == usual else f":{self.port}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}{port}"


def target_of(url: str, anywhere: bool) -> Target:
    """Where a push service is; BadAddressError unless that is HTTPS on its usual port.

    With `anywhere`, the host has allowed other places.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddressError("address") from None
    tls = parts.scheme == "https"
    named = port or (TLS_PORT if tls else PLAIN_PORT)
    plain = all(33 <= ord(letter) < 127 for letter in url)
    if not host or not plain or len(url) > MAX_URL or parts.username or parts.password:
        raise BadAddressError("address")
    if not anywhere and (not tls or named != TLS_PORT):
        raise BadAddressError("not https")
    if parts.scheme not in ("https", "http"):
        raise BadAddressError("address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, named, path, tls)


async def resolved(target: Target, anywhere: bool) -> str:
    """One of the addresses of a push service; BadAddressError if any of them is not public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=1)
    addresses = [str(each[4][0]) for each in found]
    if not addresses:
        raise BadAddressError("no address")
    if not anywhere and not all(is_public(each) for each in addresses):
        raise BadAddressError("private address")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, also the one that it wraps."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and (inner := _inner(found)) is not None:
        return is_public(str(inner))
    return found.is_global and not found.is_multicast


def _inner(found: IPv6Address) -> IPv4Address | None:
    if found in NAT64:
        return IPv4Address(int(found) & 0xFFFFFFFF)
    teredo = found.teredo
    return found.ipv4_mapped or found.sixtofour or (teredo[1] if teredo else None)


async def post(
    target: Target, headers: Mapping[str, str], body: bytes, anywhere: bool
) -> tuple[int, dict[str, str]]:
    """Send a request; its status and headers. The answer's body is not read.

    BadAddressError, OSError, TimeoutError, or ValueError if the answer is none.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        address = await resolved(target, anywhere)
        tls = _trusted() if target.tls else None
        reader, writer = await asyncio.open_connection(
            address,
            target.port,
            ssl=tls,
            server_hostname=target.host if tls else None,
            limit=MAX_HEAD,
        )
        try:
            writer.write(_request(target, headers, body))
            await writer.drain()
            return _answer(await reader.readuntil(b"\r\n\r\n"))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise ValueError("no answer") from None
        finally:
            writer.transport.abort()


@cache
def _trusted() -> ssl.SSLContext:
    """Whom this machine trusts; to read that takes longer than a request."""
    return ssl.create_default_context()


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.origin.partition('://')[2]}",
        "Connection: close",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _answer(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1.") or not rest[:3].isdigit():
        raise ValueError("no answer")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return int(rest[:3]), {name.strip().lower(): value.strip() for name, _, value in pairs}
