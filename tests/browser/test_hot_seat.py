"""Several people at one device: behind the curtain nothing of the hand before can be found."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.axe import check
from browser.conftest import NewPage
from browser.finding import log, messages
from browser.meeting import know_the_games, make
from browser.players import READY, jericho
from quartett.server.parts import clock

MAX_HANDED = 12
HAND = "cards => cards.map((card) => card.dataset.card)"


def share(page: Page, **wishes: object) -> None:
    """Anna and Mum at one device, with a bot; the curtain asks for Anna first."""
    bot = {"kind": "bot", "level": "random"}
    page.goto(make(page, seats=[{}, {}, bot], **wishes))
    page.get_by_role("button", name="Arrange the table").click()
    page.get_by_role("button", name="Somebody else on this device").first.click()
    guest = page.get_by_role("dialog", name="Another player on this device")
    guest.get_by_label("Your name").fill("Mum")
    guest.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Mum")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()


def take(page: Page, name: str) -> None:
    """Say at the curtain who has the device now."""
    page.get_by_role("button", name=f"I am {name}").click()


def curtain(page: Page) -> Locator:
    """What hides the table until somebody says who has the device."""
    return page.get_by_role("dialog", name=re.compile("it is your turn$|^Who has the device"))


def nothing_shows(page: Page) -> None:
    """No card, no log, no news, nothing that could be taken back."""
    expect(curtain(page)).to_be_visible()
    for found in (log(page), messages(page), page.locator(".hand-area, .play .card, .last")):
        expect(found).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.get_by_role("log").filter(has_text="You")).to_have_count(0)


def test_no_hand_shows_before_its_owner_has_the_device(visit: NewPage) -> None:
    page = visit("/healthz")  # something to go back to
    know_the_games(page)
    share(page)
    nothing_shows(page)
    take(page, "Anna")
    page.locator(".hand-area .card").first.wait_for()
    annas = page.locator(".hand-area .card").evaluate_all(HAND)
    page.reload()
    nothing_shows(page)
    take(page, "Anna")
    page.get_by_role("button", name="Hint").click()
    page.locator(".hand-area .selected.hinted").wait_for()
    jericho(page, "mouse")
    expect(page.get_by_role("dialog", name="Mum, it is your turn")).to_be_visible()
    nothing_shows(page)
    page.reload()
    nothing_shows(page)
    page.go_back()
    page.go_forward()
    nothing_shows(page)
    take(page, "Mum")
    page.locator(".hand-area .card").first.wait_for()
    assert page.locator(".hand-area .card").evaluate_all(HAND) != annas
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    jericho(page, "mouse")


def test_the_curtain_tells_how_long_the_clock_waits_where_it_does(visit: NewPage) -> None:
    waits = "The clock waits for you for up to 20 seconds."
    for wishes in ({}, {"turn_seconds": 3600}, {"turn_seconds": 600}):
        page = visit(None)
        know_the_games(page)
        share(page, **wishes)
        expect(curtain(page).get_by_role("heading")).to_be_visible()
        expect(curtain(page).get_by_text(waits)).to_have_count(0)
    assert clock.WAIT_MS == 20_000
    until_the_clock_waits(page, waits)
    check(page, "a curtain with a clock")


def until_the_clock_waits(page: Page, words: str) -> None:
    """Play on until somebody is handed the device whose clock waits for that."""
    for _ in range(MAX_HANDED):
        taking, ready = curtain(page).get_by_role("button"), page.locator(READY["jericho"])
        taking.or_(ready).first.wait_for()
        if taking.count() > 0:
            if curtain(page).get_by_text(words).count() > 0:
                return
            taking.first.click()
            ready.first.wait_for()
        jericho(page, "mouse")
    raise AssertionError("no clock ever waits")
