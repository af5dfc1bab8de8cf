"""What the start page and the waiting room put first."""

import re

from playwright.sync_api import expect

from browser.coming import cover, play_button
from browser.conftest import NewPage
from browser.meeting import against_bots, make
from browser.players import PLAYERS

PHONE = {"width": 390, "height": 844}
UNTIL_LOOKED_AT = 600_000
BARE_ICONS = """() => [...document.querySelectorAll('main button')]
  .filter((button) => button.checkVisibility() && button.querySelector('svg'))
  .filter((button) => !button.innerText.trim())
  .map((button) => button.outerHTML.slice(0, 120))"""


def test_the_card_says_how_many_bots_and_how_strong(visit: NewPage) -> None:
    page = visit()
    jericho = cover(page, "jericho")
    jericho.get_by_label("How many bots?").select_option("3 bots")
    jericho.get_by_label("How strong are the bots?").select_option(value="2")
    jericho.get_by_role("button", name="Play now").click()
    page.locator(".play").wait_for()
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["table"]
    assert [seat["level"] for seat in table["seats"]] == [None, "2", "2", "2"]
    page.goto("/")
    expect(cover(page, "jericho").get_by_label("How many bots?")).to_have_value("3")
    expect(cover(page, "souvenirs").get_by_label("How many bots?")).to_have_value("1")


def test_all_games_begin_within_two_screens_of_a_phone_and_one_that_runs_comes_first(
    visit: NewPage,
) -> None:
    page = visit(viewport=PHONE)
    for game in PLAYERS:
        box = play_button(page, game).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 2 * PHONE["height"], game
    play_button(page, "souvenirs").click()
    page.locator(".play").wait_for()
    page.goto("/")
    continued = page.get_by_role("heading", name=re.compile("Your turn|Continue"))
    expect(continued).to_be_visible()
    above, covers = continued.bounding_box(), cover(page, "photo_rummy").bounding_box()
    assert above is not None
    assert covers is not None
    assert above["y"] < covers["y"]
    running = page.get_by_role("main").get_by_role("link").first
    expect(running).to_contain_text("Souvenirs")
    running.click()
    expect(page.locator(".play")).to_be_visible()


def test_people_come_first_in_the_waiting_room_and_every_button_says_what_it_does(
    visit: NewPage,
) -> None:
    page = visit(None, viewport=PHONE)
    page.goto(make(page))
    invitation = page.get_by_role("heading", name="Invite your friends")
    expect(page.get_by_role("heading", name="At the table")).to_be_in_viewport()
    expect(page.get_by_alt_text("QR code of the invitation")).to_be_visible()
    below = invitation.bounding_box()
    seats = page.get_by_role("heading", name="At the table").bounding_box()
    assert below is not None
    assert seats is not None
    assert below["y"] > seats["y"]
    # the link to one's own seat is private, and no part of the invitation
    private = page.get_by_role("button", name="My seat’s link for another device")
    expect(private).to_be_hidden()
    page.get_by_text("Your way back").click()
    expect(private).to_be_visible()
    page.get_by_role("button", name="Put a bot here").first.click()
    page.get_by_role("button", name="Arrange the table").click()
    page.get_by_role("button", name="Free this seat for a person").wait_for()
    bare = [button for button in page.evaluate(BARE_ICONS) if "Settings" not in button]
    assert bare == []


def test_a_ready_scene_says_what_matters_before_everybody_plays_at_once(visit: NewPage) -> None:
    page = visit(None, viewport=PHONE)
    against_bots(page, "flow", options={"countdown_ms": UNTIL_LOOKED_AT})
    scene = page.locator(".ready")
    expect(scene).to_contain_text("Get ready!")
    # three seconds, as it usually has, are for one line, not for fifty words
    expect(
        scene.get_by_text("A card fits if number, colour or symbol is the same.")
    ).to_be_visible()
    expect(page.locator(".own .display")).to_be_visible()
