"""The rules as a page: what a screen reader says where cards are drawn."""

import re

import pytest
from playwright.sync_api import Page

from browser.conftest import NewPage
from browser.players import PLAYERS

JERICHO = {
    "en": ("trumpet", "added: trumpet", "taken away: yellow 3"),
    "de": ("Trompete", "kommt dazu: Trompete", "kommt weg: Gelb 3"),
    "fr": ("trompette", "on ajoute : trompette", "on retire : 3 jaune"),
    "it": ("tromba", "si aggiunge: tromba", "si toglie: 3 giallo"),
    "nl": ("trompet", "erbij: trompet", "weg: geel 3"),
    "es": ("trompeta", "se añade: trompeta", "se quita: 3 amarillo"),
}
SPOKEN = "cards => cards.map((card) => card.getAttribute('aria-label'))"
IDS_AND_KEYS = re.compile(r"\w-\d|\d-\w|[a-z]-[a-z]+$|\w\.\w")


def said_of_cards(page: Page, game: str) -> list[str]:
    """What is said of every card in the examples."""
    page.goto(f"/rules/{game}")
    page.locator(".example").first.wait_for()
    found: list[str] = page.locator(".example .card").evaluate_all(SPOKEN)
    return [said.replace("\N{NO-BREAK SPACE}", " ") for said in found]


@pytest.mark.parametrize("language", JERICHO)
def test_a_card_of_an_example_says_its_name_and_what_becomes_of_it_and_never_its_id(
    visit: NewPage, language: str
) -> None:
    page = visit("/healthz", locale=language)
    said = {game: said_of_cards(page, game) for game in PLAYERS}
    assert all(len(words) > 3 for words in said.values())
    assert [words for each in said.values() for words in each if IDS_AND_KEYS.search(words)] == []
    assert {*said["jericho"]} >= {*JERICHO[language]}
