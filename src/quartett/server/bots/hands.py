"""A bot's hand at a live table where all play at once, as `quartett.bots.planning` has it."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

from quartett.bots.planning import Choice as Planned
from quartett.bots.planning import Plan, planned, stands
from quartett.core.game import GameValue
from quartett.server.bots.pool import Choice
from quartett.server.parts.clock import MatchClock
from quartett.server.parts.versioned import VersionedMatch

CHANCE = random.SystemRandom()
"""Nobody else's sequence of random numbers is disturbed."""

Think = Callable[[VersionedMatch, int], Awaitable[Choice]]
"""What a seat's bot would do at a moment of the match."""


class Hand:
    """One bot's way to its next action."""

    def __init__(self, play: VersionedMatch, seat: int, clock: MatchClock, think: Think) -> None:
        self._play: VersionedMatch | None = play
        self._seat = seat
        self._clock = clock
        self._think = think
        self._changed = asyncio.Event()

    def look(self, play: VersionedMatch | None) -> None:
        """The table has changed; None: this seat has nothing to do now."""
        self._play = play
        self._changed.set()

    async def reach(self) -> GameValue:
        """Wait until the hand arrives; the action, or None where there is nothing left to do."""
        plan: Plan[GameValue] | None = None
        while True:
            self._changed.clear()
            play, now = self._play, self._clock.now()
            if play is None or not play.listed(self._seat)[0]:
                return None
            if plan is None or not stands(play.match, self._seat, plan, now):
                plan = await self._planned(play, plan, now)
            elif plan.at <= now:
                return plan.action
            else:
                await self._pause((plan.at - now) / 1000)

    async def _planned(
        self, play: VersionedMatch, old: Plan[GameValue] | None, began: int
    ) -> Plan[GameValue]:
        """A fresh look; the reaction counts from when the bot began to think."""
        legal = play.listed(self._seat)[0]
        action, reaction_ms = await self._think(play, self._seat)
        if action not in legal:
            action = CHANCE.choice(legal)
        choice = Planned(action, frozenset(legal), lambda: reaction_ms)
        return planned(play.match, self._seat, choice, old, began)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
