"""The seats that bots play: bots by choice, and bots for people who are away or out of time."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from quartett.core.errors import QuartettError
from quartett.protocol.messages import Act
from quartett.server.bots.hands import CHANCE, Hand
from quartett.server.bots.policy import RANDOM
from quartett.server.table.playing import Play
from quartett.server.table.table import Table


class BotSeats:
    """At most one task a seat: it pauses as if thinking, chooses from the seat's view, and acts."""

    def __init__(self, table: Table, claim: Callable[[int, Act], Awaitable[int]]) -> None:
        self._table = table
        self._claim = claim
        self._tasks: dict[int, asyncio.Task[bool]] = {}
        self._hands: dict[int, Hand] = {}

    def drive(self) -> None:
        """Let every seat that a bot plays and that may act think, or look again."""
        for hand in self._hands.values():
            hand.look_again()
        table = self._table
        if table.play is None or table.doc.status != "running" or table.closed or table.standing:
            return
        for seat in table.play.match.able:
            place = table.doc.places[seat]
            if place.person is None or place.away:
                self.think(seat)

    def think(self, seat: int) -> None:
        """Let a bot act once for a seat, after a pause."""
        if seat not in self._tasks:
            task = asyncio.create_task(self._turn(seat))
            self._tasks[seat] = task
            task.add_done_callback(lambda done: self._done(seat, done))

    def stop(self) -> None:
        """Let nobody think any more."""
        for task in list(self._tasks.values()):
            task.cancel()

    def forget(self, seat: int) -> None:
        """Let nobody think for a seat: a person plays it again."""
        self._hands.pop(seat, None)
        if (task := self._tasks.pop(seat, None)) is not None:
            task.cancel()

    def _done(self, seat: int, task: "asyncio.Task[bool]") -> None:
        if self._tasks.get(seat) is not task:
            return  # nobody waits for it any more
        del self._tasks[seat]
        self._hands.pop(seat, None)
        if not task.cancelled() and task.result():
            self.drive()

    async def _turn(self, seat: int) -> bool:
        """One action; whether to look again at once."""
        try:
            if self._table.game.timed:
                return await self._reach(seat)
            low, high = self._table.house.settings.think_ms
            await asyncio.sleep(CHANCE.uniform(low, high) / 1000)
            return await self._choose_and_act(seat)
        except QuartettError as error:
            # The table closed or went on without us; whatever comes next drives again.
            self._table.house.log.info("bot_stopped", table=self._table.doc.id, why=str(error))
        except Exception:
            self._table.house.metrics.errors += 1
            self._table.house.log.exception("bot_failed", table=self._table.doc.id, seat=seat)
        return False

    def _level(self, seat: int) -> str:
        return self._table.doc.places[seat].level or self._table.house.brains.usual(
            self._table.game
        )

    # Where all play at once

    async def _reach(self, seat: int) -> bool:
        self._hands[seat] = hand = Hand(self._table, seat, self._level(seat))
        action = await hand.reach()
        if action is None:
            return False
        try:
            # The same way as people's actions: nobody overtakes those who are being judged.
            await self._claim(seat, Act(id=secrets.token_hex(8), action=action))
        except QuartettError:
            await asyncio.sleep(0)  # somebody was quicker, or a bot is wrong: look again
        return True

    # Where one plays after the other

    async def _choose_and_act(self, seat: int) -> bool:
        table = self._table
        play = table.play
        if play is None or not play.listed(seat)[0]:
            return False
        action = await self._choose(seat, play)
        try:
            await table.ask(lambda: self._act(seat, action))
        except QuartettError:
            if table.play is play:
                fallback = await self._choose(seat, play, RANDOM)
                await table.ask(lambda: self._act(seat, fallback))
        return True

    async def _choose(self, seat: int, play: Play, level: str | None = None) -> Any:
        table = self._table
        level = level or self._level(seat)
        began = time.perf_counter()
        view, legal = play.match.view(seat), play.listed(seat)[0]
        action, _ = await table.house.brains.choose(table.game, level, view, legal)
        table.house.metrics.bot_time.observe(time.perf_counter() - began)
        return action

    async def _act(self, seat: int, action: Any) -> None:
        table = self._table
        trial = table.playing().fork()
        trial.act(seat, action, table.match_time())
        await table.advance(trial, seat)
