"""A round ends: what decides it stays in sight, what was held is turned over, points arrive."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.meeting import against_bots, friends, play_quickly
from browser.players import FINAL, PLAYERS, SCENES, flow_at_once
from browser.sizing import box_of
from browser.ways import first_of, press_while_there
from server.live import Live

MAX_STEPS = 60
BOTS = {"kind": "bot", "level": "random"}
LOW = ((844, 390), (640, 360))
PRESSED_AT_ONCE = """() => {
  const under = ([x, y]) => document.elementFromPoint(x, y)?.closest('dialog') ?? null;
  new MutationObserver(() => {
    const onward = document.querySelector('dialog[open] .onward');
    if (!onward || window.spots) return;
    const { x, y, width, height } = onward.getBoundingClientRect();
    window.spots = [[x + width / 2, y + height / 2], [2, 2]];
    window.hit = window.spots.map(under);
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Notes what a finger would meet in the moment in which the final screen comes up."""
REASON_IS_CLEAR = """() => {
  const [reason, edge] = ['.reason', 'footer'].map((part) =>
    document.querySelector(`dialog[open] ${part}`)?.getBoundingClientRect());
  return reason && reason.bottom <= edge.top - 12;
}"""
"""Why somebody won stands above the shadow at the edge beyond which one has to scroll."""


def play_to_a_scene(page: Page, game: str) -> None:
    for _ in range(MAX_STEPS):
        if first_of(page, SCENES[game], ".play") == SCENES[game]:
            return
        PLAYERS[game](page, "mouse")
    raise AssertionError("no round ends")


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1366, 768)])
def test_jerichos_hand_and_walls_stay_where_they_are(visit: NewPage, size: tuple[int, int]) -> None:
    page = visit(None, viewport={"width": size[0], "height": size[1]})
    against_bots(page, "jericho")
    page.locator(".hand-area .card.playable").first.wait_for()
    hand, walls = box_of(page, ".hand-area"), box_of(page, ".lanes")
    page.locator(".hand-area .card.playable").first.click()
    page.locator(".actions button.primary, .lane button").first.wait_for()
    assert box_of(page, ".hand-area") == hand
    assert box_of(page, ".lanes") == walls
    page.keyboard.press("Escape")
    play_to_a_scene(page, "jericho")
    assert box_of(page, ".lanes") == walls
    tally = box_of(page, ".tally")
    beside, below = tally.x >= walls.x + walls.width, tally.y >= walls.y + walls.height
    assert beside or below, "the walls that decide are in sight"


def test_a_scoring_of_jericho_gives_cards_one_colour_after_the_other(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    play_to_a_scene(page, "jericho")
    press_while_there(page, page.get_by_role("button", name="Skip"), "mouse")
    expect(page.locator(".tally .gain")).to_have_count(3)
    gains = [each.split("+")[1] for each in page.locator(".tally .gain").all_inner_texts()]
    won = page.locator("[data-seat] .won")
    expect(won).to_have_text(gains)  # nobody had won anything before
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".tally")).to_have_count(0)
    expect(won).to_have_text(gains)  # the server's numbers


def test_a_round_of_speed_and_flow_turns_over_what_was_left_and_the_way_on_is_in_sight(
    visit: NewPage,
) -> None:
    page = visit(None, viewport={"width": LOW[0][0], "height": LOW[0][1]})
    options = {"cards": 8, "target": 1, "countdown_ms": 1500}
    against_bots(page, "flow", seats=[{}, BOTS, BOTS, BOTS], options=options)
    scene = page.get_by_role("dialog").get_by_role("button")
    while scene.count() == 0:
        flow_at_once(page, "mouse", scored=False)
        page.wait_for_timeout(50)
    expect(page.locator(".scene .leftovers").first).to_be_visible()
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        button = box_of(page, "role=dialog >> role=button")
        assert button.y + button.height <= height
    totals = page.locator(".scene [data-total]")
    for seat in range(4):
        expect(page.locator(f".scene [data-total='{seat}']")).to_have_text(
            page.locator(f".scene [data-points='{seat}']").inner_text().lstrip("+")
        )
    assert totals.count() == 4


def test_the_next_round_waits_until_everybody_there_has_looked(visit: NewPage) -> None:
    anna = visit(None)
    [ben] = friends(anna, visit, "Ben")
    play_to_the_same_scene(anna, ben)
    for page in (anna, ben):
        expect(page.locator(".tally")).to_be_visible()
        press_while_there(page, page.get_by_role("button", name="Skip"), "mouse")
    anna.get_by_role("button", name="Continue").click()
    waits = anna.get_by_role("status").filter(has_text="Waiting for Ben")
    expect(waits).to_be_visible()
    expect(anna.get_by_role("button", name="Continue")).to_have_count(0)
    ben.get_by_role("button", name="Continue").click()
    for page in (anna, ben):
        expect(page.locator(".tally")).to_have_count(0)
        expect(page.locator(".hand-area .card.playable").first).to_be_visible()


def play_to_the_same_scene(*friends: Page) -> None:
    able = ".hand-area .card.playable"
    moves = 0
    while moves < MAX_STEPS:
        found = [first_of(page, SCENES["jericho"], able, ".play") for page in friends]
        if SCENES["jericho"] in found:
            return
        if able in found:
            PLAYERS["jericho"](friends[found.index(able)], "mouse")
            moves += 1
    raise AssertionError("no round ends")


def test_the_final_screen_takes_no_press_that_was_meant_for_the_table(
    visit: NewPage, site: Live
) -> None:
    page = visit(None)
    against_bots(page, "souvenirs")
    page.evaluate(PRESSED_AT_ONCE)
    play_quickly(page, site.url)
    while first_of(page, FINAL, SCENES["souvenirs"]) != FINAL:
        PLAYERS["souvenirs"](page, "mouse")
    page.wait_for_function("window.hit")
    assert page.evaluate("window.hit") == [None, None], "neither a link nor the way out beside it"
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(REASON_IS_CLEAR)
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
