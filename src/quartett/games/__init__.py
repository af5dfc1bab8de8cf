"""The games: each is a folder here that offers `GAME`, or a package that registers one."""

from functools import cache
from importlib import import_module

from quartett.core.errors import FormatError
from quartett.core.game import AnyGame
from quartett.core.plugins import part_of, parts_in


def names() -> list[str]:
    """The ids of all games, in alphabetical order."""
    return parts_in("games")


@cache
def get(name: str) -> AnyGame:
    """The rules of a game by its id."""
    module = part_of("games", name) if isinstance(name, str) else None
    if module is None:
        raise FormatError(f"unknown game {name!r}; the games are {', '.join(names())}")
    game: AnyGame = import_module(module).GAME
    return game
