"""What makes a table go on by itself: time, turn clocks, bots, and people who have gone."""

import asyncio
from typing import Any

from quartett.core.capabilities import Contested
from quartett.core.forms import parse
from quartett.protocol.messages import Act
from quartett.server.bots.seats import BotSeats
from quartett.server.realtime.arbiter import Arbiter, Claim, FirstCome, Ruling, referee_for
from quartett.server.refusals import Refusal
from quartett.server.socket.connection import Connection
from quartett.server.socket.wire import Meter
from quartett.server.table import seats
from quartett.server.table.clock import ticking
from quartett.server.table.playing import Play
from quartett.server.table.table import Table


class Driver:
    """Sets one alarm for whatever comes next at its table, and does it when it rings."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bots = BotSeats(table, self.claim)
        self.referee: Arbiter = FirstCome()
        self._refereed: Any = None
        self._answers: dict[tuple[int, str], list[asyncio.Future[int]]] = {}
        table.after_change = self.changed
        table.on_alarm = self.alarm

    def begin(self) -> None:
        """Take up a table that was just made or read: the clock goes on from where it stood."""
        play = self.table.play
        if play is not None:
            self.table.clock.set(play.match.now)
        now = ticking()
        people = {place.person for place in self.table.doc.places if place.person}
        self.table.gone_since = dict.fromkeys(people - self.table.here(), now)
        self.changed(None)

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self.table.alarm.stop()
        self.bots.stop()

    def changed(self, acted: int | None) -> None:
        """Look again at what comes next."""
        table = self.table
        table.clock.run(self._time_passes())
        if table.game.timed and table.play is not None:
            self._keep_referee(table.play)
        if table.doc.status != "running":
            self._send_away()
        on_turn = table.play.match.able if table.play and table.doc.status == "running" else ()
        table.turns.update([s for s in on_turn if table.doc.places[s].person], acted)
        table.alarm.set([*self._match_moments(), table.turns.next(), self._next_away()])
        self.bots.drive()

    async def alarm(self) -> None:
        """Do whatever is due."""
        play = self.table.play
        try:
            if play is not None and self.table.doc.status == "running":
                await self._let_time_act(play)
                await self.settle()
                for seat in self.table.turns.take_over():
                    self.bots.think(seat)
                await self._replace_the_gone()
        finally:
            self.changed(None)

    # Timed games: every action passes the referee

    async def claim(self, seat: int, act: Act) -> int:
        """Offer a timed action to the referee; the version it led to, once it is played."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def offer() -> None:
            play = self.table.playing()
            if (seat, act.id) in play.answered:
                answer.set_result(play.answered[seat, act.id])
                return
            now = self.table.clock.now()
            claim = Claim(seat, act.id, act.action, now, act.aims_at, act.reaction_ms)
            waiting = self._answers.get((seat, act.id))
            if waiting is None:
                self.referee.offer(claim, play.match.state)
                self._answers[seat, act.id] = [answer]
            else:
                waiting.append(answer)
            if not await self.settle():
                self.changed(None)

        await self.table.ask(offer)
        return await answer

    async def settle(self) -> bool:
        """Play the claims that the referee lets through, in order; whether the last one counted."""
        played = False
        if not self.table.game.timed:
            return played
        for ruling in self.referee.due(self.table.clock.now()):
            claim = ruling.claim
            answers = self._answers.pop((claim.seat, claim.id), [])
            try:
                self._check_target(ruling)
                version = await self.play(claim.seat, claim.id, claim.action)
            except Exception as error:
                played = False
                for answer in answers:
                    answer.set_exception(error)
                    answer.exception()  # whoever asked may have gone
            else:
                played = True
                for answer in answers:
                    answer.set_result(version)
        return played

    def measured(self, seat: int | None, round_trip_ms: float, meter: Meter) -> None:
        """A round trip of a guest who looks from this seat was measured; also beneath the page."""
        play = self.table.play
        if seat is not None and play is not None and seat < play.game.seats(play.match.state):
            self.referee.measured(seat, round_trip_ms, meter.system(), meter.beneath())

    def _check_target(self, ruling: Ruling) -> None:
        """Refuse a claim whose card the quicker one has got by now."""
        if ruling.behind_ms is None or ruling.target is None:
            return
        game, state = self.table.game, self.table.playing().match.state
        action = parse(game.action_type, ruling.claim.action, "action")
        assert isinstance(game, Contested)
        if game.target(state, ruling.claim.seat, action) != ruling.target:
            raise Refusal("beaten", ms=ruling.behind_ms)

    def _send_away(self) -> None:
        """The match is over: whoever still waits for the referee is told so."""
        for key in list(self._answers):
            self._refuse(key, "not_running")

    def forget(self, chosen: list[int]) -> None:
        """Somebody else plays these seats from now on: what is still held for them is dropped."""
        for seat in chosen:
            self.referee.forget(seat)
            self.bots.forget(seat)
        for key in [key for key in self._answers if key[0] in chosen]:
            self._refuse(key, "taken_over")

    def _refuse(self, key: tuple[int, str], reason: str) -> None:
        for answer in self._answers.pop(key):
            answer.set_exception(Refusal(reason))
            answer.exception()  # whoever asked may have gone

    def _keep_referee(self, play: Play) -> None:
        """A referee for each match, who knows which version was shown when."""
        if self._refereed != (self.table.doc.match, play.match.seed):
            self._refereed = (self.table.doc.match, play.match.seed)
            seats_ = play.game.seats(play.match.state)
            self.referee = referee_for(play.game, play.match.seed, seats_)
        self.referee.shown(play.version, self.table.clock.now())

    async def play(self, seat: int, id: str | None, action: Any) -> int:
        """Play an action now (by the owner only); an id that was answered gets the same again."""
        table = self.table
        if id is not None and table.play and (seat, id) in table.play.answered:
            return table.play.answered[seat, id]
        trial = table.playing().fork()
        trial.act(seat, action, table.match_time())
        return await table.advance(trial, seat, id)

    # What is due when

    async def _let_time_act(self, play: Play) -> None:
        wake = play.match.wake
        now = self.table.clock.now()
        if wake is None or wake > now or not self.table.clock.running:
            return
        trial = play.fork()
        trial.wait(now)
        await self.table.advance(trial)

    def _time_passes(self) -> bool:
        """Time stands still in a match at which no player is."""
        return self.table.doc.status == "running" and bool(self._present())

    def _match_moments(self) -> list[float | None]:
        table = self.table
        if table.play is None or not table.clock.running or not table.game.timed:
            return []
        moments = (table.play.match.wake, self.referee.wake())
        return [table.clock.when(moment) for moment in moments if moment is not None]

    def _present(self) -> set[str]:
        people = {place.person for place in self.table.doc.places if place.person}
        return people & self.table.here()

    def _next_away(self) -> float | None:
        """When the next of the gone is given a bot; never while nobody is there to wait."""
        table = self.table
        seconds = table.doc.away_seconds
        if seconds is None or table.doc.status != "running" or not self._present():
            return None
        here_still = {place.person for place in table.doc.places if place.person and not place.away}
        gone = [at for person, at in table.gone_since.items() if person in here_still]
        return min(gone) + seconds if gone else None

    async def _replace_the_gone(self) -> None:
        table = self.table
        moment = self._next_away()
        if moment is None or moment > ticking():
            return
        limit = ticking() - (table.doc.away_seconds or 0)
        gone = [person for person, at in table.gone_since.items() if at <= limit]
        table.gone_since |= dict.fromkeys(gone, ticking())
        chosen = [i for i, place in enumerate(table.doc.places) if place.person in gone]
        self.forget(chosen)
        await table.change(seats.set_away(table.doc, chosen, True))

    # Coming and going

    async def attach(self, guest: Connection) -> None:
        """A device connects; a person who comes back gets their seats back."""
        table = self.table
        elsewhere = guest.person in table.here()
        table.guests.add(guest)
        if guest.person is not None:
            table.gone_since.pop(guest.person, None)
        own = seats.seats_of(table.doc, guest.person)
        away = any(table.doc.places[seat].away for seat in own)
        if away or elsewhere:
            # A bot or another device may have something under way for these seats.
            self.forget(own)
        if away:
            await table.change(seats.set_away(table.doc, own, False))
        table.tell_presence()
        self.changed(None)

    async def detach(self, guest: Connection) -> None:
        """A device is gone."""
        table = self.table
        table.guests.discard(guest)
        table.quiet_since = ticking()
        if guest.person is not None and guest.person not in table.here():
            table.gone_since[guest.person] = ticking()
        table.tell_presence()
        self.changed(None)
