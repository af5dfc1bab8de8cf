"""Every game is played from the start page to the final screen, by every way of pressing."""

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPage
from browser.players import FINAL, PLAYERS, Way, play_to_the_end, press, sit_down

DEVICES: dict[Way, dict[str, Any]] = {
    "mouse": {},
    "touch": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
    "keyboard": {},
}


WAYS: dict[str, tuple[Way, ...]] = {
    "photo_rummy": ("touch", "keyboard"),
    "jericho": ("touch", "keyboard"),
    "souvenirs": ("mouse", "keyboard"),
    "flow": ("mouse", "touch", "keyboard"),
}


def test_every_game_is_played() -> None:
    assert WAYS.keys() == PLAYERS.keys()


@pytest.mark.parametrize(("game", "way"), [(game, way) for game in WAYS for way in WAYS[game]])
def test_a_game_against_bots_from_start_page_to_final_screen(
    visit: NewPage, game: str, way: Way
) -> None:
    page = visit(**DEVICES[way])
    cover = page.locator(f"article[data-room={game}]")
    cover.wait_for()
    sit_down(page, game, way)
    play_to_the_end(page, game, way)
    expect(page.locator(FINAL)).not_to_have_count(0)
    press(page, page.get_by_role("button", name="Play again"), way)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
