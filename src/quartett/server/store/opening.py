"""From a database's address to its store."""

from pathlib import Path

from quartett.server.store.database_url import database_address
from quartett.server.store.store import Store


def make_store(where: str | Path) -> Store:
    """The store at a URL or in a file, not opened yet."""
    address = database_address(where)
    # Only the engine that is used is imported.
    if address.engine == "sqlite":
        from quartett.server.store.sqlite import SqliteStore

        return SqliteStore(address)
    from quartett.server.store.postgres import PostgresStore

    return PostgresStore(address)


async def open_store(where: str | Path) -> Store:
    """The store at a URL or in a file, opened and up to date."""
    store = make_store(where)
    await store.open()
    return store
