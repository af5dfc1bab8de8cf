"""Addresses of databases, as they may be written and as they are shown."""

import pytest

from quartett.core.errors import QuartettError
from quartett.server.store.database_url import Address, database_address


@pytest.mark.parametrize(
    ("given", "meant", "shown"),
    [
        ("/data/q.db", Address("sqlite", "/data/q.db"), "sqlite:////data/q.db"),
        ("sqlite:////data/q.db", Address("sqlite", "/data/q.db"), "sqlite:////data/q.db"),
        (
            "sqlite+aiosqlite:////data/q.db",
            Address("sqlite", "/data/q.db"),
            "sqlite:////data/q.db",
        ),
        (
            "postgres://me@host/db",
            Address("postgresql", "postgresql://me@host/db"),
            "postgresql://me@host/db",
        ),
        (
            "postgresql+asyncpg://me:pw@host:5/db?ssl=require",
            Address("postgresql", "postgresql://me:pw@host:5/db?sslmode=require"),
            "postgresql://me:***@host:5/db",
        ),
        (
            "postgresql://me@/db?host=/run/pg",
            Address("postgresql", "postgresql://me@/db?host=/run/pg"),
            "postgresql://me@/db",
        ),
    ],
)
def test_an_address_may_be_short_and_is_shown_without_its_password(
    given: str, meant: Address, shown: str
) -> None:
    assert database_address(given) == meant
    assert database_address(given).shown == shown


@pytest.mark.parametrize(
    "given", ["mysql://host/db", "sqlite://", "sqlite:///:memory:", "://", "postgres://h:x/db"]
)
def test_other_addresses_are_refused_in_plain_words(given: str) -> None:
    with pytest.raises(QuartettError):
        database_address(given)
