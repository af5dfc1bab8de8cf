"""How each table is used while it is watched."""

import asyncio
from typing import Literal

from playwright.async_api import CDPSession, Locator, Page

from browser.players import WHAT_FITS
from browser_tables import take_turn
from browser_trace import Recording
from quartett.client import Seat

MOVES, PACE_SECONDS = 100, 0.012
"""Steps of a drag: it takes a little over a second, with slightly more steps than frames."""

Way = Literal["mouse", "touch"]
Point = tuple[float, float]


class Pointer:
    """A mouse or a finger that presses and drags."""

    def __init__(self, page: Page, line: CDPSession, way: Way) -> None:
        self.page, self.line, self.way = page, line, way

    async def press(self, target: Locator) -> None:
        """A click or a tap."""
        await (target.click() if self.way == "mouse" else target.tap())

    async def down(self, at: Point) -> None:
        """Take hold of what is there; a finger rests for a moment before it drags."""
        await self._send("mousePressed", "touchStart", at)
        await asyncio.sleep(0.3)

    async def move(self, at: Point) -> None:
        """Move while holding."""
        await self._send("mouseMoved", "touchMove", at)

    async def up(self, at: Point) -> None:
        """Let go."""
        await self._send("mouseReleased", "touchEnd", at)

    async def _send(self, mouse: str, touch: str, at: Point) -> None:
        x, y = at
        if self.way == "mouse":
            what = {"type": mouse, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            await self.line.send("Input.dispatchMouseEvent", what)
        else:
            points = [] if touch == "touchEnd" else [{"x": x, "y": y}]
            await self.line.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points})


async def drag(notes: Recording, pointer: Pointer, name: str, start: Locator, end: Locator) -> None:
    """Drag something slowly to another place and drop it: two steps."""
    here, there = await _middle(start), await _middle(end)
    await pointer.down(here)
    way = [_between(here, there, i / MOVES) for i in range(1, MOVES + 1)]
    await pointer.move(way[2])
    async with notes.step(f"{name}: drag", moving=True):
        # as a hand does it: at its own pace, not waiting for the page
        sent = []
        for at in way:
            sent.append(asyncio.create_task(pointer.move(at)))
            await asyncio.sleep(PACE_SECONDS)
        await asyncio.gather(*sent)
    async with notes.step(f"{name}: drop"):
        await pointer.up(there)


async def photo_rummy(notes: Recording, pointer: Pointer, ben: Seat) -> None:
    """Everything that can happen in a turn of Photo Rummy, then the other player's turn."""
    page = notes.page
    rack, lists = page.locator(".rack [data-card]"), page.locator(".list")
    async with notes.step("draw"):
        await pointer.press(page.locator(".stacks button").first)
    await drag(notes, pointer, "rack to list", rack.first, lists.nth(1).locator("[data-card]").last)
    own, other = lists.first.locator("[data-card]").first, lists.nth(1).locator("[data-card]").last
    await drag(notes, pointer, "list to list", own, other)
    async with notes.step("pick"):
        await pointer.press(rack.nth(1))
    async with notes.step("new list, verdict"):
        await pointer.press(page.locator(".status .primary"))
    async with notes.step("undo"):
        await pointer.press(page.locator(".actions button").first)
    async with notes.step("reset"):
        await pointer.press(page.locator(".actions button").nth(1))
    async with notes.step("sort"):
        await pointer.press(page.locator(".status button").last)
    if pointer.way == "touch":
        async with notes.step("leave the overview"):
            await pointer.press(page.locator(".status button[aria-pressed]"))
    async with notes.step("hint, verdict"):
        await _ask_for_a_hint(pointer)
    async with notes.step("pass"):
        await pointer.press(page.locator(".pass"))
    async with ben, notes.step("another player's turn arrives"):
        await ben.turn()
        await take_turn(ben)
    await pointer.press(page.locator(".stacks button").first)
    await _ask_for_a_hint(pointer)
    async with notes.step("lay"):
        await pointer.press(page.locator(".lay:enabled"))


async def _ask_for_a_hint(pointer: Pointer) -> None:
    await pointer.press(pointer.page.locator(".actions button").nth(2))
    await pointer.page.locator(".status .info").wait_for()


async def jericho(notes: Recording, pointer: Pointer) -> None:
    """Twelve moves of Jericho, the others' moves and scorings included."""
    page = notes.page
    async with notes.step("12 moves, the others' too"):
        for _ in range(12):
            await _until_on_turn(pointer)
            await pointer.press(page.locator(".hand-area .playable").first)
            await _play(pointer)


