"""A table as everybody else knows it: commands, each done in its turn."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from quartett import bots
from quartett.core.capabilities import Previews
from quartett.core.errors import QuartettError
from quartett.core.log import AnyLog
from quartett.protocol.bodies import (
    Absent,
    ChangeSeat,
    ChangeTable,
    Join,
    Joined,
    Looked,
    Rename,
    Sit,
)
from quartett.protocol.messages import (
    Ack,
    Act,
    CatchUp,
    Draft,
    Focus,
    Hello,
    Refused,
    Say,
    Snapshot,
    TableInfo,
    Undo,
)
from quartett.protocol.messages import Verdict as DraftVerdict
from quartett.server.bots.seats import BotSeats
from quartett.server.realtime.arbiter import Claim
from quartett.server.realtime.claims import Reply
from quartett.server.refusals import Refusal, refused
from quartett.server.services import Services
from quartett.server.socket.connection import Connection, encode
from quartett.server.store.documents import StoredEntry, TableDocument
from quartett.server.store.store import Hold
from quartett.server.table import chat, host, info, matches, replays, seats
from quartett.server.table.broadcaster import may_look
from quartett.server.table.clock import Alarm, MatchClock, TurnClocks, ticking, wall_ms
from quartett.server.table.inbox import Inbox
from quartett.server.table.playing import Play, told_log
from quartett.server.table.seats import Caller
from quartett.server.table.table import Parts, Table

T = TypeVar("T")
P = ParamSpec("P")

RETRY_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""After a failure, what is due is tried again: soon at first, then less and less often."""

Method = Callable[Concatenate["TableActor", P], Coroutine[Any, Any, T]]


def command(method: "Method[P, T]") -> "Method[P, T]":
    """Make a method wait for its turn in the table's queue."""

    @wraps(method)
    async def ask(actor: "TableActor", /, *args: P.args, **kwargs: P.kwargs) -> T:
        if actor.closed:
            raise Refusal("no_such_table", 404)
        return await actor._inbox.ask(partial(method, actor, *args, **kwargs))

    return ask


