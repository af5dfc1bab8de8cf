"""Looking back: what came of the matches that somebody has played."""

import asyncio
from collections.abc import Awaitable, Callable

from quartett.server.history.backfill import fill_in
from quartett.server.history.rating_store import rate_due
from quartett.server.refusals import Refusal
from quartett.server.shared.services import Services
from quartett.server.store.store import StoreUnavailableError

PAUSE_SECONDS, AGAIN_SECONDS = 0.05, 5.0
"""How long what is done beside play lets others have the database, and how often it looks."""


class History:
    """One for a server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def keep_up(self, opened: Callable[[], Awaitable[None]]) -> None:
        """Once the store is open, see to earlier versions' results and to ratings, in no hurry."""
        try:
            await opened()
        except Refusal:
            return  # there is no database, and the server tells so
        while True:
            more = await self._step()
            await asyncio.sleep(PAUSE_SECONDS if more else AGAIN_SECONDS)

    async def _step(self) -> bool:
        """Do some of what is to be done; whether there is more at once."""
        store = self._services.store
        try:
            return await fill_in(store) or await rate_due(store)
        except StoreUnavailableError:
            return False  # it is tried again
        except Exception as error:
            self._services.metrics.errors += 1
            self._services.log.warning("history_retries", why=type(error).__name__)
            return False
