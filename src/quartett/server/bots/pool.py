"""Processes in which bots think, so that a hard thought never holds up a table."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from quartett import bots, games
from quartett.bots.answers import action_of, reaction_of
from quartett.bots.processes import pool
from quartett.core.seeds import Rng
from quartett.server.bots.timeouts import BotFailed, limited

Choice = tuple[Any, float]
"""An action, and after how many milliseconds the hand moves (in games where time counts)."""

LOADING_SECONDS = 60.0
"""So long may a bot's file take to be loaded; that happens once a process."""


class Thinkers:
    """Begins its processes with the first thought, and anew should they have died.

    Bots of one's own think apart: whatever they do to their process, the others go on.
    """

    def __init__(self) -> None:
        self._pools: dict[bool, ProcessPoolExecutor] = {}

    async def choose(
        self, game: str, name: str, view: Any, legal: list[Any], seed: str, seconds: float
    ) -> Choice:
        """What a bot (a level, or `file.py:Class`) does; BotFailed if it cannot, or not so soon."""
        chosen: Choice = await self._think(
            ":" in name, _choose, game, name, view, legal, seed, seconds
        )
        return chosen

    async def hint(
        self, game: str, view: Any, legal: list[Any], seed: str, seconds: float
    ) -> bots.Hint | None:
        """What a good bot would suggest."""
        found: bots.Hint | None = await self._think(False, _hint, game, view, legal, seed, seconds)
        return found

    def close(self) -> None:
        """Let nobody think any more."""
        for processes in self._pools.values():
            processes.shutdown(wait=False, cancel_futures=True)
        self._pools = {}

    async def _think(self, own: bool, thought: Any, *about: Any) -> Any:
        loop = asyncio.get_running_loop()
        for _ in range(2):  # it may have been somebody else's thought that ended the process
            processes = self._begun(own)
            try:
                return await loop.run_in_executor(processes, thought, *about)
            except BrokenProcessPool:
                self._drop(own, processes)
        raise BotFailed("its process died")

    def _begun(self, own: bool) -> ProcessPoolExecutor:
        if own not in self._pools:
            self._pools[own] = pool(1 if own else max(1, (os.cpu_count() or 2) - 1))
        return self._pools[own]

    def _drop(self, own: bool, broken: ProcessPoolExecutor) -> None:
        if self._pools.get(own) is broken:
            del self._pools[own]
            broken.shutdown(wait=False)


def _choose(game: str, name: str, view: Any, legal: list[Any], seed: str, seconds: float) -> Choice:
    rules, rng = games.get(game), Rng(seed)
    with limited(LOADING_SECONDS):
        bot = bots.get(game, name)
    with limited(seconds):
        # Read as the rules do: what an own bot makes up must not travel back as it is.
        action = action_of(rules, bot.choose(view, legal, rng))
        return action, reaction_of(bot.reaction_ms(view, legal, rng)) if rules.timed else 0.0


def _hint(game: str, view: Any, legal: list[Any], seed: str, seconds: float) -> bots.Hint | None:
    with limited(seconds):
        return bots.hint(game, view, legal, Rng(seed))
