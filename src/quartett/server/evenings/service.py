"""The evenings of a server: commands of their people, and what follows from them by itself.

An evening's state is stored, and with it what is still to be done at its tables. Every process
looks for that, and does what it can: so whichever crashes, another goes on, and what is done twice
changes nothing.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from weakref import WeakValueDictionary

from quartett import games
from quartett.core.forms import Json
from quartett.protocol.evenings import OpenEvening
from quartett.server.evenings import outgoing, steps, tables
from quartett.server.evenings.arrivals import Newcomers
from quartett.server.evenings.model import Evening, Member, Plan, Task
from quartett.server.evenings.records import (
    UNREADABLE,
    DamagedEveningError,
    EveningRecords,
    Versioned,
)
from quartett.server.moved import MovedAway
from quartett.server.refusals import Refusal
from quartett.server.shared.attempts import attempt
from quartett.server.store.documents import NAMELESS, from_stored
from quartett.server.store.retention import DAY_MS
from quartett.server.store.store import DamagedError
from quartett.server.table.next_match import bot_level
from quartett.server.table.permissions import person_of
from quartett.server.table.registry import TableRegistry
from quartett.server.tokens import is_id, new_id

LOOK_SECONDS = 1.0
"""How often to check what is to be done though nobody here asked for it."""

FRESH_SECONDS = 0.5
"""How long an evening that was read is shown to others who look at it."""

DAMAGED = "server.damaged_evening"
"""Why there is nothing to be done at an evening that cannot be read."""

MAX_KNOWN = 200
TRIES = 20
"""How often a command is tried again after another process was quicker."""

PUT_OFF_MS = 5000
"""When to try again what went wrong."""

CLEAN_SECONDS = 3600.0
MAX_FORGOTTEN = 1000

Wish = Callable[[Evening], steps.Command]
"""The command by which somebody's wish is granted, or a refusal."""


