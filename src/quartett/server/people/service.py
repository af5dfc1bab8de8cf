"""Keeping a name: a guest becomes a person, who comes back on any device and can be forgotten.

At tables a person is known by the browser in which they were a guest, on all their devices: so
whatever they have there comes along, and no table needs to know of people.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from hashlib import sha256

from quartett.core.errors import QuartettError
from quartett.core.forms import Json
from quartett.protocol.messages import FaceId
from quartett.protocol.people import (
    Exported,
    Kept,
    KeptDevice,
    KeptPasskey,
    Me,
    Pairing,
    PairingAsked,
)
from quartett.server.evenings.service import Evenings
from quartett.server.history import learning_progress, rating_store
from quartett.server.history import records as history
from quartett.server.moved import MovedAway
from quartett.server.notices import channels
from quartett.server.parts.faces import shown_face
from quartett.server.people import codes
from quartett.server.people.attempts import passed_on
from quartett.server.people.erasing import of_deal, told, without_name
from quartett.server.people.passkey_records import PasskeyRecords
from quartett.server.people.records import (
    PAIRING_MS,
    DeviceRecord,
    Identity,
    KeptPerson,
    PairingRecord,
    PeopleRecords,
)
from quartett.server.refusals import Refusal
from quartett.server.shared.limits import Buckets
from quartett.server.store.documents import from_stored, to_stored
from quartett.server.store.store import DamagedError, StoreUnavailableError, TakenError
from quartett.server.table.forgetting import nameless
from quartett.server.table.live_table import LiveTable
from quartett.server.table.members import owns
from quartett.server.table.names import MAX_NAME, called, clean
from quartett.server.table.permissions import Caller, person_of
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import Known, new_id

FRESH_SECONDS = 10.0
"""How long it may take until another node knows that a device was signed out."""

MAX_KNOWN = 50_000
"""How many browsers' identities are cached."""

TRIES_AN_HOUR = 20
"""How many recovery codes may be tried for one person, from any address."""

MAX_TABLES = 10_000
WAIT_SECONDS = 7.0
EXPORT_FORMAT = 1


