"""How seats without a person act: the bots of `quartett.bots`, at work in other processes."""

import secrets
from typing import Any

from quartett import bots
from quartett.core.game import AnyGame
from quartett.core.seeds import Rng
from quartett.server.thinkers import Thinkers

RANDOM = "random"
"""The level of a bot that picks any of the listed actions: it need not think."""


class Brains:
    """The bots as the server sees them."""

    def __init__(self) -> None:
        self._thinkers = Thinkers()

    def levels(self, game: AnyGame) -> list[str]:
        """The levels at which this game can be played, the weakest first."""
        known = bots.bots_of(game.id)
        return [level for level in bots.LEVELS if level in known]

    def usual(self, game: AnyGame) -> str:
        """The level of a bot that nobody chose a level for: the middle one."""
        levels = self.levels(game)
        return levels[len(levels) // 2]

    async def choose(self, game: AnyGame, level: str, view: Any, legal: list[Any]) -> Any:
        """The action that a bot of this level takes."""
        if level == RANDOM:
            return _chance().choice(legal)
        return await self._thinkers.choose(game.id, level, view, legal, secrets.token_hex(8))

    def reaction(self, game: AnyGame, level: str, view: Any, legal: list[Any]) -> float:
        """How many seconds a person of this strength would take where time counts."""
        return bots.get(game.id, level).reaction_ms(view, legal, _chance()) / 1000

    async def hint(self, game: AnyGame, view: Any, legal: list[Any]) -> bots.Hint | None:
        """What a good bot would do here, if it can say."""
        if not legal:
            return None
        return await self._thinkers.hint(game.id, view, legal, secrets.token_hex(8))

    def close(self) -> None:
        """Let nobody think any more."""
        self._thinkers.close()


def _chance() -> Rng:
    return Rng(secrets.token_hex(8))
