"""A client's address: that of the connection, unless it comes from a trusted proxy."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Headers = Iterable[tuple[bytes, bytes]]

DIRECT = "quartett.direct"
"""In a scope: whether the client itself connected, and not a proxy for it."""

SCHEMES = (b"http", b"https")


class TrustedProxies:
    """The networks of the proxies in front of this server."""

    def __init__(self, networks: Sequence[str]) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [ip_network(each) for each in networks]
        self.trusts = lru_cache(maxsize=10_000)(self._trusts)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def _trusts(self, address: str) -> bool:
        """Whether an address is a proxy's."""
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)

    def client(self, headers: Headers, peer: str) -> str:
        """The address for which a trusted peer speaks: the last one that no proxy of ours has.

        Whatever stands before that was written by somebody whom nobody vouches for.
        """
        lines = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
        named = [part.strip() for line in lines for part in line.split(",")]
        client = peer
        for each in reversed(named):
            try:
                ip_address(each)
            except ValueError:
                break
            client = each
            if not self.trusts(each):
                break
        return client

    def scheme(self, headers: Headers) -> str | None:
        """The scheme that the proxy was asked with, if it says."""
        given = [value for name, value in headers if name == b"x-forwarded-proto"]
        last = given[-1].rpartition(b",")[2].strip().lower() if given else b""
        return last.decode() if last in SCHEMES else None
