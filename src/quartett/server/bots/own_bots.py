"""Bots that the server's owner brought along: named when it starts, never over the network."""

from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from quartett import bots
from quartett.bots.processes import pool
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame
from quartett.server.bots.timeouts import BotFailed, limited

LOADING_SECONDS = 60.0
"""How long loading a bot's file may take."""


class OwnBot(msgspec.Struct, frozen=True):
    """Where a bot is (`file.py:Class`), and which games it plays (None: all)."""

    spec: str
    games: tuple[str, ...] | None = None

    def plays(self, game: AnyGame) -> bool:
        """Whether it can be seated at a game."""
        return self.games is None or game.id in self.games


def own_bots(specs: Sequence[str]) -> dict[str, OwnBot]:
    """The bots by the names of their classes; FormatError if one of them is of no use."""
    found: dict[str, OwnBot] = {}
    for spec in specs:
        path, _, name = spec.rpartition(":")
        if not path:
            raise FormatError(f"a bot of your own is named file.py:Class, not {spec!r}")
        if name in bots.LEVELS or name in found:
            raise FormatError(f"there is a bot called {name!r} already")
        found[name] = _tried(f"{Path(path).resolve()}:{name}")
    return found


def _tried(spec: str) -> OwnBot:
    """A bot in a separate process, so that its file cannot harm the server."""
    with pool(1) as process:
        try:
            return process.submit(_load, spec).result()
        except (BotFailed, BrokenProcessPool) as error:
            raise FormatError(f"{spec!r} cannot be used: {error}") from None


def _load(spec: str) -> OwnBot:
    try:
        with limited(LOADING_SECONDS):
            return _loaded(spec)
    except QuartettError as error:
        # Told by its words: not every error of ours can be put together again from them.
        raise BotFailed(str(error)) from None


def _loaded(spec: str) -> OwnBot:
    games = getattr(bots.get("", spec), "games", None)
    return OwnBot(spec, None if games is None else tuple(str(each) for each in games))
