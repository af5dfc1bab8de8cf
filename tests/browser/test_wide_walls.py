"""Jericho on a desktop uses its space."""

from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.meeting import against_bots

MIN_WALL = 24


def test_JE_04_walls_are_tall_say_whose_they_are_and_the_first_card_lies_there_face_down(
    visit: NewPage,
) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    lane = page.locator(".lane").first
    names = page.locator("[data-seat] .name").all_inner_texts()
    assert lane.locator(".whose").all_inner_texts() == names
    heights = lane.locator(".row").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert min(heights) >= MIN_WALL
    card = page.locator(".hand-area .card.playable:not([data-card=trumpet])").first
    colour, value = str(card.get_attribute("data-card")).split("-")
    card.click()
    page.locator(".actions button.primary").click()
    down = page.locator(f"[data-wall='0-{colour}'] .down")
    expect(down.get_by_role("img").first).to_have_accessible_name(
        f"Your first card, still face down: {colour} {value}"
    )
    expect(page.locator(".down")).to_have_count(1)
