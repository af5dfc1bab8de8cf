"""What the browser's own tracing says: how long tasks took, how many frames were drawn."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from playwright.async_api import Browser, Page

CATEGORIES = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
LONG_MS = 50
SETTLE_MS = 450
"""Longer than any flight of a card."""
SAME_FRAME_MS = 4

Event = dict[str, Any]


@dataclass
class Figures:
    """What happened on the page's main thread during one step."""

    step: str
    longest_ms: float
    longest_cpu_ms: float
    long_tasks: float
    frames: float | None = None
    worst_gap_ms: float | None = None


@dataclass
class Recording:
    """Steps on one page, and afterwards the figures of each."""

    page: Page
    steps: dict[str, bool] = field(default_factory=dict)
    figures: list[Figures] = field(default_factory=list)

    @asynccontextmanager
    async def step(self, name: str, *, moving: bool = False) -> AsyncIterator[None]:
        """Everything until the page is at rest counts towards this step.

        Where something always moves, frames are counted without waiting for rest.
        """
        await self._mark(f"begin {name}")
        yield
        if not moving:
            await asyncio.sleep(SETTLE_MS / 1000)
        await self._mark(f"end {name}")
        self.steps[name] = moving

    async def opened(self, name: str) -> None:
        """Everything since the recording began counts towards this step."""
        await asyncio.sleep(2 * SETTLE_MS / 1000)
        await self._mark(f"end {name}")
        self.steps[name] = False

    async def _mark(self, name: str) -> None:
        await self.page.evaluate("(name) => { performance.mark(name) }", name)


@asynccontextmanager
async def recording(browser: Browser, page: Page) -> AsyncIterator[Recording]:
    """Trace until the block ends; then `figures` are available."""
    await browser.start_tracing(page=page, categories=CATEGORIES)
    notes = Recording(page)
    yield notes
    events = json.loads(await browser.stop_tracing())["traceEvents"]
    notes.figures = [_figures(events, step, moving) for step, moving in notes.steps.items()]


def _figures(events: list[Event], step: str, moving: bool) -> Figures:
    end = next(each for each in events if each["name"] == f"end {step}")
    begin = next((each["ts"] for each in events if each["name"] == f"begin {step}"), 0)
    here = [each for each in events if each["pid"] == end["pid"] and begin < each["ts"] < end["ts"]]
    tasks = [each for each in here if each["name"] == "RunTask" and each["tid"] == end["tid"]]
    lengths = [each.get("dur", 0) / 1000 for each in tasks]
    found = Figures(
        step,
        longest_ms=max(lengths, default=0),
        longest_cpu_ms=max((each.get("tdur", 0) / 1000 for each in tasks), default=0),
        long_tasks=sum(length > LONG_MS for length in lengths),
    )
    if moving:
        # the page must both think and draw in time: the slower of the two is what one sees
        rhythms = [_gaps(here, name) for name in ("FireAnimationFrame", "DrawFrame")]
        rhythms = [gaps for gaps in rhythms if gaps]
        found.frames = min(1000 * len(gaps) / sum(gaps) for gaps in rhythms)
        found.worst_gap_ms = max(max(gaps) for gaps in rhythms)
    return found


def _gaps(events: Iterable[Event], name: str) -> list[float]:
    """The ms between frames in which something of this name happened."""
    times = sorted(each["ts"] / 1000 for each in events if each["name"] == name)
    gaps = (b - a for a, b in pairwise(times))
    return [gap for gap in gaps if gap > SAME_FRAME_MS]
