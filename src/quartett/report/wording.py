"""What reports say, in six languages, with numbers as each language writes them.

A key that begins with a game's id is found in the texts of that game's folder here, any other
beside this file.
"""

from collections.abc import Iterable, Mapping
from functools import partial, reduce

from quartett.arena.stats import Estimate
from quartett.core.numerals import written
from quartett.core.texts import Words, room_texts

Answer = tuple[str, str]
"""A question and what the figures say about it."""

texts = partial(room_texts, "report")
"""The reports' own texts in one language, or those that they have for a game."""


class Wording(Words):
    """What reports on one game say in one language; `{field:.1f}` and `{field:.0%}` are numbers."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__(game, language)
        self.game, self.language = game, language
        self._general, self._about = texts(language), texts(language, game)

    def say(self, key: str, **about: object) -> str:
        """The text of a key, its fields filled."""
        found, name = self._where(key)
        return self.vformat(found[name], (), about)

    def ask(self, about: str, /, **figures: object) -> Answer:
        """A question of the game's own with its answer, filled with figures."""
        game = self.game
        return self.say(f"{game}.ask.{about}"), self.say(f"{game}.tell.{about}", **figures)

    def called(self, name: str) -> str:
        """A kind of event, something notable or an alternative, in words."""
        kind, _, which = name.partition(".")
        if name in self._about or kind not in self._about:
            return self._about.get(name, plain(name))
        return self.say(f"{self.game}.{kind}", which=which)

    def ending(self, reason: str) -> str:
        """Why a match ended, in the game's own words."""
        return self._texts.get(f"outcome.{reason}", plain(reason))

    def listed(self, items: Iterable[str]) -> str:
        """Several things, one after the other."""
        told = list(items) or ["–"]
        return reduce(lambda before, after: self.say("list", before=before, after=after), told)

    def number(self, value: float, form: str) -> str:
        """A number, or a share as a percentage, in a format such as `.2f` or `.1%`."""
        return written(value, self.language, form)

    def estimate(self, found: Estimate) -> str:
        """A share with its interval."""
        return self.say("estimate", mean=found.mean, low=found.low, high=found.high)

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, int | float) and format_spec.startswith("."):
            return self.number(value, format_spec)
        return super().format_field(value, format_spec)

    def _where(self, key: str) -> tuple[Mapping[str, str], str]:
        namespace, _, name = key.partition(".")
        return (self._about, name) if namespace == self.game else (self._general, key)


def plain(name: str) -> str:
    """A name from the protocol as words."""
    return name.replace("_", " ").replace(".", ": ")
