"""What a server does for its operator in passing.

It erases on request, learns which names are blocked, forgets people who have been absent for long,
and counts.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from quartett.server.people import operating
from quartett.server.people.operating import Figures
from quartett.server.people.service import People
from quartett.server.shared.attempts import attempt
from quartett.server.store.retention import DAY_MS, is_believed
from quartett.server.table.names import Blocked
from quartett.server.table.registry import TableRegistry

EVERY_SECONDS = 30.0
"""How often it is looked whether there is anything to do."""

COUNT_SECONDS = 600.0
"""How often figures are counted anew: that takes its time where much is stored."""

LOOKED_AT = 200
"""How many people are checked each time for a long absence."""

_GAUGES: dict[str, tuple[str, Callable[[Figures], int]]] = {
    "quartett_stored_tables": ("Tables in the database", lambda found: sum(found.tables.values())),
    "quartett_damaged_tables": ("Tables that cannot be read", lambda found: found.damaged_tables),
    "quartett_damaged_evenings": (
        "Evenings that cannot be read",
        lambda found: found.damaged_evenings,
    ),
    "quartett_people": ("People who keep their name", lambda found: found.people),
    "quartett_guests": ("Guests who have a table", lambda found: found.guests),
    "quartett_finished_matches": ("Results that are kept", lambda found: found.finished_matches),
    "quartett_to_erase": ("People to be erased on request", lambda found: found.to_erase),
}


class Duties:
    """One for a server."""

    def __init__(self, people: People, tables: TableRegistry) -> None:
        self._people = people
        self._tables = tables
        self._services = tables.services
        self._count_at = 0.0
        self._looked_at = ""

    async def keep_up(self) -> None:
        """Do what there is to do, again and again."""
        while True:
            await attempt(self._services, self.once(), "duties_retry")
            await asyncio.sleep(EVERY_SECONDS)

    async def once(self) -> None:
        """Do everything once."""
        store = self._services.store
        self._tables.blocked = Blocked(await operating.blocked_names(store))
        await self._erase()
        await self._forget_unseen()
        if self._services.time.ticking() >= self._count_at:
            self._count_at = self._services.time.ticking() + COUNT_SECONDS
            self._count(await operating.figures(store))

    async def _erase(self) -> None:
        store = self._services.store
        people, guests = await operating.wishes(store)
        for wish, person in people.items():
            if person is not None:
                await self._people.forget(person)
            await operating.fulfilled(store, wish)
        for wish, browser in guests.items():
            await self._people.forget_guest(browser)
            await operating.fulfilled(store, wish)

    async def _forget_unseen(self) -> None:
        """A clock that may be wrong erases nobody."""
        store, days = self._services.store, self._services.settings.forget_people_days
        if not days or not await is_believed(store):
            return
        before = await store.now() - days * DAY_MS
        gone, self._looked_at = await operating.unseen(store, before, LOOKED_AT, self._looked_at)
        for person in gone:
            await self._people.forget(person)

    def _count(self, found: Figures) -> None:
        for name, (about, count) in _GAUGES.items():
            self._services.metrics.gauges[name] = (about, partial(count, found))