class People:
    """The people of a server."""

    def __init__(self, tables: TableRegistry, evenings: Evenings) -> None:
        self._tables = tables
        self._evenings = evenings
        self._services = tables.services
        self._known: OrderedDict[Known, tuple[float, Identity | None]] = OrderedDict()
        self._tries = Buckets(TRIES_AN_HOUR / 3600, TRIES_AN_HOUR, tables.services.time.ticking)

    @property
    def records(self) -> PeopleRecords:
        """Where people are stored."""
        return PeopleRecords(self._services.store)

    @property
    def keys(self) -> PasskeyRecords:
        """Where their passkeys are stored."""
        return PasskeyRecords(self._services.store)

    async def known_as(self, browser: Known) -> Identity | None:
        """As whom a browser is known at tables; None: it was signed out."""
        now = self._services.time.ticking()
        until, found = self._known.get(browser, (0.0, None))
        if browser in self._known and now < until:
            return found
        try:
            known = await self.records.known_as(browser)
        except StoreUnavailableError:
            if browser in self._known:
                return found  # as it was: while the database is away nothing is changed
            raise Refusal("no_database", 503) from None
        self._known[browser] = (now + FRESH_SECONDS, known)
        self._known.move_to_end(browser)
        if len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return known

    # Coming and coming back

    async def me(self, device: str | None) -> Me:
        """Who somebody is."""
        person = None if device is None else await self.records.of_device(device)
        return Me() if person is None or device is None else await self.told(person, device)

    async def keep(self, browser: Known, label: str, name: str) -> Kept:
        """Make a guest a person; their tables are theirs from now on."""
        shown = called(name, ())
        if len(shown) > MAX_NAME:
            raise Refusal("name_missing", 422)
        now = await self._services.store.now()
        for _ in range(3):  # two people are hardly ever dealt the same handle
            handle = codes.random_letters(codes.HANDLE)
            person = KeptPerson(new_id(), handle, browser.guest, shown, now)
            made = [codes.recovery_code(handle) for _ in range(codes.CODES)]
            device = DeviceRecord(browser.device, label, now, browser.guest)
            try:
                await self.records.add(person, device, made)
            except TakenError:
                await self.check_guest(browser)
                continue
            self._known.clear()
            return Kept(await self.told(person, browser.device), made)
        raise Refusal("went_wrong", 500)

    async def new_codes(self, device: str | None) -> Kept:
        """Ten new recovery codes; the earlier ones stop working."""
        person = await self.person(device)
        made = [codes.recovery_code(person.handle) for _ in range(codes.CODES)]
        await self.records.replace_codes(person, made, await self._services.store.now())
        return Kept(await self.told(person, device or ""), made)

    async def recover(self, browser: Known, label: str, text: str) -> Me:
        """Let a device in by a recovery code."""
        code = codes.typed(text, codes.HANDLE + codes.SECRET)
        handle = "" if code is None else code[: codes.HANDLE]
        if code is None or not self._tries.take(handle):
            raise Refusal("no_such_code", 403)
        found = await self.records.of_code(handle, codes.hashed(code))
        if found is None:
            raise Refusal("no_such_code", 403)
        person, right = found
        await self.check_guest(browser)
        record = await self.device(browser, label)
        if not await self.records.use_code(person, right, record):
            raise Refusal("no_such_code", 403)
        return await self.welcome(person, record)

    async def choose_face(self, device: str | None, face: FaceId | None) -> Me:
        """Have a portrait; at tables that sleep it is seen once the person is there again."""
        person = await self.person(device)
        await self.records.choose_face(person, face or "")
        self._known.clear()
        mine = await self.records.tables(person)
        for table in self._tables.awake():
            if table.id in mine:
                with suppress(MovedAway, QuartettError):  # there it is seen later
                    await table.wear(person.browser, face or "")
        return await self.me(device)

    # Another device joins

    async def begin_pairing(self, device: str | None) -> Pairing:
        """A code for another device; it is shown on this one."""
        person = await self.person(device)
        code = codes.random_letters(codes.PAIRING)
        await self.records.begin_pairing(person, code, await self._services.store.now())
        return Pairing(codes.in_groups(code), PAIRING_MS // 1000)

    async def pairing(self, device: str | None) -> Pairing:
        """Whether a device asks."""
        asked = await self._pairing(await self.person(device))
        left = asked.expires_at - await self._services.store.now()
        return Pairing(None, max(0, left // 1000), asked.label, asked.number)

    async def ask_pairing(self, browser: Known, label: str, text: str) -> PairingAsked:
        """Ask to be let in, or whether one was."""
        code = codes.typed(text, codes.PAIRING)
        if code is None:
            raise Refusal("pairing_over", 404)
        number = codes.number_of(code, browser.device)
        asking = await self.device(browser, label)
        try:
            await self.check_guest(browser)
            if not await self.records.ask_pairing(code, asking, number, asking.added_at):
                raise Refusal("pairing_over", 404)
        except Refusal:
            # what was refused since it is let in, perhaps this very moment
            if await self.records.was_accepted(code, browser.device, asking.added_at):
                return PairingAsked(number, accepted=True)
            raise
        return PairingAsked(number, accepted=False)

    async def answer_pairing(self, device: str | None, accept: bool) -> Me:
        """Accept or decline the device that asks; either way the code stops working."""
        person = await self.person(device)
        asked = await self._pairing(person)
        now = await self._services.store.now()
        if not accept:
            await self.records.decline(person)
        elif asked.browser and await self.records.accept(person, asked, now):
            await self.welcome(person, DeviceRecord(asked.browser, "", now, asked.guest))
        else:
            raise Refusal("pairing_over", 404)
        return await self.told(person, device or "")

    # Devices

    async def sign_out(self, device: str | None, which: str | None) -> Me:
        """Sign a device out, or all others; links and tokens that it may have kept end too."""
        person = await self.person(device)
        gone = [
            each.browser
            for each in await self.records.devices(person)
            if (each.browser != device if which is None else _id(each.browser) == which)
        ]
        if which is not None and not gone:
            raise Refusal("no_such_device", 404)
        for browser in gone:
            await self.records.remove_device(person, browser)
            await self._services.store.change(channels.signed_out(browser))
        self._known.clear()
        async for actor, caller in self._at_tables(person.browser):
            await actor.end_links(caller)
        return await self.told(person, device or "")

    # What is stored, and forgetting it

    async def export(self, device: str | None) -> Exported:
        """All that is stored about a person."""
        person = await self.person(device)
        tables: list[Json] = []
        for stored in await self._services.store.tables_of(person.browser, MAX_TABLES, closed=True):
            with suppress(QuartettError):  # what is damaged cannot be read by anybody
                doc = from_stored(stored)
                mine = person_of(doc, person.browser)
                if mine is not None and owns(doc, mine, person.browser):
                    tables.append(told(doc, mine))
        kept = await self.records.attachments(person.browser, person.id)
        results = [of_deal(each) for each in kept if each.kind == "result"]
        me = await self.told(person, device or "")
        store = self._services.store
        played = await history.told(store, person.browser)
        learning = await learning_progress.learnt(store, person.id)
        evenings = await self._evenings.told(person.browser)
        notices = await channels.told(store, person.browser)
        beside = played, learning, evenings, notices
        return Exported(EXPORT_FORMAT, me, person.created_at, tables, results, *beside)

    async def erase(self, device: str | None, name: str) -> Me:
        """Forget a person; others' matches stay readable, with the name replaced.

        The person is the last to go: if this ends in the middle, it can be asked for again. Tables
        lead to what is kept beside them, so that goes first.
        """
        person = await self.person(device)
        if clean(name) != person.name:
            raise Refusal("other_name", 422)
        await self.forget(person)
        return Me()

    async def forget(self, person: KeptPerson) -> None:
        """Forget a person, whoever asked for it."""
        devices = await self.records.devices(person)
        browsers = {person.browser, *(each.guest or each.browser for each in devices)}
        await self._forget_names(person.browser, browsers, person.id)
        gone = channels.forgotten(browsers)
        gone += history.forgotten(browsers)
        gone += [rating_store.forgotten(person.id), learning_progress.forgotten(person.id)]
        await self.records.erase(person, gone)
        self._known.clear()

    async def forget_guest(self, browser: str) -> None:
        """Forget somebody who keeps no name: what is known of them are tables and results."""
        await self._forget_names(browser, {browser})
        gone = channels.forgotten({browser}) + history.forgotten({browser})
        await self._services.store.change(*gone)

    async def _forget_names(
        self, browser: str, browsers: Collection[str], person: str | None = None
    ) -> None:
        for each in await self.records.attachments(browser, person):
            changed = without_name(each, browsers)
            await self._services.store.attach(changed, replace=True)
        async for actor, caller in self._at_tables(browser):
            await actor.forget(caller)
        await self._forget_elsewhere(browser)
        await self._evenings.forget(browser)

    async def _forget_elsewhere(self, browser: str) -> None:
        """What is left are tables that nobody can open any more: so nobody else writes them."""
        store, ownership = self._services.store, self._services.ownership
        for stored in await store.tables_of(browser, MAX_TABLES, closed=True):
            claimed = await ownership.claim(stored.id)
            if claimed is None:
                continue
            with suppress(DamagedError):  # nobody can read who is in it
                doc = from_stored(claimed[0])
                person = person_of(doc, browser)
                if person is not None and owns(doc, person, browser):
                    await store.write(claimed[1], to_stored(nameless(doc, person)))
            await ownership.release([claimed[1]])

    # Parts

    async def person(self, device: str | None) -> KeptPerson:
        """Who is in on a device; refused for a guest."""
        person = None if device is None else await self.records.of_device(device)
        if person is None:
            raise Refusal("not_kept", 403)
        return person

    async def told(self, person: KeptPerson, device: str) -> Me:
        """What somebody is told of themselves."""
        devices = [
            KeptDevice(_id(each.browser), each.label, each.added_at, each.browser == device)
            for each in await self.records.devices(person)
        ]
        passkeys = [
            KeptPasskey(each.id, each.label, each.made_at, each.used_at)
            for each in await self.keys.of(person)
        ]
        left = len(await self.records.codes(person))
        return Me(True, person.name, left, devices, passkeys, shown_face(person.face))

    async def check_guest(self, browser: Known) -> None:
        """Refuse a browser that is somebody's already, or was."""
        if await self.records.of_device(browser.device) is not None:
            raise Refusal("kept_already", 409)
        if await self.records.is_somebodys(browser.guest):
            raise Refusal("kept_already", 409)

    async def device(self, browser: Known, label: str) -> DeviceRecord:
        """A browser as somebody's new device."""
        now = await self._services.store.now()
        return DeviceRecord(browser.device, label, now, browser.guest)

    async def welcome(self, person: KeptPerson, device: DeviceRecord) -> Me:
        """A device is somebody's now: what it had as a guest is theirs too."""
        self._known.clear()
        guest = device.guest or device.browser
        if guest != person.browser:
            attempts = await self.records.attachments(guest)
            async for actor, caller in self._at_tables(guest):
                await actor.pass_on(caller, person.browser)
            await self._evenings.pass_on(guest, person.browser)
            whose = guest, person.browser
            along = channels.passed_on(*whose) + passed_on(attempts, *whose)
            await self._services.store.change(history.passed_on(*whose), *along)
        return await self.told(person, device.browser)

    async def _pairing(self, person: KeptPerson) -> PairingRecord:
        asked = await self.records.pairing(person, await self._services.store.now())
        if asked is None:
            raise Refusal("pairing_over", 404)
        return asked

    async def _at_tables(self, browser: str) -> AsyncIterator[tuple[LiveTable, Caller]]:
        """The tables of a browser that can be opened, and who it is there."""
        for stored in await self._services.store.tables_of(browser, MAX_TABLES):
            with suppress(QuartettError):
                actor = await self._open(stored.id)
                doc = await actor.document()
                if (id := person_of(doc, browser)) is not None:
                    yield actor, Caller(browser, id, doc.people[id].issue)
                actor.let_go()  # there may be thousands, and room for no more awake

    async def _open(self, id: str) -> LiveTable:
        """A table here, though another node has it: that one is asked to give it up."""
        try:
            return await self._tables.find(id)
        except MovedAway as away:
            return await self._tables.find(id, away.pin, WAIT_SECONDS)


def _id(browser: str) -> str:
    """A name for a device that says nothing of its cookie."""
    return sha256(f"quartett/device/{browser}".encode()).hexdigest()[:12]
