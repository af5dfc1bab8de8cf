"""PR-01: capitals, categories and photos have the same names wherever players read them."""

import json
from pathlib import Path

import pytest

from quartett.core.texts import LANGUAGES, catalogue, handbook
from quartett.games.photo_rummy.cards import PHOTOS

ROOT = Path(__file__).parents[3]
KINDS = {"city": "city", "categories": "category", "title": "card"}
"""What the games' texts call a kind of name, and what the page calls it."""


def names(language: str) -> dict[str, str]:
    """The names in the game's own texts: `city.oslo`, `categories.church`, `title.oslo-church`."""
    texts = catalogue("photo_rummy", language)
    return {
        key: name
        for key, name in texts.items()
        if key.split(".")[0] in KINDS and not key.startswith("title.joker")
    }


def told(language: str, kind: str) -> dict[str, str]:
    """The names of one kind, by what they name."""
    return {
        key.partition(".")[2]: name
        for key, name in names(language).items()
        if key.startswith(f"{kind}.")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_texts_agree_on_every_name(language: str) -> None:
    path = ROOT / f"web/src/games/photo_rummy/names/{language}.json"
    expected = {
        f"photo_rummy.{page}.{of}": name
        for kind, page in KINDS.items()
        for of, name in told(language, kind).items()
    }
    assert len(expected) == 17 + 6 + 102
    assert json.loads(path.read_text()) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handbook_names_every_capital_and_category(language: str) -> None:
    text = handbook("photo_rummy", language).lower()
    expected = [*told(language, "city").values(), *told(language, "categories").values()]
    assert [name for name in expected if name.lower() not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_photo_has_a_title_with_curly_apostrophes(language: str) -> None:
    titles = told(language, "title")
    assert titles.keys() == set(PHOTOS)
    assert [each for each in titles.values() if not each.strip() or "'" in each] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_photo_is_called_the_same_on_the_page_and_in_the_texts(language: str) -> None:
    path = ROOT / f"web/src/games/photo_rummy/messages/{language}.json"
    page, texts = json.loads(path.read_text()), catalogue("photo_rummy", language)
    named = texts["card"].replace("{0:city}", "{city}").replace("{1:category}", "{category}")
    assert page["photo_rummy.photo"] == named
    one = {key: name for key, name in page.items() if key.startswith("photo_rummy.one.")}
    assert one == {
        f"photo_rummy.one.{each}": texts[f"category.{each}"]
        for each in told(language, "categories")
    }
