"""The three ways of pressing things: by mouse, by finger, and with nothing but the keyboard."""

from typing import Any, Literal

from playwright.sync_api import Locator, Page, TimeoutError

Way = Literal["mouse", "touch", "keyboard"]

WAYS: tuple[Way, ...] = ("mouse", "touch", "keyboard")
DEVICES: dict[Way, dict[str, Any]] = {
    "mouse": {},
    "touch": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "keyboard": {},
}
"""What somebody who presses so has in front of them."""
MAX_KEYS = 120
SOON_MS = 3000
LOST_MS = 20_000
"""A press after which nothing has happened for so long fell beside: the page moved under it."""
SIDEWAYS = """() => {
  const page = document.scrollingElement;
  return page.scrollWidth - page.clientWidth;
}"""
"""How far a page can be scrolled sideways."""


def press(page: Page, target: Locator, way: Way, timeout: float | None = None) -> None:
    """Press something by mouse, by finger, or with nothing but the keyboard."""
    if way == "mouse":
        target.click(timeout=timeout)
    elif way == "touch":
        target.tap(timeout=timeout)
    else:
        walk_to(page, target, timeout)
        page.keyboard.press("Enter")


def press_while_there(page: Page, target: Locator, way: Way) -> None:
    """Press something that goes away by itself: it may be gone before it could be pressed."""
    try:
        press(page, target, way, timeout=SOON_MS)
    except TimeoutError:
        if target.count() > 0:
            raise


def press_or_key(page: Page, target: Locator, way: Way, key: str | None) -> None:
    """Press something, with its own key where it has one."""
    if way == "keyboard" and key:
        page.keyboard.press(key)
    else:
        press(page, target, way)


def write(page: Page, field: Locator, text: str, way: Way) -> None:
    """Write into a field in place of what stands there."""
    if way == "keyboard":
        walk_to(page, field)
    else:
        press(page, field, way)
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(text)


def walk_to(page: Page, target: Locator, timeout: float | None = None) -> None:
    """Tab to the target, or to the group it belongs to and then along with the arrow keys."""
    for _ in range(MAX_KEYS):
        key = target.evaluate(_NEXT_KEY, timeout=timeout)
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


def first_of(page: Page, *selectors: str, timeout: float | None = None) -> str:
    """Wait until something of this can be seen; the first that can, all looked at in one moment."""
    seen = page.wait_for_function(_FIRST_SEEN, arg=list(selectors), timeout=timeout)
    return str(seen.json_value())


_FIRST_SEEN = """(selectors) => selectors.find((selector) =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility()))"""
