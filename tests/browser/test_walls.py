"""Jericho is a place: walls rise side by side, and a card shows what it would do."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import NewPage
from browser.meeting import against_bots
from browser.passing import Passing
from browser.sizing import LAID_OUT

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1366, 768), (683, 384))
PUZZLE = "/puzzles/jericho-12-88"
"""The walls are long, and a trumpet is in the hand."""
WALLS = """() => [...document.querySelectorAll('.lane')].flatMap((lane) => {
  const ground = lane.getBoundingClientRect();
  return [...lane.querySelectorAll('.row')].map((row) => {
    const stones = [...row.querySelectorAll('.course')].map((each) => each.getBoundingClientRect());
    const [top, base] = [Math.min(...stones.map(({ top }) => top)),
      Math.max(...stones.map(({ bottom }) => bottom))];
    const height = stones.reduce((sum, each) => sum + each.height, 0);
    return { empty: stones.length === 0, length: Number(row.querySelector('b')?.textContent ?? 0),
      lane: lane.dataset.drop, base, height, inside: top >= ground.top - 1 };
  }).filter(({ empty }) => !empty);
})"""
BEHIND = ".blast > *, .wave, .ghosts > *, body > .ghost"
"""What must be gone once nothing moves any more."""


def trumpet(page: Page) -> Locator:
    page.locator(".hand-area .card").first.wait_for()
    return page.locator(".hand-area [data-card=trumpet]").first


def lane(page: Page, colour: str) -> Locator:
    return page.locator(f".lane[data-drop={colour}]")


def drag(page: Page, card: Locator, to: Locator, *, let_go: bool = True) -> None:
    start, end = card.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 15, start["y"] + 15)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] - 30, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    if let_go:
        page.mouse.up()


@pytest.mark.parametrize("size", SIZES)
def test_walls_of_a_colour_stand_on_one_line_and_are_as_high_as_they_are_long(
    visit: NewPage, size: tuple[int, int]
) -> None:
    page = visit(PUZZLE, viewport={"width": size[0], "height": size[1]})
    trumpet(page).wait_for()
    page.evaluate(LAID_OUT)
    walls: list[dict[str, Any]] = page.evaluate(WALLS)
    assert len(walls) > 8
    assert all(each["inside"] for each in walls)
    for colour in {each["lane"] for each in walls}:
        bases = [each["base"] for each in walls if each["lane"] == colour]
        assert max(bases) - min(bases) < 1
    units = [each["height"] / each["length"] for each in walls]
    assert max(units) - min(units) < 0.5, "one scale for all colours"


def test_JE_04_names_stand_once_and_the_first_card_lies_face_down_on_its_ground(
    visit: NewPage,
) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    page.locator(".hand-area .card.playable").first.wait_for()
    for name in page.locator("[data-seat] .name").all_inner_texts():
        expect(page.locator(".jericho").get_by_text(name, exact=True)).to_have_count(1)
    card = page.locator(".hand-area .card.playable:not([data-card=trumpet])").first
    colour, value = str(card.get_attribute("data-card")).split("-")
    card.click()
    lane(page, colour).get_by_role("button").click()
    down = page.locator(f"[data-wall='0-{colour}'] .down")
    expect(down.get_by_role("img").first).to_have_accessible_name(
        f"Your first card, still face down: {colour} {value}"
    )
    expect(page.locator(".down")).to_have_count(1)


def test_a_picked_card_shows_what_it_would_do_and_the_supply_can_be_pointed_at(
    visit: NewPage,
) -> None:
    page = visit(PUZZLE)
    trumpet(page).click()
    expect(page.locator(".lane .falling").first).to_be_visible()
    for colour in ("red", "yellow", "green", "blue", "white"):
        assert lane(page, colour).locator(".falling").count() > 0, "before a colour is chosen, all"
    lane(page, "white").get_by_role("button").focus()
    expect(page.locator(".actions [role=status]")).to_contain_text("white 3")
    expect(lane(page, "red").locator(".falling")).to_have_count(0)
    expect(lane(page, "white").locator(".course.coming")).to_have_count(1)
    page.locator(".supply button").hover()
    page.locator(".supply button").focus()
    expect(page.locator(".actions [role=status]")).to_contain_text("leaves the game")
    page.locator(".hand-area .card").first.click()
    expect(page.locator(".course.coming")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".course.coming, .falling")).to_have_count(0)


def test_a_card_is_carried_to_its_ground_and_nothing_happens_where_it_cannot_lie(
    visit: NewPage,
) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    page.locator(".hand-area .card.playable").first.wait_for()
    card = page.locator(".hand-area .card:not([data-card=trumpet])").first
    colour = str(card.get_attribute("data-card")).split("-")[0]
    other = "red" if colour != "red" else "blue"
    drag(page, card, lane(page, other))
    expect(page.locator(".down")).to_have_count(0)
    expect(page.locator("body > .ghost, [data-over]")).to_have_count(0)
    drag(page, card, lane(page, colour))
    expect(page.locator(f"[data-wall='0-{colour}'] .down")).to_have_count(1)


def test_a_trumpet_is_carried_over_the_walls_that_it_would_bring_down(visit: NewPage) -> None:
    page = visit(PUZZLE)
    drag(page, trumpet(page), lane(page, "yellow"), let_go=False)
    expect(lane(page, "yellow").locator(".falling").first).to_be_visible()
    expect(lane(page, "white").locator(".falling")).to_have_count(0)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator("body > .ghost, [data-over]")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_trumpet_blows_the_stones_down_and_leaves_nothing_behind(
    visit: NewPage, motion: str
) -> None:
    page = visit(PUZZLE, reduced_motion=motion)
    trumpet(page).click()
    white = lane(page, "white")
    before = white.locator(".course").count()
    white.get_by_role("button").click()
    waves = Passing(page, ".wave")
    page.get_by_role("button", name="Trumpet against white").last.click()
    if motion == "no-preference":
        waves.wait()
    expect(page.locator(BEHIND)).to_have_count(0)
    expect(white.locator(".course.falling, .course.coming")).to_have_count(0)
    expect(white.locator("[data-wall='0-white'] > b")).to_have_text("5")
    assert white.locator(".course").count() < before
    assert bool(waves.seen()) == (motion == "no-preference")


@pytest.mark.parametrize("language", ["en-GB", "nl-NL", "de-DE"])
def test_a_lesson_on_the_smallest_phone_cuts_off_neither_supply_nor_colours(
    visit: NewPage, language: str
) -> None:
    page = visit(
        "/learn/jericho", viewport={"width": 360, "height": 640}, has_touch=True, locale=language
    )
    page.locator(".hand-area .card").first.wait_for()
    hand = page.locator(".hand-area").bounding_box()
    assert hand
    for place in page.locator("[data-drop]").all():
        box = place.bounding_box()
        assert box
        assert box["y"] + box["height"] <= hand["y"] + 1
