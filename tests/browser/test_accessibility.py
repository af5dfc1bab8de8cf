"""Every screen, in light and dark, without serious faults that axe-core can find."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.players import FINAL, close_tips, jericho, play_to_the_end

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
GAME = "article[data-room=jericho]"
PHONE = {"width": 390, "height": 844}


# What fades in is pale on its way, and a page that still loads is not the screen that is meant.
AT_REST = """() => document.querySelector('[aria-busy=true]') === null &&
    document.getAnimations().every(each =>
        each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"""


def check(page: Page, screen: str) -> None:
    """No serious or critical violation on what is shown once everything has come to rest."""
    page.wait_for_function(AT_REST)
    if not page.evaluate("'axe' in window"):
        # axe is evaluated from outside, since the page itself lets no foreign script in
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({ violations }) => violations)")
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    said = [f"{each['id']}: {[node['html'] for node in each['nodes'][:4]]}" for each in serious]
    assert not said, f"{screen}: " + "\n".join(said)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_before_a_game(visit: NewPage, scheme: str) -> None:
    page = visit(color_scheme=scheme, viewport=PHONE)
    page.locator(GAME).wait_for()
    check(page, "start")
    page.get_by_role("button", name="Settings").click()
    check(page, "settings")
    page.keyboard.press("Escape")
    page.locator(GAME).get_by_role("button", name="With friends").click()
    page.get_by_text("More settings").click()
    check(page, "new table")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("button", name="Start the game").wait_for()
    check(page, "waiting room")
    guest = visit(page.url, color_scheme=scheme)
    guest.get_by_text("Anna invites you").wait_for()
    check(guest, "join")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_of_a_game(visit: NewPage, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    page.locator(f"{GAME} button.primary").click()
    page.locator(".tip").wait_for()
    check(page, "tips")
    close_tips(page, "mouse")
    check(page, "table")
    page.get_by_role("button", name="Menu").click()
    check(page, "menu")
    page.keyboard.press("Escape")
    while page.locator("dialog[open]").count() == 0:
        jericho(page, "mouse")
        page.locator("dialog[open] footer, .hand-area .card.playable").first.wait_for()
    check(page, "scoring")
    play_to_the_end(page, "jericho", "mouse")
    check(page, "final screen")
    page.get_by_role("link", name="Watch again").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    check(page, "replay")
    assert page.locator(FINAL).count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["photo_rummy", "jericho", "souvenirs", "flow"])
def test_the_rules(visit: NewPage, game: str, scheme: str) -> None:
    page = visit(f"/rules/{game}", color_scheme=scheme)
    page.locator("main h1").wait_for()
    check(page, "rules")


def test_an_address_that_leads_nowhere(visit: NewPage) -> None:
    page = visit("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    check(page, "nowhere")
