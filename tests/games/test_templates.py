"""Templates are right for every value: no "a Oslo photo", no "de Oslo", no small first letter."""

import json
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from quartett.core.texts import LANGUAGES, catalogue, say, say_written
from quartett.games import names

ROOT = Path(__file__).parents[2]
SOURCES = {
    **{f"src {path.parents[1].name}": path for path in ROOT.glob("src/quartett/*/texts/en.json")},
    **{
        f"src {'/'.join(path.parts[-4:-2])}": path
        for path in ROOT.glob("src/quartett/*/*/texts/en.json")
    },
    **{f"page {path.parents[1].name}": path for path in ROOT.glob("web/src/**/messages/en.json")},
}
"""The English texts; the others are beside them."""

PEOPLE = ("Ada", "Elin", "Ian", "Oscar", "Uwe", "Yves", "Hanna", "Bo")
BEGIN, END = "⟦", "⟧"

WRONG = {
    "en": (
        rf"\b[Aa] {BEGIN}[aeioAEIO]",
        rf"\b[Aa]n {BEGIN}[^aeiouAEIOU]",
    ),
    "de": (rf"{BEGIN}[^{END}]*[sxzß]{END}s\b",),
    "fr": (
        rf"(?i)\b(de|que|jusque|lorsque|puisque|le|la|ce|ne|se|me|te|je) {BEGIN}[aeiouyâéèêhœ]",
        rf"(?i)\b(de les?|à les?) {BEGIN}",
    ),
    "it": (
        rf"(?i)\ba {BEGIN}a",
        rf"(?i)\be {BEGIN}e",
        rf"(?i)\b(il|lo|la|una|uno|della|dello|alla|allo|dalla|nella|sulla) {BEGIN}[aeiou]",
    ),
    "nl": (rf"{BEGIN}[^{END}]*[sxzaeiouy]{END}s\b",),
    "es": (
        rf"(?i)\by {BEGIN}h?i(?!e)",
        rf"(?i)\bo {BEGIN}h?o",
        r"(?i)\b(de|a) el\b",
    ),
}
"""What no template may lead to, by language; the value is in brackets."""


def texts(source: str, language: str) -> Mapping[str, str]:
    """The templates of one folder in one language."""
    found: dict[str, str] = json.loads(SOURCES[source].with_name(f"{language}.json").read_text())
    return found


@cache
def cards(game: str, language: str) -> tuple[str, ...]:
    """What a game's cards are called."""
    own = catalogue(game, language)
    template = own["card"]
    parts = [(name, kind) for _, name, kind, _ in string.Formatter().parse(template) if name]
    found = [template]
    for name, kind in parts:
        words = [text for key, text in own.items() if kind and key.startswith(f"{kind}.")]
        hole = "{" + (f"{name}:{kind}" if kind else name) + "}"
        found = [each.replace(hole, word) for each in found for word in words or ["3"]]
    return (*found, *(text for key, text in own.items() if key.startswith("card.")))


def game_of(source: str) -> str | None:
    """The game that a folder belongs to."""
    return next((game for game in names() if game in source.replace("/", " ").split()), None)


def values(field: str, kind: str, game: str | None, language: str) -> list[str]:
    """What may fill a field, in words."""
    if kind == "card" or field in ("card", "on", "top", "first"):
        return list(cards(game, language)) if game else []
    if game and kind:
        return [
            text for key, text in catalogue(game, language).items() if key.startswith(f"{kind}.")
        ]
    if game and field in ("city", "colour"):
        return values(field, field, game, language)
    return list(PEOPLE) if field in ("name", "victim", "names", "host") else []


def rendered(source: str, language: str) -> Iterator[tuple[str, str]]:
    """Each template with each value that one of its fields may have."""
    game = game_of(source)
    for key, template in texts(source, language).items():
        for _, field, kind, _ in string.Formatter().parse(template):
            for value in values(field or "", kind or "", game, language):
                hole = "{" + f"{field}:{kind}" + "}" if kind else "{" + f"{field}" + "}"
                yield key, template.replace(hole, f"{BEGIN}{value}{END}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", sorted(SOURCES))
def test_articles_and_prepositions_fit_every_value(source: str, language: str) -> None:
    wrong = {
        key: text
        for key, text in rendered(source, language)
        for pattern in WRONG[language]
        if re.search(pattern, text)
    }
    assert wrong == {}


def test_the_patterns_find_what_they_are_for() -> None:
    bad = {
        "en": f"a {BEGIN}Oslo{END} photo",
        "de": f"{BEGIN}Hans{END}s Zug",
        "fr": f"la muraille de {BEGIN}Ada{END}",
        "it": f"ruba a {BEGIN}Ada{END}",
        "nl": f"{BEGIN}Ada{END}s beurt",
        "es": f"Bruno y {BEGIN}Ian{END}",
    }
    for language, text in bad.items():
        assert any(re.search(pattern, text) for pattern in WRONG[language]), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_begins_with_a_card_begins_with_a_capital(language: str) -> None:
    about = {"card": "trumpet", "colour": "red"}
    assert say("jericho.card_in_wrong_wall", about, language)[0].isupper()
    assert say_written("jericho.card_in_wrong_wall", about).startswith("trumpet ")
