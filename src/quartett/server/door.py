"""Letting others in: a server that only its own machine reaches listens in the network too.

Only somebody at that machine opens and closes the door, for as long as the program runs or for
good; a server that is set up for others anyway has no door.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address

from starlette.datastructures import Headers

from quartett.server.network import EVERY_IPV4, base_url, is_only_here, network_hosts
from quartett.server.refusals import Refusal
from quartett.server.settings import Settings
from quartett.server.store.store import Store

REMEMBERED = "others_let_in"
"""Under which name the database knows that the door is to be open at the next start too."""

SPOKEN_FOR = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
)
"""Headers that only proxies add: then it is not the machine itself that asks."""

Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]
Leave = Callable[[asyncio.Server, Iterable[str]], None]


class Door:
    """Where a server listens beside its own machine's address."""

    def __init__(
        self, settings: Settings, hosts: Callable[[str], list[str]] = network_hosts
    ) -> None:
        self._settings = settings
        self._hosts = hosts
        self._listen: Listen | None = None
        self._leave: Leave | None = None
        self._open: dict[str, tuple[asyncio.Server, int]] = {}
        self._turn = asyncio.Lock()
        self.wanted = False
        """Whether others are to come in, as long as there is a network."""
        self.kept = False
        """Whether that is so at the next start, too."""

    def attach(self, listen: Listen, leave: Leave) -> None:
        """From now on a running server can listen at more addresses, and leave them."""
        self._listen, self._leave = listen, leave

    @property
    def there(self) -> bool:
        """Whether there is a door: not where others are to reach the server in other ways."""
        set_up = self._settings
        elsewhere = set_up.origins, set_up.allowed_hosts, set_up.trusted_proxies, set_up.root_path
        alone = set_up.node_url is None and not any(elsewhere)
        return alone and self._listen is not None and is_only_here(set_up.host)

    @property
    def addresses(self) -> list[str]:
        """Under which addresses others come in, the best first."""
        return [base_url(host, port) for host, (_, port) in self._open.items()]

    async def open(self, port: int, store: Store, keep: bool) -> None:
        """Let others in, at once; Refusal if there is no network to listen in."""
        if not self._near():
            raise Refusal("no_network", 409)
        await store.remember(REMEMBERED, "yes" if keep else "")
        self.wanted, self.kept = True, keep
        await self.follow(port)
        if not self._open:
            raise Refusal("no_network", 409)

    async def close(self, store: Store) -> None:
        """Let nobody in any more, and end the connections of those inside."""
        self.wanted = self.kept = False
        await self.follow(0)
        await store.remember(REMEMBERED, "")

    async def reopen(self, port: int, store: Store) -> None:
        """Open the door at the start, where it is to be open for good."""
        if self.there and await store.setting(REMEMBERED):
            self.wanted = self.kept = True
            await self.follow(port)

    async def follow(self, port: int) -> None:
        """Listen where the machine is reached now: it may have come into another network."""
        async with self._turn:
            near = self._near() if self.wanted else []
            for host in [host for host in self._open if host not in near]:
                server, _ = self._open.pop(host)
                if self._leave is not None:
                    self._leave(server, (host,))
            for host in near:
                if host not in self._open and self._listen is not None:
                    await self._add(host, port)

    async def _add(self, host: str, port: int) -> None:
        listener = _bound(host, port) or _bound(host, 0)
        if listener is not None and self._listen is not None:
            server = await self._listen(listener)
            self._open[host] = server, listener.getsockname()[1]

    def _near(self) -> list[str]:
        """This machine's addresses that only its own network reaches."""
        return [host for host in self._hosts(EVERY_IPV4) if ip_address(host).is_private]


def from_this_machine(address: str, direct: bool, headers: Headers) -> bool:
    """Whether a request comes from the very machine: by no proxy, and under no other's name.

    A stranger's name that leads here (DNS rebinding) is none that only this machine can use.
    """
    if not direct or any(name in headers for name in SPOKEN_FOR):
        return False
    with suppress(ValueError):
        return ip_address(address).is_loopback and is_only_here(_name(headers.get("host", "")))
    return False


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    name, _, port = host.lower().rpartition(":")
    found = name if port.isdigit() else host.lower()
    return found.removeprefix("[").removesuffix("]")


def _bound(host: str, port: int) -> socket.socket | None:
    """A socket bound to an address; None if that cannot be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        return None
    return listener
