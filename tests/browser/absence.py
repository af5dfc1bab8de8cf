"""Time that passes for people who are not at their tables."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from server.live import Live

HOURS_AGO = "UPDATE browsers SET seen_at = seen_at - 7200000 WHERE table_id = ?1"


def on_server(site: Live, work: Coroutine[Any, Any, Any]) -> Any:
    """Do something in the server's own thread; what comes of it."""
    loop = site.tables._sweeper.get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result()


async def long_ago(site: Live, id: str) -> None:
    """Everybody's last look at a table was hours ago."""
    services = site.tables.services
    await services.memberships.write(services.store)
    await services.store.change((HOURS_AGO, (id,)))
