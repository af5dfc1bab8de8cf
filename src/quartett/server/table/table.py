"""The insides of a table: its document, its match and its parts. Only its actor holds one.

A change is worked out on a copy, stored in one transaction, put in place, and only then told; so
nobody ever sees what a crash could undo.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence

import msgspec
from msgspec.structs import replace

from quartett import games
from quartett.core.game import AnyGame, GameValue
from quartett.protocol.messages import Clock, TableInfo
from quartett.protocol.messages import Presence as WhoIsHere
from quartett.server.bots.pool import Lane
from quartett.server.bots.seats import BotSeats, Situation
from quartett.server.limits import PersonLimits
from quartett.server.moved import MovedAway
from quartett.server.parts.clock import Alarm, MatchClock, TurnClocks
from quartett.server.parts.versioned import StandIn, Stored, VersionedMatch
from quartett.server.realtime.claims import Claims, check_target
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.documents import (
    SeatRecord,
    StoredEntry,
    TableDocument,
    to_row,
    to_stored,
)
from quartett.server.store.store import (
    Hold,
    StaleWriteError,
    Statement,
    StoredRow,
    StoredTable,
    StoreUnavailableError,
)
from quartett.server.table import host, outgoing, seats
from quartett.server.table.beside import Moment, beside
from quartett.server.table.broadcaster import Broadcaster
from quartett.server.table.matches import finished
from quartett.server.table.pace import MAX_LATE
from quartett.server.table.presence import Presence
from quartett.server.table.steps import effects
from quartett.server.table.undoing import (
    ASK_SECONDS,
    Question,
    Reply,
    affected,
    may_undo,
)

ROW_MS = 60_000
"""A move changes nothing in the document but its date: how often the date is stored for it."""

UNSURE_SECONDS, AGAIN_SECONDS = 4.0, 0.2
"""How long and how often a write is retried after its answer was lost."""

WATCH_SECONDS = 3.0
"""While an automatic action is pending, the table checks at least this often."""


class Parts(msgspec.Struct, frozen=True):
    """What a table is put together from."""

    services: Services
    hold: Hold
    clock: MatchClock
    bots: BotSeats
    alarm: Alarm


class Table:
    """A table in memory; its actor's queue sees to it that only one thing happens at a time."""

    def __init__(
        self,
        doc: TableDocument,
        play: VersionedMatch | None,
        turns: TurnClocks,
        parts: Parts,
        lost: Callable[[], None],
    ) -> None:
        self.doc = doc
        self.play = play
        self.services = parts.services
        self._time = parts.services.time
        self.clock = parts.clock
        self.turns = turns
        self.bots = parts.bots
        self.broadcaster = Broadcaster(parts.services.tokens)
        self.presence = Presence(self._time)
        self.claims = Claims()
        self._alarm = parts.alarm
        self._hold = parts.hold
        self._lost = lost
        self._row_from = doc.updated_at
        self._seen_by: tuple[SeatRecord, ...] | None = None
        self._is_played = False
        """Whether one of the players is connected."""
        self._told_absent: tuple[list[int], list[int]] = ([], [])
        self._limits: dict[str, PersonLimits] = {}
        self._asking: Question | None = None
        self._refused_undo: tuple[int, int] | None = None
        """The match and version of which an undo was not agreed to: it is asked once."""
        self.seen_by = {place.person for place in doc.places if place.person}
        """Who may have seen the last action: those who were there since."""
        if play is not None:
            self.clock.set(play.match.now)

    @property
    def game(self) -> AnyGame:
        """The game that is played here now."""
        return games.get(self.doc.game)

    # Storing

    async def save(
        self,
        doc: TableDocument,
        play: VersionedMatch | None,
        entries: Sequence[Stored] = (),
        first: int = 0,
        turns: TurnClocks | None = None,
    ) -> None:
        """Store a new document and entries numbered from `first`, then put them in place."""
        turns = turns or self.turns
        rows = [to_row(doc, first + i, each) for i, each in enumerate(entries)]
        on = self._time.wall_ms()
        only_log = doc is self.doc and on - self._row_from < ROW_MS
        doc = replace(doc, updated_at=on)
        after = Moment(doc, play, turns)
        follows = beside(Moment(self.doc, self.play, self.turns), after, on)
        turn = None if after.turn is None else msgspec.json.encode(after.turn)
        due_at = self._due(doc, play, turns)
        await self._write(None if only_log else to_stored(doc), rows, due_at, follows, turn)
        self._row_from = self._row_from if only_log else on
        self.doc, self.play, self.turns = doc, play, turns

    async def _write(
        self,
        stored: StoredTable | None,
        rows: Sequence[StoredRow],
        due_at: int | None,
        follows: Sequence[Statement],
        turn: bytes | None,
    ) -> None:
        """Write until it is certain whether it is written."""
        until = self._time.ticking() + UNSURE_SECONDS
        while True:
            try:
                await self.services.store.write(self._hold, stored, rows, due_at, follows, turn)
            except StaleWriteError:
                # Another process owns this table now, or knows more of it.
                break
            except StoreUnavailableError:
                if self._hold.unsure is None:
                    raise Refusal("no_database", 503) from None
                if self._time.ticking() >= until or not self.services.ownership.held:
                    break
            else:
                return
            await asyncio.sleep(AGAIN_SECONDS)
        # Reread the table: the caller gets no answer and repeats the request with the same id.
        self._lost()
        raise MovedAway

    async def change(self, doc: TableDocument) -> None:
        """Store a changed document (seats, names, settings) and tell everybody."""
        follows = effects(self.doc, doc)
        if not follows.store:
            return
        if doc.match != self.doc.match:
            await self.begin(doc, None)
            return
        await self.save(doc, self.play)
        self.drop(follows.others)
        if follows.rules:
            self.turns.rules = host.turn_rules(doc)
        self.people_changed()
        self.broadcaster.table(self.doc, self.info())
        self.refresh()
        if follows.show:
            self.show()

    async def begin(
        self,
        doc: TableDocument,
        play: VersionedMatch | None,
        entries: Sequence[Stored] = (),
    ) -> None:
        """Store a table that begins anew (a deal, a rematch), and show it to everybody."""
        turns = TurnClocks(host.turn_rules(doc), self._time)
        turns.passed(_on_turn(doc, play), entries[-1].on if entries else self._time.wall_ms())
        await self.save(doc, play, entries, turns=turns)
        self._end_asking(Refusal("no_undo"))
        if play is not None:
            self.clock.set(play.match.now)
        self.show()

    def show(self) -> None:
        """Send everybody a fresh start."""
        self.refresh()
        self.broadcaster.snapshots(self.doc, self.play, self.info(), self.clock_info())

    # Playing

    def playing(self) -> VersionedMatch:
        """The match, if one is being played."""
        if self.play is None or self.doc.status != "running":
            raise Refusal("not_running")
        return self.play

    def answered(self, seat: int, id: str | None) -> int | None:
        """The answer that a request got before, even if it ended the match; None if it is new."""
        if self.play is None or id is None:
            return None
        return self.play.answered.get((seat, id))

    def match_time(self) -> int | None:
        """The moment at which an action happens now; None where time plays no part."""
        return self.clock.now() if self.game.timed else None

    async def act(
        self, seat: int, id: str | None, action: GameValue, stand_in: StandIn = None
    ) -> int:
        """Play an action now; an id that was answered gets the same answer again."""
        if (given := self.answered(seat, id)) is not None:
            return given
        play = self.playing()
        trial = play.act(seat, action, self.match_time(), stand_in)
        return await self.advance(trial, seat, id, stand_in)

    async def advance(
        self,
        trial: VersionedMatch,
        seat: int | None = None,
        id: str | None = None,
        stand_in: StandIn = None,
    ) -> int:
        """Store what was tried, then tell each viewer their part of it."""
        before = self.playing()
        before_places = self.doc.places
        fresh = trial.entries_since(before)
        if not fresh:
            return trial.version
        on = self._time.wall_ms()
        entries = [
            StoredEntry(
                events=e.events,
                seat=e.seat,
                action=e.action,
                at=e.at,
                undo=e.undo,
                id=id if e.seat is not None else None,
                on=on,
                forced=stand_in == "late" and e.seat is not None,
                by="bot" if stand_in and e.seat is not None else None,
            )
            for e in fresh
        ]
        outcome = trial.match.outcome
        doc = self._counted(self.doc, trial, seat, stand_in)
        people = doc.places
        doc = finished(doc, outcome, trial.replaced) if outcome else doc
        turns = self.turns.fork()
        if fresh[-1].undo:
            turns.undone()
        elif seat is not None:
            covered = self._covered(doc, _on_turn(doc, trial)) if turns.rules.on else ()
            began = turns.waited(seat)
            turns.acted(seat, _on_turn(doc, trial), on, covered)
            if covered or began:
                entries[-1] = replace(entries[-1], covered=covered, began=began)
        await self.save(doc, trial, entries, len(before.match.log), turns)
        if seat is not None and id is not None:
            trial.answered[seat, id] = trial.version
        self.seen_by = self.broadcaster.people()
        if fresh[-1].undo:
            self._asking = None
        else:
            self._end_asking(Refusal("no_undo"))
        if fresh[-1].undo:
            self.show()
            return trial.version
        self.refresh()
        steps = trial.steps_since(before.version)
        assert steps is not None
        clock = self.clock_info()
        self.broadcaster.events(self.doc, trial, before.version, steps, seat, clock)
        if self.doc.status == "over" or people is not before_places:
            self.broadcaster.table(self.doc, self.info())
        return trial.version

    def _covered(self, doc: TableDocument, on_turn: Collection[int]) -> tuple[int, ...]:
        """The seats on turn whose owner has to be handed a shared device first."""
        looking = {self.broadcaster.seat(doc, each) for each in self.broadcaster.connections}
        return tuple(
            seat
            for seat in on_turn
            if seat not in looking and len(seats.seats_of(doc, doc.places[seat].person)) > 1
        )

    async def uncover(self, seat: int) -> None:
        """A seat's owner has the device: their clock waits no longer."""
        now = self._time.wall_ms()
        turns = self.turns.fork()
        if self.turns.rules.on and turns.uncovered(seat, now):
            await self.save(replace(self.doc, uncovered=(seat, now)), self.play, turns=turns)
            self.broadcaster.table(self.doc, self.info())
            self.refresh()

    def _counted(
        self, doc: TableDocument, trial: VersionedMatch, seat: int | None, stand_in: StandIn
    ) -> TableDocument:
        """The table after a seat has acted: who was late three times in a row is away."""
        if seat is None or stand_in == "away":
            return doc
        place = doc.places[seat]
        if stand_in is None:
            late = 0
        elif seat in trial.able and not self.game.timed:
            late = place.late  # its turn is not over yet
        else:
            late = place.late + 1
        if late == place.late:
            return doc
        return seats.with_seat(doc, seat, replace(place, late=late, away=late >= MAX_LATE))

    async def undo(self, seat: int, id: str, reply: Reply) -> None:
        """Take a seat's last action back, or ask those first who have seen it.

        An id that was answered gets the same answer again.
        """
        if (given := self.answered(seat, id)) is not None:
            reply(given)
            return
        play = self.playing()
        if self._asking is not None and (self._asking.seat, self._asking.id) == (seat, id):
            self._asking.reply = reply
            return
        self._check_undo(seat)
        if not (people := affected(self.doc, seat, self.seen_by)):
            reply(await self.advance(play.undone(), seat, id))
            return
        if self._asking is not None or self._refused_undo == (self.doc.match, play.version):
            raise Refusal("undo_not_agreed")
        until = self._time.ticking() + ASK_SECONDS
        self._asking = Question(seat, id, play.version, until, people, reply)
        self.broadcaster.table(self.doc, self.info())
        self.refresh()

    async def answer_undo(self, person: str | None, agree: bool) -> None:
        """Somebody agrees to an undo, or does not; a late answer changes nothing."""
        asking = self._asking
        if asking is None or person not in asking.waits_for:
            return
        asking.waits_for.discard(person)
        if not agree:
            self._end_asking()
        elif asking.waits_for:
            self.broadcaster.table(self.doc, self.info())
        else:
            await self._grant_undo(asking)

    async def _grant_undo(self, asking: Question) -> None:
        try:
            self._check_undo(asking.seat)
            version = await self.advance(self.playing().undone(), asking.seat, asking.id)
        except Refusal as error:
            self._end_asking(error)
        else:
            asking.reply(version)

    def _check_undo(self, seat: int) -> None:
        if self.doc.undo == "off":
            raise Refusal("undo_off")
        if not may_undo(self.doc, self.playing(), seat) or not self.turns.has_time_after_undo(seat):
            raise Refusal("no_undo")

    def _end_asking(self, why: Refusal | None = None) -> None:
        """Nothing is undone, and nobody learns who disagreed or whether anybody answered."""
        if (asking := self._asking) is None:
            return
        self._asking = None
        if why is None:
            self._refused_undo = (self.doc.match, asking.version)
        asking.reply(why or Refusal("undo_not_agreed"))
        self.broadcaster.table(self.doc, self.info())

    async def settle(self) -> None:
        """Play the claims that the arbiter lets through, in order."""
        if not self.game.timed:
            return
        for ruling in self.claims.due(self.clock.now()):
            claim = ruling.claim
            answer = self.claims.taken(claim)
            try:
                check_target(self.game, self.playing().match.state, ruling)
                stand_in = self.stand_in(claim.seat) if claim.by_bot else None
                version = await self.act(claim.seat, claim.id, claim.action, stand_in)
            except Exception as error:
                answer(error)
            else:
                answer(version)

    # Automatic actions

    def refresh(self) -> None:
        """Look again at what comes next: clocks, bots, the next alarm."""
        running = self.doc.status == "running"
        if self._seen_by is not self.doc.places:
            self.people_changed()
        self.clock.run(running and self._is_played)
        play = self.play
        if self.game.timed and play is not None:
            seats_ = play.game.seats(play.match.state)
            self.claims.begin(self.doc.match, play.game, play.match.seed, seats_)
            self.claims.shown(play.version, self.clock.now())
        if not running:
            self.claims.end()
        if self.turns.rules.on:
            self.turns.passed(_on_turn(self.doc, play), self._time.wall_ms())
        levels = self._bot_levels()
        self.bots.look(Situation(play, levels, self.lane()) if play and levels else None)
        self.presence.wait_for(self.doc, play.able if running and play else ())
        self._set_alarm(bool(levels))

    def people_changed(self) -> None:
        """Note who is connected: somebody came or went, sat down or stood up."""
        here = self.broadcaster.people()
        self.seen_by |= here
        self._seen_by = self.doc.places
        self._is_played = any(place.person in here for place in self.doc.places if place.person)
        self.presence.update(self.doc, here)

    async def work(self) -> None:
        """Do whatever is due."""
        if self.doc.status == "running":
            await self._let_time_act()
            await self.settle()
            await self.replace_by_bots(self.presence.replaced(self.doc))
        await self._replace_host()
        if self._asking is not None and self._asking.until <= self._time.ticking():
            self._end_asking()
        self.tell_absent()
        self.refresh()

    async def _replace_host(self) -> None:
        if not self.presence.is_hostless(self.doc):
            return
        new = host.heir(self.doc, self.broadcaster.by_stay())
        if new is not None:
            await self.change(replace(self.doc, host=new))

    def retry(self, seconds: float) -> None:
        """Come back to what is due a little later."""
        self._alarm.set([self._time.ticking() + seconds])

    def due_at(self) -> int | None:
        """When (wall ms) this table has to be awake, though nobody is connected."""
        return self._due(self.doc, self.play, self.turns)

    def _due(
        self, doc: TableDocument, play: VersionedMatch | None, turns: TurnClocks
    ) -> int | None:
        if doc.status != "running" or self.game.timed:
            return None  # where time counts, it stands still while nobody is there
        if self._levels(doc, play, turns):
            return self._time.wall_ms()
        return turns.due_at() if turns.rules.on else None

    def stop(self) -> None:
        """Let nothing happen by itself any more, and let go of the owner.

        Owner and table know each other: tables that sleep would fill the memory until the next full
        collection, which hardly ever comes.
        """
        self._alarm.end()
        self.bots.end()
        self._lost = _nobody

    async def _let_time_act(self) -> None:
        play = self.playing()
        wake = play.match.wake
        now = self.clock.now()
        if wake is not None and wake <= now and self.clock.running:
            await self.advance(play.wait(now))

    def _set_alarm(self, busy: bool) -> None:
        moments: list[float | None] = [self.turns.next()] if self.turns.rules.on else []
        if self.presence.anybody_gone and len(self.broadcaster):
            moments.append(self.presence.next_replaced(self.doc))
            moments.append(self.presence.next_mark())
        moments.append(self.presence.next_heir(self.doc))
        moments.append(self._asking.until if self._asking is not None else None)
        if busy:
            moments.append(self._time.ticking() + WATCH_SECONDS)
        if self.play is not None and self.game.timed and self.clock.running:
            due = (self.play.match.wake, self.claims.wake())
            moments += [self.clock.when(moment) for moment in due if moment is not None]
        self._alarm.set(moments)

    def is_bots(self, seat: int) -> bool:
        """Whether a bot may act for a seat now."""
        return seat in self._bot_levels()

    def stand_in(self, seat: int) -> StandIn:
        """Why a bot that acts for a seat does so; None: the seat is its own."""
        place = self.doc.places[seat]
        if place.person is None:
            return None
        return "away" if place.away else "late"

    def _bot_levels(self) -> dict[int, str]:
        """The seats for which a bot is to act now, and how well."""
        if self.game.timed and not self.clock.running:
            return {}
        return self._levels(self.doc, self.play, self.turns)

    def _levels(
        self, doc: TableDocument, play: VersionedMatch | None, turns: TurnClocks
    ) -> dict[int, str]:
        if play is None or doc.status != "running":
            return {}
        late = turns.late() if turns.rules.on else ()
        places, usual = doc.places, self.services.bots.usual(self.game)
        return {
            seat: places[seat].level or usual
            for seat in play.able
            if places[seat].person is None or places[seat].away or seat in late
        }

    # People

    async def replace_by_bots(self, chosen: Collection[int]) -> None:
        """Let bots play these seats until their people are back."""
        if chosen:
            await self.change(seats.set_away(self.doc, chosen, True))

    def drop(self, chosen: Collection[int]) -> None:
        """Somebody else plays these seats from now on: what is under way for them is dropped."""
        self.claims.drop(chosen)
        for seat in chosen:
            self.bots.forget(seat)

    def limits_of(self, person: str) -> PersonLimits:
        """How much somebody may do here; they are the same after a new connection."""
        if person not in self._limits:
            self._limits = {id: each for id, each in self._limits.items() if id in self.doc.people}
            self._limits[person] = PersonLimits(self.services.settings)
        return self._limits[person]

    def lane(self, hint: bool = False) -> Lane:
        """In which lane bots of this table think."""
        return Lane(self.doc.id, self.broadcaster.address(self.doc), hint)

    def tell_presence(self) -> None:
        """Send everybody who is here."""
        places, here = list(enumerate(self.doc.places)), self.broadcaster.people()
        self._told_absent = self.presence.marks(self.doc)
        absent, missed = self._told_absent
        self.broadcaster.everybody(
            WhoIsHere(
                here=[i for i, place in places if place.person in here],
                away=[i for i, place in places if place.away],
                watching=self.broadcaster.watching(self.doc),
                absent=absent,
                missed=missed,
            )
        )

    def tell_absent(self) -> None:
        """Send everybody who is gone, where that has changed."""
        if self.presence.marks(self.doc) != self._told_absent:
            self.tell_presence()

    # What the table looks like

    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        here, watching = self.broadcaster.people(), self.broadcaster.watching(self.doc)
        now = self._time.ticking()
        asked = self._asking.told(self.doc, now) if self._asking is not None else None
        return outgoing.table(self.doc, here, watching, self.clock_info(), asked)

    def clock_info(self) -> Clock:
        """The time at this table."""
        now = self.clock.now() if self.game.timed and self.play else None
        if not self.turns.rules.on:
            return Clock(now=now)
        return Clock(now=now, left=self.turns.left(), bank=self.turns.banks())


def _on_turn(doc: TableDocument, play: VersionedMatch | None) -> list[int]:
    """The seats of people who may act now: for these the turn clock runs."""
    if play is None or doc.status != "running":
        return []
    return [seat for seat in play.able if doc.places[seat].person]


def _nobody() -> None:
    """Who is told that a table was lost that has ended."""
