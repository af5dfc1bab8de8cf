"""A table as everybody else knows it: commands, each done in its turn."""

import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from quartett import bots
from quartett.core.capabilities import Previews
from quartett.core.errors import QuartettError
from quartett.core.game import GameValue
from quartett.core.log import AnyLog
from quartett.protocol.bodies import (
    Devices,
    Join,
    Joined,
    Looked,
    Nothing,
    Revoke,
    Sit,
    Standings,
)
from quartett.protocol.messages import (
    Abilities,
    Ack,
    Act,
    AnswerUndo,
    Away,
    CatchUp,
    Contribute,
    Draft,
    Focus,
    GoOn,
    Hello,
    Refused,
    Say,
    Snapshot,
    Undo,
)
from quartett.protocol.messages import Verdict as DraftVerdict
from quartett.server.moved import MovedAway
from quartett.server.parts.connection import Connection, encode
from quartett.server.parts.memberships import Seen
from quartett.server.parts.versioned import VersionedMatch, told_log
from quartett.server.refusals import Refusal, refused
from quartett.server.shared.limits import PersonLimits
from quartett.server.store.documents import Finished, TableDocument
from quartett.server.store.store import StoreUnavailableError
from quartett.server.table import (
    between_rounds,
    chat,
    host,
    matches,
    members,
    outgoing,
    playing,
    replays,
    seats,
    steps,
)
from quartett.server.table.forgetting import nameless
from quartett.server.table.inbox import command, queued, reading
from quartett.server.table.permissions import Caller, Role, identified, person_of
from quartett.server.table.runner import Runner
from quartett.server.table.steps import Step

R = TypeVar("R")
NOTHING = Nothing()


def _arranging(
    role: Role, step: "Step[R]"
) -> "Callable[[LiveTable, Caller, R], Coroutine[GameValue, GameValue, Looked]]":
    """A command that changes the document by a pure step, and tells who asked how it is now."""

    @wraps(step)
    async def arrange(table: "LiveTable", caller: Caller, request: R) -> Looked:
        return await table.arrange(step, caller, request)

    return command(role)(arrange)


