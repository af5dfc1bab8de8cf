"""The seats that bots play: bots by choice, and bots for people who are away or out of time."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from quartett.core.errors import QuartettError
from quartett.core.game import GameValue
from quartett.server.bots.hands import CHANCE, Hand
from quartett.server.bots.policy import RANDOM, BotPolicy
from quartett.server.bots.pool import Choice, Lane
from quartett.server.logging import Log
from quartett.server.metrics import Metrics
from quartett.server.parts.clock import MatchClock
from quartett.server.parts.versioned import VersionedMatch
from quartett.server.refusals import Refusal
from quartett.server.settings import Settings

RETRY_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""After a failure a bot tries again: soon at first, then less and less often."""

Act = Callable[[int, GameValue], Awaitable[object]]
"""Plays an action for a seat."""

Claim = Callable[[int, str, GameValue], Awaitable[object]]
"""Offers an action of a timed game, with an id."""


class Shared(Protocol):
    """What the seats of all tables have in common: a server's `Services` are that."""

    settings: Settings
    bots: BotPolicy
    log: Log
    metrics: Metrics


class Situation:
    """What bots are told of a table: the match, whom they play for, and who looks on."""

    def __init__(self, play: VersionedMatch, levels: Mapping[int, str], lane: Lane) -> None:
        self.play = play
        self.levels = levels
        """The seats that a bot is to act for now, and how well."""
        self.lane = lane


def chance_of(play: VersionedMatch, seat: int) -> str | None:
    """Where a bot's chance comes from: the deal, so that who plays it again meets the same bots.

    In real time no two matches are alike, and a second look must be a fresh one.
    """
    return None if play.game.timed else bot_seed(play.match.seed, seat, play.counted)


def bot_seed(seed: int | str, seat: int, number: int) -> str:
    """The seed of a seat's bot after this number of entries."""
    return f"{seed} bot {seat} {number}"


class BotSeats:
    """At most one task a seat: it pauses as if thinking, chooses from the seat's view, and acts.

    Whatever goes wrong, a seat that a bot is to act for is tried again.
    """

    def __init__(self, services: Shared, clock: MatchClock, act: Act, claim: Claim) -> None:
        self._services = services
        self._clock = clock
        self._act = act
        self._claim = claim
        self._situation: Situation | None = None
        self._tasks: dict[int, asyncio.Task[bool]] = {}
        self._hands: dict[int, Hand] = {}
        self._failures: dict[int, int] = {}

    def look(self, situation: Situation | None) -> None:
        """The table has changed; None: there is nothing for bots to do."""
        self._situation = situation
        for seat, hand in self._hands.items():
            hand.look(situation.play if situation and seat in situation.levels else None)
        for seat in situation.levels if situation else ():
            if seat not in self._tasks:
                self._begin(seat)

    def forget(self, seat: int) -> None:
        """Let nobody think for a seat: a person plays it again."""
        self._hands.pop(seat, None)
        if (task := self._tasks.pop(seat, None)) is not None:
            task.cancel()

    def end(self) -> None:
        """Let nobody think any more."""
        self._situation = None
        for seat in list(self._tasks):
            self.forget(seat)
        self._act = self._claim = _ended

    def _begin(self, seat: int) -> None:
        task = asyncio.create_task(self._turn(seat))
        self._tasks[seat] = task
        task.add_done_callback(lambda done: self._done(seat, done))

    def _done(self, seat: int, task: "asyncio.Task[bool]") -> None:
        if self._tasks.get(seat) is not task:
            return  # nobody waits for it any more
        del self._tasks[seat]
        self._hands.pop(seat, None)
        if not task.cancelled() and task.result():
            self.look(self._situation)

    async def _turn(self, seat: int) -> bool:
        """One action; whether to look again at once."""
        try:
            again = await self._one_action(seat)
        except Exception as error:
            count = self._failures.get(seat, 0)
            self._failures[seat] = count + 1
            if not isinstance(error, QuartettError):
                self._services.metrics.errors += 1
                self._services.log.warning("bot_retries", seat=seat, why=type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS[min(count, len(RETRY_SECONDS) - 1)])
            return True
        self._failures.pop(seat, None)
        return again

    async def _one_action(self, seat: int) -> bool:
        if (situation := self._situation) is None:
            return False
        if situation.play.game.timed:
            return await self._reach(seat, situation)
        low, high = self._services.settings.think_ms
        await asyncio.sleep(CHANCE.uniform(low, high) / 1000)
        return await self._choose_and_act(seat)

    # Where all play at once

    async def _reach(self, seat: int, situation: Situation) -> bool:
        self._hands[seat] = hand = Hand(situation.play, seat, self._clock, self._think)
        action = await hand.reach()
        if action is None:
            return False
        try:
            # The same way as people's actions: nobody overtakes those who are being judged.
            await self._claim(seat, secrets.token_hex(8), action)
        except QuartettError:
            await asyncio.sleep(0)  # somebody was quicker, or a bot is wrong: look again
        return True

    # Where one plays after the other

    async def _choose_and_act(self, seat: int) -> bool:
        situation = self._situation
        if situation is None or seat not in situation.levels:
            return False
        play = situation.play
        action, _ = await self._think(play, seat)
        try:
            await self._act(seat, action)
        except QuartettError:
            if self._situation is None or self._situation.play is not play:
                return True
            fallback, _ = await self._think(play, seat, RANDOM)
            await self._act(seat, fallback)
        return True

    async def _think(self, play: VersionedMatch, seat: int, level: str | None = None) -> Choice:
        situation, services = self._situation, self._services
        usual = services.bots.usual(play.game)
        levels = situation.levels if situation else {}
        lane = situation.lane if situation else Lane()
        began = time.perf_counter()
        view, legal = play.match.view(seat), play.listed(seat)[0]
        choice = await services.bots.choose(
            lane, play.game, level or levels.get(seat, usual), view, legal, chance_of(play, seat)
        )
        services.metrics.bot_time.observe(time.perf_counter() - began)
        return choice


async def _ended(*_: object) -> None:
    raise Refusal("no_such_table", 404)
