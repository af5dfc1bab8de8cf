"""A page zoomed to 200 %: nothing is lost, and nothing has to be scrolled sideways."""

import pytest
from playwright.sync_api import Page

from browser.coming import TIMED, close_tips, cover, make_table, play_now
from browser.conftest import NewPage
from browser.players import PLAYERS
from browser.ways import SIDEWAYS

# what a window of 1280 × 800 has room for when everything in it is twice as large
ZOOMED = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
# Everything that can be pressed can be brought into sight, and is on top where it is seen; some of
# it shows itself only to those who come with the keyboard.
OUT_OF_REACH = """() => {
  const pressable = [...document.querySelectorAll('a, button, input, select, summary, [tabindex]')];
  const shown = pressable.filter((each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest('[inert]') && each.matches(':not(:disabled):not([tabindex="-1"])'));
  const reached = (each) => {
    each.focus({ preventScroll: true });
    each.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const found = document.elementFromPoint(x, y);
    return found !== null && (each.contains(found) || found.contains(each));
  };
  return shown.filter((each) => !reached(each)).map((each) => each.outerHTML.slice(0, 160));
}"""


def check(page: Page, screen: str) -> None:
    """Nothing of this screen is lost when it is zoomed."""
    assert page.evaluate(SIDEWAYS) <= 0, f"{screen} is too wide"
    assert page.evaluate(OUT_OF_REACH) == [], f"{screen} has lost something"


def test_start_page_new_table_waiting_room_and_join_page(visit: NewPage) -> None:
    page = visit(**ZOOMED)
    cover(page, "flow").wait_for()
    check(page, "start")
    make_table(page, "flow", "mouse", {})
    page.get_by_role("button", name="Fill up with bots").wait_for()
    check(page, "waiting room")
    guest = visit(page.url, **ZOOMED)
    guest.get_by_role("button", name="Sit down").wait_for()
    check(guest, "join")


@pytest.mark.parametrize("game", PLAYERS)
def test_table_and_rules(visit: NewPage, game: str) -> None:
    page = visit(**ZOOMED)
    play_now(page, game)
    page.locator(".play").wait_for()
    if game not in TIMED:
        close_tips(page, "mouse")
    check(page, "table")
    page.goto(f"/rules/{game}")
    page.locator(".room main h1").wait_for()
    check(page, "rules")
