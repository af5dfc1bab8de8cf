"""All tables of a server: made, read from the store when needed, put to sleep when idle."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from quartett.protocol.bodies import CreateTable, Joined
from quartett.protocol.messages import TableInfo
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.documents import TableDocument, from_stored, to_stored
from quartett.server.store.keeping import KeepTimes
from quartett.server.store.signing import signing_key
from quartett.server.store.store import (
    DamagedError,
    Hold,
    Store,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.table import importing, info
from quartett.server.table.actor import TableActor
from quartett.server.table.clock import ticking, wall_ms
from quartett.server.table.host import new_table
from quartett.server.table.loading import load
from quartett.server.table.seats import Caller
from quartett.server.tokens import Tokens, is_id

CLEAN_SECONDS = 3600.0
MAX_SHOWN = 100
MAX_WOKEN = 20
"""So many sleeping tables are woken at a time."""

QUIET_SECONDS = 60.0
"""A table that nobody had to do with for so long leaves the memory, if nothing is due there."""

SWEEP_SECONDS = 1.0
"""How often it is looked which tables can sleep and which have to wake."""


class Tables:
    """The tables that are awake, and the way to all others."""

    def __init__(self, services: Services, quiet_seconds: float = QUIET_SECONDS) -> None:
        self.services = services
        self._quiet_seconds = quiet_seconds
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}
        self._lost: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        self._failure: Exception | None = None
        self._clean_at = 0.0

    # Opening and closing

    async def open(self, make: Callable[[], Store]) -> None:
        """Open the store; `opening_failed` tells if that fails."""
        try:
            # In a thread: the database's library takes its time to be imported.
            self.services.store = await asyncio.to_thread(make)
            await self.services.store.open()
            key = await signing_key(self.services.store, self.services.settings.data_dir)
            self.services.tokens, self.services.key = Tokens(key), key
            self._keep = KeepTimes(self.services.store, self.services.settings.keep_days)
            self._sweeper = asyncio.create_task(self._sweep())
        except Exception as error:
            self._failure = error
        finally:
            self._opened.set()

    async def opened(self) -> None:
        """Wait until tables can be had; refused where they cannot be read."""
        if await self.opening_failed() is not None:
            raise Refusal("no_database", 503)

    async def opening_failed(self) -> Exception | None:
        """Wait until tables can be had; what kept them from being read, if anything did."""
        await self._opened.wait()
        return self._failure

    async def close(self) -> None:
        """Let go of all tables; what was asked before is finished and stored."""
        if self._sweeper:
            self._sweeper.cancel()
        for actor in list(self._actors.values()):
            await actor.close()
        self.services.bots.close()
        if self._failure is None:
            await self.services.store.close()

    # Making and finding

    async def create(self, request: CreateTable, browser: str | None) -> Joined:
        """Make a table; its creator is the host."""
        doc, person = new_table(request, browser, self.services.bots)
        return await self.seat(doc, person)

    async def seat(
        self, doc: TableDocument, person: str, entries: Sequence[StoredRow] = ()
    ) -> Joined:
        """Store a table that is ready, and seat its host."""
        await self._make_room()
        due = wall_ms() if doc.status == "running" else None
        try:
            hold = await self.services.store.create(to_stored(doc), entries, due)
        except StoreUnavailableError:
            raise Refusal("no_database", 503) from None
        return await self._made(doc, hold, person)

    async def keep_log(self, text: bytes, browser: str | None) -> Joined:
        """Make a table that shows a finished match from a file."""
        await self._make_room()
        doc, person, hold = await importing.keep(text, browser, self.services.store)
        return await self._made(doc, hold, person)

    async def find(self, id: str) -> TableActor:
        """A table by its id, read from the store if it is asleep."""
        await self.opened()
        if not is_id(id):
            raise Refusal("no_such_table", 404)
        actor = self._actors.get(id)
        if actor is None or actor.closed:
            actor = await self._load(id)
        if actor is None or actor.status == "closed":
            raise Refusal("no_such_table", 404)
        actor.touched_at = ticking()
        return actor

    async def still_open(self, ids: Sequence[str]) -> list[str]:
        """Those of these tables that wait or run."""
        await self.opened()
        found = []
        for id in ids:
            actor = self._actors.get(id)
            row = None if actor is not None else await self.services.store.table(id)
            status = actor.status if actor is not None else row and row.status
            if status in ("waiting", "running"):
                found.append(id)
        return found

    def awake(self) -> list[TableActor]:
        """The tables that are in memory."""
        return list(self._actors.values())

    async def _made(self, doc: TableDocument, hold: Hold, person: str) -> Joined:
        actor = self._add(await load(self.services, doc, hold))
        looked = await actor.look(Caller(person=person))
        token = self.services.tokens.for_person(doc.id, person)
        return Joined(table=looked.table, you=looked.you, token=token)

    async def _make_room(self) -> None:
        await self.opened()
        if len(self._actors) >= self.services.settings.max_tables:
            raise Refusal("server_full", 503)

    async def _load(self, id: str) -> TableActor | None:
        """Read a table; whoever asks for it meanwhile waits for the same reading."""
        task = self._loading.get(id)
        if task is None:
            task = asyncio.create_task(self._read(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _read(self, id: str) -> TableActor | None:
        if (old := self._actors.pop(id, None)) is not None:
            await old.close()
        try:
            claimed = await self.services.store.claim(id)
            if claimed is None:
                return None
            table, hold = claimed
            return self._add(await load(self.services, from_stored(table), hold))
        except DamagedError as error:
            # One bad table is marked and told; all others are served.
            await self.services.store.quarantine(error.id, error.why)
            self.services.log.error("table_damaged", table=error.id, why=error.why)
            return None
        except StoreUnavailableError:
            raise Refusal("no_database", 503) from None

    def _add(self, actor: TableActor) -> TableActor:
        self._actors[actor.id] = actor
        self._lost.discard(actor.id)
        self.services.metrics.tables = len(self._actors)
        return actor

    # Listing: documents only, no table is loaded for it

    async def public(self) -> list[TableInfo]:
        """The tables that everybody may find, the most recently changed first."""
        await self.opened()
        found = await self.services.store.tables(["waiting", "running"], True, MAX_SHOWN)
        return self._listed(found)

    async def of_browser(self, browser: str | None) -> list[TableInfo]:
        """The tables of a browser, the latest first."""
        await self.opened()
        return self._listed(await self.services.store.tables_of(browser) if browser else [])

    def _listed(self, found: Iterable[StoredTable]) -> list[TableInfo]:
        listed = []
        for stored in found:
            with suppress(DamagedError):
                listed.append(self._info(from_stored(stored)))
        return sorted(listed, key=lambda table: -table.updated_at)

    def _info(self, doc: TableDocument) -> TableInfo:
        actor = self._actors.get(doc.id)
        return info.table(doc) if actor is None or actor.closed else actor.info

    # Sleeping and waking

    async def _sweep(self) -> None:
        """Whatever goes wrong, go on: the next look comes soon."""
        while True:
            try:
                self._put_to_sleep()
                await self._wake()
                await self._clean_up()
            except Exception as error:
                self.services.metrics.errors += 1
                self.services.log.warning("sweep_retries", why=type(error).__name__)
            await asyncio.sleep(SWEEP_SECONDS)

    def _put_to_sleep(self) -> None:
        for actor in list(self._actors.values()):
            if actor.closed and actor.status == "running":
                self._lost.add(actor.id)
            if actor.closed or actor.sleep(self._quiet_seconds):
                del self._actors[actor.id]
        self.services.metrics.tables = len(self._actors)

    async def _wake(self) -> None:
        """Load the tables at which something has to go on though nobody is there."""
        due = await self.services.store.due(wall_ms(), len(self._actors) + MAX_WOKEN)
        for id in [*self._lost, *due]:
            if id not in self._actors and (actor := await self._load(id)) is not None:
                await actor.put_off()
            self._lost.discard(id)

    async def _clean_up(self) -> None:
        if ticking() >= self._clean_at:
            await self._keep.forget()
            self._clean_at = ticking() + CLEAN_SECONDS
