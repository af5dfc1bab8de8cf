"""What comes and goes by itself: the page notes it, so that whoever looks late finds it still."""

from playwright.sync_api import Page

_NOTE = """(selector) => {
  const noted = ((window.noted ??= {})[selector] = []);
  const look = () => {
    for (const each of document.querySelectorAll(selector)) {
      const text = each.textContent;
      if (!noted.includes(text)) noted.push(text);
    }
  };
  look();
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""
_HAS = "([selector, text]) => window.noted[selector].some((each) => each.includes(text))"
_NOTED = "(selector) => window.noted[selector]"


class Passing:
    """Notes from now on what of this is seen on a page, until another page is loaded."""

    def __init__(self, page: Page, selector: str) -> None:
        self._page, self._selector = page, selector
        page.evaluate(_NOTE, selector)

    def wait(self, text: str = "") -> None:
        """Wait until something with this text was there, if only for a moment."""
        self._page.wait_for_function(_HAS, arg=[self._selector, text])

    def seen(self) -> list[str]:
        """The texts of all that was there until now."""
        noted: list[str] = self._page.evaluate(_NOTED, self._selector)
        return noted
