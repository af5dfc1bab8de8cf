"""All tables of a server: made, read from the store when needed, put to sleep when idle."""

import asyncio
from collections.abc import Callable, Sequence

from quartett.protocol.bodies import CreateTable, Joined
from quartett.protocol.messages import TableInfo
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.documents import TableDocument, from_row, now_ms, to_row
from quartett.server.store.store import Store
from quartett.server.table import importing, info
from quartett.server.table.actor import TableActor
from quartett.server.table.clock import ticking
from quartett.server.table.host import new_table
from quartett.server.table.loading import load
from quartett.server.table.lobby import Lobby
from quartett.server.table.seats import Caller
from quartett.server.tokens import is_id

DAY_MS = 24 * 3600 * 1000
MAX_SHOWN = 100
QUIET_SECONDS = 60.0
"""A table that nobody had to do with for so long leaves the memory, if nothing is due there."""

SWEEP_SECONDS = 1.0
"""How often it is looked which tables can sleep and which have to wake."""


class Tables:
    """The tables that are awake, and the way to all others."""

    def __init__(self, services: Services, quiet_seconds: float = QUIET_SECONDS) -> None:
        self.services = services
        self._quiet_seconds = quiet_seconds
        self._lobby = Lobby()
        self._actors: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}
        self._lost: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        self._failure: Exception | None = None
        self._cleaned_at = 0

    # Opening and closing

    async def open(self, make: Callable[[], Store]) -> None:
        """Open the store; `opening_failed` tells if that fails."""
        try:
            # In a thread: the database's library takes its time to be imported.
            self.services.store = await asyncio.to_thread(make)
            await self.services.store.open()
            await self._read_all()
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

    async def _read_all(self) -> None:
        """Remember who has been at which table, and which tables have to wake."""
        store = self.services.store
        rows = await store.tables(["over"], limit=self.services.settings.max_tables)
        rows += await store.tables(["waiting", "running"], limit=100_000)
        # In the order in which they were changed: so the lobby knows which were the latest.
        for row in sorted(rows, key=lambda row: row.updated_at):
            doc = from_row(row)
            self._lobby.note(doc)
            if _goes_on_alone(doc):
                self._lost.add(doc.id)
        self._sweeper = asyncio.create_task(self._sweep())

    # Making and finding

    async def create(self, request: CreateTable, browser: str | None) -> Joined:
        """Make a table; its creator is the host."""
        await self._make_room()
        doc, person = new_table(request, browser, self.services.bots)
        await self.services.store.save(to_row(doc))
        return await self._made(doc, person)

    async def keep_log(self, text: bytes, browser: str | None) -> Joined:
        """Make a table that shows a finished match from a file."""
        await self._make_room()
        doc, person = await importing.keep(text, browser, self.services.store)
        return await self._made(doc, person)

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

    async def _made(self, doc: TableDocument, person: str) -> Joined:
        self._lobby.note(doc)
        actor = self._add(await load(self.services, doc, self._lobby.note))
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
        row = await self.services.store.table(id)
        return (
            None
            if row is None
            else self._add(await load(self.services, from_row(row), self._lobby.note))
        )

    def _add(self, actor: TableActor) -> TableActor:
        self._actors[actor.id] = actor
        self._lost.discard(actor.id)
        self.services.metrics.tables = len(self._actors)
        return actor

    # Listing: documents only, no table is loaded for it

    async def public(self) -> list[TableInfo]:
        """The tables that everybody may find, the most recently changed first."""
        await self.opened()
        rows = await self.services.store.tables(["waiting", "running"], True, MAX_SHOWN)
        return _sorted([self._info(from_row(row)) for row in rows])

    async def of_browser(self, browser: str | None) -> list[TableInfo]:
        """The tables of a browser, the latest first."""
        await self.opened()
        rows = [await self.services.store.table(id) for id in self._lobby.own(browser)]
        docs = [from_row(row) for row in rows if row is not None]
        return _sorted([self._info(doc) for doc in docs if doc.status != "closed"])

    def _info(self, doc: TableDocument) -> TableInfo:
        actor = self._actors.get(doc.id)
        return info.table(doc) if actor is None or actor.closed else actor.info

    # Sleeping and waking

    async def _sweep(self) -> None:
        """Whatever goes wrong, go on: the next look comes soon."""
        while True:
            try:
                await self._clean_up()
                self._put_to_sleep()
                await self._wake()
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
        for id in list(self._lost):
            await self._load(id)
            self._lost.discard(id)

    async def _clean_up(self) -> None:
        if now_ms() - self._cleaned_at > DAY_MS:
            keep = self.services.settings.keep_days * DAY_MS
            await self.services.store.delete_before(now_ms() - keep)
            self._cleaned_at = now_ms()


def _goes_on_alone(doc: TableDocument) -> bool:
    """Whether something may be due at a table at which nobody is connected."""
    if doc.status != "running":
        return False
    bots = any(place.person is None or place.away for place in doc.places)
    return bots or doc.turn_seconds is not None or doc.turn_bank_seconds is not None


def _sorted(tables: list[TableInfo]) -> list[TableInfo]:
    return sorted(tables, key=lambda table: -table.updated_at)