class LiveTable(Runner):
    """One table. Its commands are all that anybody can ask of it; nothing else changes it."""

    # Reading

    @property
    def status(self) -> str:
        """Whether the table waits, plays, is over or closed."""
        return self.now.doc.status

    @property
    def connections(self) -> int:
        """How many devices are connected."""
        return len(self.broadcaster)

    @property
    def timed(self) -> bool:
        """Whether moments matter in this table's game."""
        return self.game.timed

    def limits_of(self, connection: Connection) -> PersonLimits | None:
        """How much the person behind a connection may do; None for a stranger."""
        if connection not in self.broadcaster:
            return None
        person = self.broadcaster.person(connection)
        return None if person is None else self.person_limits(person)

    def clock_now(self) -> int | None:
        """The match's clock in ms, in timed games."""
        return self.clock_info().now

    @command(Role.STRANGER)
    async def look(self, caller: Caller) -> Looked:
        """The table, and who the caller is there."""
        return self._looked(identified(self.now.doc, caller))

    @reading
    async def replay(self, caller: Caller, match: int | None) -> AnyLog | bytes:
        """A match: a finished one in full, a running one (JSON Lines) as the asker may know it."""
        doc, play = self.now.doc, self.now.play
        if match not in (None, doc.match) or doc.status == "over":
            if matches.is_hidden(doc, match or doc.match):
                raise Refusal("not_revealed", 403)  # the file tells the deal itself
            return await self._finished(match)
        if play is None:
            raise Refusal("no_such_match", 404)
        own = seats.seats_of(doc, identified(doc, caller))
        return told_log(play, own[0] if own else None)

    @reading
    async def finished(self, caller: Caller, match: int | None) -> AnyLog:
        """A match that is over, the latest unless told otherwise."""
        return await self._finished(match)

    @reading
    async def past_match(self, caller: Caller, match: int | None) -> Finished:
        """What is known of a match that is over."""
        doc = self.now.doc
        return replays.past_match(doc, doc.match if match is None else match)

    async def _finished(self, match: int | None) -> AnyLog:
        doc = self.now.doc
        return await replays.finished(self._services.store, doc, match or doc.match)

    @command(Role.STRANGER)
    async def standings(self, caller: Caller) -> Standings:
        """The standings over all matches of this table, whatever the game."""
        return outgoing.standings(self.now.doc)

    @command(Role.SEATED)
    async def finisher(self, caller: Caller) -> tuple[TableDocument, str]:
        """The table as it is stored, for somebody who has a seat there, and that person's name."""
        doc = self.now.doc
        return doc, doc.people[self._member(caller)].name

    @queued
    async def document(self) -> TableDocument:
        """The table as it is stored."""
        return self.now.doc

    # Coming, sitting, arranging, going

    @command(Role.STRANGER)
    async def join(self, caller: Caller, request: Join) -> Joined:
        """Come to the table, or come back to it."""
        here, in_use = self.broadcaster.people(), self.broadcaster.browsers()
        known = identified(self.now.doc, caller)
        if not self.arrivals.lets_sit(self.now.doc, known, caller.address):
            request = replace(request, sit=False)
        doc, person = host.join(self.now.doc, caller, request, here, in_use)
        await self.change(members.wearing(doc, person, caller))
        self.arrivals.came(doc, person, caller.address)
        return self._joined(person)

    @command(Role.PERSON)
    async def sit(self, caller: Caller, request: Sit) -> Looked:
        """Take an open seat; a second one only where the host has opened it for the same device."""
        doc, person = self.now.doc, self._member(caller)
        meant_for = seats.seat_record(doc, request.seat).meant_for
        if meant_for != person and not self.arrivals.lets_sit(doc, person, caller.address):
            raise Refusal("ask_host")
        return await self.arrange(steps.sit, caller, request)

    stand = _arranging(Role.SEATED, steps.stand)
    swap = _arranging(Role.PERSON, steps.swap)
    ready = _arranging(Role.SEATED, steps.ready)
    rename = _arranging(Role.PERSON, steps.rename)
    change_seat = _arranging(Role.HOST, steps.change_seat)
    change_table = _arranging(Role.HOST, steps.change_table)
    absent = _arranging(Role.HOST, steps.absent)
    remove = _arranging(Role.HOST, steps.remove)
    admit = _arranging(Role.HOST, steps.admit)
    hand_over = _arranging(Role.HOST, steps.hand_over)
    stand_in = _arranging(Role.SEATED, steps.stand_in)
    leave = _arranging(Role.PERSON, steps.leave)

    suggest = _arranging(Role.SEATED, steps.suggest)
    rematch = _arranging(Role.SEATED, steps.rematch)

    async def arrange(self, step: "Step[R]", caller: Caller, request: R) -> Looked:
        """Take a step from the document as it is."""
        person, around = self._member(caller), self.around()
        doc = step(self.now.doc, person, request, around)
        await self.do(steps.arranged(self.now, doc, around))
        return self._looked(person)

    @command(Role.HOST)
    async def start(self, caller: Caller, _: Nothing = NOTHING) -> Looked:
        """The host starts the match: the deal is stored, then everybody sees their cards."""
        person, play = self._member(caller), self.now.play
        if self.status == "running" and play is not None and play.is_untouched:
            return self._looked(person)  # it was asked for twice, or has begun by itself
        if self.status != "waiting":
            raise Refusal("not_waiting")
        await self.do(playing.deal(self.now, self.now.doc, self.around()))
        return self._looked(person)

    # For the evening to which it belongs

    @queued
    async def release(self, browser: str, removed: bool) -> None:
        """A bot plays for somebody who has left the evening; for good if they were sent away."""
        doc = self.now.doc
        if (person := person_of(doc, browser)) is None or doc.status != "running":
            return
        if removed:
            await self.change(host.remove(doc, person, self._services.bots))
        else:
            await self.change(seats.set_away(doc, seats.seats_of(doc, person), True))

    @queued
    async def stand_in_for(self, browser: str) -> None:
        """A bot plays for somebody who has been gone for a while, until they are back."""
        own = seats.seats_of(self.now.doc, person_of(self.now.doc, browser))
        if not own or self.now.doc.status != "running":
            raise Refusal("not_running")
        if not set(own) <= set(self.presence.marks(self.now.doc)[1]):
            raise Refusal("still_here", seat=own[0])
        await self.change(seats.set_away(self.now.doc, own, True))

    @queued
    async def reveal(self) -> None:
        """The round is over: its deal may be seen by everybody."""
        shared = self.now.doc.shared
        if shared is not None and shared.reveal_at:
            await self.change(replace(self.now.doc, shared=replace(shared, reveal_at=0)))

    # For those who keep their name; also whoever was removed may come along, or go

    @command(Role.STRANGER)
    async def pass_on(self, caller: Caller, browser: str) -> None:
        """Let another browser of the same person have what this one has."""
        person, doc = self._member(caller), self.now.doc
        if person_of(doc, browser) is None:
            await self.change(members.passed_on(doc, person, caller.browser or "", browser))

    @queued
    async def wear(self, browser: str, face: str) -> None:
        """Somebody who belongs here has chosen a portrait."""
        caller, doc = Caller(browser, face=face), self.now.doc
        await self.change(members.wearing(doc, person_of(doc, browser), caller))

    @command(Role.STRANGER)
    async def end_links(self, caller: Caller) -> None:
        """End all links, tokens and connections of somebody but those of the browser that asks."""
        person, browser = self._member(caller), caller.browser or ""
        if members.owns(self.now.doc, person, browser):
            await self.change(members.alone(self.now.doc, person, browser))
            self._end_connections(person)

    @command(Role.STRANGER)
    async def forget(self, caller: Caller) -> None:
        """Go for good, and leave no name behind; what was played stays.

        Somebody with only another person's private link gives up that link.
        """
        person, browser, doc = self._member(caller), caller.browser or "", self.now.doc
        if not members.owns(doc, person, browser):
            await self.change(members.unlinked(doc, person, browser))
            return
        await self.change(host.leave(nameless(doc, person), person, self.broadcaster.by_stay()))
        self._end_connections(person)

    @command(Role.PERSON)
    async def devices(self, caller: Caller) -> Devices:
        """The devices on which somebody has their seats."""
        found = members.devices(self.now.doc, self._member(caller), caller.browser)
        return Devices(devices=found)

    @command(Role.PERSON)
    async def revoke(self, caller: Caller, request: Revoke) -> Joined:
        """Take a device back, or all others; the links given out so far end too."""
        person = self._member(caller)
        await self.change(members.revoked(self.now.doc, person, caller.browser, request.device))
        self._end_connections(person)
        return self._joined(person)

    def _end_connections(self, person: str) -> None:
        for connection in self.broadcaster.of_person(person):
            connection.end()

    # Connections

    @queued
    async def attach(self, connection: Connection, caller: Caller, hello: Hello) -> None:
        """A device says hello: first it gets a snapshot, then whatever happens next."""
        doc = self.now.doc
        person = identified(doc, caller)
        own = seats.seats_of(doc, person)
        if hello.seat is not None and hello.seat not in own:
            raise Refusal("not_seated", 403)
        devices_open = len(self.broadcaster.of_person(person)) if person is not None else 0
        if 0 < self._services.settings.max_sockets_per_person <= devices_open:
            raise Refusal("too_many_sockets", 429)
        away = any(doc.places[seat].away for seat in own)
        await self.note(members.seen(doc, person, caller.browser))
        await self.change(members.wearing(self.now.doc, person, caller))
        if devices_open:
            self.drop(own)  # another device may have something under way for these seats
        if away:
            await self._return(own)
        missed = None if devices_open or hello.version else await self._missed(person)
        knows_deal = await self.knows_deal(doc.match, person, caller.browser)
        self.broadcaster.add(connection, person, hello.seat, caller.browser, knows_deal)
        self.arrivals.came(doc, person, connection.address)
        self.people_changed()
        self._send_snapshot(connection, hello.match, hello.version or 0, missed)
        self._note_look(person)
        self.refresh()
        self.tell_presence()

    @command(Role.STRANGER)
    async def abilities(self, connection: Connection, request: Abilities) -> None:
        """A device says what it can do."""
        self.broadcaster.able(connection, request)

    @queued
    async def detach(self, connection: Connection) -> None:
        """A device is gone."""
        if connection not in self.broadcaster:
            return
        self._note_look(self.broadcaster.person(connection))
        self.broadcaster.remove(connection)
        self.people_changed()
        self.touched_at = self._services.time.ticking()
        self.refresh()
        self.tell_presence()
        await self.change(self.now.doc)  # those who are left may all want another match

    @queued
    async def resync(self, connection: Connection) -> None:
        """A device that fell behind gets a snapshot in place of what it missed."""
        if connection in self.broadcaster:
            self._services.metrics.slow_connections += 1
            connection.catch_up(encode(self._snapshot(connection)))

    @command(Role.STRANGER)
    async def catch_up(self, connection: Connection, request: CatchUp) -> None:
        """Send a device what happened since a version."""
        doc, seat = self.now.doc, self.broadcaster.seat(self.now.doc, connection)
        play = self.now.play if self.broadcaster.may_see(doc, connection) else None
        happened = play.steps_since(request.version) if play else None
        if play is None or happened is None or request.match != doc.match:
            self._send_snapshot(connection)
            return
        clock = self.clock_info()
        connection.tell(encode(outgoing.events(doc, play, seat, request.version, happened, clock)))

    @command(Role.SEATED)
    async def focus(self, connection: Connection, request: Focus) -> None:
        """Look from another of one's own seats."""
        person = self.broadcaster.person(connection)
        if request.seat not in seats.seats_of(self.now.doc, person):
            raise Refusal("not_seated", 403)
        self.broadcaster.choose(connection, request.seat)
        await self.do(playing.uncover(self.now, request.seat, self.around()))
        self._send_snapshot(connection)

    def measured(
        self,
        connection: Connection,
        round_trip_ms: float,
        system: float | None,
        beneath: float | None,
    ) -> None:
        """A round trip was measured; heartbeats need not wait for the table."""
        if not self.timed or self.now.play is None or connection not in self.broadcaster:
            return
        seat = self.broadcaster.seat(self.now.doc, connection)
        if seat is not None:
            self.claims.measured(seat, round_trip_ms, system, beneath)

    # Playing

    @command(Role.SEATED)
    async def act(self, connection: Connection, act: Act) -> None:
        """Play an action from the seat in focus; the answer goes over the connection."""
        seat, began = self._seat(connection), time.perf_counter()
        if self.now.doc.places[seat].away and self.now.answered(seat, act.id) is None:
            await self._return(seats.seats_of(self.now.doc, self.broadcaster.person(connection)))
        if not self.timed:
            version = await self.play(seat, act.id, act.action)
            self._acknowledge(connection, act.id, version, began)
            return

        def reply(result: int | Exception) -> None:
            if isinstance(result, int):
                self._acknowledge(connection, act.id, result, began)
            elif not isinstance(result, MovedAway):  # it is asked again where the table is
                connection.answer(self._refusal(result, act.id, connection.language))

        await self.claim(seat, act, reply)

    @command(Role.SEATED)
    async def undo(self, connection: Connection, undo: Undo) -> None:
        """Take one's last action back; the answer goes over the connection."""

        def reply(result: int | Exception) -> None:
            if isinstance(result, int):
                connection.answer(Ack(id=undo.id, version=result))
            else:
                connection.answer(self._refusal(result, undo.id, connection.language))

        await self.ask_undo(self._seat(connection), undo.id, reply)

    @command(Role.SEATED)
    async def answer_undo(self, connection: Connection, request: AnswerUndo) -> None:
        """Agree that somebody takes their last action back, or do not."""
        await self.settle_undo(self.broadcaster.person(connection), request.agree)

    @command(Role.SEATED)
    async def go_on(self, connection: Connection, _: GoOn) -> None:
        """Somebody has looked at the end of a round."""
        person = self.broadcaster.person(connection)
        await self.do(between_rounds.go_on(self.now, person, self.around()))

    @command(Role.SEATED)
    async def preview(self, connection: Connection, draft: Draft) -> None:
        """Say what the rules think of a draft; the answer goes over the connection."""
        play = self.now.playing()
        if not isinstance(play.game, Previews):
            raise Refusal("no_verdict")
        verdict = play.game.preview(play.match.state, self._seat(connection), draft.draft)
        connection.answer(DraftVerdict(id=draft.id, verdict=verdict))

    async def hint(self, connection: Connection) -> bots.Hint:
        """What a good bot would do from the seat in focus."""
        play, seat = await self._hinted(connection)
        lane = self.lane(hint=True)
        view, legal = play.match.view(seat), play.listed(seat)[0]
        found = await self._services.bots.hint(lane, play.game, view, legal)
        if found is None:
            raise Refusal("no_hint")
        return found

    @command(Role.SEATED)
    async def _hinted(self, connection: Connection) -> tuple[VersionedMatch, int]:
        if not self.now.doc.hints:
            raise Refusal("no_hints")
        return self.now.playing(), self._seat(connection)

    # Talking

    @command(Role.PERSON)
    async def say(self, connection: Connection, request: Say) -> None:
        """Say something to everybody at the table."""
        limits = self.limits_of(connection)
        if limits is not None and not limits.said.take():
            raise Refusal("too_fast", 429)
        doc, person = self.now.doc, self.broadcaster.person(connection)
        seat = self.broadcaster.seat(doc, connection)
        name = chat.speaker(doc, seat, person)
        message = chat.said(doc, request, seat, name, self._services.time.wall_ms())
        await self.note(chat.kept(doc, message, person))
        self.broadcaster.everybody(message)

    @command(Role.PERSON)
    async def contribute(self, connection: Connection, request: Contribute) -> None:
        """Add one's part to the chance of the next deal."""
        person = self.broadcaster.person(connection)
        assert person is not None
        await self.note(seats.contributed(self.now.doc, person, request.text))

    async def _return(self, own: list[int]) -> None:
        """Somebody is back: what a stand-in has under way for these seats is dropped."""
        await self.change(seats.set_away(self.now.doc, own, False))

    # Answers

    def _looked(self, person: str | None) -> Looked:
        return Looked(table=self.info, you=self.broadcaster.you(self.now.doc, person))

    def _joined(self, person: str) -> Joined:
        looked = self._looked(person)
        issue = self.now.doc.people[person].issue
        token = self._services.tokens.for_person(self.id, person, issue)
        return Joined(table=looked.table, you=looked.you, token=token)

    def _member(self, caller: Caller) -> str:
        """The person who asks, where the command is for persons."""
        person = identified(self.now.doc, caller)
        assert person is not None
        return person

    def _seat(self, connection: Connection) -> int:
        """The seat for which a device acts: one that is its person's own now."""
        seat = self.broadcaster.seat(self.now.doc, connection)
        if seat is None:
            raise Refusal("not_seated", 403)
        return seat

    def _snapshot(self, connection: Connection) -> Snapshot:
        doc, play = self.now.doc, self.now.play
        return self.broadcaster.snapshot(connection, doc, play, self.info, self.clock_info())

    # What somebody has seen

    def _note_look(self, person: str | None) -> None:
        """Somebody sees the table as it is now, or saw it until now."""
        doc, play = self.now.doc, self.now.play
        if person not in doc.people:
            return
        seen = Seen(doc.match, play.version if play else 0, self._time.wall_ms())
        self._services.memberships.look(self.id, doc.people[person].browsers, seen)

    async def _missed(self, person: str | None) -> Away | None:
        """Since when something has happened without a player who comes back.

        Not where all play at once, and not where several share a device: only one of them asks.
        """
        doc, play = self.now.doc, self.now.play
        if person is None or self.timed or len(seats.seats_of(doc, person)) != 1:
            return None
        memberships, store = self._services.memberships, self._services.store
        seen = None
        with suppress(StoreUnavailableError):  # the table itself can be shown all the same
            seen = await memberships.seen(store, self.id, doc.people[person].browsers)
        if seen is None or (seen.match, seen.version) == (doc.match, play.version if play else 0):
            return None
        ago = max(0, self._time.wall_ms() - seen.at)
        return Away(match=seen.match, version=seen.version, at=seen.at, ago_ms=ago)

    def _send_snapshot(
        self,
        connection: Connection,
        match: int | None = None,
        version: int = 0,
        away: Away | None = None,
    ) -> None:
        """Send a snapshot, with the events since a version where that is known."""
        snapshot, doc = self._snapshot(connection), self.now.doc
        play = self.now.play if snapshot.view is not None and match == doc.match else None
        missed = play.steps_since(version) if play else None
        if play is not None and missed is not None:
            events = play.seen(missed, snapshot.seat)
            forced = play.forced_since(version)
            by_bot = play.by_bot_since(version)
            snapshot = replace(snapshot, since=version, events=events, forced=forced, by_bot=by_bot)
        if away is not None:
            snapshot = replace(snapshot, away=away)
        connection.tell(encode(snapshot))

    def _acknowledge(self, connection: Connection, id: str, version: int, began: float) -> None:
        metrics = self._services.metrics
        metrics.move_time.observe(time.perf_counter() - began)
        metrics.moves[self.now.doc.game] += 1
        connection.answer(Ack(id=id, version=version))

    def _refusal(self, error: Exception, id: str, language: str) -> Refused:
        if isinstance(error, QuartettError):
            self._services.metrics.refusals += 1
            return refused(error, id, language)
        self._services.metrics.errors += 1
        self._services.log.warning("claim_failed", table=self.id, why=type(error).__name__)
        return refused(Refusal("went_wrong", 500), id, language)
