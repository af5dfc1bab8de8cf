"""Help at the table: what a hint points at."""

from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.meeting import against_bots
from browser.players import souvenirs


def ask_and_do(page: Page, pointed_at: str) -> None:
    """Ask for a hint, and let it be played."""
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(pointed_at)).to_have_count(1)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(pointed_at)).to_have_count(0)


def test_a_hint_points_at_its_card_until_something_is_played(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    # it is picked up at once
    ask_and_do(page, ".hand-area :is(.hinted, .selected)")


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
