"""How a person comes to a table from the start page."""

from playwright.sync_api import Locator, Page, expect

from browser.finding import said
from browser.ways import Way, press, write

SHORT: dict[str, dict[str, str]] = {
    "photo_rummy": {"Rounds": "1"},
    "flow": {
        "Cards per player": "8",
        "Target": "1",
        "Countdown, seconds": "1.5",
        "Pause between rounds, seconds": "0.5",
    },
}
"""Games that would take too long in full, and what is agreed instead."""
TIMED = ("flow",)
"""Games that wait for nobody, not even for somebody who reads tips."""

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}
"""What each calls itself."""


def speak(page: Page, language: str) -> None:
    """Choose a language in the settings, which are open and stay so."""
    page.get_by_role("button", name=LANGUAGES[language], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def cover(page: Page, game: str) -> Locator:
    """The game's cover on the start page."""
    return page.locator(f"article[data-room={game}]")


def play_button(page: Page, game: str) -> Locator:
    """What begins a match from the game's cover."""
    return cover(page, game).get_by_role("button", name=said("start.bots"))


def close_tips(page: Page, way: Way) -> None:
    """A newcomer is shown tips; whoever knows the game closes them."""
    tips = page.locator(".tip")
    tips.wait_for()
    press(page, tips.locator("button").last, way)
    tips.wait_for(state="detached")


def play_now(page: Page, game: str) -> None:
    """Play from the cover; whoever is offered a practice round there knows the game."""
    play_button(page, game).click()
    if game in TIMED:
        page.get_by_role("button", name="Play right away").click()


def sit_down(page: Page, game: str, way: Way) -> None:
    """Come to a table against bots: one press on the cover, or the settings of a short game."""
    if game in SHORT:
        make_table(page, game, way, SHORT[game])
        press(page, page.get_by_role("button", name="Fill with bots"), way)
        start(page, way)
    else:
        press(page, play_button(page, game), way)
    arrive(page, game, way)


def make_table(page: Page, game: str, way: Way, agreed: dict[str, str], name: str = "Anna") -> None:
    """Make a table for friends, with what is agreed on under “More settings”."""
    press(page, cover(page, game).get_by_role("button", name="With friends"), way)
    write(page, page.get_by_label("Your name"), name, way)
    if agreed:
        press(page, page.get_by_text("More settings"), way)
    for label, value in agreed.items():
        write(page, page.get_by_label(label), value, way)
    press(page, page.get_by_role("button", name="Create table"), way)
    page.get_by_role("button", name="Start the match").wait_for()


def start(page: Page, way: Way) -> None:
    """Start the game as its host, once enough are there."""
    press(page, page.get_by_role("button", name=said("room.start"), disabled=False), way)


def arrive(page: Page, game: str, way: Way) -> None:
    """The table is there, and the tips for newcomers are out of the way."""
    page.locator(".play").wait_for()
    if game not in TIMED:
        close_tips(page, way)
