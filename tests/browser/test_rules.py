"""The rules as a page: what a screen reader says where cards are drawn."""

import re
from itertools import product

import pytest

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
SPOKEN = "cards => cards.map((card) => [card.dataset.card, card.getAttribute('aria-label')])"


def said_of_cards(visit: NewPage, game: str, language: str) -> list[tuple[str, str]]:
    """Every card in the examples, and what is said of it."""
    page = visit(f"/rules/{game}", locale=language)
    page.locator(".example").first.wait_for()
    found: list[tuple[str, str]] = page.locator(".example .card").evaluate_all(SPOKEN)
    return [(card, said.replace("\N{NO-BREAK SPACE}", " ")) for card, said in found]


@pytest.mark.parametrize(("game", "language"), [*product(PLAYERS, JERICHO)])
def test_no_card_of_an_example_is_called_by_its_id(
    visit: NewPage, game: str, language: str
) -> None:
    said = said_of_cards(visit, game, language)
    assert len(said) > 3
    ids_and_keys = re.compile(r"\w-\d|\d-\w|[a-z]-[a-z]+$|\w\.\w")
    assert [words for _, words in said if ids_and_keys.search(words)] == []


@pytest.mark.parametrize("language", JERICHO)
def test_a_card_of_an_example_says_its_name_and_what_becomes_of_it(
    visit: NewPage, language: str
) -> None:
    said = {words for _, words in said_of_cards(visit, "jericho", language)}
    assert said >= {*JERICHO[language]}
