"""Connections to PostgreSQL: to whichever of its servers can be had; what a loss looks like."""

import asyncio
from collections import deque
from typing import TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

import asyncpg

from quartett.server.store.database_url import Address
from quartett.server.store.store import StoreUnavailableError

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

CONNECT_SECONDS, NEXT_SECONDS = 5.0, 1.0
"""How long a server may take to accept a connection: the only one, and one of several."""

STATEMENT_SECONDS = 10.0

# Whatever the server's default is: a write that returned must be on its disk.
SESSION = {"synchronous_commit": "on", "application_name": "quartett"}

ENDED = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError)
"""A server's last words: what it was asked before may be stored or not."""

LOST = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    *ENDED,
)
"""What is raised where there is no connection, or no longer."""


class Servers:
    """The servers that an address names, the one that answered last first.

    The library would try them in the address' order, all within one time limit: a first one that is
    silent would keep everybody from the second.
    """

    def __init__(self, address: Address) -> None:
        self._each = deque(_each(address.where))
        self._seconds = CONNECT_SECONDS if len(self._each) == 1 else NEXT_SECONDS

    async def connect(self, statement_seconds: float = STATEMENT_SECONDS) -> Connection:
        """A connection to the first server that can be had."""
        for number in range(len(self._each)):
            try:
                return await asyncpg.connect(
                    self._each[0],
                    timeout=self._seconds,
                    command_timeout=statement_seconds,
                    server_settings=SESSION,
                )
            except BaseException as error:
                # Even if the caller has given up: the next caller benefits.
                self._each.rotate(-1)
                if not isinstance(error, Exception) or number == len(self._each) - 1:
                    raise
        raise AssertionError  # an address names one server at least

    async def for_pool(self, *_: object, **__: object) -> Connection:
        """The same, as a pool asks for it."""
        return await self.connect()


def _each(url: str) -> list[str]:
    """An address for each server: several are separated by commas, in their place or in `host`."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    user, at, place = parts.netloc.rpartition("@")
    hosts = [each for each in place.split(",") if each]
    named = [each for each in options.pop("host", "").split(",") if each]
    if len(hosts) < 2 and len(named) < 2:
        return [url]
    ports = options.pop("port", "").split(",")
    found = []
    for number, host in enumerate(named or hosts):
        own = dict(options)
        if named:
            own["host"] = host
            if port := ports[min(number, len(ports) - 1)]:
                own["port"] = port
        netloc = f"{user}{at}" if named else f"{user}{at}{unquote(host)}"
        found.append(urlunsplit(parts._replace(netloc=netloc, query=urlencode(own))))
    return found


def refused(error: BaseException) -> bool:
    """Whether the database answered, so that nothing was written, rather than went away."""
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST)


def unavailable(error: BaseException) -> StoreUnavailableError:
    """The description of an error."""
    return StoreUnavailableError(f"the database cannot be used: {why(error)}")


def why(error: BaseException) -> str:
    """What went wrong, without the details in which a database repeats what it was given."""
    if isinstance(error, asyncpg.PostgresError):
        return f"{type(error).__name__} ({error.sqlstate})"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, asyncio.TimeoutError):
        return "it does not answer"
    return f"the connection is lost ({type(error).__name__})"