class Evenings:
    """One for a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._tables = registry
        self._services = registry.services
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        self._known: OrderedDict[str, tuple[float, Versioned]] = OrderedDict()
        self._damaged = set[str]()
        self._nudge = asyncio.Event()
        self._clean_at = 0.0
        self.newcomers = Newcomers(registry.services.settings.members_per_address)

    @property
    def records(self) -> EveningRecords:
        """Where evenings are stored."""
        return EveningRecords(self._services.store)

    # What people ask for

    async def open(self, request: OpenEvening, browser: str) -> Versioned:
        """Open an evening; the caller is its host."""
        level = bot_level(request.level or None, self._services.bots, _checked(request.game))
        host = Member(id=new_id(), name=request.you, browser=browser, plays=request.plays)
        invited = await self._at_table(request.table, browser) if request.table else ()
        now, secret = await self._services.store.now(), secrets.token_urlsafe(32)
        plan = _plan(request, level)
        made = steps.opened(new_id(), request.name, plan, host, secret, now, invited)
        return self._remember(await self.records.add(made))

    async def find(self, id: str) -> Versioned:
        """An evening, as it was half a second ago at the earliest."""
        fresh_until, found = self._known.get(id, (0.0, None))
        if found is not None and self._services.time.ticking() < fresh_until:
            return found
        return await self._read(id)

    async def do(self, id: str, command: steps.Command) -> Versioned:
        """Change an evening by one of its rules' commands; a command may come twice."""
        return await self.ask(id, lambda _: command)

    async def ask(self, id: str, wish: Wish) -> Versioned:
        """Change an evening as somebody wishes who may; it is asked of the evening as it is."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                before, now = await self._read(id), await self._services.store.now()
                after = steps.step(before.evening, wish(before.evening), now)
                if after is before.evening:
                    return before
                written = await self.records.write(before, after, now)
                if written is not None:
                    if after.todo:
                        self._nudge.set()
                    return self._remember(written)
        raise Refusal("too_fast", 429)

    async def stand_in(self, id: str, member: str, pin: str | None, patience: float) -> Versioned:
        """Let a bot play for a member who has been gone from their table for a while."""
        found = await self._read(id)
        current, who = found.evening.current, found.evening.member(member)
        tables_now = current.tables if current else ()
        table = next((t for t in tables_now if member in t.seats and t.score is None), None)
        if table is None or who is None:
            raise Refusal("no_such_member", 404)
        await (await self._tables.find(table.id, pin, patience)).stand_in_for(who.browser)
        return found

    async def of(self, browser: str | None) -> list[Evening]:
        """The evenings of a browser's owner and those to which they are invited."""
        found = await self.records.of(browser) if browser else []
        return [each.evening for each in found if _concerns(each.evening, browser)]

    # People who keep their name

    async def pass_on(self, old: str, new: str) -> None:
        """Somebody is known by another browser from now on."""
        for each in await self.records.of(old):
            await self.do(each.evening.id, steps.PassOn(old, new))

    async def forget(self, browser: str) -> None:
        """Forget somebody at all evenings; what was played stays, under no name."""
        for each in await self.records.of(browser):
            evening = each.evening
            if (member := evening.member_of(browser)) is not None:
                await self.do(evening.id, steps.Forget(member.id, NAMELESS))
            else:
                await self.do(evening.id, steps.PassOn(browser, ""))

    async def told(self, browser: str) -> list[Json]:
        """Everything that is kept of a person's evenings, without data about others."""
        return [_told(each, browser) for each in await self.of(browser)]

    # What has to be done by itself

    async def keep_up(self) -> None:
        """Do what is due, whatever goes wrong."""
        while True:
            self._nudge.clear()
            await self._attempt(self.look())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._nudge.wait(), LOOK_SECONDS)

    async def look(self) -> None:
        """Count what has ended, and do what is due, as far as it can be done here."""
        if not self._services.ownership.held:
            return
        for table, evening in await self.records.ends():
            await self._attempt(self._count(table, evening))
        for id in await self.records.due(await self._services.store.now()):
            await self._attempt(self._see_to(id))
        await self._clean_up()

    async def _attempt(self, work: Awaitable[None]) -> None:
        """One evening in trouble holds no other up."""
        await attempt(self._services, work, "evening_retries")

    async def _count(self, table: str, evening: str) -> None:
        """A table has ended: its result counts, once."""
        try:
            stored = await self._services.store.table(table)
            score = None if stored is None else tables.score_of(from_stored(stored))
        except DamagedError:
            score = None
        ended = steps.Abandoned(table) if score is None else steps.Finished(table, score)
        try:
            await self.do(evening, ended)
        except Refusal as why:
            if why.reason == DAMAGED:
                return  # it counts once the evening can be read again
        await self.records.counted(table)

    async def _see_to(self, id: str) -> None:
        found = await self._read(id)
        try:
            await self._carry_out(found.evening)
            await self._keep_time(id)
        except Exception:
            until = await self._services.store.now() + PUT_OFF_MS
            await self.records.put_off(id, (await self._read(id)).version, until)
            raise

    async def _keep_time(self, id: str) -> None:
        """End the round whose time is up, or begin the next one after the pause."""
        evening, now = (await self._read(id)).evening, await self._services.store.now()
        if evening.current is not None:
            if evening.ends_at is not None and now >= evening.ends_at:
                await self.do(id, steps.EndRound(evening.current.number))
        elif evening.starts_at is not None and now >= evening.starts_at:
            await self.do(id, steps.Start(len(evening.rounds) + 1))

    async def _carry_out(self, evening: Evening) -> None:
        """Do what is to be done at tables; what only another process can do is left to it."""
        done = []
        for task in evening.todo:
            with suppress(MovedAway):
                await self._do_task(evening, task)
                done.append(task)
        if done:
            await self.do(evening.id, steps.Done(tuple(done)))

    async def _do_task(self, evening: Evening, task: Task) -> None:
        found = evening.table(task.table)
        assert found is not None
        if task.kind == "open":
            await self._open_table(evening, found[0].number, task.table)
            return
        with suppress(DamagedError):
            try:
                table = await self._tables.find(task.table)
            except Refusal as why:
                if why.status == 404:  # it is gone: nothing is left to be done there
                    return
                raise
            if task.kind == "reveal":
                await table.reveal()
            elif (member := evening.member(task.member)) is not None and member.browser:
                await table.release(member.browser, member.removed)

    async def _open_table(self, evening: Evening, round: int, id: str) -> None:
        found = evening.table(id)
        assert found is not None
        now = self._services.time.wall_ms()
        doc, entries = tables.made(evening, round, found[1], self._services.bots, now)
        await self._tables.set_up(doc, entries)
        for each in tables.attempts(evening, round, found[1]):
            await self._services.store.attach(each)

    async def _clean_up(self) -> None:
        if self._services.time.ticking() >= self._clean_at:
            days = self._services.settings.keep_days
            before = await self._services.store.now() - days * DAY_MS
            await self.records.forget(before, MAX_FORGOTTEN)
            self._clean_at = self._services.time.ticking() + CLEAN_SECONDS

    # Parts

    async def _read(self, id: str) -> Versioned:
        try:
            found = await self.records.read(id) if is_id(id) else None
        except DamagedEveningError:
            if id not in self._damaged:
                self._damaged.add(id)
                self._services.log.error("evening_damaged", evening=id, why=UNREADABLE)
            raise Refusal("damaged_evening", 404) from None
        if found is None:
            raise Refusal("no_such_evening", 404)
        return self._remember(found)

    def _remember(self, found: Versioned) -> Versioned:
        id = found.evening.id
        _, known = self._known.get(id, (0.0, found))
        found = known if known.version == found.version else found
        self._known[id] = (self._services.time.ticking() + FRESH_SECONDS, found)
        self._known.move_to_end(id)
        if len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return found

    async def _at_table(self, id: str, browser: str) -> tuple[str, ...]:
        """Whose evening it may be: those who belong to a table, if the host does too."""
        stored = await self._services.store.table(id) if is_id(id) else None
        doc = None if stored is None else from_stored(stored)
        person = None if doc is None else person_of(doc, browser)
        if doc is None or person is None or person in doc.removed:
            raise Refusal("not_here", 403)
        people = (each for key, each in doc.people.items() if key not in doc.removed)
        owners = [each.owner or next(iter(each.browsers), "") for each in people]
        return tuple(dict.fromkeys(each for each in owners if each))[: steps.MAX_MEMBERS]


