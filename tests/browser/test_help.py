"""Help at the table: what a hint points at, which its message never covers."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.finding import messages, said
from browser.meeting import against_bots
from browser.players import souvenirs
from browser.ways import press_while_there

APART = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [toast, card] = [box('.toast'), box('.hand .hinted')];
  if (!toast || !card) return false;
  const beside = toast.right <= card.left || card.right <= toast.left;
  return beside || toast.bottom <= card.top || card.bottom <= toast.top;
}"""


SIZES = (640, 360), (844, 390), (390, 844)


def ask_and_do(page: Page, pointed_at: str) -> None:
    """Ask for a hint, and let it be played."""
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(pointed_at)).to_have_count(1)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(pointed_at)).to_have_count(0)


def test_a_hint_in_jericho_picks_its_card_names_its_move_and_covers_nothing(
    visit: NewPage,
) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    page.locator(".hand-area .card").first.click()
    page.get_by_role("button", name="Hint").click()
    hinted = page.locator(".hand-area .selected.hinted")
    expect(hinted).to_have_count(1)
    card = str(hinted.get_attribute("data-card"))
    expect(messages(page)).to_have_count(0)
    expect(page.locator(".actions .foretold")).to_have_text(re.compile(r"^[A-Z].{15,}\.$"))
    move = page.get_by_role("button", name=said("jericho.do.first")).last
    expect(move).to_contain_text(card.replace("-", " "))
    move.click()
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_hint_in_souvenirs_points_at_the_place_too(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "souvenirs")
    page.get_by_role("button", name="Hint").click()
    place = page.locator(".cell.hinted")
    expect(place).to_have_count(1)
    page.locator(".hand .hinted").click()
    place.click()
    expect(place).to_have_count(0)
    souvenirs(page, "mouse")  # the end of the turn
    page.locator(".hand .playable").first.wait_for()
    ask_and_do(page, ".hand .hinted")


def test_a_hint_stands_beside_the_card_it_names(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "souvenirs")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Hint").click()
        page.locator(".hand .hinted").wait_for()
        page.wait_for_function(APART)
        press_while_there(page, messages(page).get_by_role("button", name="Close"), "mouse")
        expect(messages(page)).to_have_count(0)
