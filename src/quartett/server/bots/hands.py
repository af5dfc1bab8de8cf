"""A bot's hand where all play at once: it sees something, reaches for it, and may think again.

A plan is an action and the moment at which the hand arrives. When the table changes, a plan that
is no longer possible is made anew, and so is one whose maker sees something new to do; but a hand
that has nearly arrived goes through with what it began. The arena plays by the same rules.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from quartett.server.bots.pool import Choice
from quartett.server.table.clock import MatchClock, ticking
from quartett.server.table.playing import Play

MIN_PAUSE = 0.1
"""The least pause in seconds before an action."""

COMMITTED = 0.2
"""How many seconds before it lands an action can no longer be called off."""

CHANCE = random.SystemRandom()
"""Nobody else's sequence of random numbers is disturbed."""

Think = Callable[[Play, int], Awaitable[Choice]]
"""What a seat's bot would do at a moment of the match."""


class Plan(msgspec.Struct, frozen=True):
    """What is about to be done, when (ticking seconds), and what else there was to do."""

    at: float
    action: Any
    seen: frozenset[Any]


class Hand:
    """One bot's way to its next action."""

    def __init__(self, play: Play, seat: int, clock: MatchClock, think: Think) -> None:
        self._play: Play | None = play
        self._seat = seat
        self._clock = clock
        self._think = think
        self._changed = asyncio.Event()

    def look(self, play: Play | None) -> None:
        """The table has changed; None: this seat has nothing to do now."""
        self._play = play
        self._changed.set()

    async def reach(self) -> Any:
        """Wait until the hand arrives; the action, or None where there is nothing left to do."""
        plan: Plan | None = None
        while True:
            self._changed.clear()
            play = self._play
            legal = self._legal(play)
            if play is None or not legal:
                return None
            if plan is None or not _stands(plan, legal):
                plan = await self._planned(play, legal, plan)
            elif plan.at <= ticking():
                return plan.action
            else:
                await self._pause(plan.at - ticking())

    def _legal(self, play: Play | None) -> list[Any]:
        return [] if play is None else play.listed(self._seat)[0]

    async def _planned(self, play: Play, legal: list[Any], old: Plan | None) -> Plan:
        """A fresh look: the moment stays if the choice does, else a new reaction begins."""
        began = ticking()
        action, reaction_ms = await self._think(play, self._seat)
        if action not in legal:
            action = CHANCE.choice(legal)
        if old is not None and action == old.action:
            return Plan(old.at, action, frozenset(legal))
        at = max(began + max(reaction_ms / 1000, MIN_PAUSE), self._earliest(action))
        return Plan(at, action, frozenset(legal))

    def _earliest(self, action: Any) -> float:
        """The first moment at which the rules allow it: a hand may still be busy."""
        play = self._play
        if play is None:
            return 0.0
        earliest = play.match.earliest(self._seat, action)
        return 0.0 if earliest is None else self._clock.when(earliest)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()


def _stands(plan: Plan, legal: list[Any]) -> bool:
    """Whether a plan is kept without thinking: still possible, and nothing new to see."""
    if plan.action not in legal:
        return False
    return plan.at - ticking() <= COMMITTED or plan.seen.issuperset(legal)
