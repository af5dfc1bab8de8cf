"""Texts in six languages, looked up by key; no game's words live in code.

A key `some_game.not_in_hand` is found in the texts of that game, a key `core.…` beside this file.
A field `{card:card}` is shown through the key `card.<value>`, or else through the template `card`
with the value's dash-separated parts, so that a card `green-3` needs no entry of its own. A field
`{turn:seat}` counts seats from 1, as people do.

Those who write JSON read English, with cards and seats as JSON has them; where that takes another
sentence than a player's (a cell of a grid has no number on a screen), it is in `written.json`.
"""

import re
import string
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from quartett.core.plugins import part_of

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
"""The languages every text exists in; the first is the fallback."""

_BEGINS_WITH_A_NAME = re.compile(r"\{\w+:\w+\}.*[.!?]$", re.DOTALL)
"""A whole sentence whose first word is a card, a colour or the like."""

WRITTEN = "written"
"""What the English texts for those who write JSON are kept as."""


def shortened(text: str, most: int) -> str:
    """The text, cut where it is longer than this many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


@cache
def catalogue(namespace: str, language: str) -> Mapping[str, str]:
    """All texts of one namespace (a game id, or `core`) in one language, or else in English."""
    known = _known(language)
    missing = known != WRITTEN and not _folder(namespace).joinpath(f"{known}.json").is_file()
    source = _source(namespace, f"{LANGUAGES[0] if missing else known}.json")
    return msgspec.json.decode(source, type=dict[str, str])


@cache
def room_texts(room: str, language: str, game: str | None = None) -> Mapping[str, str]:
    """What a room such as `terminal` says in one language: by itself, or about one game."""
    package = f"quartett.{room}" if game is None else part_of(room, game)
    if package is None or not hasattr(import_module(package), "__path__"):
        return {}
    folder = files(package).joinpath("texts")
    for known in (language, LANGUAGES[0]):
        if (source := folder.joinpath(f"{known}.json")).is_file():
            return msgspec.json.decode(source.read_bytes(), type=dict[str, str])
    return {}


def handbook(game: str, language: str) -> str:
    """The rules of a game as a player reads them, in Markdown."""
    return _source(game, f"{_known(language)}.md").decode()


def _known(language: str) -> str:
    return language if language in (*LANGUAGES, WRITTEN) else LANGUAGES[0]


@cache
def _written(namespace: str) -> Mapping[str, str]:
    texts = catalogue(namespace, LANGUAGES[0])
    has_own = _folder(namespace).joinpath(f"{WRITTEN}.json").is_file()
    return {**texts, **catalogue(namespace, WRITTEN)} if has_own else texts


def _source(namespace: str, name: str) -> bytes:
    return _folder(namespace).joinpath(name).read_bytes()


def _folder(namespace: str) -> Traversable:
    package = "quartett.core" if namespace == "core" else part_of("games", namespace)
    if package is None:
        raise KeyError(f"{namespace} has no texts")
    return files(package).joinpath("texts")


def say(key: str, about: Mapping[str, object] | None = None, language: str = "en") -> str:
    """The text of a key in a language, its fields filled from `about`."""
    namespace, _, name = key.partition(".")
    return Words(namespace, language).sentence(name, about or {})


def say_written(key: str, about: Mapping[str, object]) -> str:
    """The English text of a key, with cards and seats as positions and actions write them."""
    namespace, _, name = key.partition(".")
    return _Written(namespace).sentence(name, about)


class Words(string.Formatter):
    """Fills `{field}` and `{field:kind}`, looking kinds up in one namespace's catalogue."""

    def __init__(self, namespace: str, language: str) -> None:
        self._texts = catalogue(namespace, language)

    def sentence(self, name: str, about: Mapping[str, object]) -> str:
        """A text of the catalogue, its fields filled; a card at its beginning gets a capital."""
        template = self._texts[name]
        text = self.vformat(template, (), about)
        return text[:1].upper() + text[1:] if _BEGINS_WITH_A_NAME.match(template) else text

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(self.format_field(each, format_spec) for each in value)
        return self.name(format_spec, str(value)) if format_spec else str(value)

    def name(self, kind: str, value: str) -> str:
        """What a value of a kind is called, or the value itself where it has no name."""
        if (name := self._texts.get(f"{kind}.{value}")) is not None:
            return name
        if (template := self._texts.get(kind)) is None:
            return _counted_from_1(value) if kind == "seat" else value
        try:
            return self.vformat(template, value.split("-"), {})
        except (IndexError, KeyError):
            return value


class _Written(Words):
    """Words for those who write JSON: a card and a seat are called what they are there."""

    def __init__(self, namespace: str) -> None:
        self._texts = _written(namespace)

    def sentence(self, name: str, about: Mapping[str, object]) -> str:
        """A text with cards just as positions write them, at the beginning too."""
        return self.vformat(self._texts[name], (), about)

    def name(self, kind: str, value: str) -> str:
        return value if kind in ("card", "seat") else super().name(kind, value)


def _counted_from_1(seat: str) -> str:
    """A seat as screens count it; who has a name already is called by it."""
    return str(int(seat) + 1) if seat.lstrip("-").isdecimal() else seat