class TableActor:
    """One table. Its commands are all that anybody can ask of it; nothing else changes it."""

    def __init__(
        self,
        services: Services,
        doc: TableDocument,
        hold: Hold,
        play: Play | None,
        turns: TurnClocks,
    ) -> None:
        self.id = doc.id
        self.closed = False
        self.touched_at = ticking()
        """When somebody last had to do with this table."""
        self._services = services
        self._inbox = Inbox()
        self._failures = 0
        clock = MatchClock()
        seats_ = BotSeats(services, clock, self._bot_acts, self._bot_claims)
        parts = Parts(services, hold, clock, seats_, Alarm(self._ring))
        self._table = Table(doc, play, turns, parts, self._lose)
        self._table.refresh()

    # Reading

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._table.info()

    @property
    def status(self) -> str:
        """Whether the table waits, plays, is over or closed."""
        return self._table.doc.status

    @property
    def connections(self) -> int:
        """How many devices are connected."""
        return len(self._table.broadcaster)

    @property
    def timed(self) -> bool:
        """Whether moments matter in this table's game."""
        return self._table.game.timed

    def clock_now(self) -> int | None:
        """The match's clock in ms, in timed games."""
        return self._table.clock_info().now

    @command
    async def look(self, caller: Caller) -> Looked:
        """The table, and who one is there."""
        return self._looked(seats.identified(self._table.doc, caller))

    @command
    async def replay(self, caller: Caller, match: int | None = None) -> AnyLog | bytes:
        """A match: a finished one in full, a running one (JSON Lines) as the asker may know it."""
        table = self._table
        doc, play = table.doc, table.play
        if match is not None and match != doc.match:
            return await replays.finished(self._services.store, doc, match)
        if play is None:
            raise Refusal("no_such_match", 404)
        if doc.status == "over":
            return await replays.finished(self._services.store, doc, doc.match)
        own = seats.seats_of(doc, seats.identified(doc, caller))
        if not own and not doc.spectators:
            raise Refusal("no_spectators", 403)
        return told_log(play, own[0] if own else None)

    @command
    async def finished(self, match: int | None) -> AnyLog:
        """A match that is over, the latest unless told otherwise."""
        doc = self._table.doc
        chosen = doc.match if match is None else match
        return await replays.finished(self._services.store, doc, chosen)

    # Coming, sitting, arranging, going

    @command
    async def join(self, caller: Caller, request: Join) -> Joined:
        """Come to the table, or come back to it."""
        doc, person = host.join(self._table.doc, caller, request)
        await self._table.change(doc)
        return self._joined(person)

    @command
    async def sit(self, caller: Caller, request: Sit) -> Looked:
        """Take an open seat."""
        person = self._member(caller)
        name, part = request.name, request.contribution
        return await self._change(
            seats.sit(self._table.doc, person, request.seat, name, part), person
        )

    @command
    async def stand(self, caller: Caller, seat: int) -> Looked:
        """Give a seat up before the match."""
        person = self._member(caller)
        return await self._change(seats.stand(self._table.doc, person, seat), person)

    @command
    async def rename(self, caller: Caller, request: Rename) -> Looked:
        """Go by another name."""
        person = self._member(caller)
        doc = seats.rename(self._table.doc, person, request.name, request.seat)
        return await self._change(doc, person)

    @command
    async def change_seat(self, caller: Caller, request: ChangeSeat) -> Looked:
        """The host arranges a seat."""
        person = self._member(caller)
        doc = host.change_seat(self._table.doc, person, request, self._services.bots)
        return await self._change(doc, person)

    @command
    async def change_table(self, caller: Caller, request: ChangeTable) -> Looked:
        """The host changes the table's options and settings."""
        person = self._member(caller)
        doc = host.change_table(self._table.doc, person, request)
        self._table.turns.rules = host.turn_rules(doc)
        return await self._change(doc, person)

    @command
    async def absent(self, caller: Caller, request: Absent) -> Looked:
        """The host decides about somebody who is gone."""
        person = self._member(caller)
        doc = host.absent(self._table.doc, person, request, self._services.bots)
        self._table.drop([request.seat])
        return await self._change(doc, person)

    @command
    async def start(self, caller: Caller) -> Looked:
        """The host starts the match: the deal is stored, then everybody sees their cards."""
        table, person = self._table, self._member(caller)
        host.check_host(table.doc, person)
        if table.doc.status != "waiting":
            raise Refusal("not_waiting")
        doc, play = matches.dealt(table.doc)
        deal = play.match.log[0]
        await table.begin(doc, play, [StoredEntry(deal.events, on=wall_ms())])
        return self._looked(person)

    @command
    async def rematch(self, caller: Caller, answer: bool = True) -> Looked:
        """Ask for another match or agree to one; it comes once all who are there want it."""
        table, person = self._table, self._member(caller)
        doc = host.want_rematch(table.doc, person, answer)
        if host.all_want_rematch(doc, table.broadcaster.people()):
            await table.begin(matches.again(doc), None)
        else:
            await table.change(doc)
        return self._looked(person)

    @command
    async def leave(self, caller: Caller) -> Looked:
        """Go for good; during a match a bot plays on."""
        table, person = self._table, self._member(caller)
        table.drop(seats.seats_of(table.doc, person))
        await table.change(host.leave(table.doc, person))
        await self._rematch_if_all_agree()
        return self._looked(person)

    # Connections

    @command
    async def attach(self, connection: Connection, caller: Caller, hello: Hello) -> None:
        """A device says hello: first it gets a snapshot, then whatever happens next."""
        table = self._table
        person = seats.identified(table.doc, caller)
        own = seats.seats_of(table.doc, person)
        if hello.seat is not None and hello.seat not in own:
            raise Refusal("not_seated", 403)
        elsewhere = person in table.broadcaster.people()
        table.broadcaster.add(connection, person, hello.seat)
        self._send_snapshot(connection, hello.match, hello.version or 0)
        table.presence.came(person)
        away = any(table.doc.places[seat].away for seat in own)
        if away or elsewhere:
            # A bot or another device may have something under way for these seats.
            table.drop(own)
        if away:
            await table.change(seats.set_away(table.doc, own, False))
        table.tell_presence()
        table.refresh()

    @command
    async def detach(self, connection: Connection) -> None:
        """A device is gone."""
        table = self._table
        if connection not in table.broadcaster:
            return
        person = table.broadcaster.person(connection)
        table.broadcaster.remove(connection)
        self.touched_at = ticking()
        if person not in table.broadcaster.people():
            table.presence.went(person)
        table.tell_presence()
        table.refresh()
        await self._rematch_if_all_agree()

    @command
    async def resync(self, connection: Connection) -> None:
        """A device that fell behind gets a snapshot in place of what it missed."""
        if connection in self._table.broadcaster:
            self._services.metrics.slow_guests += 1
            connection.catch_up(encode(self._snapshot(connection)))

    @command
    async def catch_up(self, connection: Connection, request: CatchUp) -> None:
        """Send a device what happened since a version."""
        table = self._table
        seat = table.broadcaster.seat(table.doc, connection)
        play = table.play if may_look(table.doc, seat) else None
        steps = play.steps_since(request.version) if play else None
        if play is None or steps is None or request.match != table.doc.match:
            self._send_snapshot(connection)
            return
        clock = table.clock_info()
        found = info.events(table.doc, play, seat, request.version, steps, clock)
        connection.tell(encode(found))

    @command
    async def focus(self, connection: Connection, request: Focus) -> None:
        """Look from another of one's own seats."""
        table = self._table
        person = table.broadcaster.person(connection)
        if request.seat not in seats.seats_of(table.doc, person):
            raise Refusal("not_seated", 403)
        table.broadcaster.choose(connection, request.seat)
        self._send_snapshot(connection)

    def measured(
        self,
        connection: Connection,
        round_trip_ms: float,
        system: float | None,
        beneath: float | None,
    ) -> None:
        """A round trip was measured; heartbeats need not wait for the table."""
        table = self._table
        if not table.game.timed or table.play is None or connection not in table.broadcaster:
            return
        seat = table.broadcaster.seat(table.doc, connection)
        if seat is not None:
            table.claims.measured(seat, round_trip_ms, system, beneath)

    # Playing

    @command
    async def act(self, connection: Connection, act: Act) -> None:
        """Play an action from the seat in focus; the answer goes over the connection."""
        table, seat, began = self._table, self._seat(connection), time.perf_counter()
        if not table.game.timed:
            version = await table.act(seat, act.id, act.action)
            self._acknowledge(connection, act.id, version, began)
            return

        def reply(result: int | Exception) -> None:
            if isinstance(result, int):
                self._acknowledge(connection, act.id, result, began)
            else:
                connection.answer(self._refusal(result, act.id, connection.language))

        await self._claim(seat, act, reply)

    @command
    async def undo(self, connection: Connection, undo: Undo) -> None:
        """Take one's last action back; the answer goes over the connection."""
        table, seat = self._table, self._seat(connection)
        connection.answer(Ack(id=undo.id, version=await table.undo(seat, undo.id)))

    @command
    async def preview(self, connection: Connection, draft: Draft) -> None:
        """Say what the rules think of a draft; the answer goes over the connection."""
        play = self._table.playing()
        if not isinstance(play.game, Previews):
            raise Refusal("no_verdict")
        verdict = play.game.preview(play.match.state, self._seat(connection), draft.draft)
        connection.answer(DraftVerdict(id=draft.id, verdict=verdict))

    async def hint(self, connection: Connection) -> bots.Hint:
        """What a good bot would do from the seat in focus."""
        play, seat = await self._hinted(connection)
        lane = self._table.lane(hint=True)
        view, legal = play.match.view(seat), play.listed(seat)[0]
        found = await self._services.bots.hint(lane, play.game, view, legal)
        if found is None:
            raise Refusal("no_hint")
        return found

    @command
    async def _hinted(self, connection: Connection) -> tuple[Play, int]:
        if not self._table.doc.hints:
            raise Refusal("no_hints")
        return self._table.playing(), self._seat(connection)

    # Talking

    @command
    async def say(self, connection: Connection, request: Say) -> None:
        """Say something to everybody at the table."""
        table = self._table
        seat = table.broadcaster.seat(table.doc, connection)
        name = chat.speaker(table.doc, seat, table.broadcaster.person(connection))
        message = chat.said(table.doc, request, seat, name)
        await table.save(chat.kept(table.doc, message), table.play)
        table.broadcaster.everybody(message)

    @command
    async def contribute(self, connection: Connection, text: str) -> None:
        """Add one's part to the chance of the next deal."""
        table = self._table
        person = table.broadcaster.person(connection)
        if person is None:
            raise Refusal("not_here", 403)
        await table.save(seats.contributed(table.doc, person, text), table.play)

    # Sleeping and ending

    def sleep(self, quiet_seconds: float) -> bool:
        """Close the table if nobody has had to do with it for a while and nothing is due soon."""
        table = self._table
        due = table.due_at()
        if (
            len(table.broadcaster)
            or not self._inbox.idle
            or ticking() - self.touched_at < quiet_seconds
            or (due is not None and due - wall_ms() < 2000 * quiet_seconds)
        ):
            return False
        self._end()
        return True

    async def close(self) -> None:
        """Stop; what was asked before is finished first."""
        self._end()
        await self._inbox.drained()

    def _end(self) -> None:
        self.closed = True
        self._table.stop()

    def _lose(self) -> None:
        """Another process owns this table now, or knows more of it: it has to be read afresh."""
        self._end()
        for connection in self._table.broadcaster.connections:
            connection.end()

    # By itself

    def _ring(self) -> None:
        if not self.closed:
            self._inbox.ask(self._work)

    async def _work(self) -> None:
        """Do what is due; whatever goes wrong, come back to it."""
        if self.closed:
            return
        try:
            await self._table.work()
            self._failures = 0
        except Exception as error:
            self._services.metrics.errors += 1
            self._services.log.warning("table_retries", table=self.id, why=type(error).__name__)
            pause = RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
            self._failures += 1
            if not self.closed:
                self._table.retry(pause)

    @command
    async def _bot_acts(self, seat: int, action: Any) -> None:
        """A bot acts for a seat, if the seat is still a bot's to play."""
        table = self._table
        if not table.is_bots(seat):
            raise Refusal("taken_over")
        place = table.doc.places[seat]
        await table.act(seat, None, action, forced=place.person is not None and not place.away)

    async def _bot_claims(self, seat: int, id: str, action: Any) -> None:
        """A bot reaches for something, as people do."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def reply(result: int | Exception) -> None:
            if answer.done():
                return
            if isinstance(result, int):
                answer.set_result(result)
            else:
                answer.set_exception(result)

        await self._offer_for_bot(seat, Act(id=id, action=action), reply)
        await answer

    @command
    async def _offer_for_bot(self, seat: int, act: Act, reply: Reply) -> None:
        if not self._table.is_bots(seat):
            raise Refusal("taken_over")
        await self._claim(seat, act, reply)

    async def _claim(self, seat: int, act: Act, reply: Reply) -> None:
        """Offer a timed action to the arbiter, and play what is due."""
        table = self._table
        play = table.playing()
        if (seat, act.id) in play.answered:
            reply(play.answered[seat, act.id])
            return
        action = play.game.parse_action(act.action)
        now = table.clock.now()
        claim = Claim(seat, act.id, action, now, act.aims_at, act.reaction_ms)
        table.claims.offer(claim, play.match.state, reply)
        await table.settle()
        table.refresh()

    async def _rematch_if_all_agree(self) -> None:
        table = self._table
        if table.doc.status == "over" and host.all_want_rematch(
            table.doc, table.broadcaster.people()
        ):
            await table.begin(matches.again(table.doc), None)

    # Answers

    async def _change(self, doc: TableDocument, person: str) -> Looked:
        await self._table.change(doc)
        return self._looked(person)

    def _looked(self, person: str | None) -> Looked:
        table = self._table
        return Looked(table=table.info(), you=table.broadcaster.you(table.doc, person))

    def _joined(self, person: str) -> Joined:
        looked = self._looked(person)
        token = self._services.tokens.for_person(self.id, person)
        return Joined(table=looked.table, you=looked.you, token=token)

    def _member(self, caller: Caller) -> str:
        return seats.member(self._table.doc, caller)

    def _seat(self, connection: Connection) -> int:
        """The seat for which a device acts: one that is its person's own now."""
        seat = self._table.broadcaster.seat(self._table.doc, connection)
        if seat is None:
            raise Refusal("not_seated", 403)
        return seat

    def _snapshot(self, connection: Connection) -> Snapshot:
        table = self._table
        clock, shown = table.clock_info(), table.info()
        return table.broadcaster.snapshot(connection, table.doc, table.play, shown, clock)

    def _send_snapshot(
        self, connection: Connection, match: int | None = None, version: int = 0
    ) -> None:
        """Send a snapshot, with the events since a version where that is known."""
        table, snapshot = self._table, self._snapshot(connection)
        play = table.play if snapshot.view is not None and match == table.doc.match else None
        steps = play.steps_since(version) if play else None
        if play is not None and steps is not None:
            events = play.seen(steps, snapshot.seat)
            snapshot = replace(snapshot, since=version, events=events)
        connection.tell(encode(snapshot))

    def _acknowledge(self, connection: Connection, id: str, version: int, began: float) -> None:
        metrics = self._services.metrics
        metrics.move_time.observe(time.perf_counter() - began)
        metrics.moves[self._table.doc.game] += 1
        connection.answer(Ack(id=id, version=version))

    def _refusal(self, error: Exception, id: str, language: str) -> Refused:
        if isinstance(error, QuartettError):
            self._services.metrics.refusals += 1
            return refused(error, id, language)
        self._services.metrics.errors += 1
        self._services.log.warning("claim_failed", table=self.id, why=type(error).__name__)
        return refused(Refusal("went_wrong", 500), id, language)
