"""Looking back: what came of the matches that somebody has played."""

import asyncio

from quartett.server.history.backfill import fill_in
from quartett.server.history.rating_store import rate_due
from quartett.server.shared.attempts import attempt
from quartett.server.shared.services import Services

PAUSE_SECONDS, AGAIN_SECONDS = 0.05, 5.0
"""How long what is done beside play lets others have the database, and how often it looks."""


class History:
    """One for a server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def keep_up(self) -> None:
        """See to earlier versions' results and to ratings, in no hurry."""
        while True:
            more = await attempt(self._services, self._step(), "history_retries")
            await asyncio.sleep(PAUSE_SECONDS if more else AGAIN_SECONDS)

    async def _step(self) -> bool:
        """Do some of what is to be done; whether there is more at once."""
        store = self._services.store
        return await fill_in(store) or await rate_due(store)