async def trumpet(notes: Recording, pointer: Pointer) -> None:
    """A trumpet of Jericho brings stones down: the blast, the fall, and what follows."""
    page = notes.page
    card = page.locator(".hand-area .playable")
    while True:
        await _until_on_turn(pointer)
        brass = page.locator(".hand-area .playable[data-card=trumpet]")
        if await brass.count() and (lane := await _target(pointer, brass.first)) is not None:
            break
        await page.keyboard.press("Escape")
        await pointer.press(card.first)
        await _play(pointer)
    await pointer.press(page.locator(".lane button").nth(lane))
    async with notes.step("a trumpet", moving=True):
        await pointer.press(page.locator(".actions button.primary"))
        await page.evaluate(_FRAMES, TRUMPET_MS)


async def _until_on_turn(pointer: Pointer) -> None:
    """Continue past the ends of rounds until a card can be played."""
    go_on, card = (pointer.page.locator(each) for each in (".tally button", ".hand-area .playable"))
    await go_on.or_(card).first.wait_for()
    while await go_on.count():
        await pointer.press(go_on.last)
        await go_on.or_(card).first.wait_for()


async def _target(pointer: Pointer, brass: Locator) -> int | None:
    """The colour in which the most stones would fall, if any."""
    await pointer.press(brass)
    lanes = pointer.page.locator(".lane")
    if await lanes.locator("button").count() < await lanes.count():
        return None
    await asyncio.sleep(FORETOLD_SECONDS)
    fallen = [await lanes.nth(i).locator(".falling").count() for i in range(await lanes.count())]
    return fallen.index(max(fallen)) if max(fallen) > 1 else None


async def _play(pointer: Pointer) -> None:
    """Play the card that is picked, wherever it goes."""
    page = pointer.page
    if await page.locator(".lane button").count() == await page.locator(".lane").count():
        await pointer.press(page.locator(".lane button").first)
    await pointer.press(page.locator(".actions button.primary"))
    await page.locator(".hand-area .selected").wait_for(state="detached")


async def large_lay(notes: Recording, ben: Seat, lay: list[list[str]]) -> None:
    """Another player lays many cards at once, and all of them fly to their places."""
    async with ben, notes.step(f"{sum(map(len, lay))} cards are laid", moving=True):
        await ben.act({"type": "lay", "table": lay})
        await notes.page.evaluate(_FRAMES, LAY_MS)


TRUMPET_MS, LAY_MS = 1500, 1000
FORETOLD_SECONDS = 0.4
_FRAMES = """(ms) => new Promise((tell) => {
  const end = performance.now() + ms;
  const frame = (now) => (now < end ? requestAnimationFrame(frame) : tell());
  requestAnimationFrame(frame);
})"""
"""Draws for this many ms, so that there are frames to count even if nothing else asks for them."""


async def souvenirs(notes: Recording, pointer: Pointer) -> None:
    """A drag over the grid, then twelve moves of Souvenirs, the others' too."""
    page = notes.page
    card, rest = page.locator(".hand .playable"), page.locator(".buttons button")
    await card.first.wait_for()
    await drag(notes, pointer, "card", card.first, page.locator("[data-place]").first)
    async with notes.step("12 moves, the others' too"):
        for _ in range(12):
            await card.or_(rest).first.wait_for()
            if await card.count():
                await pointer.press(card.first)
                await pointer.press(page.locator("[data-place]").first)
            else:
                await pointer.press(rest.last)
            await page.locator(".cell .pending").wait_for(state="detached")


async def flow(notes: Recording, pointer: Pointer) -> None:
    """Twenty presses of Speed & Flow on cards that fit."""
    page = notes.page
    await page.locator(".middle button").first.wait_for()
    await page.evaluate(_WATCH_PRESSES)
    async with notes.step("20 presses, the others' too"):
        for _ in range(20):
            target = await (await page.wait_for_function(WHAT_FITS)).json_value()
            at = target["x"], target["y"]
            await (page.mouse.click(*at) if pointer.way == "mouse" else page.touchscreen.tap(*at))


PRESSES = "() => globalThis.presses"
"""The ms from each press of Speed & Flow until its answer was on the screen."""
_WATCH_PRESSES = """() => {
  globalThis.presses = [];
  let at = null;
  addEventListener('pointerdown', (event) => (at = event.timeStamp), true);
  new MutationObserver(() => {
    const answer = '.own .pending, .middle .pending, .held, [aria-pressed=true]';
    if (at === null || !document.querySelector(answer)) return;
    const pressed = at;
    at = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.presses.push(performance.now() - pressed);
      port2.postMessage(null);
    });
  }).observe(document.querySelector('.flow'), { subtree: true, childList: true, attributes: true });
}"""


async def _middle(target: Locator) -> Point:
    await target.scroll_into_view_if_needed()
    box = await target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
