"""Photo Rummy's charm is its pictures: a phone shows them too, with the capitals' names."""

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.meeting import against_bots
from browser.players import photo_rummy

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MIN_TARGET = 44
MIN_LETTERS = 8.5
NOT_TO_BE_READ = """(cards, [target, letters]) => cards.flatMap((card) => {
  const { width, height } = card.getBoundingClientRect();
  if (width < target || height < target) return [`${card.dataset.card}: ${width} × ${height}`];
  if (card.dataset.card.startsWith('joker')) return [];
  const picture = card.querySelector('.picture');
  if (!getComputedStyle(picture).backgroundImage.startsWith('url')) return ['no picture'];
  const name = card.querySelector('.name, .city');
  const size = parseFloat(getComputedStyle(name).fontSize);
  const range = document.createRange();
  range.selectNodeContents(name);
  const text = range.getBoundingClientRect();
  const box = card.getBoundingClientRect();
  if (text.left < box.left - 1 || text.right > box.right + 1) return [`${name.textContent}: cut`];
  return size < letters ? [`${name.textContent}: ${size}px`] : [];
})"""
ALL_DRAWN = """() => [...document.querySelectorAll('.play .picture')]
  .every((picture) => getComputedStyle(picture).backgroundImage.startsWith('url'))"""


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_rack_and_table_show_pictures_and_names(visit: NewPage, language: str) -> None:
    page = visit(None, **PHONE, locale=language)
    against_bots(page, "photo_rummy")
    page.locator("[data-drop=rack] .card").first.wait_for()
    page.wait_for_function(ALL_DRAWN)
    cards = page.locator("[data-drop] .card")
    assert cards.count() >= 8
    assert cards.evaluate_all(NOT_TO_BE_READ, [MIN_TARGET, MIN_LETTERS]) == []


def test_a_finger_that_rests_on_a_card_looks_at_it_closely(visit: NewPage) -> None:
    page = visit(None, **{**PHONE, "has_touch": False, "is_mobile": False})
    against_bots(page, "photo_rummy")
    card = page.locator("[data-drop=rack] .card").first
    card.hover()
    page.mouse.down()
    peek = page.locator(".peek .card")
    expect(peek).to_be_visible()
    box = peek.bounding_box()
    assert box is not None
    assert box["width"] > 150
    assert peek.get_attribute("data-card") == card.get_attribute("data-card")
    page.mouse.up()
    expect(peek).to_have_count(0)
    expect(card).not_to_have_class("selected")
    photo_rummy(page, "mouse")
