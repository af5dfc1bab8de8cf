"""With motion on, cards fly; when they have landed, nothing is left behind."""

import pytest
from playwright.sync_api import Page

from browser.coming import sit_down
from browser.conftest import NewPage
from browser.players import FINAL, PLAYERS, SCENES
from browser.ways import first_of

MAX_STEPS = 14

WATCH = """() => {
  window.flown = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (options?.id === 'motion') window.flown += 1;
    return animate.call(this, frames, options);
  };
}"""
AT_REST = """() =>
  !document.getAnimations().some(({ id }) => id === 'motion') &&
  !document.querySelector('[data-ghosts] > *')"""
LEFT_BEHIND = """() => [...document.querySelectorAll('main [data-flip], main [data-card]')]
  .filter((each) => {
    const { opacity, transform } = getComputedStyle(each);
    return opacity === '0' || (transform !== 'none' && !each.closest('.item'));
  })
  .map((each) => each.dataset.flip ?? each.dataset.card)"""


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
    for _ in range(MAX_STEPS):
        if not _step(page, game):
            break
    page.wait_for_function(AT_REST)
    assert page.evaluate("window.flown") > 0
    assert page.evaluate(LEFT_BEHIND) == []
