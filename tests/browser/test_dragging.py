"""Cards dragged by mouse and by finger, in turn and while everybody plays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from browser.conftest import NewPage
from browser.meeting import against_bots
from browser.players import flow_at_once
from browser.ways import DEVICES, SOON_MS, Way

STEPS = 8
Point = tuple[float, float]


class Pointer:
    """A mouse or a finger that comes down, moves and is lifted."""

    def __init__(self, page: Page, way: Way) -> None:
        self._page, self._way = page, way
        self._at: Point = (0, 0)
        self._touch = page.context.new_cdp_session(page) if way == "touch" else None

    def down(self, at: Point) -> None:
        """Come down, with nothing in between."""
        self._at = at
        if self._touch:
            self._send("touchStart", at)
        else:
            self._page.mouse.move(*at)
            self._page.mouse.down()

    def move(self, to: Point) -> None:
        """Go there in a few steps, each seen by the page."""
        (x, y), (to_x, to_y) = self._at, to
        for step in range(1, STEPS + 1):
            share = step / STEPS
            at = (x + (to_x - x) * share, y + (to_y - y) * share)
            if self._touch:
                self._send("touchMove", at)
            else:
                self._page.mouse.move(*at)
            self._page.evaluate("() => new Promise(requestAnimationFrame)")
        self._at = to

    def up(self) -> None:
        """Let go."""
        if self._touch:
            self._touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self._page.mouse.up()

    def _send(self, kind: str, at: Point) -> None:
        assert self._touch is not None
        points = [{"x": at[0], "y": at[1]}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle_of(target: Locator) -> Point:
    """The middle of something on the screen."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lifted(at: Point) -> Point:
    """A little above: far enough that something was dragged."""
    return at[0], at[1] - 25


def drag(page: Page, way: Way, card: Locator, onto: Callable[[], Locator]) -> None:
    """Drag a card; where it can go may show only once it is on its way."""
    pointer, start = Pointer(page, way), middle_of(card)
    pointer.down(start)
    pointer.move(lifted(start))
    pointer.move(middle_of(onto()))
    pointer.up()


def souvenirs(page: Page, way: Way) -> None:
    """A postcard goes from the hand into the grid."""
    card = page.locator(".hand .playable").first
    card.wait_for()
    drag(page, way, card, lambda: page.locator("[data-place]").first)
    expect(page.locator(".last")).to_contain_text("You lay")


def photo_rummy(page: Page, way: Way) -> None:
    """Cards go from the rack to the bare table, from there onto the rest, and back again."""
    rack = page.locator("[data-drop=rack] [data-card]")
    lists = page.locator(".scroller .list")
    rack.first.wait_for()
    held, before = rack.count(), lists.count()
    drag(page, way, rack.first, lambda: page.locator(".scroller [data-drop=new]"))
    expect(lists).to_have_count(before + 1)
    expect(rack).to_have_count(held - 1)
    drag(page, way, rack.first, lambda: lists.last)
    expect(lists.last.locator("[data-card]")).to_have_count(2)
    laid = lists.last.locator("[data-card]")
    drag(page, way, laid.first, lambda: page.locator("[data-drop=rack]"))
    expect(laid).to_have_count(1)
    expect(rack).to_have_count(held - 1)


FITTING = """() => {
  const piles = [...document.querySelectorAll('.middle [data-place]')];
  const top = (pile) => pile.querySelector('.heap > :last-child [data-card]')?.dataset.card;
  for (const each of document.querySelectorAll('.own .display button .playable[data-card]')) {
    const mine = each.dataset.card.split('-');
    const fits = (pile) => top(pile)?.split('-').some((sign, i) => sign === mine[i]);
    const pile = piles.find(fits);
    if (pile) return [each.dataset.card, pile.dataset.place];
  }
}"""
"""A card of one's own and the pile on which it can be laid now."""
MAX_TRIES = 200


def flow(page: Page, way: Way) -> None:
    """A card goes from the display onto a pile in the middle; somebody may be quicker there."""
    for _ in range(MAX_TRIES):
        found = page.evaluate(FITTING)
        if not found:
            flow_at_once(page, way)
            page.wait_for_timeout(100)
        elif _is_laid(page, way, *found):
            expect(page.locator(".coach .learned").first).to_contain_text("Play")
            return
    raise AssertionError("no card can be dragged")


def _is_laid(page: Page, way: Way, card: str, pile: str) -> bool:
    mine = page.locator(f'.own .display [data-card="{card}"]')
    try:
        drag(page, way, mine, lambda: page.locator(f'[data-place="{pile}"]'))
        mine.wait_for(state="detached", timeout=SOON_MS)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_card_is_dragged_to_where_it_can_go(visit: NewPage, way: Way) -> None:
    page = visit(None, **DEVICES[way])
    against_bots(page, "souvenirs")
    souvenirs(page, way)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_cards_are_dragged_from_the_rack_to_the_table_and_back(visit: NewPage, way: Way) -> None:
    page = visit(None, **DEVICES[way])
    against_bots(page, "photo_rummy")
    photo_rummy(page, way)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_card_is_dragged_while_everybody_plays(visit: NewPage, way: Way) -> None:
    page = visit(None, **DEVICES[way])
    practice = {"kind": "bot", "level": "practice"}
    options = {"cards": 14, "countdown_ms": 500}
    against_bots(page, "flow", seats=[{}, practice], options=options)
    page.locator(".coach").wait_for()
    flow(page, way)
