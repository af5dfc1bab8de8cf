"""How a person plays each game in the browser; a new game adds itself to `PLAYERS`."""

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Locator, Page

Way = Literal["mouse", "touch", "keyboard"]
Player = Callable[[Page, Way], None]

FINAL = "dialog[open] .rank"
MOST_KEYS = 80


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


PLAYERS: dict[str, Player] = {"jericho": jericho}
