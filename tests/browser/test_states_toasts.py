"""A message never covers what it speaks of."""

from browser.conftest import NewPage
from browser.meeting import against_bots

APART = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [toast, card] = [box('.toast'), box('.hand .hinted')];
  if (!toast || !card) return false;
  const beside = toast.right <= card.left || card.right <= toast.left;
  return beside || toast.bottom <= card.top || card.bottom <= toast.top;
}"""


SIZES = (640, 360), (844, 390), (390, 844)


def test_a_hint_stands_beside_the_card_it_names(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "souvenirs")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Hint").click()
        page.locator(".hand .hinted").wait_for()
        page.wait_for_function(APART)
        page.locator(".toast button").last.click()
        page.locator(".toast").wait_for(state="detached")
