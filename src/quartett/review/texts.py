"""What reviews, puzzles and lessons say, in six languages, filled with the games' own words.

A key `jericho.step` is found in the texts of that game's folder here, any other beside this file.
"""

from collections.abc import Mapping
from functools import partial

from quartett.core.texts import Words, room_texts

texts = partial(room_texts, "review")
"""The review's own texts in one language, or those that it has for a game."""


def say_about(game: str, key: str, about: Mapping[str, object], language: str) -> str:
    """The text of a key in a language; cards and colours are called what the game calls them."""
    own, _, name = key.partition(".")
    found = texts(language, game)[name] if own == game else texts(language)[key]
    return Words(game, language).vformat(found, (), about)
