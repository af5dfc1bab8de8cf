"""How seats without a person act: through `quartett.bots` where it is there, else at random."""

import asyncio
import secrets
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from quartett.core.game import AnyGame
from quartett.core.seeds import Rng

RANDOM = "random"
"""The level of a bot that picks any of the listed actions."""


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why, if it can say."""

    action: Any
    reasons: Any = None


class Brains:
    """The bots as the server sees them; found when first needed."""

    def __init__(self) -> None:
        self._bots: ModuleType | None = None
        if (spec := find_spec("quartett.bots")) and spec.origin:
            self._bots = import_module("quartett.bots")

    def levels(self, game: AnyGame) -> list[str]:
        """The levels at which this game can be played, the weakest first."""
        offered = getattr(self._bots, "levels", None)
        return list(offered(game.id)) if offered else [RANDOM]

    def usual(self, game: AnyGame) -> str:
        """The level of a bot that nobody chose a level for: the middle one."""
        levels = self.levels(game)
        return levels[len(levels) // 2]

    async def choose(self, game: AnyGame, level: str, view: Any, legal: list[Any]) -> Any:
        """The action a bot of this level takes, worked out beside the event loop."""
        offered = getattr(self._bots, "choose", None)
        seed = secrets.token_hex(8)
        if offered is None or level == RANDOM:
            return Rng(seed).choice(legal)
        return await asyncio.to_thread(offered, game.id, level, view, legal, seed)

    async def hint(self, game: AnyGame, view: Any, legal: list[Any]) -> Advice | None:
        """What a good bot would do here, if there is one."""
        offered = getattr(self._bots, "hint", None)
        if offered is None or not legal:
            return None
        found = await asyncio.to_thread(offered, game.id, view, legal, secrets.token_hex(8))
        if found is None:
            return None
        if hasattr(found, "action"):
            return Advice(found.action, getattr(found, "reasons", None))
        return Advice(found)
