"""What a guest at a table can ask over the socket, and the answer to each."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from quartett.core.capabilities import Previews
from quartett.core.errors import QuartettError
from quartett.core.texts import say
from quartett.protocol.messages import (
    Ack,
    Act,
    CatchUp,
    Contribute,
    Draft,
    Focus,
    Hello,
    Hint,
    Ping,
    PingBack,
    Pong,
    PongBack,
    Say,
    Undo,
    Verdict,
    WantHint,
)
from quartett.server.refusals import Refusal, plain, refused
from quartett.server.socket.connection import Connection, encode
from quartett.server.socket.wire import Meter
from quartett.server.store.documents import now_ms
from quartett.server.table import chat, hosting, seats
from quartett.server.table.driver import Driver
from quartett.server.table.telling import happened

FIRST_BEATS = 5
"""So many round trips are measured at once in real time: the first contest may be near."""


class SocketHandler:
    """One connection's stay at a table, from hello to goodbye."""

    def __init__(self, driver: Driver, guest: Connection, meter: Meter) -> None:
        self.driver = driver
        self._meter = meter
        self.table = driver.table
        self.guest = guest
        self._pings: dict[int, float] = {}
        self._heart: asyncio.Task[None] | None = None
        self._claims: set[asyncio.Task[None]] = set()
        self._answers: dict[type, Callable[[Any], Awaitable[None]]] = {
            Act: self._act,
            Undo: self._undo,
            CatchUp: self._catch_up,
            Focus: self._focus,
            Draft: self._draft,
            WantHint: self._hint,
            Say: self._say,
            Contribute: self._contribute,
            Ping: self._ping,
            Pong: self._pong,
            Hello: self._again,
        }

    async def begin(self, hello: Hello) -> None:
        """Come in: first a snapshot, then whatever happens next."""

        async def come() -> None:
            shown = self.table.snapshot(self.guest, hello.match, hello.version or 0)
            self.guest.tell(encode(shown))
            await self.driver.attach(self.guest)

        await self.table.ask(come)
        self._heart = asyncio.create_task(self._beat())

    async def end(self) -> None:
        """Go."""
        if self._heart:
            self._heart.cancel()
        await self.table.ask(lambda: self.driver.detach(self.guest))

    async def handle(self, message: Any) -> None:
        """Answer a message; whatever goes wrong is said, and the connection stays."""
        id = getattr(message, "id", None)
        try:
            await self._answers[type(message)](message)
        except QuartettError as error:
            self.refuse(error, id)
        except Exception:
            self.table.house.metrics.errors += 1
            self.table.house.log.exception("request_failed", table=self.table.doc.id)
            self.refuse(Refusal("went_wrong", 500), id)

    def refuse(self, error: QuartettError, id: str | None) -> None:
        """Say why something is not done."""
        self.table.house.metrics.refusals += 1
        self.guest.answer(refused(error, id, self.guest.language))

    # Playing

    async def _act(self, act: Act) -> None:
        seat = self._seat()
        if self.table.game.timed:
            # A contest may hold a claim for a moment; the guest can go on talking meanwhile.
            task = asyncio.create_task(self._claim(seat, act))
            self._claims.add(task)
            task.add_done_callback(self._claims.discard)
            return
        began = time.perf_counter()
        version = await self.table.ask(lambda: self.driver.play(seat, act.id, act.action))
        self._done(act.id, version, began)

    async def _claim(self, seat: int, act: Act) -> None:
        began = time.perf_counter()
        try:
            self._done(act.id, await self.driver.claim(seat, act), began)
        except QuartettError as error:
            self.refuse(error, act.id)
        except Exception:
            self.table.house.metrics.errors += 1
            self.table.house.log.exception("claim_failed", table=self.table.doc.id)
            self.refuse(Refusal("went_wrong", 500), act.id)

    def _done(self, id: str, version: int, began: float) -> None:
        metrics = self.table.house.metrics
        metrics.move_time.observe(time.perf_counter() - began)
        metrics.moves[self.table.doc.game] += 1
        self.guest.answer(Ack(id=id, version=version))

    async def _undo(self, undo: Undo) -> None:
        seat = self._seat()
        version = await self.table.ask(lambda: hosting.undo(self.table, seat))
        self.guest.answer(Ack(id=undo.id, version=version))

    # Looking

    async def _catch_up(self, wish: CatchUp) -> None:
        table, guest = self.table, self.guest
        play = table.play if table.may_look(guest.seat) else None
        steps = play.steps_since(wish.version) if play and wish.match == table.doc.match else None
        if play is None or steps is None:
            guest.tell(encode(table.snapshot(guest)))
            return
        clock = table.clock_info()
        guest.tell(encode(happened(table.doc, play, guest.seat, wish.version, steps, clock)))

    async def _focus(self, wish: Focus) -> None:
        if wish.seat not in seats.seats_of(self.table.doc, self.guest.person):
            raise Refusal("not_seated", 403)
        self.guest.seat = wish.seat
        self.guest.tell(encode(self.table.snapshot(self.guest)))

    async def _draft(self, wish: Draft) -> None:
        play = self.table.playing()
        if not isinstance(play.game, Previews):
            raise Refusal("no_verdict")
        verdict = play.game.preview(play.match.state, self._seat(), wish.draft)
        self.guest.answer(Verdict(id=wish.id, verdict=verdict))

    async def _hint(self, wish: WantHint) -> None:
        play, seat = self.table.playing(), self._seat()
        legal, _ = play.listed(seat)
        view = play.match.view(seat)
        found = await self.table.house.brains.hint(play.game, view, legal)
        if found is None:
            raise Refusal("no_hint")
        text = say(found.reason, found.about, self.guest.language)
        self.guest.answer(
            Hint(
                id=wish.id,
                action=found.action,
                reason=found.reason,
                about=plain(found.about),
                text=text,
                gain=found.gain,
                unit=found.unit,
            )
        )

    # Talking

    async def _say(self, wish: Say) -> None:
        name = self._name()

        async def say() -> None:
            message = chat.said(self.table.doc, wish, self.guest.seat, name)
            await self.table.commit(chat.kept(self.table.doc, message), self.table.play)
            self.table.tell_all(message)

        await self.table.ask(say)

    async def _contribute(self, wish: Contribute) -> None:
        person = self.guest.person
        if person is None:
            raise Refusal("not_here", 403)

        async def contribute() -> None:
            doc = seats.contributed(self.table.doc, person, wish.text)
            await self.table.commit(doc, self.table.play)

        await self.table.ask(contribute)

    # Heartbeats

    async def _ping(self, ping: Ping) -> None:
        self.guest.answer(PongBack(n=ping.n, at=now_ms(), clock=self.table.clock_info().now))

    async def _pong(self, pong: Pong) -> None:
        sent = self._pings.pop(pong.n, None)
        if sent is not None:
            round_trip = (time.monotonic() - sent) * 1000
            self.guest.round_trips.append(round_trip)
            self.driver.measured(self.guest.seat, round_trip, self._meter)

    async def _again(self, _: Hello) -> None:
        raise Refusal("hello_again")

    async def _beat(self) -> None:
        number = 0
        settings = self.table.house.settings
        timed = self.table.game.timed
        pause = settings.timed_heartbeat_seconds if timed else settings.heartbeat_seconds
        while True:
            trips = self.guest.round_trips
            self._pings = {n: at for n, at in self._pings.items() if n > number - 4}
            self._pings[number] = time.monotonic()
            if timed:
                self._meter.probe()
            self.guest.answer(PingBack(n=number, round_trip_ms=trips[-1] if trips else None))
            number += 1
            hurry = timed and number < FIRST_BEATS
            await asyncio.sleep(pause / FIRST_BEATS if hurry else pause)

    def _seat(self) -> int:
        """The seat for which the guest acts; people come and go, so it is checked each time."""
        seat = self.guest.seat
        if seat is None or seat not in seats.seats_of(self.table.doc, self.guest.person):
            raise Refusal("not_seated", 403)
        return seat

    def _name(self) -> str:
        doc, seat, person = self.table.doc, self.guest.seat, self.guest.person
        if seat is not None and seat < len(doc.places):
            return doc.places[seat].name
        if person is None:
            raise Refusal("not_here", 403)
        return doc.people[person].name
