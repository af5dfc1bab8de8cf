"""Souvenirs speaks of rows 1 to 5 and columns A to E, to the eye and to a screen reader."""

import re

import pytest

from browser.conftest import NewPage
from browser.meeting import against_bots
from browser.players import souvenirs

STEPS = 8
EVERYTHING_SAID = """() => {
  const table = document.querySelector('.play');
  const labels = [...table.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel);
  return [table.textContent, ...labels];
}"""
SIGNS = """() =>
  [...document.querySelectorAll('.axis')].map((axis) => axis.textContent).filter(Boolean)"""
NEGATIVE = re.compile(r"[-−]\s?\d")


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_no_row_or_column_is_ever_negative(visit: NewPage, language: str) -> None:
    page = visit(None, locale=language)
    against_bots(page, "souvenirs")
    for _ in range(STEPS):
        souvenirs(page, "mouse")
        assert [text for text in page.evaluate(EVERYTHING_SAID) if NEGATIVE.search(text)] == []
        assert set(page.evaluate(SIGNS)) <= set("ABCDE12345")
