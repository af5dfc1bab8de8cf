"""How a person plays each game in the browser; a new game adds itself to `PLAYERS`."""

from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Locator, Page

Way = Literal["mouse", "touch", "keyboard"]
Player = Callable[[Page, Way], None]

FINAL = "dialog[open] .rank"
MOST_KEYS = 80
SHORT: dict[str, dict[str, Any]] = {
    "photo_rummy": {"rounds": 1},
    "flow": {"cards": 8, "target": 1, "countdown_ms": 1500, "pause_ms": 500},
}
"""Games that would take too long in full, and what is agreed instead."""
TIMED = ("flow",)
"""Games that wait for nobody, not even for somebody who reads tips."""


def press(page: Page, target: Locator, way: Way) -> None:
    """Press something by mouse, by finger, or with nothing but the keyboard."""
    if way == "mouse":
        target.click()
    elif way == "touch":
        target.tap()
    else:
        _walk_to(page, target)
        page.keyboard.press("Enter")


def _walk_to(page: Page, target: Locator) -> None:
    """Tab to the target, or to the group it belongs to and then along with the arrow keys."""
    for _ in range(MOST_KEYS):
        key = target.evaluate(_NEXT_KEY)
        if key is None:
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not reach {target}")


_NEXT_KEY = """(target) => {
  const now = document.activeElement;
  if (now === target) return null;
  const group = target.tabIndex < 0 ? target.closest('ul, .options, .phrases') : null;
  if (group?.contains(now)) return 'ArrowRight';
  const behind = target.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING;
  return now !== document.body && behind ? 'Shift+Tab' : 'Tab';
}"""


def close_tips(page: Page, way: Way) -> None:
    """A newcomer is shown tips; whoever knows the game closes them."""
    tips = page.locator(".tip")
    tips.wait_for()
    press(page, tips.locator("button").last, way)
    tips.wait_for(state="detached")


def sit_down(page: Page, game: str, way: Way) -> None:
    """Come to a table against bots: with a press on the cover, or to a short game by its link."""
    if game in SHORT:
        page.goto(_short_table(page, game))
    else:
        press(page, page.locator(f"article[data-room={game}] button.primary"), way)
    page.locator(".play").wait_for()
    if game not in TIMED:
        close_tips(page, way)


def _short_table(page: Page, game: str) -> str:
    """Make a table for a short game and start it; its address."""
    bot = {"kind": "bot", "level": "random"}
    wish = {"game": game, "you": "Anna", "seats": [{}, bot], "options": SHORT[game]}
    table = page.request.post("/api/tables", data=wish).json()["table"]
    page.request.post(f"/api{table['path'].replace('/t/', '/tables/')}/start", data={})
    return str(table["path"])


def play_to_the_end(page: Page, game: str, way: Way, most: int = 400) -> None:
    """Play until the final screen is there."""
    for _ in range(most):
        if page.locator(FINAL).count() > 0:
            return
        PLAYERS[game](page, way)
    raise AssertionError("the game does not end")


def jericho(page: Page, way: Way) -> None:
    """One step of Jericho: go on after a scoring, or play the first card that can be played."""
    scene = page.locator("dialog[open] footer button.primary")
    cards = page.locator(".hand-area .card.playable")
    page.locator("dialog[open] footer button.primary, .hand-area .card.playable").first.wait_for()
    if page.locator(FINAL).count() > 0:
        return
    if scene.count() > 0:
        press(page, scene.first, way)
        return
    before = page.locator(".hand-area .card.playable").count()
    press(page, cards.first, way)
    if page.locator(".lane button").count() == 5:
        press(page, page.locator(".lane button").nth(before % 5), way)
    press(page, page.locator(".actions button.primary"), way)
    page.locator(".hand-area .card.selected").wait_for(state="detached")


def photo_rummy(page: Page, way: Way) -> None:
    """One step of Photo Rummy: draw, then lay what the hint shows, or pass."""
    found = _first_of(page, FINAL, ".scene button", ".stacks button", ".pass:enabled")
    if found == ".pass:enabled":
        _press_or_key(page, page.get_by_role("button", name="Show the best move"), way, "h")
        page.locator(".status .info").wait_for()
        found = _first_of(page, ".lay:enabled", ".pass:enabled")
    keys = {".stacks button": "1", ".lay:enabled": "l", ".pass:enabled": "p"}
    if found != FINAL:
        _press_or_key(page, page.locator(found).first, way, keys.get(found))


def souvenirs(page: Page, way: Way) -> None:
    """One step of Souvenirs: lay a card, book a line, pass, or skip the count at the end."""
    card, book, rest = ".hand .playable", ".buttons .primary", ".buttons button"
    found = _first_of(page, FINAL, ".tally button", card, rest)
    if found in (".tally button", rest):
        line = page.locator(".edge.bookable")
        if found == rest and way != "keyboard" and line.count() > 0:
            press(page, line.first, way)
            found = book
        press(page, page.locator(found).last, way)
    elif found == card:
        press(page, page.locator(card).first, way)
        # with the keyboard the focus is there already
        place = page.locator("[data-place]").first
        page.keyboard.press("Enter") if way == "keyboard" else press(page, place, way)
    page.locator(".cell .pending").wait_for(state="detached")


def _first_of(page: Page, *selectors: str) -> str:
    """Wait until something of this is there; the first that is."""
    page.locator(", ".join(selectors)).first.wait_for()
    return next(each for each in selectors if page.locator(each).count() > 0)


def _press_or_key(page: Page, target: Locator, way: Way, key: str | None) -> None:
    """Press something, with its own key where it has one."""
    if way == "keyboard" and key:
        page.keyboard.press(key)
    else:
        press(page, target, way)


def flow(page: Page, way: Way) -> None:
    """One step of Speed & Flow: do the first thing that is shown to fit, as quickly as it goes."""
    target = page.wait_for_function(_WHAT_FITS).json_value()
    if "end" in target:
        return
    if way == "keyboard":
        page.keyboard.press(target["key"])
    else:
        # nothing stands still here, so the press goes to where the thing is now
        tap = page.mouse.click if way == "mouse" else page.touchscreen.tap
        tap(target["x"], target["y"])


_WHAT_FITS = """() => {
  const find = (selector) => document.querySelector(selector);
  if (find('dialog[open] .rank')) return { end: true };
  const press = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const key = element.getAttribute('aria-keyshortcuts') ?? 'Enter';
    return { x: x + width / 2, y: y + height / 2, key };
  };
  const result = find('.scene button');
  if (result) return press(result);
  if (find('.scene, .own .pending, .middle .pending')) return false;
  const shy = find('.switch button[aria-pressed=false]');
  if (shy) return press(shy);
  const chosen = find('.held, .display [aria-pressed=true]');
  const what = [
    '.stop',
    chosen ? '.middle button:has(.playable)' : '.own .display button:has(.playable)',
    chosen ? '.own .display button:has(.empty), .display [aria-pressed=true]' : '.own .draw.fits',
    chosen ? '.held' : '.others button:has(.playable)',
  ].map(find).find(Boolean);
  return what ? press(what) : false;
}"""


PLAYERS: dict[str, Player] = {
    "photo_rummy": photo_rummy,
    "jericho": jericho,
    "souvenirs": souvenirs,
    "flow": flow,
}
