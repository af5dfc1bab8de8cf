"""All tables of a server: made, found in the store when needed, resumed after a restart."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from quartett import games
from quartett.protocol.bodies import CreateTable
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.documents import TableDocument, from_log_row, from_row, now_ms, to_row
from quartett.server.store.store import Store
from quartett.server.table import importing
from quartett.server.table.clock import ticking
from quartett.server.table.driver import Driver
from quartett.server.table.hosting import new_table
from quartett.server.table.lobby import Lobby
from quartett.server.table.playing import Play
from quartett.server.table.table import Table
from quartett.server.tokens import is_id

DAY_MS = 24 * 3600 * 1000
QUIET_SECONDS = 600.0
"""A finished table that nobody looked at for so long leaves the memory."""


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, house: Services) -> None:
        self.house = house
        self.lobby = Lobby()
        self._drivers: dict[str, Driver] = {}
        self._reading = asyncio.Lock()
        self._janitor: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        self._failure: Exception | None = None

    async def open(self, make: Callable[[], Store]) -> None:
        """Open the store and take up every table in it; `opening_failed` tells if that fails."""
        try:
            # In a thread: the database's library takes its time to be imported.
            self.house.store = await asyncio.to_thread(make)
            await self.house.store.open()
            await self._take_up_all()
        except Exception as error:
            self._failure = error
        finally:
            self._opened.set()

    async def opened(self) -> None:
        """Wait until all tables are there; refused where they cannot be read."""
        if await self.opening_failed() is not None:
            raise Refusal("no_database", 503)

    async def opening_failed(self) -> Exception | None:
        """Wait until all tables are there; what kept them from being read, if anything did."""
        await self._opened.wait()
        return self._failure

    async def _take_up_all(self) -> None:
        """Take up every table that is not over, and remember who has been at which."""
        store = self.house.store
        await store.delete_before(now_ms() - self.house.settings.keep_days * DAY_MS)
        rows = await store.tables(["over"], limit=self.house.settings.most_tables)
        rows += await store.tables(["waiting", "running"], limit=100_000)
        # In the order in which they were changed: so the lobby knows which were the latest.
        for row in sorted(rows, key=lambda row: row.updated_at):
            if row.status == "over":
                self.lobby.note(from_row(row))
            else:
                await self._take_up(from_row(row))
        self._janitor = asyncio.create_task(self._tidy())

    async def close(self) -> None:
        """Let go of all tables; what was asked before is finished and kept."""
        if self._janitor:
            self._janitor.cancel()
        for driver in list(self._drivers.values()):
            driver.stop()
            await driver.table.close()
        self.house.brains.close()
        if self._failure is None:
            await self.house.store.close()

    async def create(self, wish: CreateTable, browser: str | None) -> tuple[Driver, str]:
        """A new table, kept; and who its creator is there."""
        await self.opened()
        if len(self._drivers) >= self.house.settings.most_tables:
            raise Refusal("server_full", 503)
        doc, person = new_table(wish, browser, self.house.brains)
        await self.house.store.save(to_row(doc))
        return self._add(doc, None), person

    async def keep_log(self, text: bytes, browser: str | None) -> tuple[Driver, str]:
        """A table that shows a finished match from a file; and who the importer is there."""
        await self.opened()
        if len(self._drivers) >= self.house.settings.most_tables:
            raise Refusal("server_full", 503)
        doc, person = await importing.keep(text, browser, self.house.store)
        return await self._take_up(doc), person

    async def find(self, id: str) -> Driver:
        """A table by its id, read from the store if it is not in memory."""
        await self.opened()
        if not is_id(id):
            raise Refusal("no_such_table", 404)
        async with self._reading:
            driver = self._drivers.get(id)
            if driver is not None and driver.table.closed:
                self._drop(driver)
                driver = None
            if driver is None:
                row = await self.house.store.table(id)
                driver = await self._take_up(from_row(row)) if row else None
        if driver is None or driver.table.doc.status == "closed":
            raise Refusal("no_such_table", 404)
        return driver

    async def still_open(self, ids: Sequence[str]) -> list[str]:
        """Those of these tables that wait or run."""
        found = []
        for id in ids:
            driver = self._drivers.get(id)
            row = None if driver is not None else await self.house.store.table(id)
            status = driver.table.doc.status if driver is not None else row and row.status
            if status in ("waiting", "running"):
                found.append(id)
        return found

    def in_memory(self) -> list[Table]:
        """The tables that are in memory."""
        return [driver.table for driver in self._drivers.values()]

    async def _take_up(self, doc: TableDocument) -> Driver:
        play = None
        if doc.header is not None:
            game = games.get(doc.game)
            rows = await self.house.store.log(doc.id, doc.match)
            play = Play.load(game, doc.header, [from_log_row(game, row) for row in rows])
        return self._add(doc, play)

    def _add(self, doc: TableDocument, play: Play | None) -> Driver:
        driver = Driver(Table(self.house, doc, play))
        self._drivers[doc.id] = driver
        self.lobby.note(doc)
        self.house.metrics.tables = len(self._drivers)
        driver.begin()
        return driver

    def _drop(self, driver: Driver) -> None:
        driver.stop()
        del self._drivers[driver.table.doc.id]
        self.house.metrics.tables = len(self._drivers)

    async def _tidy(self) -> None:
        last_clean = now_ms()
        while True:
            await asyncio.sleep(60)
            for driver in [d for d in self._drivers.values() if _forgettable(d.table)]:
                self._drop(driver)
                await driver.table.close()
            if now_ms() - last_clean > DAY_MS:
                last_clean = now_ms()
                with suppress(OSError):
                    keep = self.house.settings.keep_days * DAY_MS
                    await self.house.store.delete_before(now_ms() - keep)


def _forgettable(table: Table) -> bool:
    quiet = not table.guests and ticking() - table.quiet_since > QUIET_SECONDS
    return quiet and table.doc.status in ("over", "closed")
