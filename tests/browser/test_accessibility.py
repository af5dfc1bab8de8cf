"""Every screen around the games without serious faults that axe-core can find, in light and dark,
and with nothing lost when it is zoomed to 200 %.

The tables, scorings, final screens and replays are looked at in `test_whole_games`.
"""

import pytest
from playwright.sync_api import expect

from browser.axe import check
from browser.coming import TIMED, close_tips, cover, play_button
from browser.conftest import Manners, NewPage
from browser.meeting import against_bots
from browser.players import PLAYERS
from browser.zoom import check_zoomed

PHONE = {"width": 390, "height": 844}


def test_every_screen_before_a_game(visit: NewPage) -> None:
    page = visit(viewport=PHONE)
    cover(page, "jericho").wait_for()
    check(page, "start")
    check_zoomed(page, "start")
    page.get_by_role("button", name="Settings").click()
    check(page, "settings")
    page.keyboard.press("Escape")
    cover(page, "jericho").get_by_role("button", name="With friends").click()
    page.get_by_text("More settings").click()
    check(page, "new table")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Start the match").wait_for()
    check(page, "waiting room")
    check_zoomed(page, "waiting room")
    guest = visit(page.url)
    guest.get_by_text("Anna invites you").wait_for()
    check(guest, "join")
    check_zoomed(guest, "join")


@pytest.mark.parametrize("game", PLAYERS)
def test_tips_menu_and_rules(visit: NewPage, game: str) -> None:
    page = visit("/" if game in TIMED else None, viewport=PHONE)
    if game in TIMED:
        play_button(page, game).click()
        page.get_by_role("dialog").get_by_role("listitem").first.wait_for()
        check(page, f"{game} first match")
        page.get_by_role("button", name="Play right away").click()
        page.locator(".play").wait_for()
    else:
        against_bots(page, game, knows=False)
        page.locator(".tip").wait_for()
        check(page, f"{game} tips")
        close_tips(page, "mouse")
    page.get_by_role("button", name="Menu").click()
    check(page, f"{game} menu")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    check_zoomed(page, f"{game} table")
    page.get_by_role("button", name="Score and log").click()
    check(page, f"{game} score and log")
    page.goto(f"/rules/{game}")
    page.locator(".room main h1").wait_for()
    check(page, f"{game} rules")
    check_zoomed(page, f"{game} rules")


def test_what_is_said_where_nothing_is(visit: NewPage, manners: Manners) -> None:
    manners.away = True
    page = visit("/somewhere/else/entirely")
    page.get_by_role("heading", name="There is nothing here").wait_for()
    check(page, "no such page")
    page.goto("/t/nothing-with-this-name")
    page.get_by_role("heading", name="There is no such table").wait_for()
    check(page, "no such table")
    page.goto("/replay/nothing-with-this-name")
    page.get_by_role("heading", name="No replay here").wait_for()
    check(page, "no such replay")
