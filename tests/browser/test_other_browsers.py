"""The page in Firefox and WebKit: every game, a lesson, a lost connection, a clean console."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Page

from browser.driven import DrivenPage
from browser.drivers import DRIVERS
from browser.meeting import POST
from browser.players import PLAYERS, READY, play_steps, play_to_the_end
from quartett.review import lesson_of
from server.live import Live

STEPS = 4
KNOWN = """(games) => {
  localStorage['quartett.level'] = 'random';
  localStorage['quartett.sound'] = 'off';
  for (const game of games) localStorage[`quartett.tips.${game}`] = 'seen';
}"""
"""Somebody who has read the tips of every game."""
LEARNED = "(share) => document.querySelector('progress').value >= share"
OPTIONS: dict[str, dict[str, Any]] = {
    "photo_rummy": {"rounds": 1},
    "flow": {"cards": 8, "target": 1, "countdown_ms": 500},
}


@pytest.fixture(scope="module", params=DRIVERS)
def browser(
    request: pytest.FixtureRequest, site: Live, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DrivenPage]:
    """A browser on the start page."""
    with DRIVERS[request.param](tmp_path_factory.mktemp(request.param)) as driver:
        page = DrivenPage(driver)
        page.goto(site.url)
        page.evaluate(KNOWN, list(PLAYERS))
        page.goto(site.url)
        yield page


@pytest.fixture
def page(browser: DrivenPage) -> Iterator[DrivenPage]:
    """The browser's page, which must not complain."""
    yield browser
    assert browser.driver.complaints() == []


def sit_down(page: DrivenPage, site: Live, game: str) -> str:
    """Come to a running table against bots; its id."""
    bots = [{"kind": "bot", "level": "random"}] * (2 if game == "jericho" else 1)
    wish = {"game": game, "you": "Anna", "seats": [{}, *bots], "options": OPTIONS.get(game, {})}
    id = str(page.evaluate(POST, ["/api/tables", wish])["table"]["id"])
    page.evaluate(POST, [f"/api/tables/{id}/start", {}])
    page.goto(f"{site.url}/t/{id}")
    page.locator(".play .card").first.wait_for()
    return id


def test_the_start_page_leads_to_a_table(page: DrivenPage, site: Live) -> None:
    page.goto(site.url)
    for game in PLAYERS:
        page.locator(f"article[data-room={game}]").wait_for()
    page.locator("article[data-room=souvenirs] button.primary").click()
    page.locator(READY["souvenirs"]).first.wait_for()


@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_begins_and_goes_on(page: DrivenPage, site: Live, game: str) -> None:
    sit_down(page, site, game)
    play_steps(cast("Page", page), game, "mouse", STEPS)


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_match_to_the_final_screen(page: DrivenPage, site: Live, game: str) -> None:
    sit_down(page, site, game)
    play_to_the_end(cast("Page", page), game, "mouse", lambda screen: None)


def test_a_lesson_is_learned(page: DrivenPage, site: Live) -> None:
    page.goto(f"{site.url}/learn/jericho")
    page.button("Let’s go").click()
    for step in range(1, STEPS):
        page.button("Show me").click()
        page.button("Do it for me").click()
        page.button("Next").click()
        share = step / len(lesson_of("jericho"))
        page.wait_for_function(LEARNED, share - 0.01)


def test_a_lost_connection_comes_back(page: DrivenPage, site: Live) -> None:
    sit_down(page, site, "jericho")
    assert site.cut() > 0
    # the second is possible only when the first has reached the server
    play_steps(cast("Page", page), "jericho", "mouse", STEPS)
