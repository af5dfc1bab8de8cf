"""What a person finds on a page: by what it is, and by what it is called."""

import json
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page

WEB = Path(__file__).parents[2] / "web/src"


@cache
def said(key: str) -> re.Pattern[str]:
    """What the page says there, in whichever language, and whatever fills its gaps."""
    shared, own = WEB / "lib/i18n/messages", WEB / "games" / key.split(".")[0] / "messages"
    files = (own if own.is_dir() else shared).glob("*.json")
    texts = [str(json.loads(each.read_text())[key]) for each in files]
    ways = "|".join(_pattern(text) for text in sorted(texts))
    return re.compile(f"^({ways})$", re.IGNORECASE)


def _pattern(text: str) -> str:
    """A regular expression of Python and of JavaScript."""
    words = (re.sub(r"\\{.*?\\}", ".+", re.escape(each)) for each in text.split())
    return r"\s".join(words)


def log(page: Page) -> Locator:
    """The lines of what happened, the earliest first."""
    return page.get_by_role("list", name=said("log")).get_by_role("listitem")


def last_news(page: Page, text: str) -> Locator:
    """The line above the table, while it says this."""
    return page.get_by_role("main").get_by_text(text, exact=True)


def messages(page: Page) -> Locator:
    """What the page says by itself for a moment, and can be closed."""
    close = page.get_by_role("button", name=said("button.close"))
    return page.get_by_role("status").filter(has=close)


def settings(page: Page) -> Locator:
    """What opens the settings."""
    return page.get_by_role("button", name=said("button.settings"))
