"""The page in a real browser: when it is first drawn, long tasks, frames while dragging.

    scripts/bench browser [first] [motion] [photo_rummy] [jericho] [souvenirs] [flow]

Figures come from Chromium's own tracing, each the median of three rounds. The targets are 50 ms
for the longest task and 60 frames a second. For presses of Speed & Flow the columns are the longest
and the usual time until the answer is on the screen.
"""

import asyncio
import statistics
import sys
from typing import Any

from playwright.async_api import Browser, Page

import browser_moves
from browser_moves import PRESSES, Pointer, Way
from browser_site import LAPTOP, PHONE, chromium, new_page, site
from browser_tables import against_bots, before_a_large_lay, full_table
from browser_trace import Figures, recording

SLOWED = 4
LOADS = 5
ROUNDS = 3
BOTS = {"jericho": 3, "souvenirs": 3, "flow": 2}
PARTS = ("first", "motion", "photo_rummy", *BOTS)
DEVICES: dict[str, tuple[dict[str, Any], Way]] = {
    "laptop, mouse": (LAPTOP, "mouse"),
    "phone, touch": (PHONE, "touch"),
}


async def main(url: str, parts: list[str]) -> None:
    """Measure these parts, or all, and print what was found."""
    async with chromium() as browser:
        for part in parts or PARTS:
            if part == "first":
                await first_screen(browser, url)
                continue
            for device in DEVICES:
                rounds = [await _once(browser, url, device, part) for _ in range(ROUNDS)]
                _show(f"{part}, {device}", [_usual(steps) for steps in zip(*rounds, strict=True)])


async def _once(browser: Browser, url: str, device: str, game: str) -> list[Figures]:
    if game == "photo_rummy":
        return await photo_rummy(browser, url, device)
    if game == "motion":
        return [*await trumpet(browser, url, device), *await large_lay(browser, url, device)]
    return await other_game(browser, url, device, game)


def _usual(figures: tuple[Figures, ...]) -> Figures:
    """The median of several rounds, so that a disturbed one does not count."""
    names = ("longest_ms", "longest_cpu_ms", "long_tasks", "frames", "worst_gap_ms")
    rows = {name: [getattr(each, name) for each in figures] for name in names}
    return Figures(
        figures[0].step,
        **{
            name: None if None in values else statistics.median(values)
            for name, values in rows.items()
        },
    )


async def first_screen(browser: Browser, url: str) -> None:
    """When the start page is drawn, from an empty cache on a slowed processor."""
    print(f"\nFirst screen, {SLOWED}× slowed processor, {LOADS} loads (target: 1000 ms)")
    for device, (wishes, _) in DEVICES.items():
        seen = [await _load(browser, url, wishes) for _ in range(LOADS)]
        first, largest = ([each[i] for each in seen] for i in (0, 1))
        print(f"  {device}: first paint {_spread(first)}, largest paint {_spread(largest)}")


async def _load(browser: Browser, url: str, device: dict[str, Any]) -> tuple[float, float]:
    async with new_page(browser, url, device) as page:
        line = await page.context.new_cdp_session(page)
        await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        await page.goto("/")
        await page.locator("article").first.wait_for()
        await page.wait_for_load_state("networkidle")
        first, largest = await page.evaluate(_PAINTS)
        return first, largest


_PAINTS = """() => new Promise((tell) => {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  new PerformanceObserver((list) => {
    const largest = list.getEntries().map((entry) => entry.startTime);
    tell([first.startTime, Math.max(...largest)]);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})"""


async def photo_rummy(browser: Browser, url: str, device: str) -> list[Figures]:
    """Photo Rummy with many cards on the table."""
    wishes, way = DEVICES[device]
    anna, ben = await full_table(url)
    async with new_page(browser, url, wishes) as page:
        pointer = await _pointer(page, way)
        await page.goto("/", wait_until="networkidle")
        async with recording(browser, page) as notes:
            await page.goto(anna.you["path"])
            await page.locator(".list").first.wait_for()
            await notes.opened("open the table")
            await browser_moves.photo_rummy(notes, pointer, ben)
    return notes.figures


async def trumpet(browser: Browser, url: str, device: str) -> list[Figures]:
    """A trumpet of Jericho, on a slowed processor and with motion on."""
    wishes, way = DEVICES[device]
    async with new_page(browser, url, wishes) as page:
        pointer = await _pointer(page, way)
        await page.goto("/", wait_until="networkidle")
        table = await against_bots(url, "jericho", BOTS["jericho"])
        async with recording(browser, page) as notes:
            await page.goto(table.you["path"])
            await page.locator(".play").wait_for()
            await pointer.line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            await browser_moves.trumpet(notes, pointer)
    return notes.figures


async def large_lay(browser: Browser, url: str, device: str) -> list[Figures]:
    """Another player of Photo Rummy lays twelve cards or more, under the same conditions."""
    wishes, _ = DEVICES[device]
    anna, ben, lay = await before_a_large_lay(url)
    async with new_page(browser, url, wishes) as page:
        line = await page.context.new_cdp_session(page)
        async with recording(browser, page) as notes:
            await page.goto(anna.you["path"])
            await page.locator(".rack [data-card]").first.wait_for()
            await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            await browser_moves.large_lay(notes, ben, lay)
            await page.locator(".list").nth(len(lay) - 1).wait_for()
    return notes.figures


async def other_game(browser: Browser, url: str, device: str, game: str) -> list[Figures]:
    """Another game against bots."""
    wishes, way = DEVICES[device]
    async with new_page(browser, url, wishes) as page:
        pointer = await _pointer(page, way)
        await page.goto("/", wait_until="networkidle")
        table = await against_bots(url, game, BOTS[game])
        async with recording(browser, page) as notes:
            await page.goto(table.you["path"])
            await page.locator(".play").wait_for()
            await notes.opened("open the table")
            await getattr(browser_moves, game)(notes, pointer)
        if presses := await page.evaluate(PRESSES):
            notes.figures.append(Figures("from a press to its answer", *_answer(presses), 0))
    return notes.figures


def _answer(presses: list[float]) -> tuple[float, float]:
    """The longest and the usual time until a press was answered on the screen."""
    return max(presses), statistics.median(presses)


async def _pointer(page: Page, way: Way) -> Pointer:
    return Pointer(page, await page.context.new_cdp_session(page), way)


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ms (at most {max(times):.0f})"


def _show(title: str, figures: list[Figures]) -> None:
    print(f"\n{title}\n  {'step':<32}{'longest task':>14}{'of it CPU':>12}{'over 50':>9}  frames")
    for each in figures:
        frames = "" if each.frames is None else f"{each.frames:.1f}/s, gap {each.worst_gap_ms:.0f}"
        times = f"{each.longest_ms:>11.1f} ms{each.longest_cpu_ms:>9.1f} ms"
        print(f"  {each.step:<32}{times}{each.long_tasks:>9.0f}  {frames}")


if __name__ == "__main__":
    with site() as address:
        asyncio.run(main(address, sys.argv[1:]))
