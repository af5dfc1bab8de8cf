"""Processes in which bots think, so that a hard thought never holds up a table."""

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from quartett import bots
from quartett.core.seeds import Rng


class Thinkers:
    """Begins its processes with the first thought, and anew should they have died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: str, level: str, view: Any, legal: list[Any], seed: str) -> Any:
        """What a bot of a level does."""
        return await self._think(_choose, game, level, view, legal, seed)

    async def hint(self, game: str, view: Any, legal: list[Any], seed: str) -> bots.Hint | None:
        """What a good bot would suggest."""
        found: bots.Hint | None = await self._think(_hint, game, view, legal, seed)
        return found

    def close(self) -> None:
        """Let nobody think any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _think(self, thought: Any, *about: Any) -> Any:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._begun(), thought, *about)
        except BrokenProcessPool:
            self.close()
            return await loop.run_in_executor(self._begun(), thought, *about)

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=max(1, (os.cpu_count() or 2) - 1),
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_end_with_the_server,
            )
        return self._pool


def _end_with_the_server() -> None:
    """A server that is killed cannot say goodbye; its thinkers must not stay behind."""
    server = multiprocessing.parent_process()

    def watch() -> None:
        if server is not None:
            server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _choose(game: str, level: str, view: Any, legal: list[Any], seed: str) -> Any:
    return bots.get(game, level).choose(view, legal, Rng(seed))


def _hint(game: str, view: Any, legal: list[Any], seed: str) -> bots.Hint | None:
    return bots.hint(game, view, legal, Rng(seed))
