"""Brings a database's schema up to date when a store is opened."""

from pathlib import Path

import sqlalchemy as sa

from quartett.core.errors import QuartettError

FOLDER = Path(__file__).with_name("migrations")
NEWEST = "0001"
"""The newest migration; a database that has it is not looked at any further."""

_LOCK = 0x7175_6172
"""The number under which processes that open the same PostgreSQL database wait for each other."""

_VERSION = sa.table("alembic_version", sa.column("version_num"))


def migrate(connection: sa.Connection) -> None:
    """Apply the migrations that the database lacks, in the transaction that is open."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    if _version(connection) != NEWEST:
        _upgrade(connection)


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(_VERSION.name):
        return None
    version: str | None = connection.scalar(sa.select(_VERSION.c.version_num))
    return version


def _upgrade(connection: sa.Connection) -> None:
    # Imported only where it is needed: it would take a good part of the server's start.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise QuartettError("A newer version of Quartett has written this database.") from None
