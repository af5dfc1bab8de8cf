"""As a new user on a phone, in German: lessons, puzzles, looking back, the same deal for all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import check
from browser.coming import play_button
from browser.conftest import Manners, NewPage
from browser.finding import said
from browser.meeting import POST, play_quickly
from browser.players import FINAL, PLAYERS, READY, play_to_the_end
from browser.ways import SIDEWAYS
from playing import finished
from quartett.core.log import dump_log
from quartett.review import lesson_of
from server.live import Live

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "locale": "de-DE",
}
JSON = {"content-type": "application/json"}


def first_move_of_jericho(page: Page) -> None:
    page.locator(".hand-area .card").nth(2).tap()
    page.get_by_role("button", name="als erste Karte legen").last.tap()


def first_move_of_souvenirs(page: Page) -> None:
    page.locator(".hand .card").first.tap()
    page.locator("[data-place]").first.tap()


def first_move_of_photo_rummy(page: Page) -> None:
    page.locator(".stacks button:enabled").first.tap()


def first_move_of_flow(page: Page) -> None:
    page.keyboard.press("a")
    page.keyboard.press("j")


FIRST_MOVES: dict[str, Callable[[Page], None]] = {
    "jericho": first_move_of_jericho,
    "souvenirs": first_move_of_souvenirs,
    "photo_rummy": first_move_of_photo_rummy,
    "flow": first_move_of_flow,
}


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Dein Coach")


@pytest.mark.parametrize("game", PLAYERS)
def test_a_lesson_is_played_at_the_games_own_table(visit: NewPage, game: str) -> None:
    page = visit("/learn", **PHONE)
    page.locator(f".card[data-room={game}][href='/learn/{game}']").tap()
    expect(coach(page)).to_be_visible()
    steps = len(lesson_of(game))
    expect(page.get_by_text(f"1 von {steps}")).to_be_visible()
    page.locator(".table .card svg").first.wait_for()
    assert page.evaluate(SIDEWAYS) <= 0
    check(page, f"{game} lesson")
    FIRST_MOVES[game](page)
    expect(coach(page)).to_contain_text("Genau!")
    # the keyboard is where the next thing to press is
    expect(page.get_by_role("button", name="Weiter")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"2 von {steps}")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"2 von {steps}")).to_be_visible()
    if game == "jericho":  # the others' further steps are in the whole evening below
        show_the_rest(page, steps)
        expect(page.get_by_role("heading", name="Mehr brauchst du nicht")).to_be_visible()


def show_the_rest(page: Page, steps: int) -> None:
    close_scenes(page)
    for step in range(2, steps + 1):
        expect(page.get_by_text(f"{step} von {steps}")).to_be_visible()
        page.get_by_role("button", name="Zeig es mir").tap()
        page.get_by_role("button", name="Mach es für mich").tap()
        coach(page).get_by_role("button", name="Fertig" if step == steps else "Weiter").tap()


def close_scenes(page: Page) -> None:
    """A scoring is shown as at any table, whenever it comes; then the lesson goes on."""
    scene = page.locator("dialog[open] footer button.primary, .scene button, .tally button").first
    page.add_locator_handler(scene, lambda button: button.tap(), no_wait_after=True)


def test_a_lesson_opens_with_what_the_game_is_about(visit: NewPage) -> None:
    page = visit("/learn/jericho", **PHONE)
    expect(coach(page)).to_contain_text("Alle bauen Mauern in fünf Farben")
    page.get_by_role("button", name="Los geht’s").tap()
    expect(coach(page)).to_contain_text("Leg deine erste Karte verdeckt")


@pytest.mark.parametrize("game", PLAYERS)
def test_show_me_shows_something_at_every_step(visit: NewPage, game: str) -> None:
    page = visit(f"/learn/{game}", **PHONE)
    close_scenes(page)
    page.get_by_role("button", name="Los geht’s").tap()
    page.locator(".table .card").first.wait_for()
    for _ in range(3):
        before = page.locator(".table").first.inner_html()
        page.get_by_role("button", name="Zeig es mir").tap()
        expect(page.get_by_role("button", name="Mach es für mich")).to_be_visible()
        page.wait_for_function(
            "(before) => document.querySelector('.table').innerHTML !== before", arg=before
        )
        page.get_by_role("button", name="Mach es für mich").tap()
        coach(page).get_by_role("button", name="Weiter").tap()


def test_an_answer_lies_on_the_board_with_what_moved_marked_and_nothing_covers_it(
    visit: NewPage,
) -> None:
    page = visit("/puzzles/photo_rummy-10-41", **PHONE)
    coach(page).get_by_role("button", name="Ein Tipp").tap()
    while page.get_by_role("button", name="Noch ein Tipp").count() > 0:
        page.get_by_role("button", name="Noch ein Tipp").tap()
    expect(page.locator(".lay")).to_be_enabled()  # the last hint has put the cards there
    page.get_by_role("button", name="Lösung zeigen").tap()
    expect(coach(page)).to_contain_text("Die Lösung")
    # the cards laid, and those that moved
    expect(page.locator(".scroller .hinted").nth(7)).to_be_attached()
    expect(page.locator("dialog[open], .scene")).to_have_count(0)


def test_a_mistake_is_answered_and_costs_nothing(visit: NewPage) -> None:
    page = visit("/learn/jericho", **PHONE)
    page.locator(".hand-area .card").first.tap()
    page.get_by_role("button", name="als erste Karte legen").last.tap()
    expect(coach(page)).to_contain_text("Die richtige Art von Zug")
    expect(coach(page)).to_contain_text("Nichts ist verloren")
    page.locator(".hand-area .card").nth(2).tap()
    page.get_by_role("button", name="als erste Karte legen").last.tap()
    expect(coach(page)).to_contain_text("Genau!")


def test_a_newcomer_is_offered_the_lessons_and_finds_them_again_under_the_rules(
    visit: NewPage,
) -> None:
    page = visit(**PHONE)
    page.get_by_role("link", name="Neu hier?").tap()
    expect(page.get_by_role("heading", name="Lektionen")).to_be_visible()
    page.locator(".today").wait_for()
    page.get_by_role("heading", name="Partien des Tages").wait_for()
    check(page, "learn")
    page.goto("/rules/souvenirs")
    page.get_by_role("link", name="Neu hier?").tap()
    expect(coach(page)).to_be_visible()


def test_the_puzzle_of_the_day_has_hints_an_answer_and_a_streak(visit: NewPage) -> None:
    page = visit("/learn", **PHONE)
    page.get_by_role("link", name="Rätsel des Tages").tap()
    expect(coach(page)).to_be_visible()
    press_by_keyboard(page, page.get_by_role("button", name="Ein Tipp"))
    while page.get_by_role("button", name="Noch ein Tipp").count() > 0:
        page.get_by_role("button", name="Noch ein Tipp").tap()
    check(page, "a puzzle with its hints")
    press_by_keyboard(page, page.get_by_role("button", name="Lösung zeigen"))
    expect(coach(page)).to_contain_text("Die Lösung")
    expect(page.get_by_role("button", name="Nächstes Rätsel")).to_be_focused()


def test_a_puzzle_that_is_known_is_solved_without_a_connection(
    visit: NewPage, manners: Manners
) -> None:
    manners.away = True
    page = visit("/puzzles/jericho-12-88", **PHONE)
    expect(coach(page)).to_be_visible()
    page.context.set_offline(True)
    page.locator(".hand-area .card").last.tap()
    page.get_by_role("button", name=said("jericho.choose")).last.tap()
    page.get_by_role("button", name=said("jericho.do.trumpet")).last.tap()
    expect(coach(page)).to_contain_text("Gelöst!")
    page.context.set_offline(False)
    page.goto("/learn")
    expect(page.get_by_text("Gelöst: 1 von")).to_be_visible()


@pytest.fixture(scope="module")
def log() -> bytes:
    return dump_log(finished("souvenirs", 3, 2).record())


def press_by_keyboard(page: Page, wanted: Locator) -> None:
    """Go from one thing to the next until this one has the focus, and press it."""
    wanted.wait_for()
    for _ in range(150):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return page.keyboard.press("Enter")
    raise AssertionError(f"the keyboard does not reach {wanted}")


def test_a_match_is_looked_back_at_and_tried_again_from_a_turning_point(
    visit: NewPage, log: bytes
) -> None:
    page = visit(**PHONE)
    brought = page.request.post("/api/replays", data=log)
    id = brought.json()["table"]["id"]
    page.goto(f"/review/{id}")
    expect(page.get_by_role("heading", name="Wendepunkte")).to_be_visible()
    expect(page.locator(".moment .small").first).to_be_attached()
    figures = page.get_by_text("Wie der Bot „Stark“ es sieht")
    expect(figures).to_be_hidden()
    page.locator("summary", has_text="Glück und Entscheidungen").tap()
    expect(figures).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    press_by_keyboard(page, page.locator("summary", has_text="Alle Schritte als Tabelle"))
    table = page.get_by_role("group", name="Alle Schritte als Tabelle")
    expect(table.get_by_role("row")).to_have_count(1 + len(finished("souvenirs", 3, 2).entries))
    page.get_by_role("heading", name="Was am meisten gekostet hat").wait_for()
    check(page, "review")
    table.get_by_role("link", name="12", exact=True).tap()
    expect(page.get_by_role("group", name="Rückblick")).to_contain_text("%")
    check(page, "replay with its review")
    expect(page.get_by_role("slider", name="Schritt")).to_have_value("12")
    page.get_by_role("link", name="zurückblicken").tap()
    press_by_keyboard(page, page.get_by_role("button", name="Von hier noch einmal").first)
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(f"{READY['souvenirs']}, .tip").first).to_be_visible()


def test_two_browsers_play_the_deal_of_the_day_and_see_both_results(
    visit: NewPage, site: Live
) -> None:
    anna, ben = visit("/daily/souvenirs", **PHONE), visit("/daily/souvenirs", **PHONE)
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        page.get_by_label("Dein Name").fill(name)
        if page is anna:
            page.get_by_text("Ist das fair?").tap()
            check(page, "daily deal")
        press_by_keyboard(page, page.get_by_role("button", name="Diese Partie spielen"))
        expect(page.locator(".play")).to_be_visible()
        play_quickly(page, site.url, watched=False)
        page.goto("/daily/souvenirs")
        expect(page.get_by_text("Ist das fair?")).to_be_visible()
    expect(ben.locator(".results")).to_contain_text("Du")
    expect(ben.get_by_role("heading", name="Ergebnisse")).to_be_visible()
    counts = [text.split(" ")[0] for text in ben.locator("li .count").all_inner_texts()]
    assert sum(int(count) for count in counts if count.isdigit()) >= 2
    check(ben, "daily deal, played")


def test_a_challenge_is_sent_taken_up_and_compared(visit: NewPage, site: Live) -> None:
    anna = visit(**PHONE)
    wish = {"game": "souvenirs", "you": "Anna", "seats": [{}, {"kind": "bot", "level": "random"}]}
    made = anna.evaluate(POST, ["/api/tables", wish])
    anna.evaluate(POST, [f"/api/tables/{made['table']['id']}/start", {}])
    anna.goto(made["table"]["path"])
    play_quickly(anna, site.url, watched=False)
    anna.goto(made["table"]["path"])
    expect(anna.locator(FINAL).first).to_be_visible()
    expect(anna.locator(".luck")).to_contain_text("Auf diese Partie zurückblicken")
    expect(anna.locator(".luck")).to_contain_text("Wendepunkt")
    anna.get_by_role("button", name="Freunde herausfordern").tap()
    link = anna.locator("a.challenge").inner_text()
    dare = r"Souvenirs, \d+\. \S+: \d+ Punkte?\. Schaffst du mehr\?"
    expect(anna.locator(".dare")).to_have_text(re.compile(rf"^{dare} {re.escape(link)}$"))
    ben = visit(link, **PHONE)
    expect(ben.get_by_text("Anna hat")).to_be_visible()
    check(ben, "challenge")
    ben.get_by_label("Dein Name").fill("Ben")
    ben.get_by_role("button", name="Diese Partie spielen").tap()
    expect(ben.locator(".play")).to_be_visible()
    play_quickly(ben, site.url, watched=False)
    # Anna is told at home, until she looks.
    anna.goto("/")
    answer = anna.get_by_role("link", name=re.compile(r"^Ben hat .* in Souvenirs"))
    expect(answer).to_have_attribute("href", re.compile(re.escape(link.split("/challenge/")[1])))
    check(anna, "home with an answer")
    answer.tap()
    expect(anna.locator(".names")).to_contain_text("Ben")
    anna.goto("/")
    expect(anna.locator(".covers li").first).to_be_visible()
    expect(answer).to_have_count(0)
    for page in (ben, anna):
        page.goto(link)
        names = page.locator(".names")
        expect(names).to_contain_text("Anna")
        expect(names).to_contain_text("Ben")
    check(anna, "challenge, played")


@pytest.mark.long
def test_a_whole_evening_on_a_phone_in_german(visit: NewPage, site: Live) -> None:
    page = visit(**PHONE)
    page.get_by_role("link", name="Neu hier?").tap()
    for game in PLAYERS:
        page.goto(f"/learn/{game}")
        page.locator(".table .card svg").first.wait_for()
        FIRST_MOVES[game](page)
        page.get_by_role("button", name="Weiter").tap()
        show_the_rest(page, len(lesson_of(game)))
    page.goto("/")
    play_button(page, "souvenirs").tap()
    page.locator(".play").wait_for()
    play_to_the_end(page, "souvenirs", "touch", lambda _: None)
    expect(page.locator(".luck .more")).to_be_visible()
    page.locator(".luck a").first.tap()
    page.get_by_role("button", name="Von hier noch einmal").first.tap()
    page.locator(".play").wait_for()
    play_to_the_end(page, "souvenirs", "touch", lambda _: None)
    page.goto("/puzzles/today")
    expect(coach(page)).to_be_visible()
    page.goto("/daily/souvenirs")
    page.get_by_label("Dein Name").fill("Mia")
    page.get_by_role("button", name="Diese Partie spielen").tap()
    page.locator(".play").wait_for()
    play_to_the_end(page, "souvenirs", "touch", lambda _: None)
    page.get_by_role("button", name="Freunde herausfordern").tap()
    link = page.locator("a.challenge").inner_text()
    friend = visit(link, **PHONE)
    friend.get_by_label("Dein Name").fill("Tom")
    friend.get_by_role("button", name="Diese Partie spielen").tap()
    friend.locator(".play").wait_for()
    play_quickly(friend, site.url)
    for each in (page, friend):
        each.goto(link)
        expect(each.locator(".names")).to_contain_text("Mia")
        expect(each.locator(".names")).to_contain_text("Tom")
