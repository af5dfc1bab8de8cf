"""Another match is offered: each answers for themselves, and colours stay with people."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.meeting import come_to_the_result, played
from browser.players import FINAL
from server.live import Live

COLOUR = """(place, name) => {
  const row = [...place.querySelectorAll('li')].find((each) => each.textContent.includes(name));
  const bearer = row.style.getPropertyValue('--c') ? row : row.querySelector('[data-seat]');
  const probe = bearer.appendChild(document.createElement('i'));
  probe.style.color = getComputedStyle(bearer).getPropertyValue('--c');
  return getComputedStyle(probe).color;
}"""


def answer(page: Page, name: str) -> None:
    page.locator("dialog[open]").get_by_role("button", name=name).click()


def test_the_others_keep_their_result_and_answer_and_colours_stay_with_people(
    visit: NewPage, site: Live
) -> None:
    anna, ben = (visit(link) for link in played(site.url, "Anna", "Ben"))
    for page in (anna, ben):
        come_to_the_result(page)
    before = anna.locator("dialog[open]").evaluate(COLOUR, "Anna")
    answer(anna, "Play again")
    expect(anna.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ben.get_by_text("Anna would like to play again.")).to_be_visible()
    expect(ben.locator(FINAL).first).to_be_visible()
    answer(ben, "Play again")
    for page in (anna, ben):
        expect(page.get_by_role("list", name="Your hand")).to_be_visible()
        expect(page.locator(FINAL)).to_have_count(0)
        # Everybody sits one seat along, so it is Ben who begins.
        expect(page.get_by_role("group", name=re.compile(r"^Ben\..* Their turn"))).to_be_visible()
    assert anna.locator("main").evaluate(COLOUR, "Anna") == before


def test_whoever_declines_keeps_the_result_and_the_checked_deal(visit: NewPage, site: Live) -> None:
    anna, ben = (visit(link) for link in played(site.url, "Anna", "Ben"))
    for page in (anna, ben):
        come_to_the_result(page)
    expect(ben.get_by_text("Fair deal: checked by your browser")).to_be_visible()
    answer(anna, "Play again")
    answer(ben, "No, thanks")
    expect(anna.get_by_role("button", name="Start the match")).to_be_visible()
    expect(ben.get_by_text("The others have moved on to another match.")).to_be_visible()
    expect(ben.locator(FINAL).first).to_be_visible()
    answer(ben, "Go to the table")
    expect(ben.get_by_text("After 1 match")).to_be_visible()
