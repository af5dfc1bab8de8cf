"""Where the parts of a game are found: in Quartett's own folders, or in somebody else's package.

A room is a folder of Quartett with one part per game (`games`, `bots`, `terminal`, …). A package
registers its game with entry points, one for each room in which it has something:

    [project.entry-points."quartett.games"]
    my_game = "my_package.game"
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules


def parts_in(room: str) -> list[str]:
    """The ids of the games that have a part in a room, in alphabetical order."""
    own = {name for name, is_folder in _modules(room).items() if is_folder}
    return sorted(own | _registered(room).keys())


def part_of(room: str, game: str) -> str | None:
    """The name of the module that is a game's part in a room; None where it has none."""
    if game in _modules(room):
        return f"quartett.{room}.{game}"
    return _registered(room).get(game)


def _modules(room: str) -> Mapping[str, bool]:
    """The modules of a room by name, and whether each is a folder."""
    return _modules_at(tuple(import_module(f"quartett.{room}").__path__))


@cache
def _modules_at(path: tuple[str, ...]) -> Mapping[str, bool]:
    """Folders are read once: this is asked for every bot of every match that is looked back at."""
    return {module.name: module.ispkg for module in iter_modules(path)}


@cache
def _registered(room: str) -> dict[str, str]:
    if not _anybody_registers():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.module for point in entry_points(group=f"quartett.{room}")}


@cache
def _anybody_registers() -> bool:
    """Whether an installed package speaks of us; a look that costs less than the real reading."""
    return any(
        b"[quartett." in points.read_bytes()
        for folder in map(Path, sys.path)
        for points in folder.glob("*.*-info/entry_points.txt")
    )
