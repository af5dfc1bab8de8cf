"""Bots: opponents of several strengths for every game, and hints."""

import importlib.util
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from quartett.bots.base import LEVELS, Bot, Hint, RandomBot
from quartett.core.errors import FormatError
from quartett.core.seeds import Rng

__all__ = ["FAILURES", "LEVELS", "Bot", "Hint", "RandomBot", "bots_of", "get", "hint"]

AnyBot = Bot[Any, Any]

FAILURES = (Exception, SystemExit)
"""How somebody's own code may fail; no bot ends the whole program."""


def bots_of(game: str) -> Mapping[str, type[AnyBot]]:
    """The bots of a game by level; the random one picks from the list unless the game has one."""
    if importlib.util.find_spec(f"{__name__}.{game}") is None:
        return {"random": RandomBot}
    own: Mapping[str, type[AnyBot]] = import_module(f"{__name__}.{game}").BOTS
    return {"random": RandomBot, **own}


def get(game: str, name: str, nodes: int | None = None) -> AnyBot:
    """A bot by its level, or your own by `file.py:Class`."""
    kind = _from_file(name) if ":" in name else _by_level(game, name)
    try:
        return kind() if nodes is None else kind(nodes)
    except FAILURES as error:
        given = "" if nodes is None else f" with nodes={nodes}"
        raise FormatError(f"bot {name} cannot be made{given}: {error!r}") from error


def hint(game: str, view: Any, legal: Any, rng: Rng) -> Hint | None:
    """A suggestion for the seat whose view this is, if the game's bots give any."""
    if importlib.util.find_spec(f"{__name__}.{game}") is None or not legal:
        return None
    found: Hint | None = import_module(f"{__name__}.{game}").hint(view, legal, rng)
    return found


def _by_level(game: str, level: str) -> type[AnyBot]:
    known = bots_of(game)
    if level in known:
        return known[level]
    earlier = _earlier(game)
    if level in earlier:
        return earlier[level]
    raise FormatError(f"unknown bot {level!r} for {game}; there are {', '.join(known)}")


def _earlier(game: str) -> Mapping[str, type[AnyBot]]:
    """The bots of earlier versions, named like `hard@1`, that are kept for comparison."""
    if importlib.util.find_spec(f"{__name__}.{game}") is None:
        return {}
    earlier: Mapping[str, type[AnyBot]] = import_module(f"{__name__}.{game}").EARLIER
    return earlier


@cache
def _from_file(name: str) -> type[AnyBot]:
    path, _, attribute = name.rpartition(":")
    spec = importlib.util.spec_from_file_location(f"own_bot_{Path(path).stem}", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise FormatError(f"cannot read a bot from {path!r}")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except FAILURES as error:
        raise FormatError(f"{path!r} cannot be loaded: {error!r}") from error
    kind = getattr(module, attribute, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise FormatError(f"{path!r} has no bot class {attribute!r}")
    return kind
