"""No text is cut off: on the smallest phone, nor on covers side by side, in any language."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.coming import LANGUAGES
from browser.conftest import NewPage
from browser.finding import said
from browser.meeting import against_bots, make
from browser.players import PLAYERS
from browser.ways import DEVICES

UNTIL_LOOKED_AT = 600_000
USUAL = "nl"
"""The language of the longest words on buttons; the others come with `scripts/test --long`."""
PAGES = (
    "/",
    "/learn",
    "/me",
    *(f"/rules/{game}" for game in PLAYERS),
    *map("/cards/{}".format, PLAYERS),
)
CUT = """() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  const style = (element) => getComputedStyle(element);
  const scrolls = (element, way) => {
    for (let each = element.parentElement; each; each = each.parentElement)
      if (/auto|scroll/.test(style(each)[way])) return true;
    return false;
  };
  const hides = (element) => element.closest('svg, .visually-hidden') || !element.checkVisibility();
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    if (!own || hides(element) || scrolls(element, 'overflowX')) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    if (text.width < 2) continue;
    const beyond = (box) => text.right > box.right + 1 || text.left < box.left - 1;
    const name = `${element.className}: ${element.textContent.trim()}`;
    if (text.right > width + 1 || text.left < -1) found.push(`beyond the screen: ${name}`);
    for (let each = element; each !== document.body; each = each.parentElement) {
      const cuts = !/visible|auto|scroll/.test(style(each).overflowX);
      const bursts = each.matches('a, button') && style(each).display !== 'inline';
      if ((cuts || bursts) && beyond(each.getBoundingClientRect())) {
        found.push(`cut off: ${name}`);
        break;
      }
    }
  }
  return found;
}"""
"""Texts that leave the screen, a button, or a box that hides what is outside of it."""


def looked_at(page: Page) -> Iterator[str]:
    """Each of the places, once it is there."""
    for path in PAGES:
        page.goto(path)
        page.locator("h1").first.wait_for()
        yield path
    for game in PLAYERS:
        page.goto(make(page, game=game, seats=[{}, {}, {"kind": "bot", "level": "random"}]))
        page.get_by_role("button", name=said("room.start")).wait_for()
        yield f"the waiting room of {game}"
        against_bots(page, game)
        yield f"the table of {game}"


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each == USUAL else pytest.mark.long) for each in LANGUAGES],
)
def test_no_text_is_cut_off_at_360_pixels(visit: NewPage, language: str) -> None:
    wishes: dict[str, Any] = {**DEVICES["touch"], "locale": language}
    page = visit(None, **wishes)
    found = {}
    for place in looked_at(page):
        if cut := page.evaluate(CUT):
            found[place] = cut
    assert found == {}


def test_the_countdown_of_speed_and_flow_covers_nobodys_cards(visit: NewPage) -> None:
    page = visit(None, viewport={"width": 360, "height": 640})
    bot = {"kind": "bot", "level": "random"}
    against_bots(page, "flow", seats=[{}, bot, bot, bot], options={"countdown_ms": UNTIL_LOOKED_AT})
    page.locator(".ready").wait_for()
    top, bottom, theirs, mine = page.evaluate(
        """() => {
          const box = (of) => document.querySelector(of).getBoundingClientRect();
          const [ready, others] = [box('.ready'), box('[data-slot=others]')];
          return [ready.top, ready.bottom, others.bottom, box('[data-slot=mine]').top];
        }"""
    )
    assert theirs <= top < bottom <= mine


@pytest.mark.parametrize("width", [640, 1024, 1366])
def test_no_text_is_cut_off_on_covers_side_by_side(visit: NewPage, width: int) -> None:
    page = visit(None, viewport={"width": width, "height": 768}, locale="de")
    page.goto("/")
    page.locator("article select").nth(2 * len(PLAYERS) - 1).wait_for()
    assert page.evaluate(CUT) == []
    for cover in page.locator("article").all():
        assert cover.evaluate("(each) => each.scrollWidth <= each.clientWidth")
