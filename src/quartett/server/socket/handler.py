"""What can be asked over a table's socket: each message becomes a command of the table."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from quartett.core.errors import QuartettError
from quartett.core.texts import say
from quartett.protocol.messages import (
    Abilities,
    Act,
    AnswerUndo,
    CatchUp,
    ClientMessage,
    Contribute,
    Draft,
    Focus,
    GoOn,
    Hello,
    Hint,
    Ping,
    PingBack,
    Pong,
    PongBack,
    Say,
    Undo,
    WantHint,
)
from quartett.server.moved import MovedAway, moved_to
from quartett.server.parts.connection import Connection
from quartett.server.refusals import Refusal, plain, refused
from quartett.server.shared.limits import PersonLimits
from quartett.server.shared.services import Services
from quartett.server.socket.wire import Meter
from quartett.server.table.inbox import is_command
from quartett.server.table.live_table import LiveTable
from quartett.server.table.permissions import Caller, Role, needs

FIRST_BEATS = 5
"""How many round trips are measured at once in real time: the first contest may be near."""

MAX_HINTS = 1
"""How many hints may be worked out for a connection at a time."""


class SocketHandler:
    """One connection's stay at a table, from hello to goodbye."""

    def __init__(
        self, services: Services, table: LiveTable, connection: Connection, meter: Meter
    ) -> None:
        self.connection = connection
        self._services = services
        self._table = table
        self._meter = meter
        self._round_trips: deque[float] = deque(maxlen=16)
        self._pings: dict[int, float] = {}
        self._heart: asyncio.Task[None] | None = None
        self._hints: set[asyncio.Task[None]] = set()
        self.limits = PersonLimits(services.settings)
        """Those of the person, once the table knows who it is."""

    async def begin(self, caller: Caller, hello: Hello) -> None:
        """Say hello to the table."""
        await self._table.attach(self.connection, caller, hello)
        self.limits = self._table.limits_of(self.connection) or self.limits
        self._heart = asyncio.create_task(self._beat())

    async def end(self) -> None:
        """Go."""
        for task in (self._heart, *self._hints):
            if task is not None:
                task.cancel()
        self._heart = None
        await self._table.detach(self.connection)

    async def handle(self, message: ClientMessage) -> None:
        """Answer a message; whatever goes wrong is said, and the connection stays."""
        does = MESSAGES[type(message)]
        answering = (
            does(self._table, self.connection, message) if is_command(does) else does(self, message)
        )
        await self._guarded(answering, getattr(message, "id", None))

    def refuse(self, error: QuartettError, id: str | None) -> None:
        """Say why something is not done."""
        self._services.metrics.refusals += 1
        self.connection.answer(refused(error, id, self.connection.language))

    async def _guarded(self, answering: Awaitable[None], id: str | None) -> None:
        try:
            await answering
        except MovedAway as away:
            # Not answered: the client asks again, with the same id, where the table is.
            self.connection.move(moved_to(self._table.id, away.pin))
        except QuartettError as error:
            self.refuse(error, id)
        except Exception:
            self._services.metrics.errors += 1
            self._services.log.exception("request_failed", table=self._table.id)
            self.refuse(Refusal("went_wrong", 500), id)

    @needs(Role.STRANGER)
    async def _catch_up(self, request: CatchUp) -> None:
        """Going through a match again is work: somebody who asks for it all the time waits."""
        if not self.limits.catch_ups.take():
            raise Refusal("too_fast", 429)
        await self._table.catch_up(self.connection, request)

    @needs(Role.SEATED)
    async def _hint(self, request: WantHint) -> None:
        """Thinking takes a while; meanwhile the connection can go on talking."""
        if len(self._hints) >= MAX_HINTS or not self.limits.hints.take():
            raise Refusal("too_fast", 429)
        task = asyncio.create_task(self._work_out(request.id))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _work_out(self, id: str) -> None:
        await self._guarded(self._think(id), id)

    async def _think(self, id: str) -> None:
        found = await self._table.hint(self.connection)
        self.connection.answer(
            Hint(
                id=id,
                action=found.action,
                reason=found.reason,
                about=plain(found.about),
                text=say(found.reason, found.about, self.connection.language),
                gain=found.gain,
                unit=found.unit,
            )
        )

    # Heartbeats, which never wait for the table

    @needs(Role.STRANGER)
    async def _ping(self, ping: Ping) -> None:
        self.connection.answer(
            PongBack(n=ping.n, at=self._services.time.wall_ms(), clock=self._table.clock_now())
        )

    @needs(Role.STRANGER)
    async def _pong(self, pong: Pong) -> None:
        sent = self._pings.pop(pong.n, None)
        if sent is not None:
            round_trip = (time.monotonic() - sent) * 1000
            self._round_trips.append(round_trip)
            system, beneath = self._meter.system(), self._meter.beneath()
            self._table.measured(self.connection, round_trip, system, beneath)

    @needs(Role.STRANGER)
    async def _again(self, _: Hello) -> None:
        raise Refusal("hello_again")

    async def _beat(self) -> None:
        number = 0
        settings, timed = self._services.settings, self._table.timed
        pause = settings.timed_heartbeat_seconds if timed else settings.heartbeat_seconds
        while True:
            trips = self._round_trips
            self._pings = {n: at for n, at in self._pings.items() if n > number - 4}
            self._pings[number] = time.monotonic()
            if timed:
                self._meter.probe()
            self.connection.answer(PingBack(n=number, round_trip_ms=trips[-1] if trips else None))
            number += 1
            hurry = timed and number < FIRST_BEATS
            await asyncio.sleep(pause / FIRST_BEATS if hurry else pause)


MESSAGES: dict[type, Callable[..., Awaitable[None]]] = {
    Hello: SocketHandler._again,
    Abilities: LiveTable.abilities,
    Act: LiveTable.act,
    Undo: LiveTable.undo,
    AnswerUndo: LiveTable.answer_undo,
    GoOn: LiveTable.go_on,
    CatchUp: SocketHandler._catch_up,
    Focus: LiveTable.focus,
    Draft: LiveTable.preview,
    WantHint: SocketHandler._hint,
    Say: LiveTable.say,
    Contribute: LiveTable.contribute,
    Ping: SocketHandler._ping,
    Pong: SocketHandler._pong,
}
"""What does each kind of message: the table itself, or the connection's handler."""
