"""Which addresses of databases are understood; told without the database's library."""

from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

import msgspec

from quartett._system import at_home
from quartett.core.errors import FormatError

Engine = Literal["sqlite", "postgresql"]

SCHEMES: dict[str, Engine] = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgres": "postgresql",
    "postgresql": "postgresql",
    "postgresql+asyncpg": "postgresql",
}
"""The schemes of addresses, with those of version 0.1, and the engines that they mean."""

FORMS = "sqlite:///path/to/file.db or postgresql://user@host/name"


class Address(msgspec.Struct, frozen=True):
    """Where a database is: an SQLite file, or a PostgreSQL server's URL."""

    engine: Engine
    where: str

    @property
    def shown(self) -> str:
        """The address as anybody may read it: without a password."""
        if self.engine == "sqlite":
            return f"sqlite:///{self.where}"
        parts = urlsplit(self.where)
        user, _, host = parts.netloc.rpartition("@")
        name, colon, _ = user.partition(":")
        shown = f"{name}{':***' if colon else ''}@{host}" if user else host
        return urlunsplit(parts._replace(netloc=shown, query=""))


def database_address(where: str | Path) -> Address:
    """The address of a database: a URL, or a plain path to an SQLite file."""
    if isinstance(where, Path) or "://" not in where:
        return Address("sqlite", str(at_home(Path(where)).resolve()))
    # Only the scheme is ever repeated: further on there may be a password.
    scheme, _, rest = where.partition("://")
    engine = SCHEMES.get(scheme)
    if engine is None:
        named = f", not {scheme}://…" if scheme else ""
        raise FormatError(f"a database's address has the form {FORMS}{named}")
    return _sqlite(rest) if engine == "sqlite" else _postgres(rest)


def check_address(address: str) -> None:
    """FormatError unless this is a database's URL that keeps what is stored."""
    if "://" not in address:
        raise FormatError(f"a database's address has the form {FORMS}")
    database_address(address)


def _sqlite(rest: str) -> Address:
    path = unquote(rest.partition("?")[0])
    if path.removeprefix("/") in ("", ":memory:"):
        raise FormatError("tables must survive a crash: name a file, not a database in memory")
    return Address("sqlite", str(at_home(Path(path.removeprefix("/"))).resolve()))


def _postgres(rest: str) -> Address:
    try:
        parts = urlsplit(f"postgresql://{rest}")
        _ = parts.port  # read only then, and refused if it is not a number
    except ValueError:
        raise FormatError(f"a database's address has the form {FORMS}") from None
    options = parse_qsl(parts.query)
    if "ssl" in dict(options):  # what it was called in the addresses of 0.1
        renamed = [("sslmode" if name == "ssl" else name, value) for name, value in options]
        return Address("postgresql", parts._replace(query=urlencode(renamed)).geturl())
    return Address("postgresql", f"postgresql://{rest}")
