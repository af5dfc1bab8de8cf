"""All tables of a server: made, read from the store when needed, put to sleep when idle."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from quartett.protocol.bodies import CreateTable, Home, Joined
from quartett.protocol.messages import TableInfo
from quartett.server.history.records import forget_guests
from quartett.server.moved import MovedAway, pin_of
from quartett.server.notices.channels import forget_strangers
from quartett.server.parts.ownership import Alone, Ownership
from quartett.server.refusals import Refusal
from quartett.server.shared.services import Services
from quartett.server.store.documents import TableDocument, from_stored, to_stored
from quartett.server.store.retention import DAY_MS, Retention
from quartett.server.store.secrets import REFRESH_SECONDS, keyring
from quartett.server.store.store import (
    DamagedError,
    OwnedError,
    StaleWriteError,
    Store,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.table import importing, my_tables, outgoing
from quartett.server.table.host import new_table
from quartett.server.table.live_table import LiveTable
from quartett.server.table.loading import load
from quartett.server.table.names import Blocked
from quartett.server.table.permissions import Caller
from quartett.server.tokens import Tokens, is_id

CLEAN_SECONDS = 3600.0
FULL_SECONDS = 60.0
"""How often old tables are deleted: normally, and while there is no room for new ones."""

MAX_FORGOTTEN = 1000
"""How many old results are deleted each time."""

MAX_SHOWN = 100
AT_ONCE = 50
"""How many tables are released together."""

HAND_OVER_MS = 700
"""Over this time the devices of tables that are given up come to the next owner."""

LOOK_SECONDS = 0.15
ASK_SECONDS = 1.0
"""How often to check whether a table is free, and to ask its owner for it."""

QUIET_SECONDS = 60.0
"""Tables unused for this long leave the memory, unless something is due there."""

SWEEP_SECONDS = 1.0
"""How often to check which tables can sleep and which have to wake."""


Own = Callable[[Services, Callable[[], None], Callable[[str], None]], Awaitable[Ownership]]
"""Begins to own tables; it says when that is in doubt, and which tables others ask for."""


async def alone(services: Services, *_: object) -> Ownership:
    """Own all tables."""
    return Alone(services.store, services.time)


class TableRegistry:
    """The tables that are awake, and the way to all others."""

    def __init__(
        self, services: Services, quiet_seconds: float = QUIET_SECONDS, own: Own = alone
    ) -> None:
        self.services = services
        self.blocked = Blocked()
        """The names that nobody may have here, as the operator has them."""
        self._own = own
        self._quiet_seconds = quiet_seconds
        self._actors: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._lost: set[str] = set()
        self._damaged: set[str] = set()
        """Those that the log has told of, however often they are asked for."""
        self._sweeper: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        self._failure: Exception | None = None
        self._clean_at = self._cleaned_at = self._keys_at = 0.0
        self._leaving = False
        """Whether all tables are being given up."""
        self._doubts = 0
        """How often the lease was lost: what was claimed before is not this node's any more."""
        self._giving: set[asyncio.Task[None]] = set()

    # Opening and closing

    async def open(self, make: Callable[[], Store]) -> None:
        """Open the store; `opening_failed` tells if that fails."""
        try:
            # In a thread: the database's library takes its time to be imported.
            self.services.store = await asyncio.to_thread(make)
            await self.services.store.open()
            self.services.ownership = await self._own(self.services, self._doubt, self._wanted)
            settings = self.services.settings
            self.services.keys = await keyring(
                self.services.store, settings.data_dir, settings.secret, settings.old_secrets
            )
            self.services.tokens = Tokens(self.services.keys)
            self._keep = _keep_times(self.services)
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
        """Release all tables; earlier requests are finished and stored."""
        if self._sweeper:
            self._sweeper.cancel()
        for actor in list(self._actors.values()):
            await actor.close()
        self.services.bots.close()
        if self._failure is None:
            with suppress(StoreUnavailableError):
                await self.services.memberships.write(self.services.store)
            await self.services.ownership.end()
            await self.services.store.close()

    # Making and finding

    async def create(self, request: CreateTable, browser: str | None, address: str = "") -> Joined:
        """Make a table; its creator is the host."""
        now = self.services.time.wall_ms()
        doc, person = new_table(request, browser, self.services.bots, now)
        joined = await self.seat(doc, person)
        if (actor := self._actors.get(doc.id)) is not None:
            actor.arrivals.came(doc, person, address)
        return joined

    async def seat(
        self, doc: TableDocument, person: str, entries: Sequence[StoredRow] = ()
    ) -> Joined:
        """Store a table that is ready, and seat its host."""
        await self._make_room()
        due = self.services.time.wall_ms() if doc.status == "running" else None
        return await self._made(doc, person, entries, due)

    async def set_up(self, doc: TableDocument, entries: Sequence[StoredRow]) -> None:
        """Store a table whose match has begun, unless it is there; it wakes by itself."""
        await self._make_room()
        with suppress(StaleWriteError):  # it was made before
            await self.services.store.create(to_stored(doc), entries, doc.updated_at)

    async def keep_log(self, text: bytes, browser: str | None) -> Joined:
        """Make a table that shows a finished match from a file."""
        await self._make_room()
        now = self.services.time.wall_ms()
        return await self._made(*await importing.checked(text, browser, now))

    async def find(self, id: str, pin: str | None = None, patience: float = 0.0) -> LiveTable:
        """A table by its id, read from the store if it is asleep; MovedAway if another node has it.

        Waits up to `patience` seconds for the database, and for a table whose owner cannot be
        reached, as a client shows that was sent to its `pin` and comes here instead.
        """
        await self.opened()
        if not is_id(id):
            raise Refusal("no_such_table", 404)
        until, asked_at = (
            self.services.time.ticking() + patience,
            self.services.time.ticking() + ASK_SECONDS,
        )
        while True:
            try:
                return await self._found(id)
            except OwnedError as error:
                owner = pin_of(error.owner.url)
                if owner != pin or self.services.time.ticking() >= until:
                    raise MovedAway(owner) from None
                if self.services.time.ticking() >= asked_at:
                    asked_at = self.services.time.ticking() + ASK_SECONDS
                    await self._ask_for(id)
            except StoreUnavailableError:
                if self.services.time.ticking() >= until:
                    raise Refusal("no_database", 503) from None
            except DamagedError:
                raise Refusal("damaged_table", 404) from None
            await asyncio.sleep(LOOK_SECONDS)

    async def _found(self, id: str) -> LiveTable:
        if not self.services.ownership.held:
            raise StoreUnavailableError("this node has no lease")
        actor = self._actors.get(id)
        if actor is None or actor.closed:
            if self._leaving:
                raise MovedAway(await self._successor(id))
            actor = await self._load(id)
        if actor is None or actor.status == "closed":
            raise Refusal("no_such_table", 404)
        actor.touched_at = self.services.time.ticking()
        return actor

    async def still_open(self, ids: Sequence[str]) -> list[str]:
        """Those of these tables that wait or run."""
        await self.opened()
        found = []
        for id in ids:
            with suppress(DamagedError):
                if await self._status(id) in ("waiting", "running"):
                    found.append(id)
        return found

    async def _status(self, id: str) -> str | None:
        if (actor := self._actors.get(id)) is not None:
            return actor.status
        stored = await self.services.store.table(id)
        return None if stored is None else stored.status

    def awake(self) -> list[LiveTable]:
        """The tables that are in memory."""
        return list(self._actors.values())

    async def _made(
        self,
        doc: TableDocument,
        person: str,
        entries: Sequence[StoredRow] = (),
        due: int | None = None,
    ) -> Joined:
        making = asyncio.create_task(self._make(doc, entries, due))
        if not self.services.ownership.shared:
            # It may be due at once: who wakes it meanwhile would own it in place of its makers.
            self._await(doc.id, making)
        try:
            actor = await asyncio.shield(making)
        except StoreUnavailableError:
            raise Refusal("no_database", 503) from None
        looked = await actor.look(Caller(person=person))
        if self.services.ownership.shared:
            await actor.close()  # whichever node is asked for it first will have it
        token = self.services.tokens.for_person(doc.id, person)
        return Joined(table=looked.table, you=looked.you, token=token)

    async def _make(
        self, doc: TableDocument, entries: Sequence[StoredRow], due: int | None
    ) -> LiveTable:
        hold = await self.services.store.create(to_stored(doc), entries, due)
        actor = await load(self.services, doc, hold)
        return actor if self.services.ownership.shared else self._add(actor)

    async def _make_room(self) -> None:
        await self.opened()
        if len(self._actors) >= self.services.settings.max_tables:
            raise Refusal("server_full", 503)
        try:
            full = await self._keep.full()
        except StoreUnavailableError:
            raise Refusal("no_database", 503) from None
        if full:
            self._clean_at = min(self._clean_at, self._cleaned_at + FULL_SECONDS)
            raise Refusal("server_full", 503)

    async def _load(self, id: str) -> LiveTable | None:
        """Read a table; concurrent requests for it share one read."""
        task = self._loading.get(id)
        if task is None:
            task = asyncio.create_task(self._read(id))
            self._await(id, task)
        return await asyncio.shield(task)

    def _await(self, id: str, task: "asyncio.Task[LiveTable | None]") -> None:
        """Let everybody who asks for a table wait for the task that brings it."""
        self._loading[id] = task
        task.add_done_callback(lambda _: self._loading.pop(id, None))

    async def _read(self, id: str) -> LiveTable | None:
        if (old := self._actors.pop(id, None)) is not None:
            await old.close()
        doubts = self._doubts
        try:
            claimed = await self.services.ownership.claim(id)
            if claimed is None:
                return None
            table, hold = claimed
            actor = await load(self.services, from_stored(table), hold)
            if self._doubts != doubts:
                actor.abandon()
                raise StoreUnavailableError("this node has lost its lease")
            return self._add(actor)
        except DamagedError as error:
            # One bad table is marked and told; all others are served.
            await self.services.store.quarantine(error.id, error.why)
            if error.id not in self._damaged:
                self._damaged.add(error.id)
                self.services.log.error("table_damaged", table=error.id, why=error.why)
            raise

    def _add(self, actor: LiveTable) -> LiveTable:
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

    async def home(self, browser: str | None, before: str | None = None) -> Home:
        """The tables of a browser's owner, the most urgent first."""
        await self.opened()
        return await my_tables.home(self.services.store, browser, before)

    def _listed(self, found: Iterable[StoredTable]) -> list[TableInfo]:
        listed = []
        for stored in found:
            with suppress(DamagedError):
                listed.append(self._info(from_stored(stored)))
        return sorted(listed, key=lambda table: -table.updated_at)

    def _info(self, doc: TableDocument) -> TableInfo:
        actor = self._actors.get(doc.id)
        return outgoing.table(doc) if actor is None or actor.closed else actor.info

    # Sleeping and waking

    async def _sweep(self) -> None:
        """Whatever goes wrong, go on: the next look comes soon."""
        while True:
            try:
                await self._put_to_sleep()
                await self._wake()
                await self._clean_up()
                await self._refresh_keys()
                await self.services.memberships.write(self.services.store)
            except Exception as error:
                self.services.metrics.errors += 1
                self.services.log.warning("sweep_retries", why=type(error).__name__)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _put_to_sleep(self) -> None:
        asleep = []
        for actor in list(self._actors.values()):
            if actor.closed and actor.status == "running":
                self._lost.add(actor.id)
            elif actor.sleep(self._quiet_seconds):
                asleep.append(actor.hold)
            if actor.closed:
                del self._actors[actor.id]
        self.services.metrics.tables = len(self._actors)
        if asleep:
            await self.services.ownership.release(asleep)

    async def _wake(self) -> None:
        """Load the tables at which something has to go on though nobody is there."""
        if not self._leaving:
            self._lost |= set(await self.services.ownership.due(len(self._actors)))
        for id in list(self._lost):
            # another owner looks after it, or nobody can any more
            with suppress(OwnedError, DamagedError):
                if id not in self._actors and (actor := await self._load(id)) is not None:
                    await actor.put_off()
            self._lost.discard(id)

    # Other nodes

    async def hand_over(self) -> None:
        """Give all tables to other nodes, each once its queue is done, and send everybody there."""
        await self.opened()
        self._leaving = True
        await self.services.ownership.leave()
        actors = self.awake()
        for first in range(0, len(actors), AT_ONCE):
            await self._give_up(actors[first : first + AT_ONCE])

    async def _give_up(self, actors: list[LiveTable]) -> None:
        await asyncio.gather(*(actor.close() for actor in actors))
        pins: dict[str, str] = {}
        with suppress(StoreUnavailableError):
            await self.services.ownership.release([actor.hold for actor in actors])
            pins = await self.services.ownership.successors([actor.id for actor in actors])
        for actor in actors:
            actor.dismiss(pins.get(actor.id), HAND_OVER_MS)
            if self._actors.get(actor.id) is actor:
                del self._actors[actor.id]

    async def _ask_for(self, id: str) -> None:
        with suppress(StoreUnavailableError):
            await self.services.ownership.ask_for(id)

    async def _successor(self, id: str) -> str | None:
        try:
            return (await self.services.ownership.successors([id])).get(id)
        except StoreUnavailableError:
            return None

    def _wanted(self, id: str) -> None:
        """Another node asks for a table whose clients cannot come here."""
        actor = self._actors.get(id)
        if actor is not None and not actor.closed:
            giving = asyncio.create_task(self._give_up([actor]))
            self._giving.add(giving)
            giving.add_done_callback(self._giving.discard)

    def _doubt(self) -> None:
        """The lease could be over: whatever is here may be another node's by now."""
        self.services.log.warning("lease_lost", tables=len(self._actors))
        self._doubts += 1
        for actor in self._actors.values():
            actor.abandon()
        self._actors.clear()
        self._lost.clear()
        self.services.metrics.tables = 0
        reconnecting = asyncio.create_task(self.services.store.reconnect())
        self._giving.add(reconnecting)
        reconnecting.add_done_callback(self._giving.discard)

    async def _refresh_keys(self) -> None:
        if self.services.time.ticking() >= self._keys_at:
            await self.services.keys.refresh(self.services.store)
            self._keys_at = self.services.time.ticking() + REFRESH_SECONDS

    async def _clean_up(self) -> None:
        if self.services.time.ticking() >= self._clean_at:
            await self._forget()
            await self.services.ownership.forget()
            self._cleaned_at = self.services.time.ticking()
            self._clean_at = self._cleaned_at + CLEAN_SECONDS

    async def _forget(self) -> None:
        """Delete old tables, and old results in which nobody has a part who keeps their name."""
        if (await self._keep.forget()).doubted:
            return
        store, days = self.services.store, self.services.settings.keep_days
        before = await store.now() - days * DAY_MS
        await forget_guests(store, before, MAX_FORGOTTEN)
        await forget_strangers(store, before)


def _keep_times(services: Services) -> Retention:
    settings = services.settings
    most = settings.max_disk_mb * 1_000_000 or None
    days = settings.keep_days, settings.keep_people_days
    keep = Retention(services.store, days[0], most, services.time.ticking, days[1])
    services.metrics.gauges["quartett_stored_bytes"] = (
        "Bytes of tables and logs when last measured",
        lambda: keep.stored,
    )
    return keep
