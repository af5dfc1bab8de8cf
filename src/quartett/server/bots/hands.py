"""A bot's hand where all play at once: it sees something, reaches for it, and may think again.

A plan is an action and the moment at which the hand arrives. When the table changes, a plan that
is no longer possible is made anew, and so is one whose maker sees something new to do; but a hand
that has nearly arrived goes through with what it began. The arena plays by the same rules.
"""

import asyncio
import random
from contextlib import suppress
from typing import Any

import msgspec

from quartett.server.table.clock import ticking
from quartett.server.table.table import Table

FASTEST = 0.1
"""The least pause in seconds before an action."""

COMMITTED = 0.2
"""How many seconds before it lands an action can no longer be called off."""


CHANCE = random.SystemRandom()
"""Nobody else's sequence of random numbers is disturbed."""


class Plan(msgspec.Struct, frozen=True):
    """What is about to be done, when (ticking seconds), and what else there was to do."""

    at: float
    action: Any
    seen: frozenset[Any]


class Hand:
    """One bot's way to its next action."""

    def __init__(self, table: Table, seat: int, level: str) -> None:
        self._table = table
        self._seat = seat
        self._level = level
        self._changed = asyncio.Event()

    def look_again(self) -> None:
        """The table has changed."""
        self._changed.set()

    async def reach(self) -> Any:
        """Wait until the hand arrives; the action, or None where there is nothing left to do."""
        plan: Plan | None = None
        while True:
            self._changed.clear()
            if not self._legal():
                return None
            if plan is None or not self._stands(plan):
                plan = await self._planned(plan)
            elif plan.at <= ticking():
                return plan.action
            else:
                await self._pause(plan.at - ticking())

    def _legal(self) -> list[Any]:
        table = self._table
        if table.play is None or table.doc.status != "running" or table.closed or table.standing:
            return []
        return table.play.listed(self._seat)[0]

    def _stands(self, plan: Plan) -> bool:
        """Whether a plan is kept without thinking: still possible, and nothing new to see."""
        legal = self._legal()
        if plan.action not in legal:
            return False
        return plan.at - ticking() <= COMMITTED or plan.seen.issuperset(legal)

    async def _planned(self, old: Plan | None) -> Plan:
        """A fresh look: the moment stays if the choice does, else a new reaction begins."""
        table, legal, began = self._table, self._legal(), ticking()
        assert table.play is not None
        view = table.play.match.view(self._seat)
        action, reaction_ms = await table.house.brains.choose(table.game, self._level, view, legal)
        table.house.metrics.bot_time.observe(ticking() - began)
        if action not in legal:
            action = CHANCE.choice(legal)
        if old is not None and action == old.action:
            return Plan(old.at, action, frozenset(legal))
        at = max(began + max(reaction_ms / 1000, FASTEST), self._earliest(action))
        return Plan(at, action, frozenset(legal))

    def _earliest(self, action: Any) -> float:
        """The first moment at which the rules allow it: a hand may still be busy."""
        table = self._table
        if table.play is None:
            return 0.0
        earliest = table.play.match.earliest(self._seat, action)
        return 0.0 if earliest is None else table.clock.when(earliest)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
