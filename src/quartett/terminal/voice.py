"""What the terminal says, in six languages: its own sentences, filled with the games' words."""

import locale
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from quartett.core.texts import LANGUAGES, Words

RIVALS = ("Anna", "Ben", "Cleo", "David")
"""What the other players are called, from seat 1 on."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of the terminal in one language."""
    source = files("quartett.terminal").joinpath("texts", f"{language}.json")
    return msgspec.json.decode(source.read_bytes(), type=dict[str, str])


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

    def say(self, key: str, **about: Any) -> str:
        """The text of a key, its fields filled."""
        return self.vformat(texts(self.language)[key], (), about)

    def knows(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return key in texts(self.language)

    def plain(self, kind: str, value: str) -> str:
        """The game's own word for a value, unpainted."""
        return super().name(kind, value)

    def understood(self, key: str) -> list[str]:
        """The words a person may type for something, in the own language and in English."""
        own, english = texts(self.language)[key], texts(LANGUAGES[0])[key]
        return list(dict.fromkeys(f"{own} {english}".split()))

    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None and format_spec == "card":
            return self.say("unseen_card")
        return super().format_field(value, format_spec)

    def name(self, kind: str, value: str) -> str:
        brush = self.brushes.get(kind)
        return brush(value) if brush else super().name(kind, value)
