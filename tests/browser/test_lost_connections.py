"""A lost connection is seen at once, says what is true, and heals once the network is back."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.coming import SHORT, make_table
from browser.coming import start as press_start
from browser.conftest import Manners, NewPage
from browser.meeting import against_bots, friends
from browser.players import jericho
from server.live import Live

LOSS = """() => ({ seen: new Promise((tell) => new MutationObserver((_, watch) => {
  if (!document.querySelector('.table.cut')) return;
  watch.disconnect();
  tell(true);
}).observe(document.body, { subtree: true, childList: true, attributes: true })) })"""
"""Promises to say that the table was cut off, however soon it is back."""


class Line:
    """A page's way to the server, which can be cut without a word."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        page.route_web_socket("**/socket", self._route)

    def _route(self, line: WebSocketRoute) -> None:
        if self.cut:
            return  # nobody answers
        server = line.connect_to_server()
        line.on_message(lambda text: None if self.cut else server.send(text))
        server.on_message(lambda text: None if self.cut else line.send(text))


def test_the_browsers_own_word_is_taken_at_once(visit: NewPage, manners: Manners) -> None:
    anna = visit(None)
    line = Line(anna)
    friends(anna, visit, "Ben")
    manners.away = line.cut = True
    anna.context.set_offline(True)
    banner = anna.get_by_role("status").filter(has_text="Connection lost.")
    # by silence alone it would be noticed after most of a minute
    expect(banner).to_contain_text("The others are playing on.", timeout=30_000)
    expect(anna.locator(".table.cut")).to_have_attribute("inert", "")
    line.cut = False
    anna.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(anna.locator(".table.cut")).to_have_count(0)
    jericho(anna, "mouse")


def test_at_a_timed_table_missing_heartbeats_are_noticed(visit: NewPage, manners: Manners) -> None:
    anna = visit()
    line = Line(anna)
    make_table(anna, "flow", "mouse", SHORT["flow"])
    anna.get_by_role("button", name="Fill with bots").click()
    press_start(anna, "mouse")
    anna.locator(".flow").wait_for()
    manners.away = line.cut = True
    banner = anna.get_by_role("status").filter(has_text="Connection lost.")
    # nothing tells the page but the silence; calm tables wait for most of a minute
    expect(banner).to_contain_text("The match is waiting for you.", timeout=40_000)
    line.cut = False
    expect(banner).to_be_hidden()


HALF = {
    "jericho": (
        ".hand-area .card.playable",
        ".hand-area .card.selected",
        ".actions button.primary",
    ),
    "souvenirs": (".hand .playable", ".hand .selected", "[data-place]"),
    "photo_rummy": (".rack [data-card]", ".rack .selected", ".new:enabled"),
}
"""What is picked up, how that shows, and where it could go next."""


@pytest.mark.parametrize("game", HALF)
def test_a_half_made_move_survives_a_lost_connection(
    visit: NewPage, site: Live, manners: Manners, game: str
) -> None:
    page = visit(None)
    against_bots(page, game)
    card, picked, onward = HALF[game]
    if game == "photo_rummy":
        page.locator(".stacks button, .actions .draw").first.click()
        page.locator(".pass:enabled").wait_for()
    page.locator(card).first.click()
    expect(page.locator(picked)).to_have_count(1)
    expect(page.locator(onward).first).to_be_visible()
    lost = page.evaluate_handle(LOSS)
    manners.away = True
    assert site.cut() > 0
    assert page.evaluate("(lost) => lost.seen", lost), "the page has seen it"
    expect(page.locator(".table.cut")).to_have_count(0)
    expect(page.locator(picked)).to_have_count(1)
    page.locator(onward).first.click()
    expect(page.locator(picked)).to_have_count(0)
