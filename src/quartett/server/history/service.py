"""Looking back: what came of the matches that somebody has played."""

import asyncio
from collections.abc import Awaitable, Callable

from quartett.server.history.backfill import fill_in
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.store import StoreUnavailableError

PAUSE_SECONDS = 0.05
AGAIN_SECONDS = 10.0
"""How long what is done beside play lets others have the database, and waits for it."""


class History:
    """One for a server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def keep_up(self, opened: Callable[[], Awaitable[None]]) -> None:
        """Once the store is open, see to the results of earlier versions' matches, in no hurry."""
        try:
            await opened()
        except Refusal:
            return  # there is no database, and the server tells so
        while await self._more():
            await asyncio.sleep(PAUSE_SECONDS)

    async def _more(self) -> bool:
        try:
            return await fill_in(self._services.store)
        except StoreUnavailableError:
            await asyncio.sleep(AGAIN_SECONDS)
            return True
