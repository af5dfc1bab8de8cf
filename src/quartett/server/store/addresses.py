"""Which addresses of databases are understood; told without the database's library."""

from quartett.core.errors import FormatError

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
"""The short schemes of addresses, and the drivers that they mean."""

FORMS = "sqlite:///path/to/file.db or postgresql+asyncpg://user@host/name"


def check_address(address: str) -> str:
    """The driver that an address asks for; FormatError if there is none, or nothing is kept."""
    # Only the scheme is ever repeated: further on there may be a password.
    scheme, colon, rest = address.partition("://")
    if not colon:
        raise FormatError(f"a database's address has the form {FORMS}")
    driver = DRIVERS.get(scheme, scheme)
    if driver not in DRIVERS.values():
        raise FormatError(f"a database's address has the form {FORMS}, not {scheme}://…")
    if driver == DRIVERS["sqlite"] and _in_memory(rest):
        raise FormatError("tables must survive a crash: name a file, not a database in memory")
    return driver


def _in_memory(rest: str) -> bool:
    return rest.partition("?")[0].removeprefix("/") in ("", ":memory:")
