"""Bots that the server's owner brought along: named when it starts, never over the network."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from quartett import bots
from quartett.core.errors import FormatError, QuartettError
from quartett.core.game import AnyGame


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
    try:
        bot = bots.get("", spec)
        games = getattr(bot, "games", None)
        return OwnBot(spec, None if games is None else tuple(games))
    except QuartettError:
        raise
    except Exception as error:
        raise FormatError(f"{spec!r} cannot be used: {error!r}") from error
