"""How seats without a person act: the bots of `quartett.bots`, at work in other processes."""

import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from quartett import bots
from quartett.bots.base import REACTION_MS
from quartett.bots.ladder import on_ladder
from quartett.core.game import AnyGame, GameValue
from quartett.core.seeds import Rng
from quartett.server.bots.own_bots import own_bots
from quartett.server.bots.pool import Choice, Lane, ThinkingPool
from quartett.server.bots.timeouts import BotFailed

T = TypeVar("T")

RANDOM = "random"
"""The level of a bot that acts by chance."""

TIMED_SECONDS = 3.0
"""Where time counts, no thought is worth more."""

Failed = Callable[[str, str, BotFailed], None]
"""Called with the game, the level and the error of a bot that failed."""


class BotPolicy:
    """The bots as the server sees them: the levels, and those its owner brought along."""

    def __init__(self, own: Sequence[str], seconds: float, failed: Failed) -> None:
        self._own = own_bots(own)
        self._seconds = seconds
        self._failed = failed
        self._pool = ThinkingPool()

    def levels(self, game: AnyGame) -> list[str]:
        """The levels at which this game can be played, the weakest first; then own bots."""
        return [*_levels(game), *(name for name, own in self._own.items() if own.plays(game))]

    def plays(self, game: AnyGame, level: str) -> bool:
        """Whether a bot plays this game at a level: a listed one, a step, or a practice round's."""
        practises = level == bots.PRACTICE and level in bots.bots_of(game.id)
        return practises or level in self.levels(game) or on_ladder(game.id, level)

    def usual(self, game: AnyGame) -> str:
        """The level of a bot that nobody chose a level for: the middle one."""
        levels = _levels(game)
        return levels[len(levels) // 2]

    async def choose(
        self,
        lane: Lane,
        game: AnyGame,
        level: str,
        view: GameValue,
        legal: list[GameValue],
        seed: str | None = None,
    ) -> Choice:
        """What a bot of this level does and after how many ms; somebody weaker if it cannot.

        With a seed, the same bot does the same thing again.
        """
        seed = seed or _seed()
        for each in (level, *_levels(game)[1:2]):
            if _only_picks(game, each):
                break
            try:
                return await self._think(lane, game, each, view, legal, seed)
            except BotFailed as error:
                self._failed(game.id, each, error)
        return Rng(seed).choice(legal), REACTION_MS

    async def work(self, lane: Lane, work: Callable[..., T], *about: object) -> T:
        """Do something else that takes its time where bots think; BotFailed if it cannot be."""
        return await self._pool.work(lane, work, *about)

    async def hint(
        self, lane: Lane, game: AnyGame, view: GameValue, legal: list[GameValue]
    ) -> bots.Hint | None:
        """What a good bot would do here, if it can say."""
        if not legal:
            return None
        try:
            limit = self._limit(game)
            return await self._pool.hint(lane, game.id, view, legal, limit)
        except BotFailed as error:
            self._failed(game.id, "hint", error)
            return None

    def close(self) -> None:
        """Let nobody think any more."""
        self._pool.close()

    async def _think(
        self,
        lane: Lane,
        game: AnyGame,
        level: str,
        view: GameValue,
        legal: list[GameValue],
        seed: str,
    ) -> Choice:
        # A bot that was brought along another time is not here any more: the usual one plays on.
        known = level if self.plays(game, level) else self.usual(game)
        name = self._own[known].spec if known in self._own else known
        limit = self._limit(game)
        return await self._pool.choose(lane, game.id, name, view, legal, seed, limit)

    def _limit(self, game: AnyGame) -> float:
        return min(self._seconds, TIMED_SECONDS) if game.timed else self._seconds


def _levels(game: AnyGame) -> list[str]:
    known = bots.bots_of(game.id)
    return [level for level in bots.LEVELS if level in known]


def _only_picks(game: AnyGame, level: str) -> bool:
    """Whether a bot takes any of the listed actions: then nobody need think."""
    return bots.bots_of(game.id).get(level) is bots.RandomBot


def _seed() -> str:
    return secrets.token_hex(8)
