"""A phone on its side and a page zoomed twice: all that a move needs is on the screen at once."""

import pytest
from playwright.sync_api import Page, expect

from browser import axe
from browser.coming import TIMED
from browser.conftest import Manners, NewPage
from browser.meeting import know_the_games
from browser.players import PLAYERS
from browser.sizing import LAID_OUT

SIZES = ((844, 390), (640, 360))
NEEDED = {
    "photo_rummy": (".rack .card", ".stacks", ".scroller", ".pass", ".lay", "[data-seat]"),
    "jericho": (".hand-area .card", ".lane", ".draw", ".supply", ".actions > *", "[data-seat]"),
    "souvenirs": (".hand .card", ".cell", ".edge", ".actions p", "[data-seat]"),
    "flow": (".own [data-place]", ".middle [data-place]", ".others [data-place]", ".bar > *"),
}
"""What one must see and reach to play."""
OFF_THE_SCREEN = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const outside = found.filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const named = outside.map((each) => each.outerHTML.slice(0, 120));
  return found.length === 0 ? [`no ${selector}`] : named;
})"""
STONES = """() => [...document.querySelectorAll('.wall .course')]
  .map((each) => each.getBoundingClientRect().height / each.style.getPropertyValue('--n'))"""
MIN_STONE = 3
"""Lower stones of neighbouring lengths could not be told apart."""
STEPS = 3


def full_table(page: Page, game: str, guest: Page | None = None, **wishes: object) -> str:
    """Start a match with as many players as can sit there; the table's address."""
    [most] = [
        max(each["players"])
        for each in page.request.get("/api/games").json()["games"]
        if each["id"] == game
    ]
    people: list[dict[str, str]] = [{}] * (1 if guest is None else 2)
    bots = [{"kind": "bot", "level": "random"}] * (most - len(people))
    wish = {"game": game, "you": "Anna", "seats": [*people, *bots], **wishes}
    path = str(page.request.post("/api/tables", data=wish).json()["table"]["path"])
    api = path.replace("/t/", "/api/tables/")
    if guest is not None:
        guest.request.post(f"{api}/join", data={"name": "Benedikt"})
    page.request.post(f"{api}/start", data={})
    return path


def check(page: Page, game: str, when: str) -> None:
    """Everything needed is in sight in both sizes, and nothing scrolls to bring it there."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT)
        outside = page.evaluate(OFF_THE_SCREEN, list(NEEDED[game]))
        assert outside == [], f"{when}, {width} × {height}"
        assert min(page.evaluate(STONES), default=MIN_STONE) >= MIN_STONE


@pytest.mark.parametrize("game", PLAYERS)
def test_a_move_needs_nothing_that_is_off_the_screen_in_german_either(
    visit: NewPage, game: str
) -> None:
    width, height = SIZES[0]
    size = {"width": width, "height": height}
    page = visit(None, viewport=size, has_touch=True, is_mobile=True, locale="de-DE")
    know_the_games(page)
    page.goto(full_table(page, game))
    for selector in NEEDED[game]:
        page.locator(selector).first.wait_for()
    check(page, game, "at the start")
    page.set_viewport_size({"width": width, "height": height})
    for _ in range(STEPS):
        PLAYERS[game](page, "touch")
    check(page, game, "after a few moves")
    axe.check(page, f"{game} in German")


@pytest.mark.long  # the server is really waited for, until it says that somebody is away
@pytest.mark.parametrize("game", PLAYERS)
def test_clocks_and_what_is_to_be_read_push_nothing_off_the_screen(
    visit: NewPage, manners: Manners, game: str
) -> None:
    width, height = SIZES[0]
    page = visit(None, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    know_the_games(page)
    clock = {} if game in TIMED else {"turn_seconds": 600}
    page.goto(full_table(page, game, visit(None), **clock))
    page.locator(".play").wait_for()
    if game not in TIMED:
        expect(page.get_by_role("timer").first).to_be_visible()
    away = page.get_by_role("status").filter(has_text="Benedikt is away.")
    expect(away.get_by_role("button", name="Let a bot play")).to_be_visible(timeout=40_000)
    check(page, game, "while somebody is away")
    away.get_by_role("button", name="Close").click()
    expect(away).to_have_count(0)
    manners.away = True
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    check(page, game, "without a connection")
