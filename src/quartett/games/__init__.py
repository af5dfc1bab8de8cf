"""The games: each is a folder here that offers `GAME`; a new folder is a new game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from quartett.core.errors import FormatError
from quartett.core.game import AnyGame


def names() -> list[str]:
    """The ids of all games, in alphabetical order."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def get(name: str) -> AnyGame:
    """The rules of a game by its id."""
    if name not in names():
        raise FormatError(f"unknown game {name!r}; the games are {', '.join(names())}")
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game
