"""Variants of the games that environments offer under their own names."""

from typing import NamedTuple

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.fast import GAMES
from quartett.games import get


class Known(NamedTuple):
    """What a name stands for: a game, its options, and the number of players."""

    game: str
    options: Json
    players: int


VARIANTS = {
    "jericho_small": Known("jericho", {"size": "small"}, 2),
    "photo_rummy_small": Known("photo_rummy", {"size": "small", "rounds": 1}, 2),
    "souvenirs_small": Known("souvenirs", {"size": "small"}, 2),
}
"""Names that stand for a game with certain options."""


def known_as(name: str) -> Known:
    """The game behind a name."""
    if name in GAMES:
        return Known(name, {}, get(name).players[0])
    if name in VARIANTS:
        return VARIANTS[name]
    raise FormatError(f"game: {name!r} is not one of {', '.join([*GAMES, *VARIANTS])}")