def _checked(game: str) -> str:
    if game not in games.names():
        raise Refusal("no_such_game", 422, game=game)
    return game


def _plan(request: OpenEvening, level: str) -> Plan:
    return Plan(
        game=request.game,
        options=dict(request.options),
        rounds=request.rounds,
        seats=request.seats,
        deals=request.deals,
        fill=request.fill,
        pace=request.pace,
        turn_seconds=request.turn_seconds,
        level=level,
        auto=request.auto,
        round_seconds=request.round_seconds,
    )


def _concerns(evening: Evening, browser: str | None) -> bool:
    """Whether somebody is or was there, or is invited and may still come."""
    member = evening.member_of(browser)
    if member is not None:
        return not member.removed
    return browser in evening.invited and not (evening.over or evening.closed)


def _told(evening: Evening, browser: str) -> Json:
    shown = outgoing.shown(Versioned(evening, 0), browser, 0, {})
    member = evening.member_of(browser)
    own = None if member is None else member.id
    return {
        "id": evening.id,
        "name": evening.name,
        "game": evening.plan.game,
        "created_at": evening.created_at,
        "known_as": None if member is None else member.name,
        "rounds": [
            {"round": round.number, "place": seat.place, "score": seat.score, "points": seat.points}
            for round in shown.played
            for table in round.tables
            for seat in table.seats
            if seat.member == own and own is not None
        ],
    }
