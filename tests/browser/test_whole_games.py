"""Every game is played from the start page to the final screen, by every way of pressing."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from browser.axe import check
from browser.coming import SHORT, cover, make_table, sit_down, start
from browser.conftest import NewPage
from browser.meeting import play_quickly
from browser.players import FINAL, PLAYERS, READY, Look, flow_at_once, play_to_the_end
from browser.ways import DEVICES, SIDEWAYS, WAYS, Way, press
from server.live import Live

MAX_GLANCES = 5000
BLINK_MS = 25
BEGINNING = 4
PLACES = re.compile(r"You won!|You came (second|third|fourth|fifth)|.+ wins?")


USUAL = {
    ("photo_rummy", "touch"),
    ("jericho", "keyboard"),
    ("souvenirs", "mouse"),
    ("flow", "touch"),
}
"""Every game and every way; the rest is played with `scripts/test --long`."""
ELSEWHERE = {("photo_rummy", "touch"): 16, ("jericho", "keyboard"): 20, ("souvenirs", "mouse"): 8}
"""So many moves in the middle are made on another device, between a beginning and an end here."""


@pytest.mark.parametrize(
    ("game", "way"),
    [
        pytest.param(game, way, marks=() if (game, way) in USUAL else pytest.mark.long)
        for game, way in product(PLAYERS, WAYS)
    ],
)
def test_a_game_against_bots_from_start_page_to_final_screen(
    visit: NewPage, site: Live, game: str, way: Way
) -> None:
    page = visit(worker=True, **DEVICES[way])
    cover(page, game).wait_for()
    sit_down(page, game, way)
    look = _look(page, game, way)
    if moves := ELSEWHERE.get((game, way)):
        for _ in range(BEGINNING):
            PLAYERS[game](page, way)
        table = page.url
        play_quickly(page, site.url, moves, watched=False)
        page.goto(table)
    play_to_the_end(page, game, way, look, middle=1 if moves else 8)
    _read_the_result(page)
    _watch_again(page, way, look)
    expect(page.get_by_text("checked by your browser, with randomness of your own")).to_be_visible()
    press(page, page.get_by_role("button", name="Play again"), way)
    # nobody has to be asked: the next match begins at once
    expect(page.locator(FINAL)).to_have_count(0)
    expect(page.locator(READY[game]).first).to_be_visible()


def _read_the_result(page: Page) -> None:
    """The place in words, and line by line how the points came about."""
    result = page.locator("dialog[open]")
    expect(result.get_by_role("heading").first).to_have_text(PLACES)
    expect(result.get_by_role("table", name="How the points were scored")).to_be_visible()


def _look(page: Page, game: str, way: Way) -> Look:
    """Looks at every screen closely; what the keyboard shows, the mouse has shown."""
    return lambda screen: None if way == "keyboard" else check(page, f"{game} {screen}")


def _watch_again(page: Page, way: Way, look: Look) -> None:
    press(page, page.get_by_role("link", name="Watch the replay"), way)
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    told = page.locator("main .told")
    if way == "touch":
        expect(told).not_to_be_empty()
    expect(page.get_by_role("combobox", name="Speed")).to_have_value("1")
    press(page, page.get_by_role("button", name="One step forward"), way)
    expect(page.get_by_role("slider", name="Step")).to_have_value("1")
    look("replay")
    page.go_back()
    expect(page.locator(FINAL).first).to_be_visible()


def test_two_browsers_play_speed_and_flow_to_the_end(visit: NewPage, site: Live) -> None:
    anna = visit()
    make_table(anna, "flow", "mouse", SHORT["flow"])
    expect(anna.get_by_alt_text("QR code of the invitation")).to_be_visible()
    ben = visit(anna.url, **DEVICES["touch"])
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").tap()
    expect(anna.get_by_text("Ben", exact=True).first).to_be_visible()
    around = site.table(anna.url.split("/t/")[1].split("?")[0]).broadcaster
    while len(around.attentive()) < 2:  # Ben's page has still to say what it can do
        anna.wait_for_timeout(BLINK_MS)
    start(anna, "mouse")
    anna.get_by_role("button", name="I’m ready").click()
    expect(anna.locator(".middle").get_by_role("status")).to_have_text("Waiting for Ben …")
    check(ben, "a race that asks whether one is ready")
    ben.get_by_role("button", name="I’m ready").tap()
    for _ in range(MAX_GLANCES):
        flow_at_once(anna, "mouse")
        flow_at_once(ben, "touch")
        if anna.locator(FINAL).count() > 0:
            break
        anna.wait_for_timeout(BLINK_MS)
    expect(anna.locator(FINAL).first).to_be_visible()
    expect(ben.locator(".scene button, .rank").first).to_be_visible()
