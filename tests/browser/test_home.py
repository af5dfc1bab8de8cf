"""The start page puts first what waits for me: on the page, in the tab's title and on the icon."""

import re

from playwright.sync_api import Page, expect

from browser.axe import check
from browser.conftest import NewPage

DAY = 24 * 3600
COUNT_BADGES = """
  window.badges = 0;
  navigator.setAppBadge = async (count) => { window.badges = count; };
  navigator.clearAppBadge = async () => { window.badges = 0; };
"""


def ask(page: Page, path: str, **body: object) -> dict[str, dict[str, str]]:
    """What the server answers to a browser's request."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    told: dict[str, dict[str, str]] = answer.json()
    return told


def days_table(page: Page, friend: Page) -> str:
    """A match over days between two people; its id."""
    wish = {"game": "photo_rummy", "you": "Anna", "seats": [{}, {}], "turn_seconds": DAY}
    id = ask(page, "/api/tables", **wish)["table"]["id"]
    ask(friend, f"/api/tables/{id}/join", name="Ben")
    ask(page, f"/api/tables/{id}/start")
    return id


def look(page: Page) -> None:
    """Look at the start page as somebody who was here before."""
    page.goto("/rules/jericho")
    page.evaluate("localStorage['quartett.been'] = 'yes'")
    page.goto("/")


def test_my_turn_comes_first_in_the_title_and_on_the_icon_too(visit: NewPage) -> None:
    anna, ben = visit(None), visit(None)
    for page in (anna, ben):
        page.add_init_script(COUNT_BADGES)
    id = days_table(anna, ben)
    look(anna)
    look(ben)
    home = anna.request.get("/api/me/home").json()
    first, second = (anna, ben) if home["turns"] else (ben, anna)

    section = first.locator("section", has=first.get_by_role("heading", name="Your turn"))
    expect(section.get_by_role("link")).to_have_attribute("href", f"/t/{id}")
    expect(section.get_by_role("link")).to_contain_text("Time left: 1 day")
    expect(section.get_by_role("link")).to_contain_text("Ben" if first is anna else "Anna")
    expect(first).to_have_title(re.compile(r"^\(1\) "))
    first.wait_for_function("() => window.badges === 1")

    others = second.locator("section", has=second.get_by_role("heading", name="Continue"))
    expect(others.get_by_role("link")).to_have_attribute("href", f"/t/{id}")
    expect(second.get_by_role("heading", name="Your turn")).to_have_count(0)
    expect(second).to_have_title(re.compile(r"^[^(]"))
    second.wait_for_function("() => window.badges === 0")
    check(first, "home")

    section.get_by_role("link").click()
    expect(first.locator(".play")).to_be_visible()
