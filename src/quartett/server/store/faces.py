"""The portraits that people have chosen, as they are stored."""

from collections.abc import Collection

from quartett.server.store.store import Store


async def faces_of(store: Store, browsers: Collection[str]) -> dict[str, str]:
    """The portraits that people have chosen, by the id under which they are at tables."""
    if not browsers:
        return {}
    places = ", ".join(f"?{at}" for at, _ in enumerate(browsers, start=1))
    query = f"SELECT browser, face FROM people WHERE face <> '' AND browser IN ({places})"
    return {row[0]: row[1] for row in await store.rows(query, *browsers)}
