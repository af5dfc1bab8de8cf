"""The rules as a page: what a screen reader says where cards are drawn."""

import importlib
import re

import pytest
from playwright.sync_api import Page, expect

from browser.coming import speak
from browser.conftest import NewPage
from browser.finding import said, settings
from browser.players import PLAYERS

JERICHO = {
    "en": ("trumpet", "added: trumpet", "removed: yellow 3"),
    "de": ("Trompete", "kommt dazu: Trompete", "kommt weg: Gelb 3"),
    "fr": ("trompette", "on ajoute : trompette", "on retire : 3 jaune"),
    "it": ("tromba", "si aggiunge: tromba", "si toglie: 3 giallo"),
    "nl": ("trompet", "erbij: trompet", "weg: gele 3"),
    "es": ("trompeta", "se añade: trompeta", "se quita: 3 amarillo"),
}
SPOKEN = "cards => cards.map((card) => card.getAttribute('aria-label'))"
IDS_AND_KEYS = re.compile(r"\w-\d|\d-\w|[a-z]-[a-z]+$|\w\.\w")


FOUND_IN = {"photo_rummy": "it", "jericho": "fr", "souvenirs": "nl", "flow": "es"}
"""The language of the browser that comes to a game's rules first."""


ALBUM_IN = {"photo_rummy": "de", "jericho": "en", "souvenirs": "fr", "flow": "nl"}
"""The language in which a game's album is opened."""


def said_of_cards(page: Page) -> list[str]:
    """What is said of every card in the examples."""
    found: list[str] = page.locator(".example .card").evaluate_all(SPOKEN)
    return [said.replace("\N{NO-BREAK SPACE}", " ") for said in found]


@pytest.mark.parametrize("game", PLAYERS)
def test_a_card_of_an_example_says_its_name_and_what_becomes_of_it_and_never_its_id(
    visit: NewPage, game: str
) -> None:
    page = visit(f"/rules/{game}", locale=FOUND_IN[game])
    page.locator(".example").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", FOUND_IN[game])
    said = {FOUND_IN[game]: said_of_cards(page)}
    settings(page).click()
    words = page.locator(".rules p").first
    for language in JERICHO.keys() - said.keys():
        before = words.text_content() or ""
        speak(page, language)
        expect(words).not_to_have_text(before)
        said[language] = said_of_cards(page)
    assert all(len(each) > 3 for each in said.values())
    assert [words for each in said.values() for words in each if IDS_AND_KEYS.search(words)] == []
    if game == "jericho":
        assert [name for name in JERICHO if not {*said[name]} >= {*JERICHO[name]}] == []


@pytest.mark.parametrize("game", ALBUM_IN)
def test_the_album_shows_every_different_card_of_a_game_with_its_words(
    visit: NewPage, game: str
) -> None:
    page = visit(f"/rules/{game}", locale=ALBUM_IN[game])
    page.get_by_role("link", name=said("album.all")).click()
    cards = page.locator("section .card")
    cards.first.wait_for()
    shown = cards.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    deck = importlib.import_module(f"quartett.games.{game}.cards").DECK
    kinds = {card for card in deck if not card.startswith("joker")}
    assert {card for card in shown if not card.startswith("joker")} == kinds
    assert len(shown) == len(set(shown))
    words = page.locator("li").all_inner_texts()
    assert [each for each in words if IDS_AND_KEYS.search(each) or len(each.strip()) < 3] == []
    if game == "photo_rummy":
        assert any(each.endswith("Dalahäst\nWahrzeichen Schwedens") for each in words)
