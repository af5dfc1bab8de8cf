"""A real server in a process of its own, and the machine's Chromium."""

import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from browser.conftest import SWITCHES
from quartett.server.options import NO_LIMITS
from quartett.server.serving.run import serve
from quartett.server.settings import Settings

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@contextmanager
def site() -> Iterator[str]:
    """The address of a server of our own, until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=_serve, args=(folder, there))
        server.start()
        try:
            yield here.recv().rstrip("/")
        finally:
            server.terminate()
            server.join()


def _serve(data_dir: str, tell: Connection) -> None:
    limits: dict[str, Any] = {**NO_LIMITS}
    settings = Settings(port=0, data_dir=Path(data_dir), think_ms=(50, 50), **limits)
    asyncio.run(serve(settings, lambda url: tell.send(url)))


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser that `scripts/bench` found."""
    async with async_playwright() as playwright:
        program = os.environ["QUARTETT_BROWSER"]
        browser = await playwright.chromium.launch(executable_path=program, args=SWITCHES)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def new_page(browser: Browser, url: str, device: dict[str, Any]) -> AsyncIterator[Page]:
    """A page as a returning visitor sees it: no tips, no worker loading ahead."""
    context = await browser.new_context(base_url=url, locale="de-DE", **device)
    await context.add_init_script(_BEEN_HERE)
    try:
        yield await context.new_page()
    finally:
        await context.close()


_BEEN_HERE = """
  delete Navigator.prototype.serviceWorker;
  for (const game of ['photo_rummy', 'jericho', 'souvenirs', 'flow'])
    localStorage[`quartett.tips.${game}`] = 'seen';
"""
