"""Coming together, being cut off, switching, being refused: what happens around a game."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.coming import TIMED, close_tips, cover, make_table
from browser.conftest import Manners, NewPage
from browser.finding import log, messages
from browser.meeting import against_bots, api, know_the_games, make
from browser.passing import Passing
from browser.players import PLAYERS, READY, jericho
from browser.ways import DEVICES, Way

MAX_DEALS = 60
NARROW_LOG = "() => document.querySelector('aside ol').style.maxHeight = '2.5rem'"
AT_ITS_END = """() => {
  const list = document.querySelector('aside ol');
  const end = (of) => of.getBoundingClientRect().bottom;
  return Math.abs(end(list.lastElementChild) - end(list)) < 4;
}"""
COVERED = """(selector) => {
  const [toast] = document.querySelectorAll('.toast');
  const over = toast.getBoundingClientRect();
  const others = [...document.querySelectorAll(selector)];
  return others.filter((each) => !toast.contains(each) && each.checkVisibility()).filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
  }).map((each) => each.outerHTML.slice(0, 120));
}"""
"""What a message lies on, of all these."""
UNCOVERED = f"(selector) => document.querySelector('.toast') && !({COVERED})(selector).length"
"""A message has made way for what it speaks of."""
PRESSED = "button:enabled, a[href], input, [data-card], [data-drop], [data-place]"
UNASKED = "delete localStorage['quartett.sound']"
LOOK_AWAY = """(away) => {
  Object.defineProperty(document, 'hidden', { value: away, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
COUNT_BADGES = """() => {
  window.badges = 0;
  navigator.setAppBadge = async (count) => { window.badges = count; };
  navigator.clearAppBadge = async () => { window.badges = 0; };
}"""


IN_NOBODYS_WAY = f"""([ready, pressed]) => {{
  const there = [ready, '.toast .action'].every((each) => document.querySelector(each));
  return there && ({COVERED})(pressed).length === 0;
}}"""
"""One may do something, is asked something else, and the question lies on nothing."""


def invite(page: Page) -> None:
    """Make a table of Jericho for friends."""
    make_table(page, "jericho", "mouse", {})


def test_two_browsers_meet_at_one_table(visit: NewPage) -> None:
    anna = visit()
    invite(anna)
    expect(anna.get_by_alt_text("QR code of the invitation")).to_be_visible()

    ben = visit(anna.url, locale="de-DE", viewport={"width": 390, "height": 844})
    expect(ben.get_by_text("Anna lädt dich ein")).to_be_visible()
    ben.get_by_label("Dein Name").fill("Ben")
    ben.get_by_role("button", name="Hinsetzen").click()
    expect(anna.get_by_text("Ben", exact=True).first).to_be_visible()

    anna.get_by_role("button", name="Fill with bots").click()
    anna.get_by_role("button", name="Start the match").click()
    for page in (anna, ben):
        close_tips(page, "mouse")
    jericho(ben, "mouse")
    expect(anna.get_by_role("listitem").filter(has_text="Ben has chosen")).to_be_visible()
    expect(ben.locator(".turn")).to_contain_text("Anna")
    passing = Passing(ben, "[role=status]")
    anna.get_by_role("button", name="Hello!").click()
    passing.wait("Anna: Hallo!")
    expect(messages(anna)).to_have_count(0)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_the_question_about_sound_lies_on_nothing_that_can_be_pressed(
    visit: NewPage, way: Way
) -> None:
    page = visit(None, **DEVICES[way])
    page.add_init_script(UNASKED)
    for game in PLAYERS.keys() - set(TIMED):
        against_bots(page, game)
        page.wait_for_function(IN_NOBODYS_WAY, arg=[READY[game], PRESSED])
    page.evaluate("document.querySelector('.toast .action').click()")
    expect(messages(page)).to_have_count(0)
    assert page.evaluate("localStorage['quartett.sound']") == "on"
    against_bots(page, *TIMED)
    page.locator(READY["flow"]).wait_for()
    expect(messages(page)).to_have_count(0)


def test_a_spectator_sees_the_table_but_no_hand(visit: NewPage) -> None:
    player, bot = visit(None), {"kind": "bot", "level": "random"}
    path = make(player, seats=[{}, bot, bot])
    player.request.post(f"{api(path)}/start", data={})
    guest = visit(path)
    expect(guest.get_by_text("You are watching.")).to_be_visible()
    expect(guest.locator(".hand-area")).to_have_count(0)


def test_reloading_in_the_middle_changes_nothing(visit: NewPage) -> None:
    page = visit(None, worker=True, viewport={"width": 1366, "height": 600})
    against_bots(page, "jericho")
    for _ in range(6):
        jericho(page, "mouse")
    page.locator(".hand-area .card.playable").first.wait_for()
    labels = "cards => cards.map((card) => card.dataset.card)"
    held = page.locator(".hand-area .card").evaluate_all(labels)
    told = log(page).all_inner_texts()
    page.reload()
    page.locator(".hand-area .card.playable").first.wait_for()
    assert page.locator(".hand-area .card").evaluate_all(labels) == held
    # others may have chosen in the meantime: what was said before is still said, in the same order
    expect(log(page).nth(len(told) - 1)).to_be_visible()
    assert log(page).all_inner_texts()[: len(told)] == told
    expect(page.locator(".last")).not_to_be_empty()
    # whoever comes back sees the end of the log, not its beginning
    page.get_by_role("button", name="Hello!").wait_for()
    expect(log(page).last).to_be_in_viewport(ratio=0.99)
    jericho(page, "mouse")


def test_a_log_with_little_room_shows_its_last_line_to_the_end(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "jericho")
    for _ in range(3):
        jericho(page, "mouse")
    log(page).nth(3).wait_for()
    page.evaluate(NARROW_LOG)
    page.wait_for_function(AT_ITS_END)


def test_a_lost_connection_shows_and_heals(visit: NewPage, manners: Manners) -> None:
    lines: list[WebSocketRoute] = []
    cut = False

    def route(line: WebSocketRoute) -> None:
        if cut:
            line.close(code=1012)
        else:
            lines.append(line)
            line.connect_to_server()

    page = visit(None)
    page.route_web_socket("**/socket", route)
    against_bots(page, "jericho")
    jericho(page, "mouse")
    cut = True
    manners.away = True
    lines[-1].close(code=1012)
    banner = page.get_by_text("Connection lost.")
    expect(banner).to_be_visible()
    cut = False
    expect(banner).to_be_hidden()
    manners.away = False
    jericho(page, "mouse")


def test_the_tab_says_whose_turn_it_is_elsewhere_and_the_language_switches_at_the_table(
    visit: NewPage,
) -> None:
    page = visit(None)
    page.add_init_script(f"({COUNT_BADGES})()")
    against_bots(page, "jericho")
    expect(page).to_have_title("Jericho")
    page.evaluate(LOOK_AWAY, True)
    expect(page).to_have_title("Your turn · Jericho")
    page.wait_for_function("() => window.badges === 1")
    page.evaluate(LOOK_AWAY, False)
    expect(page).to_have_title("Jericho")
    page.wait_for_function("() => window.badges === 0")
    expect(page.locator(".turn")).to_have_text("Your turn")
    page.get_by_role("button", name="Menu").click()
    for language, words in (("Deutsch", "Du bist dran"), ("Español", "Te toca")):
        page.get_by_role("button", name=language).click()
        expect(page.locator(".turn")).to_have_text(words)
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.reload()
    expect(page.locator(".turn")).to_have_text("Te toca")


def test_dark_and_light_can_be_chosen(visit: NewPage) -> None:
    page = visit(color_scheme="light")
    page.get_by_role("button", name="Settings").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    body = page.locator("body")
    page.get_by_role("button", name="Dark").click()
    expect(body).not_to_have_css("background-color", light)
    page.reload()
    cover(page, "jericho").wait_for()
    expect(body).not_to_have_css("background-color", light)


def deal_a_trumpet(page: Page) -> str:
    """Start games of Jericho against bots until a trumpet is dealt; the address of that table."""
    bot = {"kind": "bot", "level": "random"}
    for _ in range(MAX_DEALS):
        path = make(page, seats=[{}, bot, bot])
        page.request.post(f"{api(path)}/start", data={})
        deal = json.loads(page.request.get(f"{api(path)}/replay").text().splitlines()[1])
        if "trumpet" in deal["events"][0]["hands"][0]:
            return path
    raise AssertionError("no trumpet was dealt")


def test_JE_04_a_refused_move_says_why_and_leads_to_the_rule(visit: NewPage) -> None:
    page = visit(None)
    know_the_games(page)
    page.goto(deal_a_trumpet(page))
    page.locator(".hand-area .card[data-card=trumpet]").first.click()
    page.get_by_role("button", name="Lay trumpet down first").last.click()
    expect(page.get_by_text("Lay a wall card first")).to_be_visible()
    expect(page.locator(".hand-area .card.refused")).to_be_visible()
    page.wait_for_function(UNCOVERED, arg=".refused")
    page.get_by_role("button", name="Why not?").click()
    sheet = page.get_by_role("dialog", name="What the rules say")
    expect(sheet).to_contain_text("Everybody chooses one hand card at the same time")
    expect(sheet.get_by_role("link", name="All rules")).to_have_attribute(
        "href", "/rules/jericho#JE-04"
    )
    sheet.get_by_role("button", name="Close").click()
    jericho(page, "mouse")


def test_what_a_draft_lacks_is_explained_at_the_table(visit: NewPage) -> None:
    page = visit(None)
    against_bots(page, "photo_rummy")
    page.locator(".stacks button").first.click()
    page.locator("[data-drop=rack] [data-card]").first.click()
    page.locator(".scroller [data-drop=new]").click()
    opened: list[Page] = []
    page.on("popup", lambda other: opened.append(other))
    page.get_by_role("button", name="Why not?").click()
    sheet = page.get_by_role("dialog", name="What the rules say")
    expect(sheet.get_by_role("heading", name="For example")).to_be_visible()
    assert opened == [], "it is explained here"
    sheet.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Undo the last step").click()
    expect(page.get_by_role("button", name="Why not?")).to_have_count(0)


def test_without_a_connection_the_page_says_so_kindly(visit: NewPage, manners: Manners) -> None:
    page = visit(worker=True)
    cover(page, "jericho").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    manners.away = True
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("The table cannot be reached right now.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(cover(page, "jericho")).to_be_visible()
