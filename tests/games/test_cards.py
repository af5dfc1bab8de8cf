"""A card's name is a word in JSON; in a program it is a value that says what the card is."""

from typing import Any

import pytest

import quartett
from quartett.games import flow, jericho, photo_rummy, souvenirs

KINDS: dict[str, Any] = {
    "flow": flow.Card,
    "jericho": jericho.Card,
    "photo_rummy": photo_rummy.Card,
    "souvenirs": souvenirs.Card,
}


@pytest.mark.parametrize("name", KINDS)
def test_every_card_of_a_deck_says_what_it_is(name: str) -> None:
    deck = set(quartett.game(name).deck)
    for card in deck:
        said = KINDS[name].of(card)
        words = [str(each) for each in said if each not in (None, 0)]
        assert all(word in card for word in words) or card == "trumpet"


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("wrong", ["", "red-9", "joker-7", "1-red", "Red-3", "paris"])
def test_a_card_that_there_is_not_is_refused_by_name(name: str, wrong: str) -> None:
    with pytest.raises(quartett.FormatError, match=f"there is no card '{wrong}'"):
        KINDS[name].of(wrong)


def test_FL_06_cards_fit_that_have_one_thing_in_common() -> None:
    star = flow.Card.of("3-red-star")
    assert star.fits(flow.Card.of("1-red-moon"))
    assert star.fits(flow.Card.of("2-blue-star"))
    assert not star.fits(flow.Card.of("2-blue-moon"))
