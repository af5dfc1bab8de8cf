"""A table behind its queue: requests and the table's own actions wait for their turn."""

import asyncio
import math
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from quartett.core.game import GameValue
from quartett.protocol.messages import Act
from quartett.server.bots.seats import BotSeats
from quartett.server.moved import SPREAD_MS, MovedAway, moved_to
from quartett.server.parts.clock import Alarm, MatchClock, TurnClocks
from quartett.server.parts.connection import Connection
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.realtime.arbiter import Claim
from quartett.server.realtime.claims import Reply
from quartett.server.refusals import Refusal
from quartett.server.services import Services
from quartett.server.store.documents import TableDocument
from quartett.server.store.store import Hold
from quartett.server.table.inbox import Inbox
from quartett.server.table.permissions import Caller, Role, check, check_sight, identified, needs
from quartett.server.table.table import Parts, Table

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
P = ParamSpec("P")
Q = TypeVar("Q", bound="QueuedTable")

RETRY_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""After a failure, what is due is tried again: soon at first, then less and less often."""

Method = Callable[Concatenate[Q, P], Coroutine[GameValue, GameValue, T]]
Asker = TypeVar("Asker", Caller, Connection)
Command = Callable[Concatenate[Q, Asker, P], Coroutine[GameValue, GameValue, T]]


def command(role: Role) -> "Callable[[Command[Q, Asker, P, T]], Command[Q, Asker, P, T]]":
    """Make a method wait for its turn, then check the caller's role."""

    def guarded(method: "Command[Q, Asker, P, T]") -> "Command[Q, Asker, P, T]":
        @wraps(method)
        async def admit(actor: Q, asker: Asker, /, *args: P.args, **kwargs: P.kwargs) -> T:
            actor.check_role(asker, role)
            return await method(actor, asker, *args, **kwargs)

        return _noted(role, queued(admit))

    return guarded


def reading(
    method: "Callable[[Q, Caller, int | None], Coroutine[GameValue, GameValue, T]]",
) -> "Callable[[Q, Caller, int | None], Coroutine[GameValue, GameValue, T]]":
    """Make a method that reads a match (None: the latest) wait, and ask whether it may be seen."""

    @wraps(method)
    async def admit(actor: Q, caller: Caller, match: int | None) -> T:
        doc = actor._table.doc
        check_sight(doc, doc.match if match is None else match, identified(doc, caller))
        return await method(actor, caller, match)

    return _noted(Role.SPECTATOR, queued(admit))


def _noted(role: Role, function: F) -> F:
    _COMMANDS.add(function)
    return needs(role)(function)


def is_command(function: Callable[..., object]) -> bool:
    """Whether somebody asks a table itself to do this."""
    return function in _COMMANDS


_COMMANDS: set[Callable[..., object]] = set()


def queued(method: "Method[Q, P, T]") -> "Method[Q, P, T]":
    """Make a method wait for its turn in the table's queue."""

    @wraps(method)
    async def ask(actor: Q, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if actor.closed or not actor._services.ownership.held:
            raise MovedAway
        return await actor._inbox.ask(partial(_in_turn, method, actor, *args, **kwargs))

    return ask


async def _in_turn(method: "Method[Q, P, T]", actor: Q, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what was asked for, unless the table was lost while it waited.

    Otherwise somebody who joins now would keep an outdated copy without being told.
    """
    if actor.abandoned:
        raise MovedAway
    return await method(actor, *args, **kwargs)


class QueuedTable:
    """A table's insides and the queue before them; alarms and bots wait in it like everybody."""

    def __init__(
        self,
        services: Services,
        doc: TableDocument,
        hold: Hold,
        play: VersionedMatch | None,
        turns: TurnClocks,
    ) -> None:
        self.id = doc.id
        self.hold = hold
        self.closed = False
        """Whether nothing more can be asked of it."""
        self.abandoned = False
        """Whether even what was asked before is not done any more."""
        self.touched_at = services.time.ticking()
        """When somebody last had to do with this table."""
        self._services = services
        self._inbox = Inbox()
        self._failures = 0
        clock = MatchClock(services.time)
        seats = BotSeats(services, clock, self._bot_acts, self._bot_claims)
        parts = Parts(services, hold, clock, seats, Alarm(self._ring, services.time))
        self._table = Table(doc, play, turns, parts, self.abandon)
        self._table.refresh()

    # Sleeping and ending

    def sleep(self, quiet_seconds: float) -> bool:
        """Close the table if nobody has had to do with it for a while and nothing is due soon."""
        table, time = self._table, self._services.time
        due = table.due_at()
        if (
            len(table.broadcaster)
            or not self._inbox.idle
            or time.ticking() - self.touched_at < quiet_seconds
            or (due is not None and due - time.wall_ms() < 2000 * quiet_seconds)
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
        table = self._table
        due = table.due_at()
        if due is None or due > self._services.time.wall_ms():
            await table.save(replace(table.doc), table.play)

    async def close(self) -> None:
        """Stop; what was asked before is finished first."""
        self._end()
        await self._inbox.drained()

    def abandon(self) -> None:
        """Stop at once: this process cannot be sure any more that the table is its own."""
        self.abandoned = True
        self._end()
        self.dismiss()

    def dismiss(self, pin: str | None = None, spread_ms: int = SPREAD_MS) -> None:
        """Send all devices away: to the node that a path leads to, or to ask anew."""
        for connection in self._table.broadcaster.connections:
            connection.move(moved_to(self.id, pin, spread_ms))

    def check_role(self, asker: Caller | Connection, role: Role) -> None:
        """Refuse somebody who does not have a role here."""
        table = self._table
        if isinstance(asker, Connection):
            person = table.broadcaster.person(asker)
        else:
            person = identified(table.doc, asker)
        check(table.doc, person, role)

    def _end(self) -> None:
        self.closed = True
        self._table.stop()

    # Automatic actions

    def _ring(self) -> None:
        if not self.closed:
            self._inbox.ask(self._work)

    async def _work(self) -> None:
        """Do what is due; whatever goes wrong, come back to it."""
        if self.closed or not self._services.ownership.held:
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

    @queued
    async def _bot_acts(self, seat: int, action: GameValue) -> None:
        """A bot acts for a seat, if the seat is still a bot's to play."""
        table = self._table
        if not table.is_bots(seat):
            raise Refusal("taken_over")
        await table.act(seat, None, action, table.stand_in(seat))

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
        if not self._table.is_bots(seat):
            raise Refusal("taken_over")
        await self._claim(seat, act, reply, by_bot=True)

    async def _claim(self, seat: int, act: Act, reply: Reply, by_bot: bool = False) -> None:
        """Offer a timed action to the arbiter, and play what is due."""
        table = self._table
        if (given := table.answered(seat, act.id)) is not None:
            reply(given)
            return
        play = table.playing()
        action = play.game.parse_action(act.action)
        now = table.clock.now()
        claim = Claim(seat, act.id, action, now, act.aims_at, act.reaction_ms, by_bot)
        table.claims.offer(claim, play.match.state, reply)
        await table.settle()
        table.refresh()
