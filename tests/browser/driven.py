"""A page in a browser that Playwright does not drive, by Playwright's names.

As much of them as the players in `players.py` use. What is to be pressed must be seen, stand still
and lie on top, as for a person.
"""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError

from browser.drivers import Driver, call, click, press_key
from patience import PATIENCE_SECONDS

PAUSE_SECONDS = 0.05
_FIND = """([selector, number, name]) => {
  const named = (each) => (each.ariaLabel ?? each.textContent).trim() === name;
  const all = [...document.querySelectorAll(selector)].filter((each) => !name || named(each));
  const element = all.at(number);"""
_WHERE = f"""{_FIND}
  if (!element?.checkVisibility() || element.closest(':disabled, [inert]')) return null;
  element.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
  const {{ x, y, width, height }} = element.getBoundingClientRect();
  const [middle, half] = [x + width / 2, y + height / 2];
  const top = document.elementFromPoint(middle, half);
  return element.contains(top) ? [middle, half] : null;
}}"""
_STATES = {
    "visible": f"{_FIND} return Boolean(element?.checkVisibility()); }}",
    "detached": f"{_FIND} return !element; }}",
}


class DrivenPage:
    """A page; `wait_for_function` is what everything that waits comes down to."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.mouse = _Mouse(driver)
        self.keyboard = _Keyboard(driver)

    def goto(self, url: str) -> None:
        """Go to an address."""
        self.driver.open(url)

    def locator(self, selector: str) -> "DrivenLocator":
        """The elements that a selector of CSS means."""
        return DrivenLocator(self, selector)

    def button(self, name: str) -> "DrivenLocator":
        """The button or link that is called so."""
        return DrivenLocator(self, "button, a", name=name)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What a function of JavaScript returns."""
        return call(self.driver, function, argument)

    def wait_for_function(
        self, function: str, arg: Any = None, timeout: float | None = None
    ) -> "_Found":
        """Wait until a function returns something."""
        return _Found(_wait(lambda: call(self.driver, function, arg), timeout, function))


class DrivenLocator:
    """Elements of a page, or one of them by its number."""

    def __init__(
        self, page: DrivenPage, selector: str, number: int = 0, name: str | None = None
    ) -> None:
        self._page, self._selector = page, selector
        self._which = [selector, number, name]

    def nth(self, number: int) -> "DrivenLocator":
        """One of them, from 0; from the end where it is negative."""
        return DrivenLocator(self._page, self._selector, number)

    @property
    def first(self) -> "DrivenLocator":
        """The first of them."""
        return self.nth(0)

    @property
    def last(self) -> "DrivenLocator":
        """The last of them."""
        return self.nth(-1)

    def count(self) -> int:
        """How many there are."""
        counted = "(selector) => document.querySelectorAll(selector).length"
        return int(self._page.evaluate(counted, self._selector))

    def evaluate(self, function: str) -> Any:
        """What a function returns for the element."""
        self.wait_for()
        script = f"{_FIND} return ({function})(element); }}"
        return self._page.evaluate(script, self._which)

    def wait_for(self, state: str = "visible") -> None:
        """Wait until it is there, or gone."""
        self._page.wait_for_function(_STATES[state], self._which)

    def click(self, timeout: float | None = None) -> None:
        """Press it once it can be pressed and no longer moves."""
        x, y = _wait(self._rest, timeout, self._selector)
        self._page.mouse.click(x, y)

    def _rest(self) -> list[float] | None:
        before = self._where()
        time.sleep(PAUSE_SECONDS)
        return before if before == self._where() else None

    def _where(self) -> list[float] | None:
        found: list[float] | None = self._page.evaluate(_WHERE, self._which)
        return found


class _Mouse:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def click(self, x: float, y: float) -> None:
        click(self._driver, x, y)


class _Keyboard:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def press(self, key: str) -> None:
        press_key(self._driver, key)


class _Found:
    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


def _wait(look: Callable[[], Any], timeout: float | None, what: str) -> Any:
    """What is seen at last; the limit is in milliseconds, as Playwright's are."""
    limit = PATIENCE_SECONDS if timeout is None else timeout / 1000
    deadline = time.monotonic() + limit
    while not (found := look()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(PAUSE_SECONDS)
    return found
