"""Carries out what steps lead to, and takes those steps that nobody asks for.

A change is worked out by a pure step, stored in one transaction, put in place, and only then told;
so nobody ever sees what a crash could undo.
"""

import asyncio
import math
from collections.abc import Collection

from msgspec.structs import replace

from quartett.core.game import AnyGame, GameValue
from quartett.protocol.messages import Act, Clock, Lead, PersonInfo, TableInfo
from quartett.protocol.messages import Presence as WhoIsHere
from quartett.server.bots.pool import Lane
from quartett.server.bots.seats import BotSeats, Situation
from quartett.server.moved import SPREAD_MS, MovedAway, moved_to
from quartett.server.parts.clock import Alarm, MatchClock
from quartett.server.parts.connection import Connection
from quartett.server.parts.moment import Moment
from quartett.server.parts.versioned import StandIn
from quartett.server.realtime.arbiter import Claim, Ruling
from quartett.server.realtime.claims import Beaten, Claims, check_target
from quartett.server.refusals import Refusal
from quartett.server.shared.limits import PersonLimits
from quartett.server.shared.services import Services
from quartett.server.store.documents import TableDocument
from quartett.server.store.store import Hold
from quartett.server.table import between_rounds, host, outgoing, playing, seats, steps, undoing
from quartett.server.table.arrivals import Arrivals
from quartett.server.table.broadcaster import Broadcaster
from quartett.server.table.effects import Around, Effects, Reply, Tell
from quartett.server.table.inbox import Inbox, queued
from quartett.server.table.permissions import Caller, Role, check, check_sight, identified, may_see
from quartett.server.table.presence import Presence
from quartett.server.table.shared_deals import has_finished
from quartett.server.table.storing import Storing

