"""What the terminal says, in six languages: its own sentences, filled with the games' words.

A key `some_game.headline` is found in the texts of that game's folder here, any other beside this
file.
"""

import locale
import os
from collections.abc import Callable, Mapping
from functools import partial

from quartett.core.texts import LANGUAGES, Words, room_texts

RIVALS = ("Anna", "Ben", "Cleo", "David")
"""What the other players are called, from seat 1 on."""


texts = partial(room_texts, "terminal")
"""The terminal's own texts in one language, or those that it has for a game."""


def usual_language() -> str:
    """The language of the person's own settings, where we speak it."""
    asked = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    for name in (*asked, locale.getlocale()[0]):
        if name:
            return name[:2].lower() if name[:2].lower() in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


class Voice(Words):
    """Speaks about one game in one language; kinds with a brush come out painted (as markup)."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__(game, language)
        self.game = game
        self.language = language
        self.brushes: dict[str, Callable[[str], str]] = {}

    def say(self, key: str, **about: object) -> str:
        """The text of a key, its fields filled."""
        return self.vformat(self._text(key, self.language), (), about)

    def knows(self, key: str) -> bool:
        """Whether there is a text for a key."""
        found, name = self._where(key, self.language)
        return name in found

    def plain(self, kind: str, value: str) -> str:
        """The game's own word for a value, unpainted."""
        return super().name(kind, value)

    def understood(self, key: str) -> list[str]:
        """The words a person may type for something, in the person's language and in English."""
        own, english = self._text(key, self.language), self._text(key, LANGUAGES[0])
        return list(dict.fromkeys(f"{own} {english}".split()))

    def format_field(self, value: object, format_spec: str) -> str:
        if value is None and format_spec == "card":
            return self.say("unseen_card")
        return super().format_field(value, format_spec)

    def name(self, kind: str, value: str) -> str:
        brush = self.brushes.get(kind)
        return brush(value) if brush else super().name(kind, value)

    def _text(self, key: str, language: str) -> str:
        found, name = self._where(key, language)
        return found[name]

    def _where(self, key: str, language: str) -> tuple[Mapping[str, str], str]:
        """The texts in which a key stands, and its name there: `<game>.name` in the game's own."""
        game, _, name = key.partition(".")
        return (texts(language, game), name) if game == self.game else (texts(language), key)
