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


def test_while_you_were_away(visit: NewPage, site: Live) -> None:
    _, second, id = two_at_a_table(visit, viewport={"width": 390, "height": 844})
    know_the_games(second)
    second.goto(f"/t/{id}")
    second.locator(".play .card").first.wait_for()
    expect(second.get_by_role("dialog", name="While you were away")).to_have_count(0)
    second.goto("/rules/jericho")
    while site.table(id).broadcaster.browsers():  # the server has still to notice that she left
        second.wait_for_timeout(20)

    on_server(site, acts(site.table(id)))
    on_server(site, long_ago(site, id))

    second.goto(f"/t/{id}")
    sheet = second.get_by_role("dialog", name="While you were away")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("listitem").first).to_be_visible()
    check(second, "while you were away")
    if folder := os.environ.get("LOOK"):
        second.screenshot(path=f"{folder}/away.png")
    sheet.get_by_role("button", name="Continue").click()
    expect(sheet).to_have_count(0)
    # It is told once.
    on_server(site, long_ago(site, id))
    second.reload()
    second.locator(".play .card").first.wait_for()
    expect(sheet).to_have_count(0)
