"""One table and the task that owns it: every change passes through its queue, one at a time.

A change is worked out on a copy, kept in the store in one transaction, put in place, and only
then told; so nobody ever sees what a crash could undo.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from quartett import games
from quartett.protocol.messages import Clock, Presence, Snapshot, TableChanged, TableInfo, You
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.socket.connection import Connection, encode
from quartett.server.store.documents import StoredEntry, TableDocument, now_ms, to_row, to_stored
from quartett.server.store.store import Hold, StaleWriteError, StoreUnavailableError
from quartett.server.table import seats, telling
from quartett.server.table.clock import Alarm, MatchClock, TurnClock, ticking
from quartett.server.table.dealing import finished
from quartett.server.table.playing import Play

T = TypeVar("T")
Job = tuple[Callable[[], Coroutine[Any, Any, Any]], "asyncio.Future[Any]"]

ROW_MS = 60_000
"""A move changes nothing in the document but its date: that is written anew only so often."""


class Table:
    """A table in memory: its document, its match if one is on, and who is connected."""

    def __init__(self, house: Services, doc: TableDocument, play: Play | None, hold: Hold) -> None:
        self.house = house
        self._hold = hold
        self.doc = doc
        self.play = play
        self.game = games.get(doc.game)
        self.guests: set[Connection] = set()
        self.clock = MatchClock()
        self.turns = TurnClock(doc.turn_seconds)
        self.gone_since: dict[str, float] = {}
        self.closed = False
        self.quiet_since = ticking()
        self._row_from = doc.updated_at
        self.after_change: Callable[[int | None], None] = lambda acted: None
        self.on_alarm: Callable[[], Coroutine[Any, Any, None]] = self._nothing
        self.alarm = Alarm(self._ring)
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._owner = asyncio.create_task(self._own())

    # The queue

    async def ask(self, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Have the owner do something in its turn, and wait for the result."""
        if self.closed:
            raise Refusal("no_such_table", 404)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((job, answer))
        return await answer

    async def _own(self) -> None:
        while True:
            job, answer = await self._inbox.get()
            try:
                result = await job()
            except Exception as error:
                if not answer.cancelled():
                    answer.set_exception(error)
                    answer.exception()  # a guest who has gone asks no more
            else:
                if not answer.cancelled():
                    answer.set_result(result)

    def _ring(self) -> None:
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((self.on_alarm, answer))

    async def _nothing(self) -> None:
        return

    async def close(self) -> None:
        """Stop owning; what was asked before is finished first."""
        if self.closed:
            return
        self.alarm.stop()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((self._nothing, done))
        self.closed = True
        await done
        self._owner.cancel()

    # Changes

    async def commit(
        self,
        doc: TableDocument,
        play: Play | None,
        kept: Sequence[StoredEntry[Any, Any]] = (),
        first: int = 0,
    ) -> None:
        """Keep a new document and entries numbered from `first`, then put them in place."""
        rows = [to_row(doc, first + i, each) for i, each in enumerate(kept)]
        on = now_ms()
        only_log = doc is self.doc and on - self._row_from < ROW_MS
        doc = replace(doc, updated_at=on)
        try:
            await self.house.store.write(self._hold, None if only_log else to_stored(doc), rows)
        except StoreUnavailableError:
            raise Refusal("no_database", 503) from None
        except StaleWriteError:
            # Another process owns this table now: let go of it and read it afresh.
            self.closed = True
            for guest in self.guests:
                guest.dismiss()
            raise Refusal("went_wrong", 503) from None
        self._row_from = self._row_from if only_log else on
        self.doc, self.play = doc, play

    async def change(self, doc: TableDocument) -> None:
        """Keep a changed document (seats, names, settings) and tell everybody."""
        if doc is self.doc:
            return
        await self.commit(doc, self.play)
        self.tell_table()
        self.after_change(None)

    async def advance(self, trial: Play, seat: int | None = None, id: str | None = None) -> int:
        """Keep what was tried on a fork, then tell each viewer their part of it."""
        before = self.play
        assert before is not None
        count = len(before.match.log)
        fresh = trial.match.log[count:]
        if not fresh:
            return trial.version
        on = now_ms()
        kept = [
            StoredEntry(e.events, e.seat, e.action, e.at, id if e.seat is not None else None, on)
            for e in fresh
        ]
        await self.commit(self._ended(trial), trial, kept, count)
        if seat is not None and id is not None:
            trial.answered[seat, id] = trial.version
        events = [event for entry in fresh for event in entry.events]
        self.after_change(seat)
        self.tell_events(before.version, trial.steps(before.match.state, events), seat)
        if self.doc.status == "over":
            self.tell_table()
        return trial.version

    def _ended(self, trial: Play) -> TableDocument:
        return finished(self.doc, trial.match.outcome) if trial.match.outcome else self.doc

    # Telling

    def viewers(self) -> dict[int | None, list[Connection]]:
        """The connected guests, by the seat from which they look."""
        groups: dict[int | None, list[Connection]] = {}
        for guest in self.guests:
            if self.may_look(guest.seat):
                groups.setdefault(guest.seat, []).append(guest)
        return groups

    def may_look(self, seat: int | None) -> bool:
        """Whether a guest who looks from here (None: from no seat) may see the match."""
        return seat is not None or self.doc.spectators or self.doc.status == "over"

    def tell_events(self, since: int, steps: list[tuple[Any, Any]], acted: int | None) -> None:
        """Send each viewer what happened, encoded once for all who look from there.

        Whoever acted knows it already and costs the most (may it be taken back?): so comes last.
        """
        assert self.play is not None
        clock = self.clock_info()
        groups = sorted(self.viewers().items(), key=lambda group: group[0] == acted)
        for seat, guests in groups:
            text = encode(telling.happened(self.doc, self.play, seat, since, steps, clock))
            for guest in guests:
                guest.tell(text)

    def tell_all(self, message: Any) -> None:
        """Send everybody the same."""
        text = encode(message)
        for guest in self.guests:
            guest.tell(text)

    def tell_table(self) -> None:
        """Send everybody the table as it is now, each with their own part."""
        table = self.info()
        for guest in self.guests:
            guest.tell(encode(TableChanged(table=table, you=self.you(guest.person))))

    def tell_presence(self) -> None:
        """Send everybody who is here."""
        places = list(enumerate(self.doc.places))
        here = self.here()
        self.tell_all(
            Presence(
                here=[i for i, place in places if place.person in here],
                away=[i for i, place in places if place.away],
                watching=self.watching(),
            )
        )

    def tell_snapshots(self) -> None:
        """Send everybody a fresh start, looking from a seat that is theirs."""
        for guest in self.guests:
            own = seats.seats_of(self.doc, guest.person)
            if guest.seat not in own:
                guest.seat = own[0] if own else None
            guest.tell(encode(self.snapshot(guest)))

    def snapshot(self, guest: Connection, match: int | None = None, version: int = 0) -> Snapshot:
        """All that a guest may see, with the events since a version where that is known."""
        doc, play = self.doc, self.play if self.may_look(guest.seat) else None
        me = self.you(guest.person)
        shown = telling.snapshot(doc, play, guest.seat, self.info(), me, self.clock_info())
        if play is None or match != doc.match:
            return shown
        steps = play.steps_since(version)
        if steps is None:
            return shown
        return replace(shown, since=version, events=play.seen(steps, guest.seat))

    # Who is here

    def here(self) -> set[str]:
        """The people who are connected."""
        return {guest.person for guest in self.guests if guest.person is not None}

    def watching(self) -> int:
        """How many look on without a seat."""
        return sum(guest.seat is None for guest in self.guests)

    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return telling.info(self.doc, self.here(), self.watching())

    def you(self, person: str | None) -> You:
        """Who somebody is at this table."""
        return telling.you(self.doc, person, self.house.tokens)

    def clock_info(self) -> Clock:
        """The time at this table."""
        now = self.clock.now() if self.game.timed and self.play else None
        return Clock(now=now, left=self.turns.left())

    @property
    def standing(self) -> bool:
        """Whether a timed match waits for somebody to come."""
        return self.game.timed and not self.clock.running

    def match_time(self) -> int | None:
        """The moment at which an action happens now; None where time plays no part."""
        return self.clock.now() if self.game.timed else None

    def playing(self) -> Play:
        """The match, if one is being played."""
        if self.play is None or self.doc.status != "running":
            raise Refusal("not_running")
        return self.play
