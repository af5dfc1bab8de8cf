"""Games that environments have under names of their own."""

from typing import NamedTuple

from quartett.core.errors import FormatError
from quartett.core.forms import Json
from quartett.fast import GAMES
from quartett.games import get


class Known(NamedTuple):
    """What stands behind a name: a game, options that it stands for, and how many play."""

    game: str
    options: Json
    players: int


VARIANTS = {
    "jericho_small": Known("jericho", {"size": "small"}, 2),
    "photo_rummy_small": Known("photo_rummy", {"size": "small", "rounds": 1}, 2),
    "souvenirs_small": Known("souvenirs", {"size": "small"}, 2),
}
"""Games of their own that are others with some options agreed on."""


def known_as(name: str) -> Known:
    """The game behind a name."""
    if name in GAMES:
        return Known(name, {}, get(name).players[0])
    if name in VARIANTS:
        return VARIANTS[name]
    raise FormatError(f"game: {name!r} is not one of {', '.join([*GAMES, *VARIANTS])}")
