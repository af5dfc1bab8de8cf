"""A guest keeps their name, loses the browser, and plays on elsewhere; with keys alone too."""

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import check
from browser.coming import close_tips, cover, play_button
from browser.conftest import NewPage
from browser.meeting import against_bots, know_the_games, play_quickly
from browser.players import PLAYERS, READY, play_to_the_end
from browser.ways import DEVICES, Way, press, write
from server.live import Live

GAME = "jericho"
HAND = ".hand-area .card"

WORDS = {
    "en-GB": {
        "settings": "Settings",
        "own": "Your name and devices",
        "name": "Your name",
        "keep": "Keep my name",
        "have": "I have them",
        "code": "Code",
        "back": "Come back",
    },
    "de-DE": {
        "settings": "Einstellungen",
        "own": "Dein Name und deine Geräte",
        "name": "Dein Name",
        "keep": "Namen behalten",
        "have": "Ich habe sie",
        "code": "Code",
        "back": "Zurückkommen",
    },
}


def own_page(page: Page, words: dict[str, str], way: Way) -> None:
    """Go from the start page to one's own."""
    page.goto("/")
    cover(page, GAME).wait_for()
    press(page, page.get_by_role("button", name=words["settings"]).first, way)
    press(page, page.get_by_role("link", name=words["own"]), way)


def keep_name(page: Page, words: dict[str, str], name: str, way: Way) -> list[str]:
    """Keep a name, and write the codes down."""
    write(page, page.get_by_label(words["name"], exact=True), name, way)
    press(page, page.get_by_role("button", name=words["keep"]), way)
    expect(page.locator("ol code")).to_have_count(10)
    codes = page.locator("ol code").all_inner_texts()
    press(page, page.get_by_role("button", name=words["have"]), way)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return codes


def come_back(page: Page, words: dict[str, str], code: str, way: Way) -> None:
    """Type a code that was written down."""
    write(page, page.get_by_label(words["code"], exact=True), code.lower(), way)
    press(page, page.get_by_role("button", name=words["back"], exact=True), way)
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")


def plays(page: Page, way: Way, moves: int) -> None:
    """Make some moves."""
    for _ in range(moves):
        PLAYERS[GAME](page, way)
    page.locator(READY[GAME]).first.wait_for()


def cards(hand: Locator) -> list[str]:
    """What somebody holds."""
    return sorted(hand.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


@pytest.mark.parametrize(
    ("locale", "before", "after"),
    [
        ("de-DE", "touch", "mouse"),
        pytest.param("en-GB", "mouse", "touch", marks=pytest.mark.long),
    ],
)
def test_a_guest_keeps_a_name_loses_the_browser_and_plays_on_elsewhere_with_a_code(
    visit: NewPage, locale: str, before: Way, after: Way
) -> None:
    words = WORDS[locale]
    page = visit(locale=locale, **DEVICES[before])
    press(page, play_button(page, GAME), before)
    page.locator(".play").wait_for()
    close_tips(page, before)
    plays(page, before, 3)
    table, held = page.url, cards(page.locator(HAND))
    own_page(page, words, before)
    codes = keep_name(page, words, "Anna", before)
    page.context.close()  # with its cookie, as when a telephone is lost

    other = visit(locale=locale, **DEVICES[after])
    know_the_games(other)
    own_page(other, words, after)
    come_back(other, words, codes[4], after)
    check(other, "back on another device")
    other.goto("/")
    link = other.locator(f"a[href='{table[table.index('/t/') :]}']").first
    press(other, link, after)
    other.locator(READY[GAME]).first.wait_for()
    assert cards(other.locator(HAND)) == held, "the match stands as it was left"
    plays(other, after, 3)
    assert other.url == table


def test_from_the_result_to_a_kept_name_with_nothing_but_keys(visit: NewPage, site: Live) -> None:
    """`test_whole_games` comes from the start page to the result so."""
    words, page = WORDS["en-GB"], visit(None)
    against_bots(page, GAME)
    table = page.url
    play_quickly(page, site.url, watched=False)  # on another device: only the end matters
    page.goto(table)
    play_to_the_end(page, GAME, "keyboard", lambda screen: None)
    press(page, page.locator("dialog[open]").get_by_role("link", name="All games"), "keyboard")
    press(page, page.get_by_role("link", name="Keep these results?"), "keyboard")
    keep_name(page, words, "Anna", "keyboard")
