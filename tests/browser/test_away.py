"""Whoever comes back to a table after a while is told what happened without them."""

import os
from typing import Any

from playwright.sync_api import Page, expect

from browser.absence import long_ago, on_server
from browser.axe import check
from browser.conftest import NewPage
from browser.meeting import know_the_games
from browser.test_home import days_table
from server.live import Live
from server.notices.looking import acts


def two_at_a_table(visit: NewPage, **wishes: Any) -> tuple[Page, Page, str]:
    """Who is on turn, the other one, and the table."""
    anna, ben = visit(None, **wishes), visit(None, **wishes)
    id = days_table(anna, ben)
    first, second = (anna, ben) if anna.request.get("/api/me/home").json()["turns"] else (ben, anna)
    return first, second, id


def leave(page: Page, site: Live, id: str) -> None:
    """Go elsewhere, until the server has noticed."""
    page.goto("/rules/jericho")
    while site.table(id).broadcaster.browsers():
        page.wait_for_timeout(20)


def hours_of_play(site: Live, id: str) -> None:
    """Whoever is on turn acts; when the others looked last was hours ago."""
    on_server(site, acts(site.table(id)))
    on_server(site, long_ago(site, id))


def test_while_you_were_away(visit: NewPage, site: Live) -> None:
    _, second, id = two_at_a_table(visit, viewport={"width": 390, "height": 844})
    know_the_games(second)
    second.goto(f"/t/{id}")
    second.locator(".play .card").first.wait_for()
    expect(second.get_by_role("dialog", name="While you were away")).to_have_count(0)
    leave(second, site, id)
    hours_of_play(site, id)

    second.goto(f"/t/{id}")
    sheet = second.get_by_role("dialog", name="While you were away")
    expect(sheet).to_be_visible()
    lines = sheet.get_by_role("listitem")
    expect(lines.first).to_be_visible()
    check(second, "while you were away")
    if folder := os.environ.get("LOOK"):
        second.screenshot(path=f"{folder}/away.png")
    told = lines.all_inner_texts()
    sheet.get_by_role("button", name="Continue").click()
    expect(sheet).to_have_count(0)

    # Everything is told once: the next time only what has happened since.
    leave(second, site, id)
    hours_of_play(site, id)
    second.goto(f"/t/{id}")
    expect(lines.first).to_be_visible()
    assert not set(told) & set(lines.all_inner_texts())
