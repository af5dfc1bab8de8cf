"""What reviews, puzzles and lessons say, in six languages, filled with the games' own words.

A key `jericho.step` is found in the texts of that game's folder here, any other beside this file.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from quartett.core.plugins import part_of
from quartett.core.texts import LANGUAGES, Words


@cache
def texts(language: str, game: str | None = None) -> Mapping[str, str]:
    """The review's own texts in one language, or those that it has for a game."""
    package = __package__ if game is None else part_of("review", game)
    if package is None:
        return {}
    folder = files(package).joinpath("texts")
    for known in (language, LANGUAGES[0]):
        if (source := folder.joinpath(f"{known}.json")).is_file():
            return msgspec.json.decode(source.read_bytes(), type=dict[str, str])
    return {}


def say_about(game: str, key: str, about: Mapping[str, object], language: str) -> str:
    """The text of a key in a language; cards and colours are called what the game calls them."""
    own, _, name = key.partition(".")
    found = texts(language, game)[name] if own == game else texts(language)[key]
    return Words(game, language).vformat(found, (), about)
