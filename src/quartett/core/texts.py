"""Texts in six languages, looked up by key; no game's words live in code.

A key `some_game.not_in_hand` is found in the texts of that game, a key `core.…` beside this file.
A field `{card:card}` is shown through the key `card.<value>`, or else through the template `card`
with the value's dash-separated parts, so that a card `green-3` needs no entry of its own.
"""

import string
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
"""The languages every text exists in; the first is the fallback."""


def shortened(text: str, most: int) -> str:
    """The text, cut where it is longer than so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


@cache
def catalogue(namespace: str, language: str) -> Mapping[str, str]:
    """All texts of one namespace (a game id, or `core`) in one language."""
    return msgspec.json.decode(_source(namespace, f"{language}.json"), type=dict[str, str])


def handbook(game: str, language: str) -> str:
    """The rules of a game as a player reads them, in Markdown."""
    return _source(game, f"{language}.md").decode()


def _source(namespace: str, name: str) -> bytes:
    package = "quartett.core" if namespace == "core" else f"quartett.games.{namespace}"
    return files(package).joinpath("texts", name).read_bytes()


def say(key: str, about: Mapping[str, object] | None = None, language: str = "en") -> str:
    """The text of a key in a language, its fields filled from `about`."""
    return _filled(Words, key, about or {}, language)


def say_written(key: str, about: Mapping[str, object]) -> str:
    """The English text of a key, with cards as positions and actions write them."""
    return _filled(_Written, key, about, LANGUAGES[0])


def _filled(kind: type["Words"], key: str, about: Mapping[str, object], language: str) -> str:
    namespace, _, name = key.partition(".")
    return kind(namespace, language).vformat(catalogue(namespace, language)[name], (), about)


class Words(string.Formatter):
    """Fills `{field}` and `{field:kind}`, looking kinds up in one namespace's catalogue."""

    def __init__(self, namespace: str, language: str) -> None:
        self._texts = catalogue(namespace, language)

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(self.format_field(each, format_spec) for each in value)
        return self.name(format_spec, str(value)) if format_spec else str(value)

    def name(self, kind: str, value: str) -> str:
        """What a value of a kind is called, or the value itself where it has no name."""
        if (name := self._texts.get(f"{kind}.{value}")) is not None:
            return name
        if (template := self._texts.get(kind)) is None:
            return value
        try:
            return self.vformat(template, value.split("-"), {})
        except (IndexError, KeyError):
            return value


class _Written(Words):
    """Words for those who write JSON: a card keeps the name that it has there."""

    def name(self, kind: str, value: str) -> str:
        return value if kind == "card" else super().name(kind, value)
