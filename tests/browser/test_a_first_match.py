"""Somebody new to Speed & Flow: a slow round first, one thing after the other, then at speed."""

import json
import re
from time import monotonic

import pytest
from playwright.sync_api import Page, Route, expect

from browser.coming import play_button
from browser.conftest import NewPage
from browser.players import flow

LEARNED = ".coach .learned"
RESULT = ".scene button"

ADVICE = re.compile("^(A marked card fits|Steal! .* marked card fits|A place is free)")
LESSON = re.compile("Play|Steal|Draw")
"""What comes first depends on the deal, and on whether the other steals a card at once."""


COUNTDOWN_MS = 6000
SECONDS = 600
"""A practice round takes about a minute, on a busy machine four."""

PHONES = (844, 390), (667, 375), (360, 640)
SCROLLS = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('dialog[open] .content');
  return scrollHeight - clientHeight;
}"""


def first_match(visit: NewPage, **wishes: object) -> Page:
    """The start page, where Speed & Flow is to be played for the first time."""
    page = visit(**wishes)
    play_button(page, "flow").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)
    return page


def learn(page: Page, lessons: int) -> None:
    """Do what is marked until so much is learned."""
    deadline = monotonic() + SECONDS
    while monotonic() < deadline:
        if page.locator(LEARNED).count() >= lessons or page.locator(RESULT).count() > 0:
            return
        flow(page, "mouse")
    raise AssertionError("nothing is learned")


def _with_a_longer_countdown(route: Route) -> None:
    """The round does not begin before a slow machine has drawn its table."""
    wish = json.loads(route.request.post_data or "")
    wish["options"]["countdown_ms"] = COUNTDOWN_MS
    route.continue_(post_data=json.dumps(wish))


def test_a_first_match_begins_with_a_practice_round_that_teaches_by_doing(visit: NewPage) -> None:
    page = first_match(visit)
    page.route("**/api/tables", _with_a_longer_countdown)
    page.get_by_role("button", name="Practice round").click()
    expect(page.locator(".coach [role=status]")).to_contain_text("plays slowly")
    expect(page.locator(".coach [role=status]")).to_have_text(ADVICE)
    learn(page, 1)
    expect(page.locator(LEARNED).first).to_have_text(LESSON)
    page.get_by_role("button", name="Skip practice").click()
    expect(page.locator(".bar .score")).to_contain_text("/ 200")
    expect(page.locator(".coach")).to_have_count(0)


def test_practice_is_read_of_without_scrolling_can_be_skipped_and_is_offered_once(
    visit: NewPage,
) -> None:
    page = first_match(visit, locale="fr-FR")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SCROLLS) <= 1, f"{width} × {height}"
    page.get_by_role("button", name="Jouer tout de suite").click()
    expect(page.locator(".bar .score")).to_contain_text("/ 200")
    page.goto("/")
    play_button(page, "flow").click()
    expect(page.locator(".bar .score")).to_contain_text("/ 200")


@pytest.mark.long
def test_a_practice_round_ends_with_the_way_into_a_real_match(visit: NewPage) -> None:
    page = first_match(visit)
    page.get_by_role("button", name="Practice round").click()
    learn(page, 6)
    page.get_by_role("dialog").get_by_role("button").click()
    page.get_by_role("button", name="Play a real match").click()
    expect(page.locator(".bar .score")).to_contain_text("/ 200")
