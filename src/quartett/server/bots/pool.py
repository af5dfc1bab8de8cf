"""Processes in which bots think, shared fairly: no table and no address can use them up.

A thought waits in a lane. Lanes whose table somebody looks at come first, bots among themselves
last; within these, addresses take turns, and the tables of an address take turns. Hints take turns
with bots' moves. So one slow thought is the most that a table waits for any other.
"""

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

import msgspec

from quartett import bots, games
from quartett.bots.processes import pool
from quartett.bots.seated import SeatedBot
from quartett.core.game import GameValue
from quartett.core.seeds import Rng
from quartett.server.bots.timeouts import BotFailed, limited

T = TypeVar("T")

Choice = tuple[GameValue, int]
"""An action, and after how many milliseconds the hand moves (in games where time counts)."""

LOADING_SECONDS = 60.0
"""How long loading a bot's file may take; that happens once a process."""

MAX_WAITING = 32
"""How many thoughts of one lane may wait; more are refused."""

UNWATCHED_SHARE = 8
"""While others wait, one slot in this many goes to tables at which nobody looks."""


class Lane(msgspec.Struct, frozen=True):
    """For whom a thought is: the table, from which address it is played, whether somebody looks."""

    table: str = ""
    address: str | None = None
    """None: nobody looks."""
    hint: bool = False


class _Turns:
    """Slots that wait, handed out in turn: by address, and for each address by table."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = (
            OrderedDict()
        )

    def add(self, address: str, table: str, slot: "asyncio.Future[None]") -> None:
        tables = self._waiting.setdefault(address, OrderedDict())
        waiting = tables.setdefault(table, deque())
        if len(waiting) >= MAX_WAITING:
            raise BotFailed("too many thoughts wait for this table already")
        waiting.append(slot)

    def take(self) -> "asyncio.Future[None] | None":
        """The next one, if any waits; its address and its table come last from now on."""
        while self._waiting:
            address, tables = next(iter(self._waiting.items()))
            table, waiting = next(iter(tables.items()))
            slot = waiting.popleft()
            tables.move_to_end(table)
            self._waiting.move_to_end(address)
            if not waiting:
                del tables[table]
            if not tables:
                del self._waiting[address]
            if not slot.done():
                return slot
        return None


class Schedule:
    """A number of slots, given in a fair order to those who wait."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._moves, self._hints, self._unwatched = _Turns(), _Turns(), _Turns()
        self._served = 0

    async def run(self, lane: Lane, thought: Callable[[], Awaitable[T]]) -> T:
        """Think once a slot is free; BotFailed where too much waits in this lane already."""
        await self._slot(lane)
        try:
            return await thought()
        finally:
            self._free += 1
            self._hand_out()

    async def _slot(self, lane: Lane) -> None:
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns(lane).add(lane.address or "", lane.table, slot)
        self._hand_out()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                self._free += 1
                self._hand_out()
            raise

    def _turns(self, lane: Lane) -> _Turns:
        if lane.hint:
            return self._hints
        return self._unwatched if lane.address is None else self._moves

    def _hand_out(self) -> None:
        while self._free and (slot := self._next()) is not None:
            self._free -= 1
            slot.set_result(None)

    def _next(self) -> "asyncio.Future[None] | None":
        order = [self._moves, self._hints] if self._served % 2 else [self._hints, self._moves]
        last = self._served % UNWATCHED_SHARE
        for turns in [*order, self._unwatched] if last else [self._unwatched, *order]:
            if (slot := turns.take()) is not None:
                self._served += 1
                return slot
        return None


class ThinkingPool:
    """Starts its processes with the first request, and again if they have died.

    Bots of one's own think apart: whatever they do to their process, the others go on.
    """

    def __init__(self) -> None:
        self._pools: dict[bool, ProcessPoolExecutor] = {}
        self._size = max(1, (os.cpu_count() or 2) - 1)
        self._schedules = {False: Schedule(self._size), True: Schedule(1)}

    async def choose(
        self,
        lane: Lane,
        game: str,
        name: str,
        view: GameValue,
        legal: list[GameValue],
        seed: str,
        seconds: float,
    ) -> Choice:
        """What a bot (a level, or `file.py:Class`) does; BotFailed if it cannot, or not so soon."""
        return await self._think(lane, ":" in name, _choose, game, name, view, legal, seed, seconds)

    async def hint(
        self,
        lane: Lane,
        game: str,
        view: GameValue,
        legal: list[GameValue],
        seconds: float,
    ) -> bots.Hint | None:
        """What a good bot would suggest; the same whenever somebody asks."""
        return await self._think(lane, False, _hint, game, view, legal, seconds)

    async def work(self, lane: Lane, work: Callable[..., T], *about: object) -> T:
        """Do something else that takes its time where bots think."""
        return await self._think(lane, False, work, *about)

    def close(self) -> None:
        """Let nobody think any more."""
        for processes in self._pools.values():
            processes.shutdown(wait=False, cancel_futures=True)
        self._pools = {}

    async def _think(self, lane: Lane, own: bool, thought: Callable[..., T], *about: object) -> T:
        async def once() -> T:
            processes = self._begun(own)
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(processes, thought, *about)
            except BrokenProcessPool:
                self._drop(own, processes)
                raise

        for _ in range(2):  # it may have been somebody else's thought that ended the process
            with suppress(BrokenProcessPool):
                return await self._schedules[own].run(lane, once)
        raise BotFailed("its process died")

    def _begun(self, own: bool) -> ProcessPoolExecutor:
        if own not in self._pools:
            self._pools[own] = pool(1 if own else self._size)
        return self._pools[own]

    def _drop(self, own: bool, broken: ProcessPoolExecutor) -> None:
        if self._pools.get(own) is broken:
            del self._pools[own]
            broken.shutdown(wait=False)


def _choose(
    game: str, name: str, view: GameValue, legal: list[GameValue], seed: str, seconds: float
) -> Choice:
    rules, rng = games.get(game), Rng(seed)
    with limited(LOADING_SECONDS):
        bot = SeatedBot(bots.get(game, name))
    with limited(seconds):
        action = bot.choose(rules, view, legal, rng)
        return action, bot.reaction_ms(view, legal, rng) if rules.timed else 0


def _hint(game: str, view: GameValue, legal: list[GameValue], seconds: float) -> bots.Hint | None:
    with limited(seconds):
        return bots.hint(game, view, legal)
