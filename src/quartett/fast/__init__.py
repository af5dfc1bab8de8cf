"""Integer-encoded versions of the four games, for playouts, environments and training.

Matches are changed in place. Each game is a module with the interface `FastGame`, whose matches
have the interface `FastMatch` (see docs/bots.md). If compiled copies have been built, they are used
instead of the sources, with the same results; `QUARTETT_FAST` chooses.
"""

from importlib import import_module
from typing import Any

from quartett.core.errors import FormatError
from quartett.fast import _copies
from quartett.fast._contract import FastGame, FastMatch

__all__ = ["COPY", "GAMES", "FastGame", "FastMatch", "module_of"]

COPY = _copies.chosen()
"""Whether this program uses the `plain` modules or the `compiled` ones."""

_copies.use(COPY)

_MODULES = {
    "flow": "flow_ticks",
    "jericho": "jericho",
    "photo_rummy": "photo_rummy",
    "souvenirs": "souvenirs",
}

GAMES = tuple(_MODULES)
"""The games that have a fast module."""


def module_of(game: str) -> FastGame:
    """The module whose matches go from decision to decision; Speed & Flow's runs in ticks.

    >>> from random import Random
    >>> match = module_of("jericho").deal(3, Random(1))
    >>> match.turn, match.is_over()
    (0, False)
    """
    if game not in _MODULES:
        raise FormatError(f"game: {game!r} is not one of {', '.join(GAMES)}")
    found: Any = import_module(f"{__name__}.{_MODULES[game]}")
    module: FastGame = found
    return module
