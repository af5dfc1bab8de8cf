"""A message never covers what it speaks of."""

import pytest

from browser.coming import close_tips, cover
from browser.conftest import NewPage

APART = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [toast, card] = [box('.toast'), box('.hand-area .hinted')];
  if (!toast || !card) return false;
  const beside = toast.right <= card.left || card.right <= toast.left;
  return beside || toast.bottom <= card.top || card.bottom <= toast.top;
}"""


@pytest.mark.parametrize("size", [(640, 360), (844, 390), (390, 844)])
def test_a_hint_stands_beside_the_card_it_names(visit: NewPage, size: tuple[int, int]) -> None:
    width, height = size
    page = visit(viewport={"width": width, "height": height})
    cover(page, "jericho").locator("button.primary").click()
    close_tips(page, "mouse")
    page.get_by_role("button", name="Hint").click()
    page.locator(".hand-area .hinted").wait_for()
    page.wait_for_function(APART)