RETRY_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""After a failure, what is due is tried again: soon at first, then less and less often."""

WATCH_SECONDS = 3.0
"""While an automatic action is pending, the table checks at least this often."""


class Runner:
    """A table that runs: its moment, its parts, and the inbox in which all that happens waits."""

    def __init__(self, services: Services, hold: Hold, now: Moment) -> None:
        self.id = now.doc.id
        self.hold = hold
        self.now = now
        """The table as it is; whatever happens puts another moment in its place."""
        self.game: AnyGame = now.game
        """The game that is played here now."""
        self.inbox = Inbox()
        self.closed = False
        """Whether nothing more can be asked of it."""
        self.abandoned = False
        """Whether even what was asked before is not done any more."""
        self.touched_at = services.time.ticking()
        """When somebody last had to do with this table."""
        self.broadcaster = Broadcaster(services.tokens)
        self.presence = Presence(services.time)
        self.arrivals = Arrivals()
        self.claims = Claims()
        self.clock = MatchClock(services.time)
        self._services = services
        self._time = services.time
        self._storing = Storing(services, hold, now.doc.updated_at)
        self._bots = BotSeats(services, self.clock, self._bot_acts, self._bot_claims)
        self._alarm = Alarm(self._ring, services.time)
        self._failures = 0
        self._is_played = False
        """Whether one of the players is connected."""
        self._told_absent: tuple[list[int], list[int]] = ([], [])
        self._told_onlookers: list[PersonInfo] = []
        self._limits: dict[str, PersonLimits] = {}
        self._waiting: dict[tuple[int, str], Reply] = {}
        """Who waits for the answer to an undo."""
        if now.play is not None:
            self.clock.set(now.play.match.now)
        self.people_changed()
        self.refresh()

    # A step's effects

    def around(self) -> Around:
        """What a step may have to know besides the moment."""
        here, presence, doc = self.broadcaster, self.presence, self.now.doc
        return Around(
            bots=self._services.bots,
            here=here.by_stay(),
            missed=presence.marks(doc)[1] if presence.anybody_gone else (),
            looking=here.looking(doc) if self.now.turns.on else (),
            attentive=here.attentive(),
            together=doc.rated and here.together(doc),
            on=self._time.wall_ms(),
            ticking=self._time.ticking(),
            clock=self.clock.now() if self.game.timed else None,
        )

    async def do(self, effects: Effects) -> None:
        """Store what follows from a step, put it in place, wake who waits for it, and tell it."""
        before = self.now
        if effects.after is before:
            return
        if effects.document or effects.entries:
            await self._save(before, effects)
        self.now, self.game = effects.after, effects.after.game
        self._wake(effects)
        for told in effects.tell:
            self._tell(told, before, effects)
        for answer in effects.answers:
            self._waiting.pop((answer.seat, answer.id), _nobody)(answer.result)

    async def change(self, doc: TableDocument) -> None:
        """Store a changed document (seats, names, settings) and tell everybody."""
        await self.do(steps.arranged(self.now, doc, self.around()))

    async def _save(self, before: Moment, effects: Effects) -> None:
        try:
            await self._storing.save(before, effects)
        except MovedAway:
            self.abandon()
            raise

    def _wake(self, effects: Effects) -> None:
        play = self.now.play
        if effects.seat is not None and effects.id is not None and play is not None:
            play.answered[effects.seat, effects.id] = play.version
        if effects.begins and play is not None:
            self.clock.set(play.match.now)
        if effects.others:
            self.drop(effects.others)
        if effects.document:
            self.people_changed()
        self.refresh()

    def _tell(self, told: Tell, before: Moment, effects: Effects) -> None:
        doc, play = self.now.doc, self.now.play
        if told is Tell.TABLE:
            self.broadcaster.table(doc, self.info)
            if self._onlookers() != self._told_onlookers:
                self.tell_presence()
        elif told is Tell.SNAPSHOT:
            self.broadcaster.snapshots(doc, play, self.info, self.clock_info())
        elif play is not None and before.play is not None:
            since = before.play.version
            happened = play.steps_since(since) or []
            clock = self.clock_info()
            self.broadcaster.events(doc, play, since, happened, effects.seat, clock)

    def drop(self, chosen: Collection[int]) -> None:
        """Somebody else plays these seats from now on: what is under way for them is dropped."""
        self.claims.drop(chosen)
        for seat in chosen:
            self._bots.forget(seat)

    # What comes next by itself

    def refresh(self) -> None:
        """Look again at what comes next: clocks, bots, the next alarm."""
        now, running = self.now, self.now.doc.status == "running"
        self.clock.run(running and self._is_played and not self._is_readied)
        play = now.play
        if self.game.timed and play is not None:
            players = play.game.seats(play.match.state)
            self.claims.begin(now.doc.match, play.game, play.match.seed, players)
            self.claims.shown(play.version, self.clock.now())
        if not running:
            self.claims.end()
        levels = self._bot_levels()
        self._bots.look(Situation(play, levels, self.lane()) if play and levels else None)
        waits_for = range(len(now.doc.places)) if running and self._gathers else now.able
        self.presence.wait_for(now.doc, waits_for)
        self._set_alarm(bool(levels))

    def people_changed(self) -> None:
        """Note who is connected: somebody came or went, sat down or stood up."""
        here, doc = self.broadcaster.people(), self.now.doc
        self.now = replace(self.now, seen_by=self.now.seen_by | here, here=frozenset(here))
        self._is_played = self._is_played_by(here)
        self.presence.update(doc, here)

    @property
    def _is_readied(self) -> bool:
        """Whether players have still to say that they are ready for a race."""
        look = self.now.look
        return look is not None and look.begins and bool(self.now.lookers)

    @property
    def _gathers(self) -> bool:
        """Whether time has still to begin: an evening sends its people to their tables."""
        return self.game.timed and self.now.doc.evening is not None and not self.clock.now()

    def _is_played_by(self, here: Collection[str]) -> bool:
        """Whether the match's clock runs: for as long as one of the players is connected.

        Where people gather, it first runs once all have come for whom no bot plays.
        """
        seated = [place for place in self.now.doc.places if place.person]
        if self._gathers:
            waited = [place for place in seated if not place.away]
            return bool(waited) and all(place.person in here for place in waited)
        return any(place.person in here for place in seated)

    def _set_alarm(self, busy: bool) -> None:
        now, presence = self.now, self.presence
        moments: list[float | None] = [now.turns.next()] if now.turns.on else []
        if presence.anybody_gone and len(self.broadcaster):
            moments.append(presence.next_replaced(now.doc))
            moments.append(presence.next_mark())
        moments.append(presence.next_heir(now.doc))
        moments.append(now.asked.until if now.asked is not None else None)
        if now.look is not None:
            moments.append(now.look.until if now.lookers else self._time.ticking())
        if busy:
            moments.append(self._time.ticking() + WATCH_SECONDS)
        if now.play is not None and self.game.timed and self.clock.running:
            due = (now.play.match.wake, self.claims.wake())
            moments += [self.clock.when(moment) for moment in due if moment is not None]
        self._alarm.set(moments)

    def _ring(self) -> None:
        if not self.closed:
            self.inbox.ask(self._work)

    async def _work(self) -> None:
        """Do what is due; whatever goes wrong, come back to it."""
        if not self.reachable:
            return
        try:
            await self._do_what_is_due()
            self._failures = 0
        except Exception as error:
            self._services.metrics.errors += 1
            self._services.log.warning("table_retries", table=self.id, why=type(error).__name__)
            pause = RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
            self._failures += 1
            if not self.closed:
                self._alarm.set([self._time.ticking() + pause])

    async def _do_what_is_due(self) -> None:
        await self.do(between_rounds.expire(self.now, self.around()))
        if self.now.doc.status == "running":
            await self._let_time_act()
            await self.settle()
            if late := self.presence.replaced(self.now.doc):
                await self.change(seats.set_away(self.now.doc, late, True))
        if self.presence.is_hostless(self.now.doc):
            new = host.heir(self.now.doc, self.broadcaster.by_stay())
            if new is not None:
                await self.change(replace(self.now.doc, host=new))
        await self.do(undoing.expire(self.now, self.around()))
        if self.presence.marks(self.now.doc) != self._told_absent:
            self.tell_presence()
        self.refresh()

    async def _let_time_act(self) -> None:
        wake, now = self.now.playing().match.wake, self.clock.now()
        if wake is not None and wake <= now and self.clock.running:
            await self.do(playing.pass_time(self.now, now, self.around()))

    # Playing, for people and bots alike

    async def play(
        self, seat: int, id: str | None, action: GameValue, stand_in: StandIn = None
    ) -> int:
        """Play an action now; an id that was answered gets the same answer again."""
        if (given := self.now.answered(seat, id)) is not None:
            return given
        effects = playing.act(self.now, seat, id, action, self.around(), stand_in)
        await self.do(effects)
        assert effects.after.play is not None
        return effects.after.play.version

    async def claim(self, seat: int, act: Act, reply: Reply, by_bot: bool = False) -> None:
        """Offer a timed action to the arbiter, and play what is due."""
        if (given := self.now.answered(seat, act.id)) is not None:
            reply(given)
            return
        play = self.now.playing()
        action = play.game.parse_action(act.action)
        at = self.clock.now()
        claim = Claim(seat, act.id, action, at, act.aims_at, act.reaction_ms, by_bot)
        self.claims.offer(claim, play.match.state, reply)
        await self.settle()
        self.refresh()

    async def settle(self) -> None:
        """Play the claims that the arbiter lets through, in order."""
        if not self.game.timed:
            return
        for ruling in self.claims.due(self.clock.now()):
            claim = ruling.claim
            answer = self.claims.taken(claim)
            try:
                check_target(self.game, self.now.playing().match.state, ruling)
                stand_in = self.now.stand_in(claim.seat) if claim.by_bot else None
                version = await self.play(claim.seat, claim.id, claim.action, stand_in)
            except Exception as error:
                answer(error)
                if isinstance(error, Beaten):
                    self._tell_winner(ruling)
            else:
                answer(version)

    def _tell_winner(self, ruling: Ruling) -> None:
        """Whoever was quicker learns by how much, if the one who was not is told so too."""
        if ruling.winner is not None and ruling.behind_ms is not None:
            lead = Lead(seat=ruling.claim.seat, ms=ruling.behind_ms)
            self.broadcaster.to_seat(self.now.doc, ruling.winner, lead)

    async def ask_undo(self, seat: int, id: str, reply: Reply) -> None:
        """Take a seat's last action back, or ask those first who have seen it.

        An id that was answered gets the same answer again.
        """
        if (given := self.now.answered(seat, id)) is not None:
            reply(given)
            return
        effects = undoing.ask(self.now, seat, id, self.around())
        self._waiting[seat, id] = reply
        try:
            await self.do(effects)
        except BaseException:
            self._waiting.pop((seat, id), None)
            raise

    async def settle_undo(self, person: str | None, agree: bool) -> None:
        """Somebody agrees to an undo, or does not."""
        try:
            await self.do(undoing.answer(self.now, person, agree, self.around()))
        except Refusal as why:  # it could not be stored
            await self.do(undoing.end(self.now, why))

    @queued
    async def _bot_acts(self, seat: int, action: GameValue) -> None:
        """A bot acts for a seat, if the seat is still a bot's to play."""
        self._check_bot(seat)
        await self.play(seat, None, action, self.now.stand_in(seat))

    async def _bot_claims(self, seat: int, id: str, action: GameValue) -> None:
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

    @queued
    async def _offer_for_bot(self, seat: int, act: Act, reply: Reply) -> None:
        self._check_bot(seat)
        await self.claim(seat, act, reply, by_bot=True)

    def _check_bot(self, seat: int) -> None:
        if seat not in self._bot_levels():
            raise Refusal("taken_over")

    def _bot_levels(self) -> dict[int, str]:
        """The seats for which a bot is to act now, and how well."""
        if self.game.timed and not self.clock.running:
            return {}
        if not (chosen := self.now.bots):
            return {}
        places, usual = self.now.doc.places, self._services.bots.usual(self.game)
        return {seat: places[seat].level or usual for seat in chosen}

    # Sleeping and ending

    @property
    def reachable(self) -> bool:
        """Whether anything can be asked of it: it is here, and certainly still this process'."""
        return not self.closed and self._services.ownership.held

    def sleep(self, quiet_seconds: float) -> bool:
        """Close the table if nobody has had to do with it for a while and nothing is due soon."""
        on = self._time.wall_ms()
        due = self.now.due_at(on)
        if (
            len(self.broadcaster)
            or not self.inbox.idle
            or self._time.ticking() - self.touched_at < quiet_seconds
            or (due is not None and due - on < 2000 * quiet_seconds)
        ):
            return False
        self._end()
        return True

    def let_go(self) -> None:
        """Let it sleep as soon as it can: whoever had to do with it needs it no longer."""
        self.touched_at = -math.inf

    @queued
    async def put_off(self) -> None:
        """Store when the table has to be awake next, if that is not now after all."""
        on = self._time.wall_ms()
        due = self.now.due_at(on)
        if due is None or due > on:
            await self.note(replace(self.now.doc))

    async def note(self, doc: TableDocument) -> None:
        """Store a changed document of which nobody need be told."""
        await self.do(steps.noted(self.now, doc, self.around()))

    async def close(self) -> None:
        """Stop; what was asked before is finished first."""
        self._end()
        await self.inbox.drained()

    def abandon(self) -> None:
        """Stop at once: this process cannot be sure any more that the table is its own."""
        self.abandoned = True
        self._end()
        self.dismiss()

    def dismiss(self, pin: str | None = None, spread_ms: int = SPREAD_MS) -> None:
        """Send all devices away: to the node that a path leads to, or to ask anew."""
        for connection in self.broadcaster.connections:
            connection.move(moved_to(self.id, pin, spread_ms))

    def _end(self) -> None:
        """Let nothing happen by itself any more, and let go of those who know this table.

        They and the table know each other: tables that sleep would fill the memory until the next
        full collection, which hardly ever comes.
        """
        self.closed = True
        self._alarm.end()
        self._bots.end()

    # Who may, how often, and what it looks like

    def check_role(self, asker: Caller | Connection, role: Role) -> None:
        """Refuse somebody who does not have a role here."""
        if isinstance(asker, Connection):
            person = self.broadcaster.person(asker)
        else:
            person = identified(self.now.doc, asker)
        check(self.now.doc, person, role)

    async def check_sight(self, caller: Caller, match: int | None) -> None:
        """Refuse somebody who may not see a match (None: the latest)."""
        doc, person = self.now.doc, identified(self.now.doc, caller)
        number = doc.match if match is None else match
        knows_deal = await self.knows_deal(number, person, caller.browser)
        check_sight(doc, number, person, knows_deal)

    async def knows_deal(self, match: int, person: str | None, browser: str | None) -> bool:
        """Whether somebody who may not see a match otherwise has finished its deal elsewhere."""
        doc = self.now.doc
        if doc.shared is None or may_see(doc, match, person):
            return False
        return await has_finished(self._services.store, doc, match, browser)

    def person_limits(self, person: str) -> PersonLimits:
        """How much somebody may do here; they are the same after a new connection."""
        if person not in self._limits:
            known = self.now.doc.people
            self._limits = {id: each for id, each in self._limits.items() if id in known}
            self._limits[person] = PersonLimits(self._services.settings)
        return self._limits[person]

    def lane(self, hint: bool = False) -> Lane:
        """In which lane bots of this table think."""
        return Lane(self.id, self.broadcaster.address(self.now.doc), hint)

    def tell_presence(self) -> None:
        """Send everybody who is here."""
        doc, here = self.now.doc, self.broadcaster
        there = here.people()
        self._told_absent = self.presence.marks(doc)
        self._told_onlookers = self._onlookers()
        absent, missed = self._told_absent
        here.presence(
            WhoIsHere(
                here=[i for i, place in enumerate(doc.places) if place.person in there],
                away=[i for i, place in enumerate(doc.places) if place.away],
                watching=here.watching(doc),
                absent=absent,
                missed=missed,
                onlookers=self._told_onlookers,
            )
        )

    def _onlookers(self) -> list[PersonInfo]:
        doc = self.now.doc
        return [outgoing.person_info(doc, each) for each in self.broadcaster.onlookers(doc)]

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        doc, asked = self.now.doc, self.now.asked
        here, watching = self.broadcaster.people(), self.broadcaster.watching(doc)
        told = asked.told(doc, self._time.ticking()) if asked is not None else None
        look, now = self.now.look, self._time.ticking()
        looked = look.told(self.now.lookers, now) if look is not None else None
        return outgoing.table(doc, here, watching, self.clock_info(), told, looked)

    def clock_info(self) -> Clock:
        """The time at this table."""
        now, turns = self.clock.now() if self.game.timed and self.now.play else None, self.now.turns
        if not turns.on:
            return Clock(now=now)
        return Clock(now=now, left=turns.left(), bank=turns.banks(), waits=turns.waits())


def _nobody(_: int | Exception) -> None:
    """Who waits for an answer when nobody does."""
