"""Browsers that were used and emptied: whoever takes one from the shelf is somebody new.

Starting a process and reading the page's code is most of the work of a first visit. Here both were
done by whoever had the browser before: an empty page keeps the process.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

MOST = 6
"""More of them would take more memory than they save work."""
EMPTY_PAGE = "/healthz"
FORGET = """async () => {
  localStorage.clear();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}"""
EVERYBODY = "localStorage['quartett.level'] ??= 'random'; localStorage['quartett.sound'] ??= 'off'"
NO_WORKER = "delete Navigator.prototype.serviceWorker"


class Shelf:
    """Contexts of one browser, by what was wished of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[dict[str, Any], BrowserContext]] = []

    def new(self, wishes: dict[str, Any], worker: bool = False) -> BrowserContext:
        """A browser that nobody has had."""
        context = self._browser.new_context(**wishes)
        context.add_init_script(EVERYBODY)
        if not worker:
            context.add_init_script(NO_WORKER)
        return context

    def take(self, wishes: dict[str, Any]) -> BrowserContext:
        """One without service workers in which nothing is left of whoever had it."""
        for number, (had, context) in enumerate(self._free):
            if had == wishes:
                del self._free[number]
                return context
        context = self.new(wishes)
        context.new_page().goto(EMPTY_PAGE)
        return context

    def put_back(self, wishes: dict[str, Any], context: BrowserContext) -> None:
        """Forget who had it; one that was closed is gone."""
        if not context.pages:
            return
        empty, *used = context.pages
        for page in used:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        empty.evaluate(FORGET)
        self._free.append((wishes, context))
        if len(self._free) > MOST:
            self._free.pop(0)[1].close()
