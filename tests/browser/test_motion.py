"""With motion on, cards fly; when they have landed, nothing is left behind."""

import pytest
from playwright.sync_api import Page

from browser.coming import sit_down
from browser.conftest import NewPage
from browser.meeting import against_bots, play_quickly
from browser.players import FINAL, PLAYERS, SCENES
from browser.ways import first_of, press_while_there
from server.live import Live

STEPS = 7
MAX_STEPS = 14

WATCH = """() => {
  window.flown = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (options?.id === 'motion') window.flown += 1;
    return animate.call(this, frames, options);
  };
}"""
LEFT_BEHIND = """() => {
  const flies = document.getAnimations().some(({ id }) => id === 'motion');
  if (flies || document.querySelector('[data-ghosts] > *')) return null;
  const cards = [...document.querySelectorAll('main [data-flip], main [data-card]')];
  const left = cards.filter((each) => {
    const { opacity, transform } = getComputedStyle(each);
    return opacity === '0' || (transform !== 'none' && !each.closest('.item'));
  });
  return { left: left.map((each) => each.dataset.flip ?? each.dataset.card) };
}"""
"""What lies wrong in a moment in which nothing moves; at some tables the next one is not far."""


def _left_behind(page: Page) -> list[str]:
    found: dict[str, list[str]] = page.wait_for_function(LEFT_BEHIND).json_value()
    return found["left"]


def _step(page: Page, game: str) -> bool:
    """Whether there is more to play: one step, as somebody with a mouse does it."""
    if first_of(page, FINAL, SCENES[game], ".play") in (FINAL, SCENES[game]):
        return False
    PLAYERS[game](page, "mouse")
    return True


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_game_with_motion_leaves_nothing_behind(visit: NewPage, game: str) -> None:
    page = visit(reduced_motion="no-preference")
    page.evaluate(WATCH)
    sit_down(page, game, "mouse")
    for _ in range(STEPS):
        if not _step(page, game):
            break
    assert _left_behind(page) == []
    assert page.evaluate("window.flown") > 0


def test_the_count_of_a_full_grid_with_motion_goes_on_to_its_end(
    visit: NewPage, site: Live
) -> None:
    page = visit(None, reduced_motion="no-preference")
    against_bots(page, "souvenirs")
    play_quickly(page, site.url)
    page.locator(SCENES["souvenirs"]).first.wait_for()
    page.evaluate(WATCH)
    for _ in range(MAX_STEPS):
        if first_of(page, FINAL, ".tally button") == FINAL:
            break
        press_while_there(page, page.locator(".tally button").first, "mouse")
    assert _left_behind(page) == []
    assert 0 < page.evaluate("window.flown") < 10 * MAX_STEPS
