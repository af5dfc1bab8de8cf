"""With motion on, cards fly; when they have landed, nothing is left behind."""

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from browser.coming import sit_down
from browser.conftest import NewPage
from browser.finding import log, said
from browser.meeting import against_bots, play_quickly
from browser.players import FINAL, PLAYERS, READY, SCENES
from browser.ways import first_of, press_while_there
from server.live import Live

STEPS = 7
MAX_STEPS = 14
MOVES = 3

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


IN_FLIGHT = "() => document.getAnimations().some(({ id }) => id === 'motion')"
NO_FRAMES = """() => {
  const [wanted, frame] = [[], window.requestAnimationFrame];
  window.requestAnimationFrame = (what) => wanted.push(what);
  window.giveFrames = () => {
    window.requestAnimationFrame = frame;
    for (const what of wanted) frame(what);
  };
}"""


def _clock(line: CDPSession, rate: int) -> None:
    """How fast the time of animations passes: without frames it stands still."""
    line.send("Animation.enable")
    line.send("Animation.setPlaybackRate", {"playbackRate": rate})


def _beside(page: Page) -> tuple[Locator, Locator]:
    """The numbers, and the log."""
    panel = page.get_by_role("complementary", name=said("panel"))
    return panel.get_by_role("cell"), log(page)


def _told(page: Page) -> list[list[str]]:
    """The numbers and the log of Souvenirs, once the page is at rest and one may do something."""
    first_of(page, READY["souvenirs"])
    # the chat comes last
    page.get_by_role("button", name="Hello!").wait_for()
    assert _left_behind(page) == []
    return [each.all_inner_texts() for each in _beside(page)]


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


def test_a_lost_frame_is_not_a_lost_event(visit: NewPage, site: Live) -> None:
    page = visit(None, reduced_motion="no-preference")
    line = page.context.new_cdp_session(page)
    against_bots(page, "souvenirs")
    told = len(_told(page)[1])
    page.evaluate(NO_FRAMES)
    _clock(line, 0)
    play_quickly(page, site.url, MOVES)
    expect(log(page).nth(told + MOVES - 1)).to_be_attached()
    assert page.evaluate(IN_FLIGHT), "nothing lands without frames"
    _clock(line, 1)
    page.evaluate("giveFrames()")
    anew = page.context.new_page()
    anew.goto(page.url)
    for what, texts in zip(_beside(page), _told(anew), strict=True):
        expect(what).to_have_text(texts, use_inner_text=True)
    assert _left_behind(page) == []
